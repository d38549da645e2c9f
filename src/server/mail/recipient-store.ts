import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { emailKey } from '#contract/applications/person-keys.ts'
import type { Db } from '#server/db/connect.ts'

/**
 * Emails a day to one mailbox that no member of staff asked for: anyone can type a stranger's address into a form. Links are
 * counted separately, so someone who applies for a fourth role in one day still gets the confirmation that the page promises.
 */
const A_DAY = { link: 3, application: 10 }
export type Unrequested = { to_address: string; about: keyof typeof A_DAY }
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Counts one unrequested email to this mailbox, in the transaction that queues it; false when today's are used up and it must not be
 * sent. `scale` is LIMITS_SCALE.
 */
export async function takeUnrequested(tx: Db, { to_address, about }: Unrequested, scale: number): Promise<boolean> {
  const key = `unrequested-email:${about}:${mailboxHash(to_address)}`
  const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
  const { rows } = await tx.execute<{ points: number }>(sql`
    insert into rate_limit as taken (key, points, expire) values (${key}, 1, ${now} + ${DAY_MS}::bigint)
    on conflict (key) do update set
      points = case when taken.expire <= ${now} then 1 else taken.points + 1 end,
      expire = case when taken.expire <= ${now} then ${now} + ${DAY_MS}::bigint else taken.expire end
    returning points`)
  return rows[0]!.points <= Math.max(1, Math.floor(A_DAY[about] * scale))
}

/** What counts for one mailbox is kept under this, so that a counter names no one. */
export function mailboxHash(address: string): string {
  return createHash('sha256').update(mailboxOf(address)).digest('hex')
}

/** Many companies deliver `name+tag@` to `name@`. A wrong guess costs one confirmation; a missed one lets someone flood a stranger. */
function mailboxOf(address: string): string {
  const key = emailKey(address) ?? ''
  const at = key.lastIndexOf('@')
  return `${key.slice(0, at).replace(/\+.*$/u, '')}${key.slice(at)}`
}
