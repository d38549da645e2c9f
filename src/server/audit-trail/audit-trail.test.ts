import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAudit, exportAudit, listAudit, readAuditHead } from '#contract/audit-trail.ts'
import { exportShownApplicants, listReview, listReviewRows } from '#contract/applicants/applicant-list.ts'
import { findApplicants } from '#contract/applicants/find-applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { invitePerson } from '#contract/staff/staff.ts'
import { exportApplicants, listApplicants, readApplicant } from '#contract/applicants/applicants.ts'
import { exportApplicant } from '#server/operate/privacy/applicant-commands.ts'
import { makeRoleId } from '#test/make.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { ADMIN, signInFor } from '#test/signing-in.ts'

let app: TestApp
let auditor: Awaited<ReturnType<typeof makeStaff>>
let looked: number
let other: number
beforeAll(async () => {
  app = await startApp()
  auditor = await makeStaff(app, 'auditor')
  looked = (await makeApplicant(app.db)).user_session_id
  other = (await makeApplicant(app.db)).user_session_id
  await signInFor(app, ADMIN)
  await app.call(readApplicant, { id: looked, identifiable: true }, await app.admin())
})
afterAll(() => app.close())

test('an auditor sees who viewed an applicant, and no one who viewed only others', async () => {
  const { body } = await app.call(listAudit, { user_session_id: looked }, auditor)
  expect(body).toContainEqual(
    expect.objectContaining({
      who: ADMIN,
      action: 'applicant.revealed',
      subject_id: looked,
      sentence: `Saw the application of applicant ${looked} with the name`,
    }),
  )
  const { body: about } = await app.call(listAudit, { user_session_id: other }, auditor)
  expect(about.filter(({ action }) => action === 'applicant.revealed')).toEqual([])
})

test('an auditor sees who exported, searched for or listed this exact applicant by name, and the history shows it too', async () => {
  const [one, another] = [await makeApplicant(app.db), await makeApplicant(app.db)]
  const owner = await app.admin()
  await app.call(exportApplicants, { ids: [one.user_session_id], identifiable: true }, owner)
  await app.call(findApplicants, { text: one.email!, identifiable: true }, owner)
  await app.call(listReviewRows, { ids: [one.user_session_id], identifiable: true }, owner)
  const actionsOn = async ({ user_session_id }: typeof one) => (await app.call(listAudit, { user_session_id }, auditor)).body.map(({ action }) => action)
  expect(await actionsOn(one)).toEqual(['applicants.revealed', 'applicants.found', 'applicants.exported'])
  expect(await actionsOn(another)).toEqual([])
  const { body } = await app.call(listHistory, { id: one.user_session_id, identifiable: false }, owner)
  // A list right after a search is the same act.
  expect(body.map(({ what }) => what)).toEqual(['Searched with names', 'Exported a list with names'])
})

