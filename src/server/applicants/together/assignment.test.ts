import { afterAll, expect, test } from 'vitest'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { assignApplicant, assignMany, listColleagues } from '#contract/applicants/collaboration.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const [, hiring] = app.env.ADMIN_EMAILS

test('an applicant is assigned to a colleague, filtered by "mine", and unassigned', async () => {
  const { user_session_id: id } = await makeApplicant(app.db)
  const { user_session_id: other } = await makeApplicant(app.db)
  const owner = await app.admin(hiring)
  const mine = async () => (await app.call(listReview, { mine: true }, owner)).body.ids
  expect(await mine()).toEqual([])
  expect((await app.call(assignApplicant, { id, email: hiring! }, admin)).body).toEqual({ assigned_to: hiring })
  expect(await mine()).toEqual([id])
  const { body } = await app.call(readApplicant, { id, identifiable: false }, admin)
  expect(body.assigned_to).toBe(hiring)
  expect((await app.call(readApplicant, { id: other }, admin)).body.assigned_to).toBeNull()

  expect((await app.call(assignApplicant, { id, email: null }, owner)).body).toEqual({ assigned_to: null })
  expect(await mine()).toEqual([])
  const { rows } = await app.db.execute(`select facts from audit_trail where action = 'applicant.assigned' and subject_id = ${id} order by audit_id`)
  expect(rows).toEqual([{ facts: { staff_account_id: owner.staff_account_id } }, { facts: { staff_account_id: null } }])
})

test('only people who may see the applicant can be assigned', async () => {
  const { user_session_id: id, ref_function_role_id } = await makeApplicant(app.db)
  const insider = await makeStaff(app, 'recruiter', { scope: [ref_function_role_id] })
  const outsider = await makeStaff(app, 'recruiter')
  const colleagues = (await app.call(listColleagues, { id }, admin)).body.map(({ email }) => email)
  expect(colleagues).toContain(insider.email)
  expect(colleagues).not.toContain(outsider.email)
  const rejected = await app.call(assignApplicant, { id, email: outsider.email }, admin)
  expect([rejected.status, rejected.body.errors?.[0]?.path]).toEqual([422, 'email'])
  expect((await app.call(assignApplicant, { id, email: insider.email }, outsider)).status).toBe(404)
  expect((await app.call(assignApplicant, { id, email: 'who@example.com' }, insider)).status).toBe(422)
})

test("several applicants are assigned in one call with a result for each; one outside the caller's scope doesn't block the others", async () => {
  const one = await makeApplicant(app.db)
  const other = await makeApplicant(app.db)
  const insider = await makeStaff(app, 'recruiter', { scope: [one.ref_function_role_id] })
  const ids = [one.user_session_id, 2_000_000_000, other.user_session_id]
  const assign = async (email: string | null, actor: typeof admin) => {
    const { status, body } = await app.call(assignMany, { user_session_ids: ids, email }, actor)
    return [status, body.results.map(({ user_session_id, status: of, detail }) => [user_session_id, of, detail])]
  }
  const assignee = async ({ user_session_id: id }: typeof one) => (await app.call(readApplicant, { id }, admin)).body.assigned_to
  const unknown = (id: number) => [id, 404, `Applicant with user_session_id=${id} was not found`]

  expect(await assign(insider.email, admin)).toEqual([
    200,
    [[one.user_session_id, 200, null], unknown(2_000_000_000), [other.user_session_id, 422, "This person can't see the applicant."]],
  ])
  expect([await assignee(one), await assignee(other)]).toEqual([insider.email, null])
  await assign(hiring!, admin)
  expect([await assignee(one), await assignee(other)]).toEqual([hiring, hiring])
  expect(await assign(null, insider)).toEqual([200, [[one.user_session_id, 200, null], unknown(2_000_000_000), unknown(other.user_session_id)]])
  expect([await assignee(one), await assignee(other)], 'outside their openings, nothing changes').toEqual([null, hiring])
  const { rows } = await app.db.execute(`select 1 from audit_trail where action = 'applicant.assigned' and subject_id = ${one.user_session_id}`)
  expect(rows, 'one row for each change').toHaveLength(3)
})
