import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { emailKey } from '#contract/applications/person-keys.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { TIME_TAKEN } from '#contract/scheduling/scheduling.ts'
import type { Own } from '#server/candidate/withdraw.ts'
import { connect } from '#server/db/connect.ts'
import { HttpError } from '#server/http/http-error.ts'
import { confirmTimes } from '#server/scheduling/times/confirm-times.ts'
import { holdTime } from '#server/scheduling/times/hold-time.ts'
import { readOwnTimes } from '#server/scheduling/times/own-times.ts'
import type { Services } from '#server/services.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import type { TestApp } from '#test/setup/app.ts'
import { silent } from '#test/setup/database.ts'
import type { Race } from './racer.ts'

export const PANEL = [1, 2, 3]

/** Creates this many invited candidates who all have the same plan. */
export async function makePanels(app: TestApp, count: number, interviewer_ids: number[], working_days: number): Promise<Own[]> {
  const { ref_function_role_id } = await makeRole(app.db)
  const admin = await app.admin()
  const made: Own[] = []
  for (let at = 0; at < count; at++) {
    const email = `panel.${at}@example.com`
    const { user_session_id } = await makeApplicant(app.db, {
      ref_function_role_id,
      email,
      ref_application_status_id: PROCEED,
      has_emailed_application_status: true,
    })
    made.push({ email_key: emailKey(email)!, user_session_id })
  }
  const ids = sql`${sql.param(made.map((one) => one.user_session_id))}::int[]`
  await app.db.execute(sql`
    insert into status_change (user_session_id, from_status_id, to_status_id, changed_by) select id, 5, ${PROCEED}, ${admin.staff_account_id} from unnest(${ids}) id`)
  await app.db.execute(sql`
    insert into email_outbox (purpose, user_session_id, ref_application_status_id, to_address, subject, html, text, message_id, state, sent_at, due_since, give_up_at)
    select 'candidate', id, ${PROCEED}, 'panel@example.com', 'Invited', '', '', 'panel-' || id, 'sent', now(), now(), now() from unnest(${ids}) id`)
  await app.db.execute(sql`insert into interview_plan (user_session_id, working_days) select id, ${working_days} from unnest(${ids}) id`)
  await app.db.execute(sql`
    insert into interview_plan_part (interview_plan_id, ref_interview_id, minutes, interviewer_ids)
    select p.interview_plan_id, t, 45, ${sql.param(interviewer_ids)}::int[] from interview_plan p, unnest(${sql.param(PANEL)}::int[]) t where p.user_session_id = any(${ids})`)
  return made
}

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'calendar' | 'log'>

/** Picks and confirms a time for each interview as a candidate would, retrying if someone else was faster; returns the number of retries. */
export async function fillPanel(services: Deps, own: Own): Promise<number> {
  let lost = 0
  for (const ref_interview_id of PANEL) while (!(await holdAnyTime(services, own, ref_interview_id))) lost += 1
  await confirmTimes(services, own)
  return lost
}

/** Returns false if someone else got there first. */
async function holdAnyTime(services: Deps, own: Own, ref_interview_id: number): Promise<boolean> {
  const { interviews } = await readOwnTimes(services, own)
  const { free } = interviews.find((one) => one.ref_interview_id === ref_interview_id)!
  // Makes early times the most popular.
  const starts_at = free[Math.floor(Math.random() ** 2 * free.length)]
  if (!starts_at) throw new Error('No times are left.')
  try {
    await holdTime(services, own, { ref_interview_id, starts_at })
    return true
  } catch (error) {
    if (error instanceof HttpError && error.message === TIME_TAKEN) return false
    throw error
  }
}

/** Returns the database's URL; undefined for the embedded one, which allows only one process. */
export function databaseUrlOf({ services: { database } }: TestApp): string | undefined {
  return (database.pool?.options as { connectionString?: string } | undefined)?.connectionString
}

/** Opens separate connections to the same database, except for the embedded one, which has only one. */
export async function openConnections(app: TestApp): Promise<Deps & { close: () => Promise<void> }> {
  const { env, keys, calendar, log } = app.services
  const databaseUrl = databaseUrlOf(app)
  if (!databaseUrl) return { db: app.db, env, keys, calendar, log, close: async () => {} }
  const other = await connect({ databaseUrl, dataDir: env.DATA_DIR, log: silent })
  return { db: other.db, env, keys, calendar, log, close: () => other.close() }
}

/** Has each group of candidates request the same time from its own process, all at the same moment; returns everyone's HTTP status. */
export async function raceInProcesses(groups: Own[][], requested: Omit<Race, 'candidates'>): Promise<number[]> {
  const racers = groups.map((candidates) => {
    const race: Race = { ...requested, candidates }
    return fork('test/panels/racer.ts', [JSON.stringify(race)], { execArgv: ['--disable-warning=ExperimentalWarning'] })
  })
  await Promise.all(racers.map(nextMessage))
  const outcomes = racers.map((one) => nextMessage(one) as Promise<number[]>)
  for (const one of racers) one.send('go')
  return (await Promise.all(outcomes)).flat()
}

async function nextMessage(racer: ChildProcess): Promise<unknown> {
  const gone = once(racer, 'exit').then(([code]) => Promise.reject(new Error(`A racer ended with ${code}.`)))
  gone.catch(() => {})
  const [message] = await Promise.race([once(racer, 'message'), gone])
  return message
}

/** Counts pairs of overlapping bookings with the same interviewer or the same candidate. */
export async function countDoubleBookings(app: TestApp): Promise<number> {
  const { rows } = await app.db.execute<{ count: number }>(sql`
    select count(*)::int as count from interview_booking a join interview_booking b on a.interview_booking_id < b.interview_booking_id
      and (a.ref_interviewer_id = b.ref_interviewer_id or a.user_session_id = b.user_session_id)
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
    where a.state = 'booked' and b.state = 'booked'`)
  return rows[0]!.count
}