test('a list with names counts only the people it showed: those in its status at the time, on its page and in its roles', async () => {
  const ref_function_role_id = await makeRoleId(app.db)
  const make = (ref_application_status_id: number, daysAgo = 0) => makeApplicant(app.db, { ref_function_role_id, ref_application_status_id, daysAgo })
  const [submitted, older, reviewed] = [await make(SUBMITTED), await make(SUBMITTED, 1), await make(UNDER_REVIEW)]
  const [owner, scoped] = [await app.admin(), await makeStaff(app, 'recruiter', { scope: [ref_function_role_id] })]
  const people = [submitted, older, reviewed, { user_session_id: other }]
  let seen = [0, 0, 0, 0]
  /** How many more lists each of them counts as being in. */
  const shownBy = async (ask: () => Promise<{ status: number }>) => {
    expect((await ask()).status).toBe(200)
    const now: number[] = []
    for (const { user_session_id } of people) now.push((await app.call(listAudit, { user_session_id }, auditor)).body.filter(isList).length)
    const before = seen
    seen = now
    return now.map((count, at) => count - before[at]!)
  }
  const isList = ({ action }: { action: string }) => action === 'applicants.revealed' || action === 'applicants.exported'
  const inStatus = { roleId: ref_function_role_id, ref_application_status_id: SUBMITTED, identifiable: true }
  const ofRole = { roleId: ref_function_role_id, identifiable: true }
  expect(await shownBy(() => app.call(listApplicants, inStatus, owner))).toEqual([1, 1, 0, 0])
  expect(await shownBy(() => app.call(listApplicants, { ...inStatus, limit: 1 }, owner))).toEqual([1, 0, 0, 0])
  expect(await shownBy(() => app.call(listApplicants, { ...ofRole, since: older.application_submitted_datetime_utc!.slice(0, 10) }, owner))).toEqual([
    1, 1, 1, 0,
  ])
  expect(await shownBy(() => app.call(listApplicants, { roleId: 'all', identifiable: true }, scoped))).toEqual([1, 1, 1, 0])
  expect(await shownBy(() => app.call(listReview, { ...inStatus, q: 'no one wrote this' }, owner))).toEqual([0, 0, 0, 0])
  expect(await shownBy(() => app.call(listReview, inStatus, owner))).toEqual([1, 1, 0, 0])
  expect(await shownBy(() => app.call(listReviewRows, { ids: [submitted.user_session_id, other], identifiable: true }, scoped))).toEqual([1, 0, 0, 0])
  expect(await shownBy(() => app.call(exportApplicants, inStatus, owner))).toEqual([1, 1, 0, 0])
  expect(await shownBy(() => app.call(exportShownApplicants, { ...inStatus, ids: [older.user_session_id] }, owner))).toEqual([0, 1, 0, 0])

  // Later moves don't change what was shown.
  await app.call(updateStatus, { user_session_id: submitted.user_session_id, ref_application_status_id: UNDER_REVIEW }, owner)
  expect(await shownBy(() => app.call(listApplicants, inStatus, owner))).toEqual([0, 1, 0, 0])
})

test("exporting applicants the caller can't see leaves nothing in their history", async () => {
  const [mine, hidden] = [await makeApplicant(app.db), await makeApplicant(app.db)]
  const limited = await makeStaff(app, 'recruiter', { scope: [mine.ref_function_role_id] })
  const ids = [hidden.user_session_id, mine.user_session_id]
  await app.call(exportApplicants, { ids, identifiable: true }, limited)
  await app.call(exportShownApplicants, { ids, identifiable: true }, limited)
  const actionsOn = async ({ user_session_id }: typeof mine) => (await app.call(listAudit, { user_session_id }, auditor)).body.map(({ action }) => action)
  expect([await actionsOn(hidden), await actionsOn(mine)]).toEqual([[], ['applicants.exported', 'applicants.exported']])
})

test('a list with names counts for those who applied early on its first day, in TIME_ZONE', async () => {
  await using zoned = await startApp({ TIME_ZONE: 'America/Los_Angeles' })
  const owner = await zoned.admin()
  const submittedAt = async (minutes: number) => {
    const { user_session_id } = await makeApplicant(zoned.db)
    const at = sql`(date_trunc('day', now() at time zone 'America/Los_Angeles') - interval '1 day' + make_interval(mins => ${minutes})) at time zone 'America/Los_Angeles'`
    await zoned.db.execute(sql`update user_session set application_submitted_datetime_utc = ${at} where user_session_id = ${user_session_id}`)
    return user_session_id
  }
  const [early, before] = [await submittedAt(1), await submittedAt(-1)]
  const { body } = await zoned.call(listApplicants, { roleId: 'all', days_ago: 1, identifiable: true }, owner)
  expect(body.map((one) => one.user_session_id)).toEqual([early])
  const listsOf = async (id: number) => (await zoned.call(listHistory, { id, identifiable: false }, owner)).body.map(({ what }) => what)
  expect([await listsOf(early), await listsOf(before)]).toEqual([['Viewed a list with names'], []])
})

test('each view of the trail is recorded as one row', async () => {
  await app.call(listAudit, { action: 'sign-in.' }, auditor)
  const [newest] = (await app.call(listAudit, { action: 'audit.read' }, auditor)).body
  expect(newest).toMatchObject({ who: auditor.email, actor_kind: 'auditor', facts: { action: 'sign-in.', days_ago: 30 } })
  const before = newest!.audit_id
  await app.call(listAudit, { before }, auditor)
  const readings = (await app.call(listAudit, { action: 'audit.read' }, auditor)).body
  expect(readings.slice(0, 2).map(({ facts }) => facts['action'])).toEqual(['audit.read', 'sign-in.'])
})

