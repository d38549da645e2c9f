import { canonicalJson } from './canonical.ts'
import {
  FORMAT,
  JSON_FILE,
  PAGE_FILE,
  SEALED_ACTION,
  SIGNATURE_TEXT,
  findShapeErrors,
  type Manifest,
  type Packet,
  type ShownRow,
  type Trail,
} from './format.ts'
import { unpackZip, type ZipEntry } from './zip.ts'

/** The two cryptographic functions a verifier needs: from Node on the command line, from a library in `verify.html`. */
export type Proofs = {
  /** Lowercase hex. */
  sha256: (bytes: Uint8Array) => string
  /** Ed25519, with key and signature in base64url. Returns false if either is malformed. */
  isSigned: (public_key: string, text: Uint8Array, signature: string) => boolean
}
/** `isWhole`: a ZIP that must have every file; otherwise `verify.html` may be missing. */
export type GivenFiles = { json: Uint8Array; files: ZipEntry[]; isWhole: boolean }
/** A key published by the employer, with the period in which it signed, if known. */
export type KnownKey = { fingerprint: string; created_at?: string; retired_at?: string | null }
/** What the reader knows from other sources; null if nothing. `knownRow`: a trail row recorded earlier outside the installation. */
export type VerifyAgainst = { keys: KnownKey[] | null; head: string | null; knownRow: string | null }
/** If `faults` is empty, the packet is exactly what was sealed. There's one sentence for each fault, each check made, and each thing that can't be known. */
export type Verdict = { packet: Packet | null; faults: string[]; checked: string[]; unknown: string[] }

/**
 * Tolerance between a packet's date and its key's dates: both come from the same clock, but a key rotation can wait this long for a seal in progress.
 */
const MAX_VERIFY_MS = 10 * 60_000
const utf8 = (text: string) => new TextEncoder().encode(text)
const rejectedVerdict = (...errors: string[]): Verdict => ({ packet: null, faults: truncateErrors(errors), checked: [], unknown: [] })

/** Verifies a packet's ZIP, without a database or network. */
export function verifyZip(proofs: Proofs, zip: Uint8Array, against: VerifyAgainst): Verdict {
  const files = unpackZip(zip)
  if (!files) return rejectedVerdict("This isn't the original ZIP: it was changed, truncated or repacked. Unpack it to check packet.json on its own.")
  const [first, ...others] = files
  if (first?.name !== JSON_FILE) return rejectedVerdict(`${JSON_FILE} is missing or isn't the first file in the ZIP.`)
  return verifyPacket(proofs, { json: first.content, files: others, isWhole: true }, against)
}

/** Verifies a packet's JSON along with its files. */
export function verifyPacket(proofs: Proofs, given: GivenFiles, against: VerifyAgainst): Verdict {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(given.json)
    const packet = JSON.parse(text) as Packet
    const shape = findShapeErrors(packet)
    if (shape.length > 0) return rejectedVerdict(...shape)
    if (packet.statement.format !== FORMAT)
      return rejectedVerdict(`This packet uses the format “${packet.statement.format}”, but this program supports ${FORMAT}.`)
    if (text !== `${canonicalJson(packet)}\n`) return rejectedVerdict('packet.json was reformatted: fields were reordered, repeated or respaced.')
    return judgePacket(proofs, packet, { given, against })
  } catch {
    return rejectedVerdict("packet.json can't be read as a packet: it isn't JSON in UTF-8, or it's nested too deeply.")
  }
}

function judgePacket(proofs: Proofs, packet: Packet, { given, against }: { given: GivenFiles; against: VerifyAgainst }): Verdict {
  const hash = (value: unknown) => proofs.sha256(utf8(typeof value === 'string' ? value : canonicalJson(value)))
  const faults = [
    ...findChangedSections(packet, hash),
    ...findChangedFiles(packet.manifest, given, proofs),
    ...findTrailErrors(packet, hash),
    ...findSealErrors(packet, hash),
    ...findSignatureErrors(packet, proofs),
    ...findConflicts(packet, against, hash),
  ]
  if (faults.length > 0) return { packet, faults: truncateErrors(faults), checked: [], unknown: [] }
  return { packet, faults, checked: listChecked(packet, given, against), unknown: listUnknown(packet, given, against) }
}

