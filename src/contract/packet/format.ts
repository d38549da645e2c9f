/** Changes with every change that another verifier would have to know (docs/packet.md). */
export const FORMAT = 'rounds-packet/2'
export const [JSON_FILE, PDF_FILE, PAGE_FILE] = ['packet.json', 'packet.pdf', 'verify.html'] as const
/** The action of the row that ends a packet's trail. */
export const SEALED_ACTION = 'packet.sealed'

/** Why a packet was sealed: a final decision, its email that went out, something added later, or someone's request. */
export type SealedBecause = 'decided' | 'email sent' | 'added' | 'requested'

export type Entry = Record<string, unknown>
export type Section = { name: string; entries: Entry[] }

/** Names everything a packet consists of, in order, and every hash in lowercase hex. */
export type Manifest = {
  user_session_id: number
  edition: number
  is_blind: boolean
  because: SealedBecause
  /** The decision it seals; null when there was none. */
  status_change_id: number | null
  sections: { name: string; count: number; sha256: string; entries: string[] }[]
  files: { name: string; size_bytes: number; sha256: string }[]
}

/** A row about this person, as the text that its hash is made of. */
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
  /** Null in rows from before digests. */
  row_salt: string | null
  hash: string
  /** What was committed to; null where there was nothing, where it was erased, and in blind packets. */
  salt: string | null
  personal: string | null
}
/** Anyone else's row: its digest; or, from before digests, only the hash that follows from it. */
export type TrailRow = ShownRow | string | { hash: string }
/** Consecutive rows, from the first about the person to the seal. */
export type Trail = { first: number; previous_hash: string; rows: TrailRow[] }

/** What's signed, as canonical JSON in UTF-8. */
export type Statement = {
  format: string
  manifest_sha256: string
  trail_sha256: string
  /** The last row of the whole trail when it was sealed, the seal itself: `id:hash`. */
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

/** Fields that are missing or that the format doesn't know, one sentence each. Everything in the packet may be anything at all. */
export function shapeFaults(packet: unknown): string[] {
  const top = faultsOf('packet', packet)
  if (top.length > 0) return top
  const { manifest, sections, trail, statement } = packet as Packet
  const above = [...faultsOf('manifest', manifest), ...faultsOf('trail', trail), ...faultsOf('statement', statement)]
  if (above.length > 0) return above
  const lists = [manifest.sections, manifest.files, sections, trail.rows]
  if (!lists.every(Array.isArray)) return ['A list of the packet isn’t one.']
  const below = [
    ...manifest.sections.flatMap((one) => faultsOf('list of sections', one)),
    ...manifest.files.flatMap((one) => faultsOf('list of files', one)),
    ...sections.flatMap((one) => faultsOf('section', one)),
    ...trail.rows.flatMap((one) => (typeof one === 'string' ? [] : faultsOf(one && 'action' in one ? 'shown row' : 'older row', one))),
  ]
  if (below.length > 0) return below
  return [...manifest.sections, ...sections].every(({ entries }) => Array.isArray(entries)) ? [] : ['A list of the packet isn’t one.']
}

function faultsOf(what: keyof typeof SHAPES, value: unknown): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [`The ${what} is missing.`]
  const fields: readonly string[] = SHAPES[what]
  const here = Object.keys(value)
  return [
    ...fields.filter((field) => !here.includes(field)).map((field) => `The ${what} lacks “${field}”.`),
    ...here.filter((field) => !fields.includes(field)).map((field) => `The ${what} has “${field}”, which the format doesn’t know.`),
  ]
}
