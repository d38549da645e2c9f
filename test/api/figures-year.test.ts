import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listHistory } from '#contract/applicants/history.ts'
import { decideMany, undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { openSession } from '#contract/applications/applications.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { readFigures } from '#contract/figures/figures.ts'
import { duplicateRole, updateRole } from '#contract/roles.ts'
import { STAGES } from '#contract/statuses/status-meanings.ts'
import { ACCEPTED_OFFER, DECLINED_OFFER, PROCEED, REJECTED, REJECTED_AFTER_A, statusesFrom, UNDER_REVIEW, WITHDRAWN } from '#contract/statuses/statuses.ts'
import { undoWithdrawal, withdrawApplication } from '#server/candidate/withdraw.ts'
import { email_outbox, interview_booking, interview_header, interviewer } from '#server/db/tables.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { stopClocks } from '#test/setup/moved-clock.ts'
import { isEnough, expectedOf, type Entry } from '#test/year/figures-ledger.ts'
import { importIntoNewInstallation, mergePeople } from '#test/year/merge-and-import.ts'

const DAY = 86_400_000
const [WEEKS, A_WEEK, IMPORTED] = [52, 7, 40]
const START = Date.UTC(2030, 0, 7, 9)
const weekly = (week: number) => new Date(START + week * 7 * DAY)
const VIAS = ['nurse-fair', 'other', null]
/** The last role is a copy of the first, written in one week and published automatically in a later week. */
const [WRITTEN, PUBLISHED] = [4, 9]
const [PAUSED, REOPENED] = [20, 24]
const LAST_OPENING = 33
const CLOSED = 44
const [OLDEST, PAUSING, COPY] = [0, 1, 3]

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
const clocks = await stopClocks(app.services.database, weekly(0))
afterAll(async () => {
  clocks.go()
  await app.close()
})
const roles: number[] = []
const published: number[] = []
const entries: Entry[] = []
const interviewers: number[] = []
type Admin = Awaited<ReturnType<typeof app.admin>>

function isOpen(role: number, week: number): boolean {
  if (role === PAUSING) return week < PAUSED || week >= REOPENED
  return role === COPY ? week >= PUBLISHED : role !== OLDEST || week < CLOSED
}

async function change(as: Admin, role: number, to: Omit<CallInput<typeof updateRole>, 'id'>): Promise<void> {
  expect((await app.call(updateRole, { id: roles[role]!, ...to }, as)).status).toBe(200)
}

/** This week's changes to roles; the form and the ledger must agree on which ones are open. */
async function runRoles(as: Admin, week: number): Promise<void> {
  if (week === WRITTEN) {
    const copy = await app.call(duplicateRole, { id: roles[OLDEST]! }, as)
    roles[COPY] = copy.body.ref_function_role_id
    published[COPY] = weekly(PUBLISHED).getTime()
    await change(as, COPY, { function_role_name: 'Night Coordinator', state: 'published', published_at: weekly(PUBLISHED).toISOString() })
  }
  if (week === PAUSED) await change(as, PAUSING, { state: 'paused' })
  if (week === REOPENED) await change(as, PAUSING, { state: 'published' })
  if (week === CLOSED) await close(as)
  if (![WRITTEN, PUBLISHED, PAUSED, REOPENED, CLOSED].includes(week)) return
  for (const [role, id] of roles.entries()) {
    const { status } = await app.call(openSession, { ref_function_role_id: id, device_info: 'a test' })
    expect([week, role, status]).toEqual([week, role, isOpen(role, week) ? 201 : 404])
  }
}

/** Everyone owed a reply is emailed that the role closed. One in five is undone, and that application continues as before. */
async function close(as: Admin): Promise<void> {
  await change(as, OLDEST, { state: 'closed', waiting_applicants: 'email' })
  const emailed = await app.db.select().from(email_outbox).where(eq(email_outbox.template_name, 'Position Closed'))
  expect(emailed.length).toBeGreaterThan(5)
  for (const [place, { user_session_id }] of emailed.entries()) {
    const entry = entries.find(({ id }) => id === user_session_id)!
    if (place % 5 > 0) {
      Object.assign(entry, { closed: true, told: entry.told ?? Date.now() })
      continue
    }
    const { undo_token } = (await app.call(listHistory, { id: entry.id }, as)).body.find((event) => event.undo_token)!
    expect((await app.call(undoStatus, { undo_token: undo_token! }, as)).body.email).toBe('withdrawn')
  }
}

/** One opening is left, and two people accept it at the same moment; whoever loses gets an answer later. */
async function fillLast(as: Admin): Promise<void> {
  const two = entries.filter((entry) => entry.role === PAUSING && entry.interviewed && !entry.accepted && isUndecided(entry)).slice(0, 2)
  const filled = entries.filter(({ role, accepted }) => role === PAUSING && accepted).length
  await change(as, PAUSING, { openings: filled + 1 })
  const accepting = two.map(({ id }) => app.call(updateStatus, { user_session_id: id, ref_application_status_id: ACCEPTED_OFFER }, as))
  const answers = (await Promise.all(accepting)).map(({ status }) => status)
  expect(answers.toSorted()).toEqual([200, 409])
  const first = two[answers.indexOf(200)]!
  Object.assign(first, { accepted: Date.now(), statuses: [...first.statuses, ACCEPTED_OFFER] })
  await change(as, PAUSING, { openings: null })
}

const isUndecided = ({ statuses }: Entry) => statuses.at(-1) === PROCEED

async function receive(week: number): Promise<void> {
  for (let one = 0; one < A_WEEK; one++) {
    const n = entries.length
    const open = roles.map((_, role) => role).filter((role) => isOpen(role, week))
    const [role, via, email] = [open[n % open.length]!, VIAS[n % VIAS.length]!, `person${n}@example.com`]
    const { user_session_id: id } = await makeApplicant(app.db, { ref_function_role_id: roles[role]!, via, email, daysAgo: 0 })
    entries.push({ n, id, email, role, via, week, published: published[role]!, applied: Date.now(), statuses: [] })
  }
}

/** In two weeks out of three, two applications turn out to be from one person. Both still count, each for its own role. */
async function mergeSome(as: Admin, week: number): Promise<void> {
  const [one, other] = entries.filter((entry) => entry.week === week - 1 && !entry.closed)
  if (one && other && week % 3 > 0) await mergePeople(app, as, [one, other], week % 3 === 1 ? 'email' : 'linkedin')
}

/** Imported after the decision: the status is known, but not how it was reached. */
async function importSome(): Promise<void> {
  for (let one = 0; one < IMPORTED; one++) {
    const n = entries.length
    const [role, email, status] = [n % roles.length, `person${n}@example.com`, one % 4 === 0 ? ACCEPTED_OFFER : REJECTED]
    const changed = { ref_application_status_id: status, status_changed_at: new Date().toISOString(), via: null }
    const { user_session_id: id } = await makeApplicant(app.db, { ref_function_role_id: roles[role]!, email, daysAgo: 20, ...changed })
    const applied = Date.now() - 20 * DAY
    const entry = { n, id, email, role, via: null, week: -99, published: published[role]!, applied, statuses: [status] }
    entries.push({ ...entry, ...(status === ACCEPTED_OFFER && { accepted: Date.now() }) })
  }
}

/** One in four decisions is made wrong at first and undone. */
async function decide(as: Admin, entry: Entry, to: number): Promise<void> {
  const move = (status: number) => app.call(updateStatus, { user_session_id: entry.id, ref_application_status_id: status }, as)
  if (entry.n % 4 === 0) {
    const { body } = await move(to === REJECTED ? PROCEED : to === ACCEPTED_OFFER ? DECLINED_OFFER : REJECTED)
    expect((await app.call(undoStatus, { undo_token: body.undo_token! }, as)).status).toBe(200)
  }
  expect((await move(to)).status).toBe(200)
  entry.statuses.push(to)
}

/** Makes a bulk decision. Every fourth week, it's first made for everyone by mistake and undone. */
async function rejectInBulk(as: Admin, week: number, some: Entry[]): Promise<void> {
  const reject = async (each: Entry[]) => {
    const { body } = await app.call(decideMany, { user_session_ids: each.map(({ id }) => id), ref_application_status_id: REJECTED }, as)
    expect(body.results.map(({ status }) => status)).toEqual(each.map(() => 200))
    return body.results
  }
  if (some.length === 0) return
  if (week % 4 === 0) for (const { undo_token } of await reject(some)) await app.call(undoStatus, { undo_token: undo_token! }, as)
  for (const { statuses } of some) statuses.push(REJECTED)
  await reject(some)
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
  if (luck === 1) {
    await decide(as, entry, REJECTED)
    return write(as, entry, 'Application Rejection')
  }
  if (luck === 2) return
  if (luck > 3) {
    await decide(as, entry, PROCEED)
    entry.invited = Date.now()
    return
  }
  await decide(as, entry, UNDER_REVIEW)
  await withdrawApplication(app.services, own, '')
  if (entry.n % 20 === 3) return void (await undoWithdrawal(app.services, own))
  Object.assign(entry, { withdrawn: Date.now(), statuses: [...entry.statuses, WITHDRAWN] })
}

/** Half of them pick a time. Some move it later, which doesn't change when they first picked. */
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
  await runRoles(as, week)
  await receive(week)
  const since = (weeks: number) => entries.filter((entry) => entry.week === week - weeks && !entry.closed)
  await mergeSome(as, week)
  for (const entry of since(2)) await firstDecision(as, entry)
  await rejectInBulk(
    as,
    week,
    since(2).filter(({ n }) => n % 10 === 2),
  )
  for (const entry of since(3)) if (entry.invited) await pickTime(entry)
  for (const entry of since(5)) if (entry.invited) await interview(entry)
  if (week === LAST_OPENING) await fillLast(as)
  for (const entry of since(6)) if (entry.invited && isUndecided(entry)) await lastDecision(as, entry)
  await app.outbox.sendDue()
  for (const { id, n } of entries.filter((entry) => entry.week === week - 12))
    if (n % 6 < 2) await eraseApplicant(app.services, { user_session_id: id, reason: 'asked for', insideMandatory: n % 6 === 0 ? 'erase' : 'restrict' })
}

