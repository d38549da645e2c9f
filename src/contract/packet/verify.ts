import { canonical } from './canonical.ts'
import { FORMAT, JSON_FILE, PAGE_FILE, SEALED_ACTION, shapeFaults, type Manifest, type Packet, type ShownRow, type Trail } from './format.ts'
import { unpackZip, type Zipped } from './zip.ts'

/** The two cryptographic functions a verifier needs: from Node on the command line, from a library in `verify.html`. */
export type Proofs = {
  /** Lowercase hex. */
  sha256: (bytes: Uint8Array) => string
  /** Ed25519, with key and signature in base64url. Returns false if either is malformed. */
  isSigned: (public_key: string, text: Uint8Array, signature: string) => boolean
}
/** `isWhole`: a ZIP that must have every file; otherwise `verify.html` may be missing. */
export type GivenFiles = { json: Uint8Array; files: Zipped[]; isWhole: boolean }
/** A key published by the employer, with the period in which it signed, if known. */
export type KnownKey = { fingerprint: string; created_at?: string; retired_at?: string | null }
/** What the reader knows from other sources; null if nothing. `knownRow`: a row of the trail that was recorded outside the installation earlier. */
export type Against = { keys: KnownKey[] | null; head: string | null; knownRow: string | null }
/**
 * The packet is the one that was sealed if `faults` is empty. There's one sentence for each fault, each check made, and each thing that can't be
 * known.
 */
export type Verdict = { packet: Packet | null; faults: string[]; checked: string[]; unknown: string[] }

/**
 * Tolerance between a packet's date and its key's dates: both come from the same clock, but a key rotation can wait this long for a seal in progress.
 */
const PATIENCE_MS = 10 * 60_000
const utf8 = (text: string) => new TextEncoder().encode(text)
const refused = (...faults: string[]): Verdict => ({ packet: null, faults, checked: [], unknown: [] })

/** Verifies a packet's ZIP, without a database or network. */
export function verifyZip(proofs: Proofs, zip: Uint8Array, against: Against): Verdict {
  const files = unpackZip(zip)
  if (!files) return refused('This isn’t the original ZIP: it was changed, truncated or repacked. Unpack it to check packet.json on its own.')
  const [first, ...others] = files
  if (first?.name !== JSON_FILE) return refused(`${JSON_FILE} is missing or isn’t the first file in the ZIP.`)
  return verifyPacket(proofs, { json: first.content, files: others, isWhole: true }, against)
}

/** Verifies a packet's JSON along with its files. */
export function verifyPacket(proofs: Proofs, handed: GivenFiles, against: Against): Verdict {
  let packet: Packet
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(handed.json)
    packet = JSON.parse(text) as Packet
    const shape = shapeFaults(packet)
    if (shape.length > 0) return refused(...shape)
    if (packet.statement.format !== FORMAT) return refused(`This packet uses the format “${packet.statement.format}”, but this program supports ${FORMAT}.`)
    if (text !== `${canonical(packet)}\n`) return refused('packet.json was reformatted: fields were reordered, repeated or respaced.')
  } catch (error) {
    return refused(`packet.json can’t be read as a packet: ${(error as Error).message}`)
  }
  const hash = (value: unknown) => proofs.sha256(utf8(typeof value === 'string' ? value : canonical(value)))
  const faults = [
    ...changedSections(packet, hash),
    ...changedFiles(packet.manifest, handed, proofs),
    ...changedTrail(packet, hash),
    ...changedSeal(packet, hash),
    ...changedSignature(packet, proofs),
    ...differsFrom(packet, against, hash),
  ]
  return {
    packet,
    faults,
    checked: faults.length > 0 ? [] : checkedIn(packet, handed, against),
    unknown: faults.length > 0 ? [] : unknownOf(packet, handed, against),
  }
}

type Hash = (value: unknown) => string

function changedSections({ manifest, sections }: Packet, hash: Hash): string[] {
  const [sealed, here] = [manifest.sections.map(({ name }) => name), sections.map(({ name }) => name)]
  const faults = [
    ...sealed.filter((name) => !here.includes(name)).map((name) => `The section “${name}” is missing.`),
    ...here.filter((name) => !sealed.includes(name)).map((name) => `The section “${name}” was added: it isn’t in the manifest.`),
    ...here.filter((name, i) => here.indexOf(name) !== i).map((name) => `The section “${name}” appears twice.`),
  ]
  if (faults.length > 0) return faults
  if (sealed.join() !== here.join()) return ['The sections aren’t in the order listed in the manifest.']
  return manifest.sections.flatMap(({ name, count, entries: then, sha256 }, i) => {
    const { entries } = sections[i]!
    const now = entries.map(hash)
    if (count !== now.length || then.length !== now.length) return [`${name}: ${count} entries were sealed, but this packet has ${now.length}.`]
    const changed = now.flatMap((one, at) => (one === then[at] ? [] : [`${name}, entry ${at + 1} was changed.`]))
    if (changed.length > 1 && [...now].sort().join() === [...then].sort().join()) return [`${name}: the entries were reordered.`]
    if (changed.length > 0) return changed
    return hash(entries) === sha256 ? [] : [`The manifest’s hash of “${name}” doesn’t match its entries.`]
  })
}

