import { createHash } from 'node:crypto'
import { emailKey } from '#contract/applications/person-keys.ts'
import type { Db } from '#server/db/connect.ts'
import { collected_notice } from '#server/db/tables.ts'
import { HttpError } from '#server/http/http-error.ts'
import { countUses } from '#server/http/limit-store.ts'
import type { Email } from './email.ts'
import { OUTBOX_PURPOSES, type Budget, type OutboxPurpose } from './outbox-purposes.ts'

/**
 * How many emails a mailbox can get per day because of candidates' actions: anyone can enter a stranger's address in a form, and one candidate can
 * flood a colleague's mailbox. Links are counted separately, so someone who applies for a fourth role in a day still gets the confirmation the page
 * promises. A hiring lead's tenth email is a digest of all the rest.
 */
const A_DAY: Record<Budget, number> = { link: 3, application: 10, lead: 9, interview: 20 }
const DAY_SECONDS = 24 * 60 * 60

/**
 * Who caused an email. `scale` is LIMITS_SCALE; `from` is the candidate whose interviews it's about, counted separately from other candidates';
 * `countsAs` is the purpose whose budget it counts against, if that isn't its own.
 */
export type Cause = 'staff' | 'system' | { by: 'candidate'; scale: number; from?: string; countsAs?: OutboxPurpose }

const TOO_MANY = "You've changed your interviews many times today. Try again tomorrow, or reply to one of our emails."

/**
 * Counts one email to this mailbox, in the transaction that queues it. Returns false if today's limit is reached and the email must not be sent; an
 * email to a hiring lead is then collected for the digest. Throws 429 for an interview change instead, because calendars would get out of sync.
 */
export async function takeFromBudget(tx: Db, { purpose, to_address, user_session_id = null }: Email, cause: Cause): Promise<boolean> {
  if (typeof cause === 'string') return true
  const { scale, from, countsAs = purpose } = cause
  const budget = OUTBOX_PURPOSES[countsAs].budget
  if (budget === null) throw new Error(`a candidate can't cause an email for '${countsAs}'`)
  const key = ['unrequested-email', budget, mailboxHash(to_address), ...(from === undefined ? [] : [mailboxHash(from)])].join(':')
  const uses = await countUses(tx, [{ key, seconds: DAY_SECONDS }])
  if (uses.get(key)!.points <= Math.max(1, Math.floor(A_DAY[budget] * scale))) return true
  if (budget === 'interview') throw new HttpError(429, TOO_MANY, { retryAfterSeconds: DAY_SECONDS })
  if (budget === 'lead' && user_session_id !== null) await tx.insert(collected_notice).values({ to_address, user_session_id })
  return false
}

/** Returns the hash used for a mailbox's counters, so they don't reveal its address. */
export function mailboxHash(address: string): string {
  return createHash('sha256').update(mailboxOf(address)).digest('hex')
}

/** Many companies deliver `name+tag@` to `name@`. A wrong guess costs one confirmation; a missed one lets someone flood a stranger. */
export function mailboxOf(address: string): string {
  const key = emailKey(address) ?? ''
  const at = key.lastIndexOf('@')
  return `${key.slice(0, at).replace(/\+.*$/u, '')}${key.slice(at)}`
}
