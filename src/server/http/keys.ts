import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** What's derived from one secret key. */
export type KeySet = {
  /** Names the key without giving it away. */
  fingerprint: string
  /** For sign-in codes at rest. */
  codes: Buffer
  /** For values that a browser stores but mustn't change. */
  cookies: Buffer
  /** For values that wait in the database but mustn't be readable there. */
  seals: Buffer
  /** For the records of erasures. */
  erasures: Buffer
}

/** Keys that all processes of one installation share: new values use the first set. */
export type Keys = KeySet & {
  /** Accepted too: the one before, and the next, which processes know before they use it. */
  others: KeySet[]
  /** Replaced long ago: they only verify records of erasures. */
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
  }
}

/** The sets whose values are accepted, the one for new values first. */
export function acceptedSets(keys: Keys): KeySet[] {
  return [keys, ...keys.others]
}

export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** The text followed by a signature; `purpose` keeps one cookie's value from passing as another's. */
export function sign(keys: Keys, purpose: string, text: string): string {
  const body = Buffer.from(text).toString('base64url')
  return `${body}.${keyedHash(keys.cookies, `${purpose}.${body}`)}`
}

/** The text that was signed for this purpose, or null. */
export function verify(keys: Keys, purpose: string, signed: string | undefined): string | null {
  const [body, signature, ...rest] = (signed ?? '').split('.')
  if (!body || !signature || rest.length > 0) return null
  const isOurs = acceptedSets(keys).some(({ cookies }) => isSame(signature, keyedHash(cookies, `${purpose}.${body}`)))
  return isOurs ? Buffer.from(body, 'base64url').toString() : null
}

/** What a random key opens. One made for another purpose has another hash, so it opens nothing here. */
export type Purpose = 'application' | 'own-page-link' | 'own-page' | 'interviews-link' | 'interviews' | 'draft' | 'address' | 'session' | 'sso-state'

/** How a random key is stored: of the plain hash, so that a migration could add the purpose to the keys that were already given out. */
export function purposeHash(purpose: Purpose, key: string): string {
  return plainHash(`${purpose}:${plainHash(key)}`)
}

/** How keys were stored before their purpose counted. */
export function plainHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Compares in constant time. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
