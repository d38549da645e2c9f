import { sql } from 'drizzle-orm'
import { runRetention } from '#server/operate/privacy/run-retention.ts'
import type { Run } from './cast.ts'

/** The product's own jobs, and the passing of time. */
export const TIMERS = {
  'send what is due': (run: Run, lane: number) => run.world.sendDue(lane),
  'half a minute passes': (run: Run) => passTime(run, 31),
  'the clock goes back an hour': (run: Run) => passTime(run, -60 * 60),
  'a month passes': async (run: Run, lane: number) => {
    await passTime(run, 31 * 24 * 60 * 60)
    await runRetention(run.world.apps[lane % run.world.apps.length]!.services, { dryRun: false })
  },
} satisfies Record<string, (run: Run, lane: number) => Promise<unknown>>

/** Moves everything pending in this run back in time, as if the run had started earlier. */
export async function passTime(run: Run, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`
  const own = sql`(select user_session_id from user_session where ref_function_role_id = any(${sql.param(run.roles.map(({ id }) => id))}::int[]))`
  const mailboxes = sql.param([...run.people.flatMap((one) => one.mailboxes), ...run.roles.map(({ lead }) => lead)])
  const { db } = run.world.apps[0]!
  await db.execute(sql`
    update email_outbox set send_after = send_after - ${by}, leased_until = leased_until - ${by}
    where state = 'queued' and (user_session_id in ${own} or to_address = any(${mailboxes}::text[]))`)
  await db.execute(sql`update status_change set undo_until = undo_until - ${by} where user_session_id in ${own}`)
  await db.execute(sql`update erasure_request set due_at = due_at - ${by} where user_session_id in ${own}`)
}
