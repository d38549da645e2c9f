import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { readFigures, type Figures } from '#contract/figures/figures.ts'
import { STAGES } from '#contract/statuses/status-meanings.ts'
import { ACCEPTED_OFFER, DECLINED_OFFER, PROCEED, REJECTED, REJECTED_AFTER_A, statusesFrom, UNDER_REVIEW, WITHDRAWN } from '#contract/statuses/statuses.ts'
import { undoWithdrawal, withdrawApplication } from '#server/candidate/withdraw.ts'
import { interview_booking, interview_header, interviewer } from '#server/db/tables.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { stopClocks } from '#test/setup/moved-clock.ts'

const DAY = 86_400_000
const [WEEKS, A_WEEK, IMPORTED] = [52, 7, 40]
const START = Date.UTC(2030, 0, 7, 9)
const weekly = (week: number) => new Date(START + week * 7 * DAY)
const VIAS = ['nurse-fair', 'other', null]

/** What an observer writes down about one person. */
type Entry = {
  n: number
  id: number
  email: string
  role: number
  via: string | null
  week: number
  applied: number
  statuses: number[]
  invited?: number
  picked?: number
  interviewed?: number
  accepted?: number
  told?: number
  withdrawn?: number
}

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
const clocks = await stopClocks(app.services.database, weekly(0))
afterAll(async () => {
  clocks.go()
  await app.close()
})
const roles: number[] = []
const entries: Entry[] = []
const interviewers: number[] = []
type Admin = Awaited<ReturnType<typeof app.admin>>

async function receive(week: number): Promise<void> {
  for (let one = 0; one < A_WEEK; one++) {
    const n = entries.length
    const [role, via, email] = [n % roles.length, VIAS[n % VIAS.length]!, `person${n}@example.com`]
    const { user_session_id: id } = await makeApplicant(app.db, { ref_function_role_id: roles[role]!, via, email, daysAgo: 0 })
    entries.push({ n, id, email, role, via, week, applied: Date.now(), statuses: [] })
  }
}

/** Imported after the decision: the status is known, and nothing about how it was reached. */
async function importSome(): Promise<void> {
  for (let one = 0; one < IMPORTED; one++) {
    const n = entries.length
    const [role, email, status] = [n % roles.length, `person${n}@example.com`, one % 4 === 0 ? ACCEPTED_OFFER : REJECTED]
    const changed = { ref_application_status_id: status, status_changed_at: new Date().toISOString(), via: null }
    const { user_session_id: id } = await makeApplicant(app.db, { ref_function_role_id: roles[role]!, email, daysAgo: 20, ...changed })
    const entry = { n, id, email, role, via: null, week: -99, applied: Date.now() - 20 * DAY, statuses: [status] }
    entries.push({ ...entry, ...(status === ACCEPTED_OFFER && { accepted: Date.now() }) })
  }
}

/** Every fourth decision is first made by mistake and undone. */
async function decide(as: Admin, entry: Entry, to: number): Promise<void> {
  const move = (status: number) => app.call(updateStatus, { user_session_id: entry.id, ref_application_status_id: status }, as)
  if (entry.n % 4 === 0) {
    const { body } = await move(to === REJECTED ? PROCEED : to === ACCEPTED_OFFER ? DECLINED_OFFER : REJECTED)
    expect((await app.call(undoStatus, { undo_token: body.undo_token! }, as)).status).toBe(200)
  }
  expect((await move(to)).status).toBe(200)
  entry.statuses.push(to)
}

async function write(as: Admin, entry: Entry, template_name: string): Promise<void> {
  const { status } = await app.call(sendCandidateEmail, { candidate_info: { user_session_id: entry.id }, template_name }, as)
  expect(status).toBe(202)
  entry.told = Date.now()
}

async function firstDecision(as: Admin, entry: Entry): Promise<void> {
  const luck = entry.n % 10
  const own = { email_key: entry.email, user_session_id: entry.id }
  if (luck === 0) return
  if (luck === 1 || luck === 2) {
    await decide(as, entry, REJECTED)
    if (luck === 1) await write(as, entry, 'Application Rejection')
    return
  }
  if (luck > 3) {
    await decide(as, entry, PROCEED)
    entry.invited = Date.now()
    return
  }
  await decide(as, entry, UNDER_REVIEW)
  await withdrawApplication(app.services, own, '')
  if (entry.n % 20 === 3) return undoWithdrawal(app.services, own)
  Object.assign(entry, { withdrawn: Date.now(), statuses: [...entry.statuses, WITHDRAWN] })
}

/** Half pick a time; some of those move it later, which doesn't change when they first picked. */
async function pickTime(entry: Entry): Promise<void> {
  if (entry.n % 2 === 0) return
  const starts_at = new Date(Date.now() + DAY).toISOString()
  const of = { user_session_id: entry.id, ref_interview_id: 1, ref_interviewer_id: interviewers[entry.n % interviewers.length]! }
  await app.db.insert(interview_booking).values({ ...of, starts_at, ends_at: starts_at, state: 'booked', uid: String(entry.n), booked_at: sql`now()` })
  entry.picked = Date.now()
}

async function interview(entry: Entry): Promise<void> {
  const of = { user_session_id: entry.id, ref_interview_id: 1, ref_interviewer_id: interviewers[entry.n % interviewers.length]! }
  await app.db.insert(interview_header).values({ ...of, interview_datetime_utc: sql`now()` as unknown as string, submitted_at: sql`now()` })
  await app.db.execute(sql`update interview_booking set booked_at = now() where user_session_id = ${entry.id} and ${entry.n} % 3 = 0`)
  entry.interviewed = Date.now()
}

