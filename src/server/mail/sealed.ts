import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from '#server/http/keys.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEALED = /\{\{sealed:([\w-]+)\}\}/g

/**
 * Encrypts a word that an email may carry but the database may not: `{{sealed:…}}` stands in the email's text and HTML for it
 * until the email goes out.
 */
export function seal(keys: Keys, text: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keys.seals, nonce)
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final()])
  return `{{sealed:${Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')}}}`
}

/** The email's text with every sealed word in its place, put in through `written` (escaped for HTML); throws when a seal is not of these keys. */
export function unseal(keys: Keys, text: string, written: (word: string) => string = String): string {
  return text.replace(SEALED, (_, sealed: string) => written(open(keys, Buffer.from(sealed, 'base64url'))))
}

function open(keys: Keys, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, keys.seals, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}
