import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { acceptedSets, type Keys, type KeySet } from '#server/http/keys.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEALED = /\{\{sealed:([\w-]+)\}\}/g

/** For emails that the app writes itself. */
export const ANY_OF_OURS = ''
/** For emails that staff write to one applicant. */
export const applicantSeal = (user_session_id: number) => `applicant ${user_session_id}`

/** For emails about an applicant's interviews, which contain names that other people typed. */
export const interviewSeal = (user_session_id: number) => `interviews of applicant ${user_session_id}`

/**
 * Encrypts a value that an email can contain but the database can't: until the email is sent, its text and HTML have `{{sealed:…}}` in its place. It
 * can only be opened in emails with the same `sealedFor`.
 */
export function seal(keys: Keys, text: string, sealedFor = ANY_OF_OURS): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keys.seals, nonce)
  cipher.setAAD(Buffer.from(sealedFor))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final()])
  return `{{sealed:${Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')}}}`
}

type Opening = { opened?: string; /** How to write the value: escaped for HTML. */ written?: (word: string) => string }

/** Returns the email's text with every sealed value decrypted; throws if one was sealed with other keys or for someone else. */
export function unseal(keys: Keys, text: string, { opened = ANY_OF_OURS, written = String }: Opening = {}): string {
  return text.replace(SEALED, (_, sealed: string) => written(openWithAny(acceptedSets(keys), Buffer.from(sealed, 'base64url'), opened)))
}

/** Returns the text without the sealed values, for readers who aren't allowed to see them, such as staff reading a candidate's email. */
export function withoutSealed(text: string): string {
  return text.replace(SEALED, '[personal link]')
}

function openWithAny([keys, ...others]: KeySet[], sealed: Buffer, opened: string): string {
  try {
    return open(keys!, sealed, opened)
  } catch (error) {
    if (others.length === 0) throw error
    return openWithAny(others, sealed, opened)
  }
}

function open(keys: KeySet, sealed: Buffer, opened: string): string {
  const decipher = createDecipheriv(CIPHER, keys.seals, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(opened))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}