/** Uses plain SQL over the history to count everyone at or past this stage, now or after a change that wasn't undone. */
async function countStages({ db }: TestApp, of: Entry[]): Promise<(number | null)[]> {
  const counts = STAGES.map(async (stage) => {
    const { rows } = await db.execute<{ people: number }>(sql`
      select count(distinct u.user_session_id)::int as people from user_session u
      left join status_change c on c.user_session_id = u.user_session_id and c.undone_at is null
      where u.user_session_id = any(${sql.param(of.map(({ id }) => id))}::int[])
        and (u.ref_application_status_id = any(${sql.param(statusesFrom(stage))}::int[]) or c.to_status_id = any(${sql.param(statusesFrom(stage))}::int[]))`)
    return isEnough(rows[0]!.people)
  })
  return Promise.all(counts)
}

async function expectFigures(of: TestApp): Promise<void> {
  const as = await of.admin()
  for (const roleId of ['all', ...roles] as const) {
    const some = entries.filter(({ role }) => roleId === 'all' || roles[role] === roleId)
    const { funnel, ...others } = (await of.call(readFigures, { roleId }, as)).body
    expect(funnel.map(({ people }) => people)).toEqual(await countStages(of, some))
    expect(others).toEqual(expectedOf(some))
  }
}

test(
  'after a year of 400 applicants, with every kind of late change, undo, merge, erasure and import, the figures match plain SQL and a ledger',
  { timeout: 600_000 },
  async () => {
    const published_at = new Date(START - 10 * DAY).toISOString()
    for (let one = 0; one < 3; one++) {
      roles.push((await makeRole(app.db, { published_at })).ref_function_role_id)
      published.push(Date.parse(published_at))
    }
    for (let one = 0; one < 20; one++) {
      const made = { interviewer_name: `Iris ${one}`, interviewer_email: `iris${one}@meridianhealth.example` }
      const [row] = await app.db.insert(interviewer).values(made).returning()
      interviewers.push(row!.ref_interviewer_id)
    }
    for (let week = 0; week < WEEKS; week++) await liveThrough(week)
    await importSome()
    expect(entries.length).toBeGreaterThanOrEqual(400)
    expect(await app.db.$count(interview_booking)).toBeGreaterThan(50)

    await expectFigures(app)
    await using imported = await importIntoNewInstallation(app)
    await expectFigures(imported)
  },
)
