import { Resolver } from 'node:dns'
import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { isEmailAddress } from '#contract/applications/answer-checks.ts'
import { isDatabaseUrl } from '#server/db/database-url.ts'
import { readStorageUrl } from '#server/files/storage-url.ts'
import { senderOf } from '#server/mail/message.ts'

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i

export const text = z.string().min(1)

/** Text that passes `isRight`; otherwise this error message, which follows the setting's name. */
export const fitting = (isRight: (text: string) => boolean, message: string) => z.string().refine(isRight, message)

export const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, words.length === 1 ? `must be ${words[0]} or empty` : `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`)

export const count = (fallback: number, smallest = 0) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= smallest, `must be ${smallest} or more`)
    .default(fallback)

export const url = fitting((address) => hasHost(address, 'https?'), 'must be a URL that begins with http:// or https://')

export const origin = fitting(isOrigin, 'must be an origin that begins with https:// or http://, without a path or query')

export const mailServer = fitting(
  isMailServer,
  'must be a URL that begins with smtp:// or smtps:// and names a host; a user needs a password, and nothing may follow a ?',
)

export const mailbox = fitting(
  isMailbox,
  'must be a URL that begins with imap:// or imaps:// and names a user, a password and a host; a path names the folder, and nothing may follow a ?',
)

export const nameServer = fitting((address) => succeeds(() => new Resolver().setServers([address])), 'must be an IP address, with a port if it is not 53')

export const sender = fitting((address) => succeeds(() => senderOf(address)), 'must be an address, or a name followed by an address in angle brackets')

export const bucket = fitting(
  (address) => succeeds(() => readStorageUrl(address)),
  'must name a bucket and, unless it is at AWS, its endpoint; no keys, no folder',
)

export const database = fitting(
  (address) => isDatabaseUrl(address) && /^[^?]*:\/\/[^?]*[^/?]/.test(address),
  'must be a URL that begins with postgres:// and names a host and a database; with several hosts, it asks for one that takes writes',
)

export const host = fitting(isHostName, 'must be an IP address or the name of a host')

export const domain = fitting(isDomain, 'must be a domain').transform((name) => name.toLowerCase())

export const addressOrFolder = fitting((place) => isEmailAddress(place) || isAbsolute(place), 'must be an email address or the absolute path of a folder')

export const address = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine(isEmailAddress, 'must be an email address')

export const addresses = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter((one) => one !== ''),
  )
  .refine((list) => list.length > 0 && list.every(isEmailAddress), 'must be email addresses separated by commas')

/** Returns the hosts in a URL, separated by commas, without the user. */
export function parseHosts(address: string): string {
  return /^[^/]*\/\/(?:[^@/]*@)?([^/?#]*)/.exec(address)?.[1] ?? ''
}

/** Builds a mail server's URL from its parts. Port 465 means implicit TLS. */
export function mailServerFrom(given: (name: string) => string | undefined): string | undefined {
  const [address, port = '587', user, password] = ['SMTP_ADDRESS', 'SMTP_PORT', 'SMTP_USERNAME', 'SMTP_PASSWORD'].map((name) => given(name))
  if (!address) return undefined
  const account = user || password ? `${encodeURIComponent(user ?? '')}:${encodeURIComponent(password ?? '')}@` : ''
  return `${port === '465' ? 'smtps' : 'smtp'}://${account}${address}:${port}`
}

/** `URL` also accepts `http:name` and impossible hosts, such as `...com`. */
function hasHost(address: string, protocols: string): boolean {
  return new RegExp(`^${protocols}://`, 'i').test(address) && URL.canParse(address) && isHostName(new URL(address).hostname)
}

function isOrigin(address: string): boolean {
  if (!hasHost(address, 'https?')) return false
  const { pathname, search, hash, username } = new URL(address)
  return pathname === '/' && `${search}${hash}${username}` === ''
}

function isMailServer(address: string): boolean {
  if (!hasHost(address, 'smtps?')) return false
  const { username, password } = new URL(address)
  // Anything after a ? would override the library's options, such as `requireTLS` and `tls.rejectUnauthorized`.
  return (username === '') === (password === '') && !address.includes('?')
}

function isMailbox(address: string): boolean {
  if (!hasHost(address, 'imaps?')) return false
  const { username, password, hash } = new URL(address)
  return username !== '' && password !== '' && hash === '' && !address.includes('?') && succeeds(() => decodeURIComponent(address))
}

function isHostName(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) !== 0 || (bare.length <= 253 && bare.split('.').every((label) => LABEL.test(label)))
}

function isDomain(name: string): boolean {
  const labels = name.split('.')
  return labels.length > 1 && isHostName(name) && !name.includes('_') && /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/i.test(labels.at(-1)!)
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}