const MAX_ERRORS = 50
const MAX_ERROR_LENGTH = 300

/** Faults quote the packet, so its author must not be able to add lines to a reader's screen, or flood it. */
function truncateErrors(errors: string[]): string[] {
  const printable = errors.slice(0, MAX_ERRORS).map((error) => error.slice(0, MAX_ERROR_LENGTH).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD'))
  return errors.length > MAX_ERRORS ? [...printable, `There are ${errors.length - MAX_ERRORS} more problems.`] : printable
}

type Hash = (value: unknown) => string

function findChangedSections({ manifest, sections }: Packet, hash: Hash): string[] {
  const [sealed, here] = [manifest.sections.map(({ name }) => name), sections.map(({ name }) => name)]
  const errors = [
    ...namesExcept(sealed, here).map((name) => `The section “${name}” is missing.`),
    ...namesExcept(here, sealed).map((name) => `The section “${name}” was added: it isn't in the manifest.`),
    ...findDuplicates(here).map((name) => `The section “${name}” appears twice.`),
    ...findDuplicates(sealed).map((name) => `The manifest lists the section “${name}” twice.`),
  ]
  if (errors.length > 0) return errors
  if (canonicalJson(sealed) !== canonicalJson(here)) return ["The sections aren't in the order listed in the manifest."]
  return manifest.sections.flatMap(({ name, count, entries: then, sha256 }, i) => {
    const { entries } = sections[i]!
    const now = entries.map(hash)
    if (count !== now.length || then.length !== now.length) return [`${name}: ${count} entries were sealed, but this packet has ${now.length}.`]
    const changed = now.flatMap((one, at) => (one === then[at] ? [] : [`${name}, entry ${at + 1} was changed.`]))
    if (changed.length > 1 && [...now].sort().join() === [...then].sort().join()) return [`${name}: the entries were reordered.`]
    if (changed.length > 0) return changed
    return hash(entries) === sha256 ? [] : [`The manifest's hash of “${name}” doesn't match its entries.`]
  })
}

/** These lists can have a million names, so they're compared using sets. */
function namesExcept(names: string[], others: string[]): string[] {
  const known = new Set(others)
  return names.filter((name) => !known.has(name))
}

function findDuplicates(names: string[]): string[] {
  const seen = new Set<string>()
  return names.filter((name) => seen.size === seen.add(name).size)
}

function findChangedFiles({ files: sealed }: Manifest, { files, isWhole }: GivenFiles, { sha256 }: Proofs): string[] {
  const [then, now] = [sealed, files].map((some) => some.map(({ name }) => name)) as [string[], string[]]
  const byName = new Map(files.map(({ name, content }) => [name, content]))
  const errors = [
    ...namesExcept(now, then).map((name) => `The file ${name} was added: it isn't in the manifest.`),
    ...findDuplicates(now).map((name) => `The file ${name} appears twice.`),
    ...findDuplicates(then).map((name) => `The manifest lists the file ${name} twice.`),
  ]
  for (const { name, size_bytes, sha256: digest } of sealed) {
    const content = byName.get(name)
    if (!content && (isWhole || name !== PAGE_FILE)) errors.push(`The file ${name} is missing.`)
    if (content && (content.length !== size_bytes || sha256(content) !== digest)) errors.push(`The file ${name} was changed or belongs to a different packet.`)
  }
  return errors.length > 0 || !isWhole || canonicalJson(now) === canonicalJson(then) ? errors : ["The files aren't in the order listed in the manifest."]
}

const isShown = (row: Trail['rows'][number] | undefined): row is ShownRow => typeof row === 'object' && 'action' in row

/** Returns the text that a row's hash is computed from, the same as in the database trigger. */
function fieldsOf(row: ShownRow): string {
  const { audit_id, at, actor_kind, actor_id, action, subject_kind, subject_id, facts, personal_commitment } = row
  return [audit_id, at, actor_kind, actor_id ?? '', action, subject_kind, subject_id ?? '', facts, personal_commitment ?? ''].join('|')
}

function findTrailErrors({ trail, statement, manifest }: Packet, hash: Hash): string[] {
  const errors = hash(trail) === statement.trail_sha256 ? [] : ["The audit trail doesn't match the signed one: rows were changed, added, removed or moved."]
  let last = trail.previous_hash
  for (const [i, row] of trail.rows.entries()) {
    const id = trail.first + i
    if (isShown(row)) {
      const because = findRowErrors(row, id, { last, manifest, hash })
      if (because) return [...errors, `Audit row ${id}: ${because}`]
    }
    last = typeof row === 'string' ? hash(`${row}|${last}`) : row.hash
  }
  const head = `${trail.first + trail.rows.length - 1}:${last}`
  return head === statement.head ? errors : [...errors, `The trail ends at ${head}, but the signed head is ${statement.head}.`]
}

function findRowErrors(row: ShownRow, id: number, { last, manifest, hash }: { last: string; manifest: Manifest; hash: Hash }): string | null {
  if (row.audit_id !== id) return `found row ${row.audit_id} in its place.`
  if (row.subject_kind !== 'applicant' || Number(row.subject_id) !== manifest.user_session_id) return 'it shows facts about someone else.'
  const follows = row.row_salt === null ? hash(`${fieldsOf(row)}|${last}`) : hash(`${hash(`${row.row_salt}|${fieldsOf(row)}`)}|${last}`)
  if (follows !== row.hash) return 'it was changed, or an earlier row was changed or removed.'
  if (row.personal === null) return null
  if (row.personal_commitment === null) return 'personal values were added later.'
  return hash(`${row.salt ?? ''}.${row.personal}`) === row.personal_commitment ? null : 'its personal values were changed.'
}

function findSealErrors({ manifest, trail, statement }: Packet, hash: Hash): string[] {
  const digest = hash(manifest)
  const errors = digest === statement.manifest_sha256 ? [] : ["The manifest doesn't match the signed one."]
  const seal = trail.rows.at(-1)
  if (!isShown(seal) || seal.action !== SEALED_ACTION) return [...errors, "The trail doesn't end with this packet's seal."]
  if (sealedHash(seal) !== digest) errors.push('The seal in the trail belongs to a different manifest.')
  if (seal.at !== statement.sealed_at) errors.push("The seal's time doesn't match the trail.")
  return errors
}

function sealedHash({ facts }: ShownRow): unknown {
  try {
    return (JSON.parse(facts) as { sha256?: unknown } | null)?.sha256
  } catch {
    return null
  }
}

/**
 * The points of small order (RFC 7748, section 7), each as y without the sign of x: with one of them as the key, some signatures match any text. Not every
 * library rejects them.
 */
const WEAK_KEYS = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]

