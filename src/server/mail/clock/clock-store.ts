import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { DOUBT_LEASE_SECONDS, LONGEST_RETRY_SECONDS } from '../store.ts'

/** A reading of the database's clock (`from`, in epoch milliseconds) since which it has advanced `byMs` more than real time. */
export type ClockJump = { from: number; byMs: number }

/** Returns the database's clock in epoch milliseconds. */
export async function findClock(db: Db): Promise<number> {
  const { rows } = await db.execute<{ clock: number }>(sql`select extract(epoch from clock_timestamp())::float8 * 1000 as clock`)
  return rows[0]!.clock
}

/**
 * After a forward jump, gives emails whose scheduled time was skipped the delay they still had left. Emails that were already due stay due, and moved
 * ones are past the jump, so several processes can handle the same jump. Moved emails count as queued later, which brings them back if the clock goes
 * back.
 */
export async function holdThroughJump(db: Db, { from, byMs }: ClockJump): Promise<void> {
  const jump = sql`make_interval(secs => ${byMs / 1000})`
  await db.execute(sql`
    update email_outbox set send_after = send_after + ${jump}, due_since = due_since + ${jump}, give_up_at = give_up_at + ${jump}, created_at = created_at + ${jump}
    where state = 'queued' and send_after > clock_timestamp() - ${jump} and send_after <= to_timestamp(${from / 1000}) + ${jump}`)
}

/**
 * For emails queued while the clock was ahead, restarts their intended delay now. One that's being sent keeps a lease, but a shorter one. Attempts and leases
 * scheduled while the clock was ahead are moved up, too.
 */
export async function rescheduleFromFuture(db: Db): Promise<void> {
  await db.execute(sql`
    update email_outbox set send_after = send_after - (created_at - now()), due_since = due_since - (created_at - now()),
      give_up_at = give_up_at - (created_at - now()), created_at = now(),
      leased_until = case when leased_until is not null then now() + make_interval(secs => ${DOUBT_LEASE_SECONDS}) end
    where state = 'queued' and created_at > now() + interval '1 minute'`)
  await db.execute(sql`
    update email_outbox set send_after = now()
    where state = 'queued' and tries > 0 and doubts = 0 and send_after > now() + make_interval(secs => ${2 * LONGEST_RETRY_SECONDS})`)
  await db.execute(sql`
    update email_outbox set leased_until = now() + make_interval(secs => ${DOUBT_LEASE_SECONDS})
    where state = 'queued' and leased_until > now() + make_interval(secs => ${2 * DOUBT_LEASE_SECONDS})`)
}
