import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { ALL_DAYS, exportFigures, readFigures, type Figures } from '#contract/figures/figures.ts'
import { updateRole } from '#contract/roles.ts'
import { ACCEPTED_OFFER, POSITION_CLOSED, PROCEED, SUBMITTED, UNDER_REVIEW, WITHDRAWN } from '#contract/statuses/statuses.ts'
import { audit_trail, interview_booking, interview_header, interviewer, status_change } from '#server/db/tables.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'
import { parse } from '#test/setup/csv.ts'

let app: TestApp
let admin: Actor
let nursing: number
let surgery: number
let hired: number[]

const daysAgo = (days: number) => sql`now() - make_interval(secs => ${days * 86_400})` as unknown as string
const read = async (roleId: number | 'all', as: Actor = admin, days = ALL_DAYS) => (await app.call(readFigures, { roleId, days }, as)).body
const peopleIn = ({ funnel }: Figures) => funnel.map(({ people }) => people)

async function makeMoved(ref_function_role_id: number, steps: [status: number, days: number][], via: string | null = null): Promise<number> {
  const [status, days] = steps.at(-1) ?? [SUBMITTED, 30]
  const { user_session_id } = await makeApplicant(app.db, {
    ref_function_role_id,
    ref_application_status_id: status,
    status_changed_at: daysAgo(days),
    daysAgo: 30,
    via,
  })
  let from_status_id: number = SUBMITTED
  for (const [to_status_id, at] of steps) {
    await app.db.insert(status_change).values({ user_session_id, from_status_id, to_status_id, changed_at: daysAgo(at) })
    from_status_id = to_status_id
  }
  return user_session_id
}

/** Makes someone who was invited after 6 days, picked a time 2 days later, got the last feedback 10 days after that, and accepted 7 days later. */
async function makeHired(ref_function_role_id: number, ref_interviewer_id: number): Promise<number> {
  const steps: [number, number][] = [
    [PROCEED, 24],
    [ACCEPTED_OFFER, 5],
  ]
  const user_session_id = await makeMoved(ref_function_role_id, steps, 'nurse-fair')
  const of = { user_session_id, ref_interview_id: 1, ref_interviewer_id }
  // No interviewer can be in two interviews at once.
  const [picked, held] = [daysAgo(22), daysAgo(15 - user_session_id / 100)]
  await app.db.insert(interview_booking).values({ ...of, starts_at: held, ends_at: held, state: 'booked', uid: 'made', created_at: picked, booked_at: held })
  await app.db.insert(interview_header).values({ ...of, interview_datetime_utc: held, submitted_at: daysAgo(12) })
  return user_session_id
}

beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
  const [one] = await app.db.insert(interviewer).values({ interviewer_name: 'Iris', interviewer_email: 'iris@meridianhealth.example' }).returning()
  const published_at = daysAgo(40)
  nursing = (await makeRole(app.db, { published_at })).ref_function_role_id
  surgery = (await makeRole(app.db, { published_at })).ref_function_role_id
  hired = []
  for (let n = 0; n < 5; n++) hired.push(await makeHired(nursing, one!.ref_interviewer_id))
  // These were reviewed and withdrawn later; the others were never reviewed.
  for (let n = 0; n < 5; n++)
    await makeMoved(nursing, [
      [UNDER_REVIEW, 20],
      [WITHDRAWN, 10],
    ])
  for (let n = 0; n < 4; n++) await makeMoved(nursing, [[POSITION_CLOSED, 2]], 'other')
  for (let n = 0; n < 4; n++) await makeHired(surgery, one!.ref_interviewer_id)
})
afterAll(() => app.close())

test("a role's stages, days, waits, links and promised replies are counted according to their definitions", async () => {
  const { funnel: _, ...others } = await read(nursing)
  expect(peopleIn(await read(nursing))).toEqual([14, 10, 5, 5, 5])
  expect(others).toEqual({
    days_to_accept: { people: 5, median_days: 35, percentile_80_days: 35 },
    waits: [
      { waits_on: 'candidate', percent: 34, median_days: 12 },
      { waits_on: 'reviewer', percent: 17, median_days: 6 },
      { waits_on: 'interviewer', percent: 29, median_days: 10 },
      { waits_on: 'offer', percent: 20, median_days: 7 },
    ],
    sources: [
      { via: 'nurse-fair', applied: 5, interviewing: 5, accepted: 5 },
      { via: null, applied: 5, interviewing: null, accepted: null },
      { via: 'other', applied: null, interviewing: null, accepted: null },
    ],
    // No one got a reply within 14 days.
    promises: { due: 14, kept_percent: 0 },
  })
})

