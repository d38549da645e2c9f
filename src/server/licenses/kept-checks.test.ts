import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readApplicantLicenses, saveOwnLicenses, verifyLicense } from '#contract/licenses/licenses.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { license_document } from '#server/db/tables.ts'
import { formWith } from '#test/applying.ts'
import { ownApplications } from '#test/own-applications.ts'
import { startApp } from '#test/setup/app.ts'
import { writtenPdf } from '#test/setup/pdf-files.ts'

const app = await startApp()
afterAll(() => app.close())
const { admin, applied } = await ownApplications(app)

test('the database rejects changing or deleting a license check or its PDF; an erasure deletes both with their license', async () => {
  const person = await applied()
  const licenses = [{ license_type: 'RN', license_state: 'TX', license_number: 'RN 7', is_multistate: true }]
  await app.call(saveOwnLicenses, { id: person.id, home_state: 'TX', licenses } as never, person.as)
  const { license_id } = (await app.call(readApplicantLicenses, { id: person.id, identifiable: false }, admin)).body.licenses[0]!
  const { verification_id } = (await app.call(verifyLicense, { license_id, source: 'Nursys', result: 'active', checked_on: '2026-11-20' }, admin)).body
  const rejected = async (...statements: string[]) => {
    for (const statement of statements) await expect(app.services.database.pool.query(statement), statement).rejects.toThrow('license checks are append-only')
  }
  const checks = async () => (await app.db.execute(sql`select result from license_verification where license_id = ${license_id}`)).rows
  await rejected(`update license_verification set result = 'expired'`, `update license_verification set note = ''`, 'delete from license_verification')
  expect(await checks()).toEqual([{ result: 'active' }])

  const path = `/api/licenses/verifications/${verification_id}/pdf`
  const { body, headers } = formWith({}, { name: 'pdf', filename: 'nursys.pdf', type: 'application/pdf', content: await writtenPdf() })
  expect((await app.send('POST', path, body, { ...admin, headers })).status).toBe(201)
  await rejected(`update license_document set content_base64 = ''`, 'delete from license_document')
  expect((await app.send('GET', path, undefined, admin)).status).toBe(200)

  await eraseApplicant(app.services, { user_session_id: person.id, reason: 'request', insideMandatory: 'erase' })
  expect(await checks()).toEqual([])
  expect(await app.db.$count(license_document)).toBe(0)
})
