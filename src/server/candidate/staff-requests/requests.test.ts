import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestAccommodation, requestErasure } from '#contract/candidate/candidate.ts'
import { carryOutErasure, handleAccommodation, listCandidateRequests } from '#contract/candidate/candidate-requests.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { openOwnPage } from '#test/own-page.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

const FOUR_YEARS = 1461 * 24 * 60 * 60 * 1000

let app: TestApp
let admin: Awaited<ReturnType<TestApp['admin']>>
let lead: Awaited<ReturnType<TestApp['admin']>>
let ref_function_role_id: number
beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
  lead = await app.admin(app.env.ADMIN_EMAILS[1])
  ref_function_role_id = (await makeRole(app.db, { hiring_lead_email: app.env.ADMIN_EMAILS[1]! })).ref_function_role_id
})
afterAll(() => app.close())

async function makeApplication(email: string) {
  const { user_session_id } = await apply(app, ref_function_role_id, { email })
  return { id: user_session_id, as: await openOwnPage(app, email) }
}
const list = async (as = admin) => (await app.call(listCandidateRequests, {}, as)).body

test('only the hiring lead reads an applicant’s request; others see that there is one', async () => {
  const { id, as } = await makeApplication('needs@example.com')
  await app.call(requestAccommodation, { id, message: 'Captions, please. Ada Archer' }, as)
  const [seen] = (await list()).accommodations
  expect(seen).toMatchObject({ user_session_id: id, message: null })
  expect(JSON.stringify(await list())).not.toMatch(/Ada|Captions|needs@/)
  expect((await list(lead)).accommodations).toMatchObject([{ message: 'Captions, please. Ada Archer' }])
  const { rows } = await app.db.execute(sql`select actor_id from audit_trail where action = 'applicant.accommodation-read' and subject_id = ${id}`)
  expect(rows).toEqual([{ actor_id: lead.staff_account_id }])

  const outsider = await makeStaff(app, 'recruiter')
  expect((await list(outsider)).accommodations).toEqual([])
  expect((await app.call(handleAccommodation, { id: seen!.accommodation_request_id }, outsider)).status).toBe(404)
  expect((await app.call(handleAccommodation, { id: seen!.accommodation_request_id }, lead)).status).toBe(200)
  expect((await list(lead)).accommodations).toEqual([])
  expect((await app.call(handleAccommodation, { id: seen!.accommodation_request_id }, lead)).status).toBe(404)
})

test('when an owner carries out an erasure, the application is restricted for four years, then erased, but never under legal hold', async () => {
  const young = await makeApplication('young@example.com')
  const old = await makeApplication('old@example.com')
  const held = await makeApplication('held@example.com')
  for (const { id, as } of [young, old, held]) await app.call(requestErasure, { id }, as)
  await app.db.execute(sql`update user_session set last_action_at = now() - interval '5 years' where user_session_id = ${old.id}`)
  await app.db.execute(sql`update user_session set legal_hold_reason = 'claim' where user_session_id = ${held.id}`)
  const { erasures } = await list()
  expect(erasures.map((one) => [one.user_session_id, one.is_on_hold])).toEqual([
    [young.id, false],
    [old.id, false],
    [held.id, true],
  ])
  const keepUntil = new Map(erasures.map((one) => [one.user_session_id, one.keep_until]))
  expect([keepUntil.get(old.id), new Date(keepUntil.get(young.id)!).getTime()]).toEqual([null, expect.closeTo(Date.now() + FOUR_YEARS, -7)])
  const recruiter = await makeStaff(app, 'recruiter', { scope: [ref_function_role_id] })
  expect((await app.call(carryOutErasure, { id: old.id }, recruiter)).status).toBe(403)
  expect((await app.call(carryOutErasure, { id: young.id }, admin)).body).toEqual({ outcome: 'restricted', mandatory_until: keepUntil.get(young.id) })
  expect((await app.call(carryOutErasure, { id: old.id }, admin)).body.outcome).toBe('erased')
  expect((await app.call(carryOutErasure, { id: held.id }, admin)).status).toBe(409)
  expect((await list()).erasures.map((one) => one.user_session_id)).toEqual([held.id])
  expect((await app.call(carryOutErasure, { id: old.id }, admin)).status).toBe(404)
  const { rows } = await app.db.execute(sql`select email from user_session where user_session_id = ${old.id}`)
  expect(rows).toEqual([{ email: null }])
})