test('figures about fewer than five people are left out, and a period counts only people who applied in it', async () => {
  const nothing = { people: null, median_days: null, percentile_80_days: null }
  const few = await read(surgery)
  expect([peopleIn(few), few.days_to_accept, few.promises]).toEqual([[null, null, null, null, null], nothing, { due: null, kept_percent: null }])
  expect(few.waits.every(({ percent, median_days }) => percent === null && median_days === null)).toBe(true)
  expect(peopleIn(await read('all'))).toEqual([18, 14, 9, 9, 9])
  expect(peopleIn(await read(nursing, admin, 29))).toEqual([null, null, null, null, null])
})

test('the figures stay the same after a decision is undone and after an erasure', async () => {
  const before = await read(nursing)
  const waiting = await makeApplicant(app.db, { ref_function_role_id: nursing, daysAgo: 3 })
  const counted = await read(nursing)
  const { body } = await app.call(updateStatus, { user_session_id: waiting.user_session_id, ref_application_status_id: PROCEED }, admin)
  expect(peopleIn(await read(nursing))).toEqual([15, 11, 6, 5, 5])
  await app.call(undoStatus, { undo_token: body.undo_token! }, admin)
  expect(await read(nursing)).toEqual(counted)
  expect({ ...counted, funnel: before.funnel, sources: before.sources }).toEqual(before)

  for (const user_session_id of [hired[0]!, waiting.user_session_id])
    await eraseApplicant(app.services, { user_session_id, reason: 'asked for', insideMandatory: 'erase' })
  await eraseApplicant(app.services, { user_session_id: hired[1]!, reason: 'asked for', insideMandatory: 'restrict' })
  expect(await read(nursing)).toEqual(counted)
})

test('people see the figures for their own roles, and only those who can export can download the file', async () => {
  const manager = await makeStaff(app, 'hiring-manager', { scope: [nursing] })
  expect(await read('all', manager)).toEqual(await read(nursing))
  expect((await app.call(readFigures, { roleId: surgery }, manager)).status).toBe(404)
  expect((await app.call(exportFigures, { roleId: nursing }, manager)).status).toBe(403)
  const recruiter = await makeStaff(app, 'recruiter', { scope: [nursing] })
  expect((await app.call(exportFigures, { roleId: surgery }, recruiter)).status).toBe(404)
  expect((await app.call(exportFigures, { roleId: nursing }, recruiter)).status).toBe(200)
})

test('the exported file has the same figures with their definitions and no personal data, and is in the audit trail', async () => {
  const { headers, body } = await app.call(exportFigures, { roleId: nursing, days: 365 }, admin)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="Figures_\d{4}-\d{2}-\d{2}\.csv"$/)
  const [header, ...rows] = parse((body as unknown as string).slice(1))
  expect(header).toEqual(['Figure', 'Of', 'Value', 'Unit', 'Definition'])
  const valueOf = (figure: string, of: string) => rows.find((row) => row[0] === figure && row[1] === of)![2]
  const { days_to_accept, waits } = await read(nursing)
  expect(valueOf('Role', 'Remote Care Coordinator')).toBe('365')
  expect(valueOf('Published to accepted', 'Median')).toBe(String(days_to_accept.median_days))
  expect(valueOf('Waited on', 'Reviewer')).toBe(String(waits[1]!.percent))
  expect(valueOf('Link', 'other')).toBe('fewer than 5')
  expect(rows.every((row) => row[4] !== '')).toBe(true)
  expect(String(body)).not.toMatch(/Juniper|Ashgrove|@|Applicant [0-9A-F]{4}/)
  const [trail] = await app.db
    .select()
    .from(audit_trail)
    .where(sql`action = 'figures.exported' order by audit_id desc limit 1`)
  expect(trail).toMatchObject({ actor_id: (admin as { staff_account_id?: number }).staff_account_id, facts: { ref_function_role_id: nursing, days: 365 } })
})

test('a reopened role has a new publishing date, and earlier applicants are still measured from theirs', async () => {
  const before = await read(nursing)
  const change = (state: 'paused' | 'closed' | 'published') => app.call(updateRole, { id: nursing, state, waiting_applicants: 'stay-due' }, admin)
  for (const state of ['paused', 'published'] as const) expect((await change(state)).status).toBe(200)
  expect(Date.parse((await change('closed')).body.published_at!)).toBeLessThan(Date.now() - 39 * 86_400_000)
  expect(Date.parse((await change('published')).body.published_at!)).toBeGreaterThan(Date.now() - 60_000)
  const { days_to_accept, waits } = await read(nursing)
  expect([days_to_accept, waits]).toEqual([before.days_to_accept, before.waits])
})
