import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonicalJson } from '#contract/packet/canonical.ts'
import type { Packet, ShownRow } from '#contract/packet/format.ts'
import { packZip, unpackZip } from '#contract/packet/zip.ts'
import { writeNote } from '#contract/applicants/collaboration.ts'
import { makeInterviewer } from '#test/interviewing.ts'
import { makeDecided, packetIn, packetOf, repack, verdictOn } from '#test/packet/packets.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let zip: Buffer
let another: Buffer
let earlier: Buffer
beforeAll(async () => {
  app = await startApp()
  const [admin, ivo] = [await app.admin(), await makeInterviewer(app)]
  const id = await makeDecided(app, admin, ivo)
  another = (await packetOf(app, await makeDecided(app, admin, ivo))).zip
  earlier = (await packetOf(app, id)).zip
  await app.call(writeNote, { id, note_text: 'Later.' }, admin)
  zip = (await packetOf(app, id)).zip
})
afterAll(() => app.close())

type Change = (packet: Packet) => unknown
const hash = (value: unknown) =>
  createHash('sha256')
    .update(typeof value === 'string' ? value : canonicalJson(value))
    .digest('hex')

/** Recomputes everything that someone without the key could: every hash, the trail with its seal, and the statement. */
function rehashed({ manifest, sections, trail, statement }: Packet): void {
  manifest.sections = sections.map(({ name, entries }) => ({ name, count: entries.length, sha256: hash(entries), entries: entries.map(hash) }))
  const seal = trail.rows.at(-1) as ShownRow
  seal.facts = seal.facts.replace(/(?<="sha256": ?")[0-9a-f]*/, hash(manifest))
  let last = trail.previous_hash
  for (const row of trail.rows) {
    if (typeof row !== 'string' && 'action' in row) {
      const { audit_id, at, actor_kind, actor_id, action, subject_kind, subject_id, facts, personal_commitment, row_salt } = row
      const fields = [audit_id, at, actor_kind, actor_id ?? '', action, subject_kind, subject_id ?? '', facts, personal_commitment ?? '']
      row.hash = hash(`${hash([row_salt, ...fields].join('|'))}|${last}`)
    }
    last = typeof row === 'string' ? hash(`${row}|${last}`) : row.hash
  }
  Object.assign(statement, { manifest_sha256: hash(manifest), trail_sha256: hash(trail), head: `${trail.first + trail.rows.length - 1}:${last}` })
}

const section = (packet: Packet, name: string) => packet.sections.find((one) => one.name === name)!
const feedback = (packet: Packet) => section(packet, 'interview_feedback').entries
const shownAt = (packet: Packet, i: number) => packet.trail.rows.filter((row): row is ShownRow => typeof row === 'object' && 'action' in row).at(i)!
const reverse = (list: unknown[]) => list.push(...list.splice(0).toReversed())
const forgery = (packet: Packet) => void (feedback(packet)[0]!['interviewer_feedback'] = 'Blamed everyone at once.')

const bytesIn = ({ signature }: Packet) => [...Buffer.from(signature, 'base64url')]
/** The last character of 64 bytes in base64url has four unused bits. */
const respell = (signature: string) => signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(signature.length - 1) + 1)
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const decompose = (entry: Record<string, unknown>) => (entry['interviewer_feedback'] = String(entry['interviewer_feedback']).normalize('NFD'))

/** The same signature with S + L in place of S, which careless verifiers accept. */
function raised(packet: Packet): string {
  const bytes = bytesIn(packet)
  const s = ORDER + BigInt(`0x${Buffer.from(bytes.slice(32).toReversed()).toString('hex')}`)
  return Buffer.from([...bytes.slice(0, 32), ...Buffer.from(s.toString(16).padStart(64, '0'), 'hex').toReversed()]).toString('base64url')
}

/** Changes by someone who knows the format and has the database, but not the key. */
const CHANGES: [string, Change, RegExp][] = [
  ['an answer is rewritten', forgery, /^interview_feedback, entry 1 was changed\.$/],
  ['an entry is removed', (one) => feedback(one).pop(), /^interview_feedback: 2 entries were sealed, but this packet has 1\.$/],
  ['an entry is added', (one) => feedback(one).push({ ...feedback(one)[0]! }), /^interview_feedback: 2 entries were sealed, but this packet has 3\.$/],
  ['entries are reordered', (one) => reverse(feedback(one)), /^interview_feedback: the entries were reordered\.$/],
  ['a field is added to an entry', (one) => (feedback(one)[0]!['praise'] = 'none'), /^interview_feedback, entry 1 was changed\.$/],
  ['a field is removed from an entry', (one) => delete feedback(one)[0]!['modified_at'], /^interview_feedback, entry 1 was changed\.$/],
  ['a section is removed', (one) => one.sections.splice(4, 1), /^The section “interview_feedback” is missing\.$/],
  ['a section is added', (one) => one.sections.push({ name: 'praise', entries: [] }), /^The section “praise” was added: it isn't in the manifest\.$/],
  ['a section is there twice', (one) => one.sections.push(one.sections[0]!), /^The section “application” appears twice\.$/],
  ['sections are reordered', (one) => reverse(one.sections), /^The sections aren't in the order listed in the manifest\.$/],
  ['a field is added to the packet', (one) => Object.assign(one, { note: 'x' }), /^The packet has an unknown field: “note”\.$/],
  ['a field is added to the manifest', (one) => Object.assign(one.manifest, { note: 'x' }), /^The manifest has an unknown field: “note”\.$/],
  ['a field is added to the statement', (one) => Object.assign(one.statement, { note: 'x' }), /^The statement has an unknown field: “note”\.$/],
  ['a field is added to a section', (one) => Object.assign(one.sections[0]!, { note: 'x' }), /^The section has an unknown field: “note”\.$/],
  ['a field is added to a row', (one) => Object.assign(shownAt(one, 1), { note: 'x' }), /^The shown row has an unknown field: “note”\.$/],
  ['the manifest is removed', (one) => delete (one as Partial<Packet>).manifest, /^The packet is missing “manifest”\.$/],
  ['the statement lacks its time', (one) => delete (one.statement as { sealed_at?: string }).sealed_at, /^The statement is missing “sealed_at”\.$/],
  [
    'the manifest names another hash',
    (one) => (one.manifest.sections[0]!.sha256 = '0'.repeat(64)),
    /^The manifest's hash of “application” doesn't match its entries\.$/,
  ],
  ['the manifest names another person', (one) => (one.manifest.user_session_id += 1), /^The manifest doesn't match the signed one\.$/],
  ['the edition is another', (one) => (one.manifest.edition = 7), /^The manifest doesn't match the signed one\.$/],
  [
    'the manifest names another PDF',
    (one) => (one.manifest.files[0]!.sha256 = '0'.repeat(64)),
    /^The file packet\.pdf was changed or belongs to a different packet\.$/,
  ],
  ['a row of the trail is rewritten', (one) => (shownAt(one, 1).facts = '{}'), /^Audit row \d+: it was changed, or an earlier row was changed or removed\.$/],
  ['the trail is cut to two rows', (one) => one.trail.rows.splice(0, one.trail.rows.length - 2), /^The audit trail doesn't match the signed one/],
  [
    'the first row is cut off',
    (one) => (one.trail.rows.shift(), (one.trail.first += 1)),
    /^Audit row \d+: it was changed, or an earlier row was changed or removed\.$/,
  ],
  ['rows are reordered', (one) => reverse(one.trail.rows), /^Audit row \d+: found row \d+ in its place\.$/],
  [
    "a hash of someone else's row is another",
    (one) => (one.trail.rows[one.trail.rows.findIndex((row) => typeof row === 'string')] = '0'.repeat(64)),
    /^The audit trail doesn't match the signed one/,
  ],
  ['the seal is removed', (one) => one.trail.rows.pop(), /^The trail doesn't end with this packet's seal\.$/],
  ['a row about someone else is shown', (one) => (shownAt(one, 1).subject_id = '99'), /^Audit row \d+: it shows facts about someone else\.$/],
  [
    'personal values are rewritten',
    (one) =>
      Object.assign(
        one.trail.rows.find((row) => typeof row === 'object' && 'personal' in row && row.personal)!,
        { personal: '{"ip":"1.2.3.4"}' },
      ),
    /^Audit row \d+: its personal values were changed\.$/,
  ],
  ['the head is another row', (one) => (one.statement.head = `1:${'0'.repeat(64)}`), /^The trail ends at \d+:[0-9a-f]{64}, but the signed head is 1:0+\.$/],
  ['the time of the seal is another', (one) => (one.statement.sealed_at = '2026-01-01T00:00:00.000000Z'), /^The seal's time doesn't match the trail\.$/],
  ['the signature is removed', (one) => (one.signature = ''), /^The packet isn't signed\.$/],
  ['the signature is another', (one) => (one.signature = packetIn(another).signature), /^The signature isn't valid/],
  ['the fingerprint is another', (one) => (one.statement.fingerprint = '0'.repeat(64)), /^The fingerprint doesn't match the key in the packet\.$/],
  [
    'the format claims to be newer',
    (one) => (one.statement.format = 'rounds-packet/9'),
    /^This packet uses the format “rounds-packet\/9”, but this program supports rounds-packet\/2\.$/,
  ],
  [
    'an answer is rewritten, and all hashes with it',
    (one) => (forgery(one), rehashed(one)),
    /^The signature isn't valid: the contents were changed, or a different key was used\.$/,
  ],
  ['the trail is cut, and all hashes with it', (one) => (one.trail.rows.splice(0, 1), (one.trail.first += 1), rehashed(one)), /^The signature isn't valid/],
  ["the seal's facts name another manifest", (one) => (shownAt(one, -1).facts = '{"sha256":""}'), /^The seal in the trail belongs to a different manifest\.$/],
  ['the signature has another spelling', (one) => (one.signature = respell(one.signature)), /^The signature isn't in the required format/],
  ['the signature is padded', (one) => (one.signature += '=='), /^The signature isn't in the required format/],
  ['the signature is a list of bytes', (one) => Object.assign(one, { signature: bytesIn(one) }), /^The packet has an invalid value in “signature”\.$/],
  ["the signature's S is raised by the order", (one) => (one.signature = raised(one)), /^The signature isn't valid/],
  ['a row is a sentence', (one) => (one.trail.rows[0] = 'Nothing happened.'), /^The trail has a row that's neither an object nor a hash\.$/],
  ["the seal's facts aren't JSON", (one) => (shownAt(one, -1).facts = 'none'), /^The seal in the trail belongs to a different manifest\.$/],
  ['an entry is the text of itself', (one) => Object.assign(feedback(one), [canonicalJson(feedback(one)[0])]), /^The manifest's hash of “interview_feedback”/],
  [
    'a prototype is added',
    (one) => Object.defineProperty(one, '__proto__', { value: {}, enumerable: true }),
    /^The packet has an unknown field: “__proto__”\.$/,
  ],
  [
    'a prototype is added to an entry',
    (one) => Object.defineProperty(feedback(one)[0]!, '__proto__', { value: { praise: 'none' }, enumerable: true }),
    /^interview_feedback, entry 1 was changed\.$/,
  ],
  ['letters are composed differently', (one) => decompose(feedback(one)[1]!), /^interview_feedback, entry 2 was changed\.$/],
  ['half a letter is added', (one) => (feedback(one)[0]!['interviewer_feedback'] += '\uD800'), /^interview_feedback, entry 1 was changed\.$/],
  ['the manifest lists a file twice', (one) => one.manifest.files.push(one.manifest.files[0]!), /^The manifest lists the file packet\.pdf twice\.$/],
  [
    'the manifest lists a section twice',
    (one) => one.manifest.sections.push(one.manifest.sections[0]!),
    /^The manifest lists the section “application” twice\.$/,
  ],
  [
    "a section's name adds a line",
    (one) => one.sections.push({ name: 'x\n\u001B[2JThe packet is unchanged', entries: [] }),
    /^The section “x\uFFFD\uFFFD\[2JThe packet is unchanged” was added/,
  ],
  ['a list is none', (one) => Object.assign(one.trail, { rows: {} }), /^The packet is damaged: a field that must be a list isn't one\.$/],
]

test.each(CHANGES)('a packet is rejected if %s', (_, change, sentence) => {
  const { faults } = verdictOn(repack(zip, change))
  expect(faults).toContainEqual(expect.stringMatching(sentence))
})

const filesOf = (one: Buffer) => unpackZip(one)!.map(({ name, content }) => ({ name, content: Buffer.from(content) }))
const text = () => filesOf(zip)[0]!.content.toString()
const withText = (json: string) => Buffer.from(packZip([{ name: 'packet.json', content: Buffer.from(json) }, ...filesOf(zip).slice(1)]))

const renamed = (which: number, name: string) => Buffer.from(packZip(filesOf(zip).map((one, i) => (i === which ? { ...one, name } : one))))
const CHANGED_PDF = /^The file packet\.pdf was changed or belongs to a different packet\.$/

/** Like `CHANGES`, but to the files themselves. */
const FILES: [string, () => Buffer, RegExp][] = [
  [
    "the PDF is another packet's",
    () => Buffer.from(packZip([filesOf(zip)[0]!, filesOf(another)[1]!, ...filesOf(zip).slice(2)])),
    /^The file packet\.pdf was changed or belongs to a different packet\.$/,
  ],
  ['the PDF is missing', () => Buffer.from(packZip(filesOf(zip).slice(0, 1))), /^The file packet\.pdf is missing\.$/],
  [
    'a file is added',
    () => Buffer.from(packZip([...filesOf(zip), { name: 'letter.pdf', content: Buffer.from('x') }])),
    /^The file letter\.pdf was added: it isn't in the manifest\.$/,
  ],
  ['a file is there twice', () => Buffer.from(packZip([...filesOf(zip), filesOf(zip)[1]!])), /^The file packet\.pdf appears twice\.$/],
  ['files are reordered', () => Buffer.from(packZip(filesOf(zip).toReversed())), /^packet\.json is missing or isn't the first file in the ZIP\.$/],
  ["the PDF is another edition's", () => Buffer.from(packZip([filesOf(zip)[0]!, filesOf(earlier)[1]!, ...filesOf(zip).slice(2)])), CHANGED_PDF],
  ["the JSON is another edition's", () => Buffer.from(packZip([filesOf(earlier)[0]!, ...filesOf(zip).slice(1)])), CHANGED_PDF],
  ['the JSON is there twice', () => Buffer.from(packZip([filesOf(zip)[0]!, ...filesOf(zip)])), /^The file packet\.json was added: it isn't in the manifest\.$/],
  ["a file's name has other letters", () => renamed(1, 'Packet.pdf'), /^The file Packet\.pdf was added: it isn't in the manifest\.$/],
  ['a file is in a folder', () => renamed(1, './packet.pdf'), /^The file \.\/packet\.pdf was added: it isn't in the manifest\.$/],
  [
    'the directory names another file',
    () => Buffer.from(zip.toString('latin1').replace(/packet\.pdf(?!.*packet\.pdf)/s, 'letter.pdf'), 'latin1'),
    /^This isn't the/,
  ],
  ['a number is written differently', () => withText(text().replace('"edition":2', '"edition":2.0')), /^packet\.json was reformatted/],
  ['a number is too large', () => withText(text().replace('"edition":2', '"edition":1e999')), /^The manifest has an invalid value in “edition”\.$/],
  ['a byte order mark is added', () => withText(`\uFEFF${text()}`), /^packet\.json can't be read as a packet/],
  ['the JSON is nested endlessly', () => withText('['.repeat(100_000) + ']'.repeat(100_000)), /^The packet is missing\.$/],
  [
    'an entry is nested endlessly',
    () => withText(text().replace('"sections":[{"entries":[', `"sections":[{"entries":[${'['.repeat(100_000)}${']'.repeat(100_000)},`)),
    /^packet\.json can't be read as a packet: it isn't JSON in UTF-8, or it's nested too deeply\.$/,
  ],
  ['bytes are added behind the ZIP', () => Buffer.concat([zip, Buffer.from('x')]), /^This isn't the original ZIP/],
  ['the ZIP is cut', () => zip.subarray(0, -100), /^This isn't the original ZIP/],
  ["it's any file at all", () => Buffer.from('no packet'), /^This isn't the original ZIP/],
  ['the JSON is none', () => withText('{'), /^packet\.json can't be read as a packet/],
  ['the JSON is spaced', () => withText(JSON.stringify(JSON.parse(text()), null, 2)), /^packet\.json was reformatted/],
  ['a field is written twice', () => withText(text().replace('{"manifest":', '{"manifest":{},"manifest":')), /^packet\.json was reformatted/],
  ['a letter is written as a code', () => withText(text().replace('Calm', '\\u0043alm')), /^packet\.json was reformatted/],
  [
    'an invalid byte hides in a text',
    () => Buffer.from(packZip([{ name: 'packet.json', content: Buffer.concat([Buffer.from(text()), Buffer.from([0xff])]) }, ...filesOf(zip).slice(1)])),
    /^packet\.json can't be read as a packet/,
  ],
]

test.each(FILES)('a packet is rejected if %s', (_, make, sentence) => {
  expect(verdictOn(make()).faults).toContainEqual(expect.stringMatching(sentence))
})

test('an unchanged packet is accepted, even rehashed, so the rejections come from the changes themselves', () => {
  expect(verdictOn(zip)).toMatchObject({
    faults: [],
    checked: expect.arrayContaining([expect.stringMatching(/^Signature: valid for the key [0-9a-f]{64}\.$/)]),
  })
  expect(verdictOn(repack(zip, rehashed)).faults).toEqual([])
  expect(CHANGES.length + FILES.length).toBeGreaterThanOrEqual(30)
})

test('a packet signed with another key is rejected because of its key, even if everything else matches', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x!
  const forged = repack(zip, (one) => {
    forgery(one)
    rehashed(one)
    Object.assign(one.statement, { public_key: x, fingerprint: createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex') })
    one.signature = sign(null, Buffer.from(canonicalJson(one.statement)), privateKey).toString('base64url')
  })
  const { fingerprint } = packetIn(zip).statement
  expect(verdictOn(forged).faults).toEqual([])
  expect(verdictOn(forged).unknown[0]).toMatch(/^The packet can't prove whose key this is/)
  expect(verdictOn(forged, { keys: [{ fingerprint }] }).faults).toEqual([
    expect.stringMatching(/^It was signed with the key [0-9a-f]{64}, not the one you provided\.$/),
  ])
  expect(verdictOn(zip, { keys: [{ fingerprint }] }).faults).toEqual([])
})

test('an older edition verifies, but not as a newer one', () => {
  const { statement } = packetIn(zip)
  expect(verdictOn(earlier)).toMatchObject({ faults: [], unknown: expect.arrayContaining([expect.stringMatching(/an edition after 1\.$/)]) })
  expect(verdictOn(earlier, { head: statement.head }).faults).toEqual([expect.stringMatching(/^Its trail's head is/)])
})

test('a key that anyone can sign with is rejected, no matter the signature', () => {
  const neutral = Buffer.from([1, ...Array<number>(31).fill(0)])
  const forged = repack(zip, (one) => {
    forgery(one)
    rehashed(one)
    Object.assign(one.statement, { public_key: neutral.toString('base64url'), fingerprint: createHash('sha256').update(neutral).digest('hex') })
    one.signature = Buffer.concat([neutral, Buffer.alloc(32)]).toString('base64url')
  })
  expect(verdictOn(forged).faults).toEqual(['The key in the packet proves nothing: anyone can sign with it.'])
})

test('a packet with a huge number of names is rejected with just a few sentences', () => {
  const sections = Array.from({ length: 20_000 }, (_, i) => ({ name: `s${i}`, entries: [] }))
  expect(verdictOn(repack(zip, (one) => (one.sections = sections))).faults.slice(50)).toEqual([expect.stringMatching(/^There are 19\d{3} more problems\.$/)])
})

test('--head must be the last row, --since can be any row, and a key must have been in use when the packet was signed', () => {
  const { statement, trail } = packetIn(zip)
  const row = shownAt(packetIn(zip), 1)
  const inTrail = `${row.audit_id}:${row.hash}`
  expect(verdictOn(zip, { head: statement.head, knownRow: inTrail }).faults).toEqual([])
  expect(verdictOn(zip, { head: inTrail }).faults).toEqual([`Its trail's head is ${statement.head}, not ${inTrail}.`])
  expect(verdictOn(zip, { knownRow: `${row.audit_id}:${'0'.repeat(64)}` }).faults).toEqual([
    `Row ${row.audit_id} of its trail doesn't match the row you noted: the history was rewritten.`,
  ])
  expect(verdictOn(zip, { knownRow: `${trail.first - 1}:${'0'.repeat(64)}` }).faults).toEqual([expect.stringMatching(/isn't in its trail, which runs from/)])
  const key = { fingerprint: statement.fingerprint }
  expect(verdictOn(zip, { keys: [{ ...key, retired_at: '2020-01-01T00:00:00Z' }] }).faults).toEqual(['The packet is dated after its signing key was replaced.'])
  expect(verdictOn(zip, { keys: [{ ...key, created_at: '2999-01-01T00:00:00Z' }] }).faults).toEqual(['The packet is dated before its signing key was created.'])
})
