import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readApplicantLicenses, saveOwnLicenses, verifyLicense } from '#contract/licenses/licenses.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { ownApplications } from '#test/own-applications.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const { admin, applied } = await ownApplications(app)

test('the database rejects changing or deleting a license check; an erasure deletes it with its license', async () => {
  const person = await applied()
  const licenses = [{ license_type: 'RN', license_state: 'TX', license_number: 'RN 7', is_multistate: true }]
  await app.call(saveOwnLicenses, { id: person.id, home_state: 'TX', licenses } as never, person.as)
  const { license_id } = (await app.call(readApplicantLicenses, { id: person.id, identifiable: false }, admin)).body.licenses[0]!
  expect((await app.call(verifyLicense, { license_id, source: 'Nursys', result: 'active', checked_on: '2026-11-20' }, admin)).status).toBe(201)

  const checks = async () => (await app.db.execute(sql`select result from license_verification where license_id = ${license_id}`)).rows
  for (const statement of [
    `update license_verification set result = 'expired'`,
    `update license_verification set note = ''`,
    'delete from license_verification',
  ])
    await expect(app.services.database.pool.query(statement), statement).rejects.toThrow('license checks are append-only')
  expect(await checks()).toEqual([{ result: 'active' }])

  await eraseApplicant(app.services, { user_session_id: person.id, reason: 'request', insideMandatory: 'erase' })
  expect(await checks()).toEqual([])
})