function changedFiles({ files: sealed }: Manifest, { files, isWhole }: GivenFiles, { sha256 }: Proofs): string[] {
  const faults = files.flatMap(({ name }, i) => {
    if (!sealed.some((one) => one.name === name)) return [`The file ${name} was added: it isn’t in the manifest.`]
    return files.findIndex((one) => one.name === name) === i ? [] : [`The file ${name} appears twice.`]
  })
  for (const one of sealed) {
    const found = files.find(({ name }) => name === one.name)
    if (!found && (isWhole || one.name !== PAGE_FILE)) faults.push(`The file ${one.name} is missing.`)
    if (found && (found.content.length !== one.size_bytes || sha256(found.content) !== one.sha256))
      faults.push(`The file ${one.name} was changed or belongs to a different packet.`)
  }
  const isInOrder = !isWhole || files.map(({ name }) => name).join() === sealed.map(({ name }) => name).join()
  return faults.length > 0 || isInOrder ? faults : ['The files aren’t in the order listed in the manifest.']
}

const isShown = (row: Trail['rows'][number] | undefined): row is ShownRow => typeof row === 'object' && 'action' in row

/** Returns the text that a row's hash is computed from, the same as in the database trigger. */
function fieldsOf(row: ShownRow): string {
  const { audit_id, at, actor_kind, actor_id, action, subject_kind, subject_id, facts, personal_commitment } = row
  return [audit_id, at, actor_kind, actor_id ?? '', action, subject_kind, subject_id ?? '', facts, personal_commitment ?? ''].join('|')
}

function changedTrail({ trail, statement, manifest }: Packet, hash: Hash): string[] {
  const faults = hash(trail) === statement.trail_sha256 ? [] : ['The audit trail doesn’t match the signed one: rows were changed, added, removed or moved.']
  let last = trail.previous_hash
  for (const [i, row] of trail.rows.entries()) {
    const id = trail.first + i
    if (isShown(row)) {
      const because = whatIsBroken(row, id, { last, manifest, hash })
      if (because) return [...faults, `Audit row ${id}: ${because}`]
    }
    last = typeof row === 'string' ? hash(`${row}|${last}`) : row.hash
  }
  const head = `${trail.first + trail.rows.length - 1}:${last}`
  return head === statement.head ? faults : [...faults, `The trail ends at ${head}, but the signed head is ${statement.head}.`]
}

function whatIsBroken(row: ShownRow, id: number, { last, manifest, hash }: { last: string; manifest: Manifest; hash: Hash }): string | null {
  if (row.audit_id !== id) return `found row ${row.audit_id} in its place.`
  if (row.subject_kind !== 'applicant' || Number(row.subject_id) !== manifest.user_session_id) return 'it shows facts about someone else.'
  const follows = row.row_salt === null ? hash(`${fieldsOf(row)}|${last}`) : hash(`${hash(`${row.row_salt}|${fieldsOf(row)}`)}|${last}`)
  if (follows !== row.hash) return 'it was changed, or an earlier row was changed or removed.'
  if (row.personal === null) return null
  if (row.personal_commitment === null) return 'personal values were added later.'
  return hash(`${row.salt ?? ''}.${row.personal}`) === row.personal_commitment ? null : 'its personal values were changed.'
}

function changedSeal({ manifest, trail, statement }: Packet, hash: Hash): string[] {
  const digest = hash(manifest)
  const faults = digest === statement.manifest_sha256 ? [] : ['The manifest doesn’t match the signed one.']
  const seal = trail.rows.at(-1)
  if (!isShown(seal) || seal.action !== SEALED_ACTION) return [...faults, 'The trail doesn’t end with this packet’s seal.']
  const facts = JSON.parse(seal.facts) as { sha256?: string }
  if (facts.sha256 !== digest) faults.push('The seal in the trail belongs to a different manifest.')
  if (seal.at !== statement.sealed_at) faults.push('The seal’s time doesn’t match the trail.')
  return faults
}

