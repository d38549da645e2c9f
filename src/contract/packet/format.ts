/** Bump this when other verifiers would need to be updated (docs/packet.md). */
export const FORMAT = 'rounds-packet/2'
export const [JSON_FILE, PDF_FILE, PAGE_FILE] = ['packet.json', 'packet.pdf', 'verify.html'] as const
/** The action of the final row in a packet's trail. */
export const SEALED_ACTION = 'packet.sealed'

/** Why a packet was sealed: a final decision, its email being sent, a later addition, or a request. */
export type SealReason = 'decided' | 'email sent' | 'added' | 'requested'

export type Entry = Record<string, unknown>
export type Section = { name: string; entries: Entry[] }

/** Lists everything in a packet, in order, with every hash in lowercase hex. */
export type Manifest = {
  user_session_id: number
  edition: number
  is_blind: boolean
  because: SealReason
  /** The decision that led to sealing; null if there wasn't one. */
  status_change_id: number | null
  sections: { name: string; count: number; sha256: string; entries: string[] }[]
  files: { name: string; size_bytes: number; sha256: string }[]
}

/** A row about this person, as the text its hash is computed from. */
export type ShownRow = {
  audit_id: number
  at: string
  actor_kind: string
  actor_id: string | null
  action: string
  subject_kind: string
  subject_id: string | null
  facts: string
  personal_commitment: string | null
  /** Null in rows written before digests existed. */
  row_salt: string | null
  hash: string
  /** The value the row commits to; null if there was none, if it was erased, and in blind packets. */
  salt: string | null
  personal: string | null
}
/** A row about someone else: just its digest or, if it was written before digests existed, its hash. */
export type TrailRow = ShownRow | string | { hash: string }
/** Consecutive rows, from the first one about this person to the seal. */
export type Trail = { first: number; previous_hash: string; rows: TrailRow[] }

/** The signed statement, as canonical JSON in UTF-8. */
export type Statement = {
  format: string
  manifest_sha256: string
  trail_sha256: string
  /** The last row of the whole trail when the packet was sealed, which is the seal itself: `id:hash`. */
  head: string
  sealed_at: string
  /** SHA-256 of the public key's 32 bytes, in hex. */
  fingerprint: string
  /** Base64url. */
  public_key: string
}

export type Packet = { manifest: Manifest; sections: Section[]; trail: Trail; statement: Statement; signature: string }

const SHAPES = {
  packet: ['manifest', 'sections', 'signature', 'statement', 'trail'],
  manifest: ['because', 'edition', 'files', 'is_blind', 'sections', 'status_change_id', 'user_session_id'],
  'list of sections': ['count', 'entries', 'name', 'sha256'],
  'list of files': ['name', 'sha256', 'size_bytes'],
  section: ['entries', 'name'],
  trail: ['first', 'previous_hash', 'rows'],
  statement: ['fingerprint', 'format', 'head', 'manifest_sha256', 'public_key', 'sealed_at', 'trail_sha256'],
  'shown row': [
    'action',
    'actor_id',
    'actor_kind',
    'at',
    'audit_id',
    'facts',
    'hash',
    'personal',
    'personal_commitment',
    'row_salt',
    'salt',
    'subject_id',
    'subject_kind',
  ],
  'older row': ['hash'],
} satisfies Record<string, readonly string[]>

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string'
const isTextOrNull: Check = (value) => value === null || isText(value)
const isNumber: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const isHash = matches(/^[0-9a-f]{64}$/)

/** Base64url in its only valid spelling: no padding, and the unused bits of the last character are zero. */
export const [KEY_TEXT, SIGNATURE_TEXT] = [/^[\w-]{42}[AEIMQUYcgkosw048]$/, /^[\w-]{85}[AQgw]$/]

/** What each field can hold; those not listed are checked elsewhere. */
const FIELD_CHECKS: { [What in keyof typeof SHAPES]?: Record<string, Check> } = {
  packet: { signature: isText },
  manifest: {
    user_session_id: isNumber,
    edition: isNumber,
    is_blind: (value) => typeof value === 'boolean',
    because: isText,
    status_change_id: (value) => value === null || isNumber(value),
  },
  'list of sections': { name: isText, count: isNumber, sha256: isHash },
  'list of files': { name: isText, sha256: isHash, size_bytes: isNumber },
  section: { name: isText },
  trail: { first: isNumber, previous_hash: matches(/^(?:[0-9a-f]{64})?$/) },
  statement: {
    format: isText,
    manifest_sha256: isHash,
    trail_sha256: isHash,
    head: matches(/^\d+:[0-9a-f]{64}$/),
    sealed_at: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/),
    fingerprint: isHash,
    public_key: matches(KEY_TEXT),
  },
  'shown row': {
    action: isText,
    actor_id: isTextOrNull,
    actor_kind: isText,
    at: isText,
    audit_id: isNumber,
    facts: isText,
    hash: isHash,
    personal: isTextOrNull,
    personal_commitment: isTextOrNull,
    row_salt: isTextOrNull,
    salt: isTextOrNull,
    subject_id: isTextOrNull,
    subject_kind: isText,
  },
  'older row': { hash: isHash },
}

/** Returns one sentence for each field that's missing, unknown to the format or of the wrong type. `packet` can be anything. */
export function findShapeErrors(packet: unknown): string[] {
  const topLevelErrors = findFieldErrors('packet', packet)
  if (topLevelErrors.length > 0) return topLevelErrors
  const { manifest, sections, trail, statement } = packet as Packet
  const envelopeErrors = [...findFieldErrors('manifest', manifest), ...findFieldErrors('trail', trail), ...findFieldErrors('statement', statement)]
  if (envelopeErrors.length > 0) return envelopeErrors
  const lists = [manifest.sections, manifest.files, sections, trail.rows]
  if (!lists.every(Array.isArray)) return ["The packet is damaged: a field that must be a list isn't one."]
  const entryErrors = [
    ...manifest.sections.flatMap((section) => findFieldErrors('list of sections', section)),
    ...manifest.files.flatMap((file) => findFieldErrors('list of files', file)),
    ...sections.flatMap((section) => findFieldErrors('section', section)),
    ...trail.rows.flatMap(findRowErrors),
  ]
  if (entryErrors.length > 0) return entryErrors
  return [...manifest.sections, ...sections].every(({ entries }) => Array.isArray(entries))
    ? []
    : ["The packet is damaged: a field that must be a list isn't one."]
}

function findRowErrors(row: unknown): string[] {
  if (typeof row === 'string') return isHash(row) ? [] : ["The trail has a row that's neither an object nor a hash."]
  return findFieldErrors(row !== null && typeof row === 'object' && 'action' in row ? 'shown row' : 'older row', row)
}

function findFieldErrors(what: keyof typeof SHAPES, value: unknown): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [`The ${what} is missing.`]
  const fields: readonly string[] = SHAPES[what]
  const fieldsPresent = Object.keys(value)
  const errors = [
    ...fields.filter((field) => !fieldsPresent.includes(field)).map((field) => `The ${what} is missing “${field}”.`),
    ...fieldsPresent.filter((field) => !fields.includes(field)).map((field) => `The ${what} has an unknown field: “${field}”.`),
  ]
  const invalidFields = Object.entries(FIELD_CHECKS[what] ?? {}).filter(([field, isRight]) => !isRight((value as Entry)[field]))
  return errors.length > 0 ? errors : invalidFields.map(([field]) => `The ${what} has an invalid value in “${field}”.`)
}