function isWeak(key: Uint8Array): boolean {
  const y = Array.from(key, (byte, i) => (i === 31 ? byte & 0x7f : byte))
  return WEAK_KEYS.includes(y.map((byte) => byte.toString(16).padStart(2, '0')).join(''))
}

function findSignatureErrors({ statement, signature }: Packet, { sha256, isSigned }: Proofs): string[] {
  if (!signature) return ["The packet isn't signed."]
  if (!SIGNATURE_TEXT.test(signature)) return ["The signature isn't in the required format: 86 base64url characters."]
  const key = bytesOf(statement.public_key)
  if (sha256(key) !== statement.fingerprint) return ["The fingerprint doesn't match the key in the packet."]
  if (isWeak(key)) return ['The key in the packet proves nothing: anyone can sign with it.']
  return isSigned(statement.public_key, utf8(canonicalJson(statement)), signature)
    ? []
    : ["The signature isn't valid: the contents were changed, or a different key was used."]
}

/** Decodes base64url. Never throws; invalid input yields arbitrary bytes. */
export function bytesOf(base64url: string): Uint8Array {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const bits = Array.from(base64url, (letter) => letters.indexOf(letter).toString(2).padStart(6, '0')).join('')
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => Number.parseInt(bits.slice(8 * i, 8 * i + 8), 2))
}

