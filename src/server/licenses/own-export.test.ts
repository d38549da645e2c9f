import { afterAll, expect, test } from 'vitest'
import { exportOwn } from '#contract/candidate/candidate.ts'
import { readApplicantLicenses, saveOwnLicenses, verifyLicense } from '#contract/licenses/licenses.ts'
import { makeRole } from '#test/make.ts'
import { ownApplications } from '#test/own-applications.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const { admin, applied } = await ownApplications(app)

const RN = { license_type: 'RN', license_state: 'TX', license_number: 'RN 123-456', is_multistate: true, expires_on: '2099-06-30' }
const LCSW = { license_type: 'LCSW', license_state: 'CA', license_number: 'LCS 7', is_multistate: false }

test('a candidate’s export has every stored license and check, including removed licenses, and says which checks were for an earlier entry', async () => {
  await makeRole(app.db, { license_states: ['TX', 'CA'] })
  const person = await applied()
  const save = (licenses: object[]) => app.call(saveOwnLicenses, { id: person.id, home_state: 'TX', npi: '1234567893', licenses } as never, person.as)
  expect((await save([RN, LCSW])).status).toBe(200)
  const { licenses } = (await app.call(readApplicantLicenses, { id: person.id, identifiable: false }, admin)).body
  for (const { license_id } of licenses) {
    const check = { license_id, source: 'the board', result: 'active', checked_on: '2026-11-20', good_until: '2027-01-20' } as const
    expect((await app.call(verifyLicense, check, admin)).status).toBe(201)
  }
  await save([{ ...RN, license_number: 'RN 123-457' }])

  const check = { source: 'the board', result: 'active', checked_on: '2026-11-20', good_until: '2027-01-20' }
  expect((await app.call(exportOwn, { id: person.id }, person.as)).body).toMatchObject({
    licenses: {
      npi: '1234567893',
      licenses: [
        { license_number: 'RN 123-457', is_removed: false, checks: [{ ...check, is_for_earlier_entry: true }] },
        { license_number: 'LCS 7', is_removed: true, checks: [{ ...check, is_for_earlier_entry: false }] },
      ],
    },
  })
  const page = String((await app.send('GET', `/application/${person.id}/export`, undefined, person.as)).body)
  expect(page).toContain(
    'RN TX, number RN 123-457, multistate, good through June 30, 2099, ' +
      'checked with the board on November 20, 2026 (before you changed it): active, good until January 20, 2027',
  )
  expect(page).toContain('LCSW CA, number LCS 7, removed by you, checked with the board on November 20, 2026: active, good until January 20, 2027')
})