test('rows can be filtered by action, kind of action and person, newest first, with the network address', async () => {
  const kinds = (await app.call(listAudit, { action: 'sign-in.' }, auditor)).body
  expect(kinds.map(({ action }) => action)).toEqual(['sign-in.succeeded', 'sign-in.code-sent'])
  expect(kinds[0]!.ip).toBe('127.0.0.1')
  expect(kinds[0]!.audit_id).toBeGreaterThan(kinds[1]!.audit_id)
  const mine = (await app.call(listAudit, { who: auditor.email.toUpperCase() }, auditor)).body
  expect(new Set(mine.map(({ who }) => who))).toEqual(new Set([auditor.email]))
  expect((await app.call(listAudit, { action: 'sign-in.code-sent' }, auditor)).body).toHaveLength(1)
  expect((await app.send('GET', `${listAudit.path}?action=%25`, undefined, auditor)).status).toBe(422)
})

test("each row says who did what, to whom and from where, with people's addresses instead of IDs", async () => {
  const owner = await app.admin()
  const invited = await app.call(invitePerson, { email: 'lead@agency.example', given_role: 'hiring-manager' }, owner)
  await app.call(updateStatus, { user_session_id: looked, ref_application_status_id: UNDER_REVIEW }, owner)
  const { body } = await app.call(listAudit, {}, auditor)
  const rowOf = (action: string) => body.find((row) => row.action === action)
  expect(rowOf('staff.invited')).toMatchObject({ who: ADMIN, sentence: 'Invited lead@agency.example as hiring manager', ip: '127.0.0.1' })
  expect(rowOf('sign-in.code-sent')).toMatchObject({ who: null, sentence: `A sign-in code was sent to ${ADMIN}` })
  expect(rowOf('applicant.status-changed')!.sentence).toBe(`Moved applicant ${looked} from “Submitted” to “Under Review”`)
  expect(rowOf('applicant.revealed')!.ip).toBe('127.0.0.1')
  expect(rowOf('audit.read')!.ip).toBe('127.0.0.1')
  expect(invited.status).toBe(201)
  const own = await exportApplicant(app.services, looked)
  expect(JSON.stringify(own.document)).not.toContain('127.0.0.1')
})

test('the newest row is shown with its hash, so it can be recorded elsewhere', async () => {
  const { body } = await app.call(readAuditHead, {}, auditor)
  expect(body).toMatchObject({ rows: expect.any(Number), head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/) })
})

test('the filtered rows are exported as CSV with formulas escaped, and the export itself is recorded', async () => {
  const { status, body, headers } = await app.call(exportAudit, { action: 'applicant.' }, auditor)
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="Audit_\d{4}-\d\d-\d\d\.csv"$/),
  ])
  const lines = String(body).trim().split('\r\n')
  expect(lines[0]).toContain('"When (UTC)","Who"')
  expect(lines.slice(1).every((line) => line.includes('applicant.'))).toBe(true)
  expect(lines.some((line) => line.includes(`"Saw the application of applicant ${looked} with the name"`) && line.includes(ADMIN))).toBe(true)
  const [row] = (await app.call(listAudit, { action: 'audit.exported' }, auditor)).body
  expect(row).toMatchObject({ who: auditor.email, facts: { action: 'applicant.', days_ago: 30 } })
})

test('the chain is verified on request, and the first tampered row is reported', async () => {
  expect((await app.call(checkAudit, {}, auditor)).body).toMatchObject({ is_whole: true, broken_row: null })
  const { pool } = app.services.database
  await pool.query('alter table audit_trail disable trigger user')
  await pool.query(`update audit_trail set facts = '{"changed": 1}' where audit_id = 2`)
  expect((await app.call(checkAudit, {}, auditor)).body).toMatchObject({ is_whole: false, broken_row: 2, because: expect.any(String) })
})