function findConflicts({ statement, trail }: Packet, { keys, head, knownRow }: VerifyAgainst, hash: Hash): string[] {
  const errors: string[] = []
  const key = keys?.find(({ fingerprint }) => fingerprint === statement.fingerprint)
  const sealed = Date.parse(statement.sealed_at)
  if (keys && !key) errors.push(`It was signed with the key ${statement.fingerprint}, not the one you provided.`)
  if (key?.created_at && sealed < Date.parse(key.created_at) - MAX_VERIFY_MS) errors.push('The packet is dated before its signing key was created.')
  if (key?.retired_at && sealed > Date.parse(key.retired_at) + MAX_VERIFY_MS) errors.push('The packet is dated after its signing key was replaced.')
  if (head !== null && head !== statement.head) errors.push(`Its trail's head is ${statement.head}, not ${head}.`)
  if (knownRow !== null) errors.push(...findRowConflict(trail, knownRow, hash))
  return errors
}

/** A row recorded earlier must be in the trail with the same hash. */
function findRowConflict({ first, previous_hash, rows }: Trail, knownRow: string, hash: Hash): string[] {
  const id = Number(knownRow.split(':')[0])
  const before = rows.slice(0, id - first + 1)
  if (!(id >= first) || before.length !== id - first + 1) return [`Row ${id} isn't in its trail, which runs from ${first} to ${first + rows.length - 1}.`]
  const found = before.reduce<string>((last, row) => (typeof row === 'string' ? hash(`${row}|${last}`) : row.hash), previous_hash)
  return knownRow === `${id}:${found}` ? [] : [`Row ${id} of its trail doesn't match the row you noted: the history was rewritten.`]
}

function listChecked({ manifest, trail, statement }: Packet, { files }: GivenFiles, { keys, head, knownRow }: VerifyAgainst): string[] {
  const entries = manifest.sections.reduce((sum, { count }) => sum + count, 0)
  const shown = trail.rows.filter(isShown).length
  const kind = manifest.is_blind ? 'blind packet' : 'packet'
  return [
    `The ${kind} of application ${manifest.user_session_id}, edition ${manifest.edition}, is unchanged since it was sealed at ${statement.sealed_at}.`,
    `Contents: ${manifest.sections.length} sections with ${entries} entries are complete and in order.`,
    `Files: ${files.map(({ name }) => name).join(' and ')} ${files.length === 1 ? 'matches' : 'match'} the sealed ${files.length === 1 ? 'file' : 'files'}.`,
    `Trail: rows ${trail.first} to ${trail.first + trail.rows.length - 1} form an unbroken chain; ${shown} are shown, and ${trail.rows.length - shown} are hashes.`,
    `Signature: valid for the key ${statement.fingerprint}${keys ? ', the one you provided' : ''}.`,
    ...(head === null ? [] : ['Head: when the packet was sealed, the trail ended with the row you provided.']),
    ...(knownRow === null ? [] : ["Row you noted: it's in the trail, unchanged."]),
  ]
}

function listUnknown({ manifest, trail, statement }: Packet, { files }: GivenFiles, { keys, head, knownRow }: VerifyAgainst): string[] {
  const legacyRows = trail.rows.filter((row) => typeof row === 'object' && !isShown(row)).length
  return [
    ...(keys
      ? []
      : [`The packet can't prove whose key this is: compare ${statement.fingerprint} with what the employer publishes at /.well-known/rounds-keys.json.`]),
    ...(head === null && knownRow === null
      ? [`The packet can't prove that the history wasn't rewritten before it was sealed: compare its head, ${statement.head}, or a row you noted earlier.`]
      : []),
    `The packet can't prove that it's the newest one: ask the employer whether there's an edition after ${manifest.edition}.`,
    ...manifest.files.filter(({ name }) => !files.some((file) => file.name === name)).map(({ name }) => `${name} isn't here, so it wasn't checked.`),
    ...(legacyRows > 0 ? [`${legacyRows} older rows about other people have no digest, so only the signature vouches for their order.`] : []),
    'No packet can prove that what people wrote is true, or that everything was recorded.',
  ]
}
