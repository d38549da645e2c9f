import type { Env } from '#server/env.ts'
import { keyedHash, sign, verify, type Keys } from '#server/http/keys.ts'
import { mailboxOf } from './recipient-store.ts'

export const UNSUBSCRIBE = '/unsubscribe'
const PURPOSE = 'unsubscribe'

/** The kinds of email that aren't about the reader's own application or sign-in. */
export const KINDS = {
  'replies-due': 'the morning email about replies that are due',
  'trail-head': 'the morning email with the newest row of the audit trail',
  colleagues: 'emails about notes that mention you and applicants you were given',
  'role-updates': 'emails about other roles',
} as const
export type Kind = keyof typeof KINDS
/** For `role-updates`, `email` is one of the `mailboxHashes`, which survives erasure and doesn't identify anyone. */
export type Subscription = { email: string; kind: Kind }

/** Returns the URL that unsubscribes this address from this kind of email, with one click or one request from the reader's mail app (RFC 8058). */
export function unsubscribeUrl({ env, keys }: { env: Pick<Env, 'BASE_URL'>; keys: Keys }, { email, kind }: Subscription): string {
  return `${env.BASE_URL}${UNSUBSCRIBE}/${sign(keys, PURPOSE, `${kind} ${email}`)}`
}

/** Returns a mailbox's hash under every key the installation has had, starting with the one for new rows. */
export function mailboxHashes({ others, retired, ...current }: Keys, address: string): string[] {
  return [current, ...others, ...retired].map(({ mailboxes }) => keyedHash(mailboxes, mailboxOf(address)))
}

/** Returns what this link unsubscribes from, or null if the signature isn't ours. */
export function readUnsubscribe(keys: Keys, token: string): Subscription | null {
  const [kind = '', email = ''] = verify(keys, PURPOSE, token)?.split(' ') ?? []
  return Object.hasOwn(KINDS, kind) && email !== '' ? { kind: kind as Kind, email } : null
}
