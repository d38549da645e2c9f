import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { listApplicants } from '#contract/applicants/applicants.ts'
import { listWorklist, noteVisit, readDashboard, WORKLISTS } from '#contract/dashboard.ts'
import { assignApplicant } from '#contract/applicants/collaboration.ts'
import { verifyLicense } from '#contract/licenses/licenses.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { ACCEPTED_OFFER, PROCEED, REJECTED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { email_outbox, hiring_decision_detail, interview_header, interviewer, license, staff_account, status_change, user_session } from '#server/db/tables.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { sendExpiryReminders } from '#server/licenses/remind-expiring.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
let admin: Awaited<ReturnType<typeof app.admin>>
let sequence = 0

type Step = { to: number; days_ago: number; undone?: boolean }

/** Creates an application that arrived `days_ago` days ago and went through these steps. */
async function makeApplicant(days_ago: number, steps: Step[] = []) {
  const role = await makeRole(app.db)
  const kept = steps.filter((step) => !step.undone)
  const last = kept.at(-1)
  const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`
  const [session] = await app.db
    .insert(user_session)
    .values({
      ref_function_role_id: role.ref_function_role_id,
      ref_application_status_id: last?.to ?? SUBMITTED,
      capability_hash: `made-${++sequence}`,
      first_name: 'Ada',
      last_name: 'Archer',
      application_submitted_datetime_utc: daysAgo(days_ago),
      status_changed_at: daysAgo(last?.days_ago ?? days_ago),
    })
    .returning()
  const { user_session_id } = session!
  let from_status_id = SUBMITTED
  for (const step of steps) {
    const at = daysAgo(step.days_ago)
    await app.db.insert(status_change).values({ user_session_id, from_status_id, to_status_id: step.to, changed_at: at, ...(step.undone && { undone_at: at }) })
    if (!step.undone) from_status_id = step.to
  }
  return user_session_id
}

const read = async (ask: { days?: number; since?: string } = {}) => (await app.call(readDashboard, ask, admin)).body
const rowsOf = async (worklist: (typeof WORKLISTS)[number]) => (await app.call(listWorklist, { worklist }, admin)).body
let reviewed: number
let waiting: number
let invited: number

beforeAll(async () => {
  admin = await app.admin()
  await makeApplicant(2)
  waiting = await makeApplicant(10)
  // A change after 2 days that was undone, so the wait continues.
  await makeApplicant(9, [{ to: UNDER_REVIEW, days_ago: 7, undone: true }])
  reviewed = await makeApplicant(20, [{ to: UNDER_REVIEW, days_ago: 16 }])
  invited = await makeApplicant(25, [{ to: PROCEED, days_ago: 5 }])
  await makeApplicant(28, [
    { to: PROCEED, days_ago: 20 },
    { to: ACCEPTED_OFFER, days_ago: 10 },
  ])
  await makeApplicant(29, [{ to: REJECTED, days_ago: 23 }])
  await makeApplicant(60, [{ to: UNDER_REVIEW, days_ago: 3 }])
})

test("each status's number matches the rows in the list it links to", async () => {
  const { standing } = await read({ days: 30 })

  expect(standing).toHaveLength(13)
  expect(standing.reduce((sum, one) => sum + one.applications, 0)).toBe(7)
  for (const { ref_application_status_id, applications } of standing) {
    const list = await app.call(listApplicants, { roleId: 'all', days_ago: 30, ref_application_status_id }, admin)
    expect(list.body).toHaveLength(applications)
  }
})

test('the new count covers arrivals since the last visit and matches the list it links to', async () => {
  const since = new Date(Date.now() - 9.5 * 86_400_000).toISOString()
  const { arrivals } = await read({ since })
  const list = await app.call(listReview, { days_ago: arrivals.days, since: arrivals.since_day! }, admin)
  const inDays = await app.call(listReview, { days_ago: arrivals.days }, admin)

  expect(arrivals).toMatchObject({ days: 10, count: list.body.total })
  // Whole days, so the one from ten days ago is included.
  expect(inDays.body.total).toBe(3)
  expect((await read({ since: new Date().toISOString() })).arrivals).toMatchObject({ days: 1, count: 0 })
})

test('the first visit covers the whole period; later visits say when the previous one was', async () => {
  const someone = await app.admin()
  await app.db.update(staff_account).set({ last_visit_at: null })
  const first = await app.call(readDashboard, { days: 30 }, someone)
  expect(first.body.arrivals).toEqual({ since: null, since_day: null, days: 30, count: 7 })

  expect((await app.call(noteVisit, {}, someone)).body).toEqual({ previous_visit_at: null })
  const { body } = await app.call(noteVisit, {}, someone)
  expect(Date.now() - Date.parse(body.previous_visit_at!)).toBeLessThan(60_000)
  expect((await app.call(readDashboard, { days: 30 }, someone)).body.arrivals).toMatchObject({ since: expect.any(String), days: 1, count: 0 })
  // The browser records the visit before it requests the numbers.
  expect((await app.call(readDashboard, { days: 30, is_first: true }, someone)).body.arrivals).toEqual(first.body.arrivals)
})

test('a worklist has as many rows as its number says, longest waiting first', async () => {
  const draft = { user_session_id: invited, row_created_user_id: admin.staff_account_id, source: 'generated' as const }
  await app.db.insert(hiring_decision_detail).values([
    { ...draft, fgl_ref_red_flag_id: 1 },
    { ...draft, fgl_ref_red_flag_id: 2, reviewed: true },
  ])
  const { worklists } = await read()

  expect(worklists).toEqual({
    'waiting-submitted': 2,
    'waiting-under-review': 1,
    'interview-declined': 0,
    'feedback-missing': 1,
    drafts: 1,
    'mail-failed': 0,
    'licenses-expiring': 0,
  })
  expect(await rowsOf('drafts')).toMatchObject([{ user_session_id: invited, what: '1 draft' }])
  for (const name of WORKLISTS) expect(await rowsOf(name)).toHaveLength(worklists[name])
  expect((await rowsOf('waiting-submitted')).map((row) => row.days_in_status)).toEqual([10, 9])
  expect(await rowsOf('waiting-under-review')).toMatchObject([{ user_session_id: reviewed, days_in_status: 16, days_ago: 21 }])
})

test('an applicant on a worklist is in the list its row links to', async () => {
  const [row] = await rowsOf('waiting-submitted')
  const list = await app.call(listApplicants, { roleId: row!.ref_function_role_id, days_ago: row!.days_ago, ref_application_status_id: SUBMITTED }, admin)

  expect(list.body.map((one) => one.user_session_id)).toEqual([waiting])
})

test("feedback counts as missing until it's been submitted for every interview", async () => {
  const [person] = await app.db.insert(interviewer).values({ interviewer_name: 'Iris', interviewer_email: 'iris@meridianhealth.example' }).returning()
  const held = (ref_interview_id: number, submitted_at: string | null) => ({
    user_session_id: invited,
    ref_interview_id,
    ref_interviewer_id: person!.ref_interviewer_id,
    interview_datetime_utc: '2026-01-01T00:00:00Z',
    submitted_at,
  })
  await app.db.insert(interview_header).values([held(1, '2026-01-01T00:00:00Z'), held(2, null)])
  expect(await rowsOf('feedback-missing')).toMatchObject([{ user_session_id: invited, what: 'Interview B, Interview C' }])
  await app.db.execute(sql`insert into interview_booking (user_session_id, ref_interview_id, ref_interviewer_id, starts_at, ends_at, state, uid)
    values (${invited}, 3, ${person!.ref_interviewer_id}, now(), now() + interval '1 hour', 'booked', 'now')`)
  expect(await rowsOf('feedback-missing')).toMatchObject([{ user_session_id: invited, what: 'Interview B' }])
  await app.db.update(interview_header).set({ submitted_at: '2026-01-02T00:00:00Z' })
  await app.db.insert(interview_header).values(held(3, '2026-01-01T00:00:00Z'))
  expect(await rowsOf('feedback-missing')).toEqual([])
  expect((await read()).worklists['feedback-missing']).toBe(0)
})

test('an email that could not be delivered puts its applicant on a worklist, without the address', async () => {
  const email = { purpose: 'candidate' as const, to_address: 'ada@example.com', subject: 'Hello', html: '', text: '', state: 'failed' as const }
  await app.db.insert(email_outbox).values({ ...email, user_session_id: reviewed, message_id: 'one', template_name: 'Application Rejection' })

  expect((await read()).worklists['mail-failed']).toBe(1)
  const rows = await rowsOf('mail-failed')
  expect(rows).toMatchObject([{ user_session_id: reviewed, what: 'Application Rejection' }])
  expect(JSON.stringify(rows)).not.toMatch(/ada|archer/i)
})

test('the funnel counts everyone who reached a stage, whatever their status now', async () => {
  const { funnel } = await read({ days: 30 })

  expect(funnel.map((one) => one.applications)).toEqual([7, 4, 2, 1, 1])
})

test('weeks cover the period without gaps and add up to its total applications', async () => {
  const { weeks } = await read({ days: 30 })

  expect(weeks.length).toBeGreaterThanOrEqual(5)
  expect(weeks.every(({ week }) => new Date(`${week}T00:00:00Z`).getUTCDay() === 1)).toBe(true)
  expect(weeks.reduce((sum, one) => sum + one.applications, 0)).toBe(7)
})

test("time in a status is the median for people who've left it; people still in it are counted by how long they've been there", async () => {
  const { stays } = await read({ days: 30 })

  expect(stays.map((one) => one.ref_application_status_id)).toEqual([SUBMITTED, UNDER_REVIEW, PROCEED])
  // Stays that ended within the period: 4, 20, 8, 6 and 57 days.
  expect(stays[0]).toMatchObject({ ended: 5, median_days: 8, here: 3, ageing: 2, ageing_days: 7 })
  expect(stays[1]).toMatchObject({ ended: 0, median_days: null, here: 2, ageing: 1 })
  expect(stays[2]).toMatchObject({ ended: 1, median_days: 10, here: 1, ageing: 0, ageing_days: 14 })
})

test('an undone decision leaves no trace in the numbers', async () => {
  const before = await read({ days: 30 })
  const { body } = await app.call(updateStatus, { user_session_id: waiting, ref_application_status_id: UNDER_REVIEW }, admin)
  expect((await read({ days: 30 })).worklists['waiting-submitted']).toBe(1)

  await app.call(undoStatus, { undo_token: body.undo_token! }, admin)
  const { arrivals: _, ...after } = await read({ days: 30 })
  expect(after).toEqual({ ...before, arrivals: undefined })
})

test('erased applications are not counted anywhere; interviewers do not see the numbers', async () => {
  await app.db.update(user_session).set({ erased_at: sql`now()` })
  const { arrivals, worklists, weeks, funnel } = await read({ days: 30 })
  const counted = [arrivals.count, ...Object.values(worklists), ...weeks.map((one) => one.applications), ...funnel.map((one) => one.applications)]

  expect(Math.max(...counted)).toBe(0)
  expect((await app.call(readDashboard, {}, await app.interviewer())).status).toBe(403)
})

const today = sql`(now() at time zone ${app.env.TIME_ZONE})::date`
const EXPIRING = { worklist: 'licenses-expiring' } as const

async function listLicense(user_session_id: number, license_state: string, days: number, is_in_progress = false, license_type = 'RN'): Promise<number> {
  const entry = { license_type, license_state, is_in_progress, expires_on: sql`${today} + ${days}::int` }
  const [row] = await app.db
    .insert(license)
    .values({ user_session_id, place: 1, is_multistate: true, privileges: [], ...entry })
    .returning()
  return row!.license_id
}

test("the list of expiring licenses uses each state's own names for them", async () => {
  const id = await makeApplicant(6)
  await listLicense(id, 'CA', 3, false, 'LPN')
  await listLicense(id, 'GA', 4, false, 'OTHER')
  await sendExpiryReminders(app.services)
  const rows = await rowsOf('licenses-expiring')
  await app.db.delete(license)
  expect(rows).toMatchObject([{ what: expect.stringMatching(/^LVN CA expires on [A-Z][a-z]+ \d{1,2}, \d{4}; Other license GA expires on [^;]+$/) }])
})

test("a license that expires within 60 days, or just did, is a task until it's checked or the application is closed", async () => {
  const id = await makeApplicant(6)
  await listLicense(id, 'FL', 61)
  await listLicense(id, 'NV', -61)
  await listLicense(id, 'GA', 5, true)
  await sendExpiryReminders(app.services)
  expect(await rowsOf('licenses-expiring')).toEqual([])
  const soon = await listLicense(id, 'TX', 60)
  const past = await listLicense(id, 'CA', -60)
  expect(await sendExpiryReminders(app.services)).toBe(1)
  const what = expect.stringMatching(/^RN CA expired on [A-Z][a-z]+ \d{1,2}, \d{4}; RN TX expires on [A-Z][a-z]+ \d{1,2}, \d{4}$/)
  expect(await rowsOf('licenses-expiring')).toMatchObject([{ user_session_id: id, what }])
  expect((await read()).worklists['licenses-expiring']).toBe(1)

  const checked_on = new Date().toISOString().slice(0, 10)
  const check = (license_id: number, good_until: string | null) =>
    app.call(verifyLicense, { license_id, source: 'Nursys', result: 'active', checked_on, good_until }, admin)
  await check(soon, null)
  await check(past, null)
  expect(await rowsOf('licenses-expiring')).toMatchObject([{ what: expect.stringMatching(/^RN TX expires on [^;]+$/) }])
  await check(soon, '2099-01-01')
  expect(await rowsOf('licenses-expiring')).toEqual([])
  await app.db.update(license).set({ entry: 2 })
  const accept = (days: number) =>
    app.db
      .update(user_session)
      .set({ ref_application_status_id: ACCEPTED_OFFER, status_changed_at: sql`now() - make_interval(days => ${days})` })
      .where(eq(user_session.user_session_id, id))
  await accept(89)
  expect(await rowsOf('licenses-expiring')).toHaveLength(1)
  await accept(91)
  expect(await rowsOf('licenses-expiring')).toEqual([])
  await sendExpiryReminders(app.services)
  expect((await app.db.select().from(license)).filter(({ reminded_days }) => reminded_days !== null)).toEqual([])
})

test("an expiring license is a task for the applicant's assignee, or else the hiring lead; if there's neither, for everyone", async () => {
  const id = await makeApplicant(6)
  await listLicense(id, 'TX', 20)
  await sendExpiryReminders(app.services)
  const [{ ref_function_role_id } = { ref_function_role_id: 0 }] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, id))
  const colleague = await makeStaff(app, 'recruiter', { scope: [ref_function_role_id] })
  const seen = async () => [(await app.call(listWorklist, EXPIRING, admin)).body.length, (await app.call(listWorklist, EXPIRING, colleague)).body.length]
  expect(await seen()).toEqual([1, 1])
  await app.call(assignApplicant, { id, email: colleague.email }, admin)
  expect(await seen()).toEqual([0, 1])
  await app.call(assignApplicant, { id, email: null }, admin)
  await app.db.execute(sql`update function_role set hiring_lead_email = ${app.env.ADMIN_EMAILS[0]!.toUpperCase()}
    where ref_function_role_id = ${ref_function_role_id}`)
  expect(await seen()).toEqual([1, 0])
})
