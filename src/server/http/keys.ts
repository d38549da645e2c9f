import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** The keys derived from one secret key. */
export type KeySet = {
  /** Identifies the key without revealing it. */
  fingerprint: string
  /** For sign-in codes at rest. */
  codes: Buffer
  /** For values that browsers store but must not change. */
  cookies: Buffer
  /** For values stored in the database that must not be readable there. */
  seals: Buffer
  /** For erasure records. */
  erasures: Buffer
  /** For addresses that unsubscribed, so the list doesn't reveal them. */
  mailboxes: Buffer
}

/** Keys that all of an installation's processes share: new values use the first set. */
export type Keys = KeySet & {
  /** Also accepted: the previous set, and the next one, which processes load before using it. */
  others: KeySet[]
  /** Replaced long ago: these only verify erasure records and find addresses that unsubscribed. */
  retired: KeySet[]
}

export function deriveKeys(secret: string): Keys {
  return { ...deriveSet(secret), others: [], retired: [] }
}

export function deriveSet(secret: string): KeySet {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'rounds', purpose, 32))
  return {
    fingerprint: derive('fingerprint').toString('base64url').slice(0, 16),
    codes: derive('codes'),
    cookies: derive('cookies'),
    seals: derive('seals'),
    erasures: derive('erasures'),
    mailboxes: derive('mailboxes'),
  }
}

/** Returns the sets whose values are accepted, starting with the one for new values. */
export function acceptedSets(keys: Keys): KeySet[] {
  return [keys, ...keys.others]
}

export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Returns the text followed by a signature; `purpose` keeps one cookie's value from passing as another's. */
export function sign(keys: Keys, purpose: string, text: string): string {
  const body = Buffer.from(text).toString('base64url')
  return `${body}.${keyedHash(keys.cookies, `${purpose}.${body}`)}`
}

/** Returns the text that was signed for this purpose, or null. */
export function verify(keys: Keys, purpose: string, signed: string | undefined): string | null {
  const [body, signature, ...rest] = (signed ?? '').split('.')
  if (!body || !signature || rest.length > 0) return null
  const isOurs = acceptedSets(keys).some(({ cookies }) => isSame(signature, keyedHash(cookies, `${purpose}.${body}`)))
  return isOurs ? Buffer.from(body, 'base64url').toString() : null
}

/** What a random key gives access to. A key made for another purpose has a different hash, so it doesn't work here. */
export type Purpose =
  | 'application'
  | 'own-page-link'
  | 'own-page'
  | 'interviews-link'
  | 'interviews'
  | 'draft'
  | 'address'
  | 'session'
  | 'sso-state'
  | 'first-run-link'
  | 'first-run'
  | 'first-run-demo'

/**
 * Returns the hash under which a random key is stored. It's computed from the plain hash so that a migration could add the purpose to keys that had
 * already been issued.
 */
export function purposeHash(purpose: Purpose, key: string): string {
  return plainHash(`${purpose}:${plainHash(key)}`)
}

/** Returns the hash under which keys were stored before it included their purpose. */
export function plainHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Compares two strings in constant time. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
