import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { decideMany } from '#contract/applicants/moves.ts'
import { duplicateRole, updateRole } from '#contract/roles.ts'
import { readRolePlan, saveRolePlan } from '#contract/scheduling/role-plan.ts'
import { readOwnTimes } from '#contract/scheduling/own-times.ts'
import { readPlan, savePlan } from '#contract/scheduling/scheduling.ts'
import { PROCEED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { interviewList } from '#server/applicants/emails/queue-candidate-email.ts'
import { findCurrentChange } from '#server/applicants/decide/move-store.ts'
import { audit_trail, email_outbox } from '#server/db/tables.ts'
import { makeCandidate, makeInterviewer } from '#test/interviewing.ts'
import { makeRoleId } from '#test/make.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeStaff } from '#test/making-staff.ts'
import { makeInvited, planFor } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const [ivo, iva] = [await makeInterviewer(app, 'Ivo Able'), await makeInterviewer(app, 'Iva Baker')]

const part = (ref_interview_id: number, by = [ivo], but: object = {}) => {
  const interviewer_ids = by.map((one) => one.ref_interviewer_id)
  return { ref_interview_id, minutes: 30, interviewer_ids, interviewer_count: 1, where: null, candidate_text: null, ...but }
}
const BY_PHONE = part(1, [ivo, iva], { where: { kind: 'phone', text: '555 0100' }, candidate_text: 'Bring questions.' })
const saved = (id: number, parts: object[], but: object = {}) => app.send('PUT', `/api/open-roles/admin/${id}/interviews`, { parts, ...but }, admin)
const read = async (id: number) => (await app.call(readRolePlan, { id }, admin)).body

test("a role's interviews are set up once, with interviewers, length and location, and are copied along with the role", async () => {
  const id = await makeRoleId(app.db)
  const before = await read(id)
  expect(before).toMatchObject({ parts: [], working_days: 10, one_day: false })
  const { status, body } = await saved(id, [part(2), BY_PHONE], { one_day: true, buffer_minutes: 5, version: before.version })
  expect([status, body]).toEqual([
    200,
    { version: before.version + 1, working_days: 10, one_day: true, buffer_minutes: 5, daily_maximum: null, parts: [part(2), BY_PHONE] },
  ])
  expect((await app.db.select().from(audit_trail).where(eq(audit_trail.subject_id, id))).at(-1)).toMatchObject({
    action: 'role.changed',
    facts: { fields: ['interviews'] },
  })
  expect((await saved(id, [part(2), BY_PHONE], { one_day: true, buffer_minutes: 5 })).body).toEqual(body)
  const turned = await saved(id, [BY_PHONE, part(2)], { one_day: true, buffer_minutes: 5 })
  expect(turned.body).toEqual({ ...body, version: before.version + 2, parts: [BY_PHONE, part(2)] })
  await saved(id, [part(2), BY_PHONE], { one_day: true, buffer_minutes: 5 })
  const { body: copy } = await app.call(duplicateRole, { id }, admin)
  expect(await read(copy.ref_function_role_id)).toEqual({ ...body, version: 1 })
  await saved(copy.ref_function_role_id, [])
  expect([(await read(copy.ref_function_role_id)).parts, (await read(id)).parts]).toEqual([[], [part(2), BY_PHONE]])
})

test("a candidate without a plan gets the role's interviews; one with a plan keeps it", async () => {
  const [id, planned] = [await makeCandidate(app, PROCEED), await makeCandidate(app, PROCEED)]
  const save = async (user_session_id: number, keeps_existing: boolean, minutes: number) =>
    (await app.call(savePlan, { user_session_id, keeps_existing, parts: [part(1, [ivo], { minutes })] }, admin)).body.parts[0]!.minutes
  expect(await save(id, true, 30)).toBe(30)
  await save(planned, false, 60)
  expect(await save(planned, true, 30)).toBe(60)
  expect((await app.call(readPlan, { user_session_id: planned }, admin)).body.parts).toMatchObject([{ minutes: 60 }])
  expect(await save(planned, false, 45)).toBe(45)
})

test("the call that moves applicants to Proceed also sets up their role's interviews, and the email lists them", async () => {
  const id = await makeRoleId(app.db)
  await saved(id, [part(2)])
  const applied = async () => (await makeApplicant(app.db, { ref_function_role_id: id })).user_session_id
  const [own, other] = [await applied(), await applied()]
  const request = { user_session_ids: [own, other], ref_application_status_id: PROCEED, interviews: 'as-role' as const }
  const email = { subject: 'Your interviews', html: '<p>Please choose a time for {interview_list}.</p>' }
  const { body } = await app.call(decideMany, { ...request, email }, admin)
  expect(body.results.map(({ status }) => status)).toEqual([200, 200])
  for (const one of request.user_session_ids) {
    expect((await app.call(readPlan, { user_session_id: one }, admin)).body.parts).toMatchObject([{ ref_interview_id: 2, minutes: 30 }])
    const [sent] = await app.db
      .select()
      .from(email_outbox)
      .where(eq(email_outbox.status_change_id, (await findCurrentChange(app.db, one))!.status_change_id))
    expect(sent!.html).toContain('a time for Interview B (30 minutes, ')
    const { body: history } = await app.call(listHistory, { id: one, identifiable: false }, admin)
    expect(history[0]!.what).toBe("Moved from 'Submitted' to 'Proceed to Panel Interview'. Interviews set up. Email without a template queued")
  }
})

test("if an applicant's interviews or email are rejected, the applicant isn't moved and no interviews are kept", async () => {
  const id = await makeRoleId(app.db)
  const { user_session_id } = await makeApplicant(app.db, { ref_function_role_id: id })
  const request = { user_session_ids: [user_session_id], ref_application_status_id: PROCEED }
  const { body: wrong } = await app.call(decideMany, { ...request, email: {}, interviews: { parts: [part(1), part(1)] } }, admin)
  expect(wrong.results).toMatchObject([{ status: 422, detail: 'Each interview can be planned once', email_id: null }])
  const unknown = { template_name: 'No such template' }
  const { body: unsent } = await app.call(decideMany, { ...request, email: unknown, interviews: { parts: [part(1)] } }, admin)
  expect(unsent.results).toMatchObject([{ status: 404, ref_application_status_id: null }])
  const { body: early } = await app.call(decideMany, { ...request, ref_application_status_id: UNDER_REVIEW, interviews: { parts: [part(1)] } }, admin)
  expect(early.results).toMatchObject([{ status: 409, detail: 'Interviews can be planned once the applicant is in the panel interview.' }])
  expect((await app.call(readPlan, { user_session_id }, admin)).status).toBe(404)
  const { body: applicant } = await app.call(readApplicant, { id: user_session_id }, admin)
  expect(applicant.ref_application_status_id).toBe(SUBMITTED)
})

test("interviews stay in the order they were planned, on the candidate's pages too", async () => {
  const candidate = await makeInvited(app)
  await planFor(app, candidate.id, [ivo], { interviews: [3, 1, 2] })
  const plan = await app.call(readPlan, { user_session_id: candidate.id }, admin)
  expect(plan.body.parts.map((part) => part.ref_interview_id)).toEqual([3, 1, 2])
  const { body: times } = await app.call(readOwnTimes, { id: candidate.id }, candidate.as)
  expect([times.interviews, times.checklist.items].map((all) => all.map((one) => one.ref_interview_id))).toEqual([
    [3, 1, 2],
    [3, 1, 2],
  ])
  expect(await interviewList(app.db, candidate.id)).toMatch(/^Interview C .*, Interview A .*, and Interview B/)
})

test.each([
  [[part(1, [])], 'parts.0.interviewer_ids', 'Choose at least one interviewer'],
  [[part(99)], 'parts', "One of these interviews doesn't exist"],
  [[part(1), part(1)], 'parts', 'Each interview can be planned once'],
  [[part(1, [{ ...ivo, ref_interviewer_id: 9999 }])], 'parts', "One of these interviewers doesn't exist"],
  [[part(1, [ivo], { interviewer_count: 2 })], 'parts', 'Interview A needs 2 interviewers at the same time: choose at least as many who can give it'],
  [[part(1, [ivo], { minutes: 5 })], 'parts.0.minutes', 'Use at least 15 minutes'],
])('%o is rejected with an error on its field', async (parts, path, message) => {
  const { status, body } = await saved(await makeRoleId(app.db), parts)
  expect([status, body]).toMatchObject([422, { errors: [{ path, message }] }])
})

test('someone who saves over a newer version is told who changed it first, and an unknown role returns 404', async () => {
  const id = await makeRoleId(app.db)
  const { version } = await read(id)
  await app.call(updateRole, { id, shift: 'Nights' }, admin)
  const staleSave = await saved(id, [part(1)], { version })
  expect([staleSave.status, JSON.stringify(staleSave.body)]).toEqual([409, expect.stringContaining(app.env.ADMIN_EMAILS[0]!)])
  expect((await saved(999_999, [part(1)])).status).toBe(404)
  expect((await app.call(readRolePlan, { id: 999_999 }, admin)).status).toBe(404)
})

test('anyone who decides on the role can see its interviews, only owners can change them, and other roles stay hidden', async () => {
  const [id, hidden] = [await makeRoleId(app.db), await makeRoleId(app.db)]
  const recruiter = await makeStaff(app, 'recruiter', { scope: [id] })
  expect((await app.call(readRolePlan, { id }, recruiter)).status).toBe(200)
  expect((await app.call(readRolePlan, { id: hidden }, recruiter)).status).toBe(404)
  expect((await app.call(saveRolePlan, { id, parts: [part(1)] }, recruiter)).status).toBe(403)
})
