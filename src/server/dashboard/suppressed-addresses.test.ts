import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowSuppressedAddress, listSuppressedAddresses } from '#contract/dashboard.ts'
import { insertEmail } from '#server/mail/store.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['admin']>>
beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
})
afterAll(() => app.close())

/** Makes an email to this address bounce or get reported as spam. */
async function stop(to_address: string, state: 'failed' | 'sent' = 'failed') {
  const { email_id } = await insertEmail(app.db, { purpose: 'notice', to_address, to_name: '', subject: 's', text: 't', html: 'h' }, 'system')
  await app.db.execute(sql`update email_outbox set state = ${state}, dead_since = now() where email_id = ${email_id}`)
  return email_id
}
const listed = async () => (await app.call(listSuppressedAddresses, {}, admin)).body
const allow = (id: number) => app.call(allowSuppressedAddress, { id }, admin)

test('owners see, by alias, whose addresses get no emails and can allow each address once, which the audit trail records', async () => {
  const { user_session_id, email } = await makeApplicant(app.db)
  const [first, second, ofStaff] = [await stop(email!), await stop(email!.toUpperCase(), 'sent'), await stop(app.env.ADMIN_EMAILS[1]!)]
  const unknown = await stop('stranger@elsewhere.example')
  const all = await listed()
  expect(all.map(({ email_id }) => email_id)).toEqual([unknown, ofStaff, second])
  expect(all[0]).toMatchObject({ staff_address: null, applicant: null, reason: 'returned' })
  expect(all[1]).toMatchObject({ staff_address: app.env.ADMIN_EMAILS[1], applicant: null })
  expect(all[2]).toMatchObject({ staff_address: null, applicant: { user_session_id }, reason: 'reported' })
  expect(JSON.stringify(all).toLowerCase()).not.toContain(email)

  expect((await allow(second)).body.message).toBe('Emails go to this address again.')
  expect((await listed()).map(({ email_id }) => email_id)).toEqual([unknown, ofStaff])
  expect((await allow(first)).status).toBe(404)
  const { rows } = await app.db.execute(sql`select actor_id, subject_id, facts from audit_trail where action = 'email.address-allowed'`)
  expect(rows).toEqual([{ actor_id: admin.staff_account_id, subject_id: second, facts: {} }])
})

test("an employee's address stays hidden if they applied, even after that application is closed to everyone", async () => {
  const email = `nurse@${app.env.COMPANY_DOMAIN}`
  const { user_session_id } = await makeApplicant(app.db, { email })
  await stop(email)
  await app.db.execute(sql`update user_session set restricted_at = now(), restricted_reason = 'asked' where user_session_id = ${user_session_id}`)
  expect((await listed())[0]).toMatchObject({ staff_address: null, applicant: null })
})

test('only owners can see or allow suppressed addresses', async () => {
  const id = await stop('someone@elsewhere.example')
  const recruiter = await makeStaff(app, 'recruiter')
  expect((await app.call(listSuppressedAddresses, {}, recruiter)).status).toBe(403)
  expect((await app.call(allowSuppressedAddress, { id }, recruiter)).status).toBe(403)
})