async function lastDecision(as: Admin, entry: Entry): Promise<void> {
  const to = [ACCEPTED_OFFER, ACCEPTED_OFFER, DECLINED_OFFER, REJECTED_AFTER_A][entry.n % 3 === 0 ? 0 : entry.n % 4]!
  await decide(as, entry, to)
  if (to === ACCEPTED_OFFER) entry.accepted = Date.now()
}

async function liveThrough(week: number): Promise<void> {
  await clocks.setTo(weekly(week))
  const as = await app.admin()
  await receive(week)
  const since = (weeks: number) => entries.filter((entry) => entry.week === week - weeks)
  for (const entry of since(2)) await firstDecision(as, entry)
  for (const entry of since(3)) if (entry.invited) await pickTime(entry)
  for (const entry of since(5)) if (entry.invited) await interview(entry)
  for (const entry of since(6)) if (entry.invited) await lastDecision(as, entry)
  await app.outbox.sendDue()
  for (const { id, n } of since(12))
    if (n % 6 < 2) await eraseApplicant(app.services, { user_session_id: id, reason: 'asked for', insideMandatory: n % 6 === 0 ? 'erase' : 'restrict' })
}

const enough = (people: number) => (people < 5 ? null : people)

/** Plain SQL over the history: everyone with a status, or an undone-free change to one, from this stage on. */
async function countStages(of: Entry[]): Promise<(number | null)[]> {
  const counts = STAGES.map(async (stage) => {
    const { rows } = await app.db.execute<{ people: number }>(sql`
      select count(distinct u.user_session_id)::int as people from user_session u
      left join status_change c on c.user_session_id = u.user_session_id and c.undone_at is null
      where u.user_session_id = any(${sql.param(of.map(({ id }) => id))}::int[])
        and (u.ref_application_status_id = any(${sql.param(statusesFrom(stage))}::int[]) or c.to_status_id = any(${sql.param(statusesFrom(stage))}::int[]))`)
    return enough(rows[0]!.people)
  })
  return Promise.all(counts)
}

function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return Math.round((below + (above - below) * (place % 1)) * 10) / 10
}

function waitsOf({ applied, accepted = 0, invited = accepted, picked = invited, interviewed = accepted }: Entry) {
  const inDays = (span: number) => span / DAY
  return {
    candidate: inDays(applied - published(applied) + picked - invited),
    reviewer: inDays(invited - applied),
    interviewer: inDays(interviewed - picked),
    offer: inDays(accepted - interviewed),
  }
}

const published = (applied: number) => Math.min(START - 10 * DAY, applied)

function expectedOf(of: Entry[]): Omit<Figures, 'funnel'> {
  const hired = of.filter((one) => one.accepted)
  const totals = hired.map((one) => (one.accepted! - published(one.applied)) / DAY)
  const waits = hired.map(waitsOf)
  const all = totals.reduce((sum, days) => sum + days, 0)
  const reached = (one: Entry, stage: 'panel' | 'accepted') => one.statuses.some((status) => statusesFrom(stage).some((id) => id === status))
  const sources = [...Map.groupBy(of, ({ via }) => via)].map(([via, people]) => ({
    via,
    count: people.length,
    applied: enough(people.length),
    interviewing: enough(people.filter((one) => reached(one, 'panel')).length),
    accepted: enough(people.filter((one) => one.accepted).length),
  }))
  const due = of.filter(({ told, applied, withdrawn }) => {
    const dueAt = applied + 14 * DAY
    return (told !== undefined || dueAt < Date.now()) && (withdrawn === undefined || withdrawn >= Math.min(told ?? dueAt, dueAt))
  })
  const kept = due.filter(({ told, applied }) => told !== undefined && told <= applied + 14 * DAY)
  return {
    days_to_accept: { people: enough(hired.length), median_days: percentile(totals, 0.5), percentile_80_days: percentile(totals, 0.8) },
    waits: (['candidate', 'reviewer', 'interviewer', 'offer'] as const).map((waits_on) => ({
      waits_on,
      percent: Math.round((100 * waits.reduce((sum, one) => sum + one[waits_on], 0)) / all),
      median_days: percentile(
        waits.map((one) => one[waits_on]),
        0.5,
      ),
    })),
    sources: sources
      .toSorted((one, other) => other.count - one.count || (one.via ?? '~').localeCompare(other.via ?? '~'))
      .map(({ count: _count, ...source }) => source),
    promises: { due: enough(due.length), kept_percent: Math.floor((100 * kept.length) / due.length) },
  }
}

test(
  'after a year of 400 applicants with undone decisions, withdrawals, moved interviews, erasures and an import, every figure agrees with plain SQL and a ledger',
  { timeout: 600_000 },
  async () => {
    const published_at = new Date(START - 10 * DAY).toISOString()
    for (let one = 0; one < 3; one++) roles.push((await makeRole(app.db, { published_at })).ref_function_role_id)
    for (let one = 0; one < 20; one++) {
      const made = { interviewer_name: `Iris ${one}`, interviewer_email: `iris${one}@meridianhealth.example` }
      const [row] = await app.db.insert(interviewer).values(made).returning()
      interviewers.push(row!.ref_interviewer_id)
    }
    for (let week = 0; week < WEEKS; week++) await liveThrough(week)
    await importSome()
    expect(entries.length).toBeGreaterThanOrEqual(400)
    expect(await app.db.$count(interview_booking)).toBeGreaterThan(50)

    const as = await app.admin()
    for (const roleId of ['all', ...roles] as const) {
      const of = entries.filter(({ role }) => roleId === 'all' || roles[role] === roleId)
      const { funnel, ...others } = (await app.call(readFigures, { roleId }, as)).body
      expect(funnel.map(({ people }) => people)).toEqual(await countStages(of))
      expect(others).toEqual(expectedOf(of))
    }
  },
)