function changedSignature({ statement, signature }: Packet, { sha256, isSigned }: Proofs): string[] {
  if (!signature) return ['The packet isn’t signed.']
  if (sha256(bytesOf(String(statement.public_key))) !== statement.fingerprint) return ['The fingerprint doesn’t match the key in the packet.']
  return isSigned(statement.public_key, utf8(canonical(statement)), signature)
    ? []
    : ['The signature isn’t valid: the contents were changed, or a different key was used.']
}

/** Decodes base64url. Never throws; invalid input yields arbitrary bytes. */
export function bytesOf(base64url: string): Uint8Array {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const bits = Array.from(base64url, (letter) => letters.indexOf(letter).toString(2).padStart(6, '0')).join('')
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => Number.parseInt(bits.slice(8 * i, 8 * i + 8), 2))
}

function differsFrom({ statement, trail }: Packet, { keys, head, knownRow }: Against, hash: Hash): string[] {
  const faults: string[] = []
  const key = keys?.find(({ fingerprint }) => fingerprint === statement.fingerprint)
  const sealed = Date.parse(statement.sealed_at)
  if (keys && !key) faults.push(`It was signed with the key ${statement.fingerprint}, not the one you gave.`)
  if (key?.created_at && sealed < Date.parse(key.created_at) - PATIENCE_MS) faults.push('Its date is earlier than the key that signed it.')
  if (key?.retired_at && sealed > Date.parse(key.retired_at) + PATIENCE_MS) faults.push('The key that signed it was replaced before that date.')
  if (head !== null && head !== statement.head) faults.push(`Its trail’s head is ${statement.head}, not ${head}.`)
  if (knownRow !== null) faults.push(...otherRow(trail, knownRow, hash))
  return faults
}

/** A row recorded earlier must be in the trail with the same hash. */
function otherRow({ first, previous_hash, rows }: Trail, knownRow: string, hash: Hash): string[] {
  const id = Number(knownRow.split(':')[0])
  const before = rows.slice(0, id - first + 1)
  if (!(id >= first) || before.length !== id - first + 1) return [`Row ${id} isn’t in its trail, which runs from ${first} to ${first + rows.length - 1}.`]
  const found = before.reduce<string>((last, row) => (typeof row === 'string' ? hash(`${row}|${last}`) : row.hash), previous_hash)
  return knownRow === `${id}:${found}` ? [] : [`Row ${id} of its trail doesn’t match the row you noted: the history was rewritten.`]
}

function checkedIn({ manifest, trail, statement }: Packet, { files }: GivenFiles, { keys, head, knownRow }: Against): string[] {
  const entries = manifest.sections.reduce((sum, { count }) => sum + count, 0)
  const shown = trail.rows.filter(isShown).length
  const kind = manifest.is_blind ? 'blind packet' : 'packet'
  return [
    `The ${kind} of application ${manifest.user_session_id}, edition ${manifest.edition}, is unchanged since it was sealed at ${statement.sealed_at}.`,
    `Contents: ${manifest.sections.length} sections with ${entries} entries are complete and in order.`,
    `Files: ${files.map(({ name }) => name).join(' and ')} ${files.length === 1 ? 'matches' : 'match'} the sealed ${files.length === 1 ? 'file' : 'files'}.`,
    `Trail: rows ${trail.first} to ${trail.first + trail.rows.length - 1} form an unbroken chain; ${shown} are shown, and ${trail.rows.length - shown} are hashes.`,
    `Signature: valid for the key ${statement.fingerprint}${keys ? ', the one you gave' : ''}.`,
    ...(head === null ? [] : ['Head: when the packet was sealed, the trail ended with the row you gave.']),
    ...(knownRow === null ? [] : ['Noted row: it’s in the trail, unchanged.']),
  ]
}

function unknownOf({ manifest, trail, statement }: Packet, { files }: GivenFiles, { keys, head, knownRow }: Against): string[] {
  const older = trail.rows.filter((row) => typeof row === 'object' && !isShown(row)).length
  return [
    ...(keys
      ? []
      : [`The packet can’t prove whose key this is: compare ${statement.fingerprint} with what the employer publishes at /.well-known/rounds-keys.json.`]),
    ...(head === null && knownRow === null
      ? [`The packet can’t prove that the history wasn’t rewritten before it was sealed: compare its head, ${statement.head}, or a row you noted earlier.`]
      : []),
    ...manifest.files.filter(({ name }) => !files.some((one) => one.name === name)).map(({ name }) => `${name} isn’t here, so it wasn’t checked.`),
    ...(older > 0 ? [`${older} older rows about other people have no digest, so only the signature vouches for their order.`] : []),
    'No packet can prove that people wrote the truth or recorded everything in the product.',
  ]
}
