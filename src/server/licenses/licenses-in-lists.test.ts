import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { exportShownApplicants, listReview } from '#contract/applicants/applicant-list.ts'
import { cardText } from '#contract/applicants/columns-shown.ts'
import { licenseQuestionEmail } from '#contract/licenses/ask-email.ts'
import type { LicenseFilter } from '#contract/licenses/listed.ts'
import { readApplicantLicenses, saveLicenses, verifyLicense } from '#contract/licenses/licenses.ts'
import { readRoleCoverage } from '#contract/licenses/role-coverage.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { ownApplications } from '#test/own-applications.ts'
import { startApp } from '#test/setup/app.ts'
import { parseSearch } from '#server/applicants/list/review-store.ts'

const app = await startApp()
afterAll(() => app.close())
const { admin, move } = await ownApplications(app)
const role = await makeRole(app.db, { license_states: ['TX', 'FL', 'CA'] })
const roleId = role.ref_function_role_id

const RN = { license_type: 'RN', license_state: 'TX', license_number: 'RN 123-456', is_multistate: true, expires_on: '2099-06-30' }
async function nurse(email: string, licenses: object[], home_state = 'TX'): Promise<number> {
  const { user_session_id, as } = await apply(app, roleId, { email })
  const { status } = await app.call(saveLicenses, { user_session_id, home_state, npi: '1234567893', licenses } as never, as)
  expect(status).toBe(200)
  return user_session_id
}
const some = await nurse('some@example.com', [RN])
const all = await nurse('all@example.com', [RN, { ...RN, license_state: 'CA', is_multistate: false, license_number: 'CA 1' }])
const assistant = await nurse('assistant@example.com', [{ license_type: 'PA', license_state: 'NY', license_number: '77', is_multistate: false }], 'NY')
const silent = (await apply(app, roleId, { email: 'silent@example.com' })).user_session_id

const list = (but: object = {}) => app.call(listReview, { roleId, days_ago: 30, ...but } as never, admin)
const idsOf = async (but: object) => (await list(but)).body.ids.toSorted((a, b) => a - b)
const fit = (licenses: LicenseFilter) => idsOf({ licenses })

test('the list shows current license coverage; with names hidden, it has states and types but no numbers or NPI', async () => {
  const { body } = await list()
  const byId = new Map(body.rows.map((row) => [row.user_session_id, row.licenses]))
  expect(body.has_licenses).toBe(true)
  expect(byId.get(some)).toEqual({
    held: ['RN TX'],
    sentence: 'Covers 2 of 3 states; missing CA; TX multistate license.',
    facts_seen_on: expect.toBeOneOf([null, expect.any(String)]),
    fits: ['some', 'unverified'],
  })
  expect([byId.get(all)?.fits, byId.get(assistant)?.fits, byId.get(silent)]).toEqual([['all', 'unverified'], ['unverified'], undefined])
  expect(JSON.stringify(body)).not.toMatch(/123-456|1234567893/)
  const other = await makeRole(app.db)
  await apply(app, other.ref_function_role_id, { email: 'else@example.com' })
  expect((await list({ roleId: other.ref_function_role_id })).body).toMatchObject({ has_licenses: false, total: 1 })
})

test('on phones, a card says the licenses are unverified before it lists what they cover', async () => {
  const row = (await list()).body.rows.find(({ user_session_id }) => user_session_id === some)!
  expect(cardText(row, [])).toMatch(/^Not verified, 2 of 3 states; missing CA; TX multistate license\./)
})

test('the list can be filtered to applicants whose licenses cover all states or some, expire within 60 days, or are not verified', async () => {
  expect([await fit('all'), await fit('some')]).toEqual([[all], [some]])
  expect([await fit('expiring'), await fit('unverified')]).toEqual([[], [some, all, assistant]])
  const soon = (days: number) => app.db.execute(sql`update license set expires_on = current_date + ${days}::int where user_session_id = ${assistant}`)
  await soon(58)
  expect(await fit('expiring')).toEqual([assistant])
  await app.db.execute(sql`update license set expires_on = current_date + 12 where user_session_id = ${some}`)
  // A card's single line ends long before the sentence gets to the date.
  const covering = (await list({ licenses: 'expiring' })).body.rows.find(({ user_session_id }) => user_session_id === some)
  expect(cardText(covering!, [])).toMatch(/^Not verified, expiring, 2 of 3 states; missing CA; .* expires in 12 days\.$/)
  await app.db.execute(sql`update license set expires_on = '2099-06-30' where user_session_id = ${some}`)
  await soon(-3)
  expect(await fit('expiring')).toEqual([])
  const { rows } = await app.db.execute<{ license_id: number }>(sql`select license_id from license where user_session_id = ${some}`)
  const check = (but = {}) =>
    app.call(verifyLicense, { license_id: rows[0]!.license_id, source: 'Nursys', result: 'active', checked_on: '2026-11-20', ...but } as never, admin)
  await check()
  expect(await fit('unverified')).toEqual([all, assistant])
  await app.db.execute(sql`update license set is_in_progress = true where user_session_id = ${assistant}`)
  expect(await fit('unverified')).toEqual([all])
  await app.db.execute(sql`update license set is_in_progress = false where user_session_id = ${assistant}`)
  await check({ good_until: '2020-01-01' })
  expect([await fit('unverified'), await fit('some')]).toEqual([[some, all, assistant], []])
  await check()
  expect(await fit('some')).toEqual([some])
  expect((await list({ licenses: 'none' })).status).toBe(422)
})

test('searching license:TX finds licenses from that state, license:RN finds that type, and other words narrow the results', async () => {
  expect([await idsOf({ q: 'license:TX' }), await idsOf({ q: 'LICENSE:ca' })]).toEqual([[some, all], [all]])
  expect([await idsOf({ q: 'license:RN' }), await idsOf({ q: 'license:RN license:CA' })]).toEqual([[some, all], [all]])
  expect([await idsOf({ q: 'license:PA' }), await idsOf({ q: 'license:zz' }), await idsOf({ q: 'license:RN nosuchword' })]).toEqual([[], [], []])
  expect(parseSearch('license:ma license:PA license:lvn license:cma').licenses).toEqual(['MA', 'PA', 'LPN', 'CMA'])
  const { body } = await list({ q: 'license:CA' })
  expect(body.rows[0]?.found).toEqual({ where: 'Licenses', text: 'RN TX, RN CA' })
})

test('an export has columns for licenses, filtered like the list', async () => {
  const { body } = await app.call(exportShownApplicants, { roleId, days_ago: 30, licenses: 'some' } as never, admin)
  const [header, ...lines] = String(body).trimEnd().split('\r\n')
  expect(header).toContain('"Licenses","License Coverage","License Notes"')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"RN TX","Covers 2 of 3 states; missing CA; TX multistate license."')
  expect(String(body)).not.toMatch(/123-456|1234567893/)
})

test('on the role, staff see how many interviewing candidates cover each of its states, and which no one covers', async () => {
  const read = (as: object = admin) => app.call(readRoleCoverage, { id: roleId }, as)
  expect((await read()).body).toMatchObject({ role_states: ['TX', 'FL', 'CA'], interviewing: 0, covered: [], uncovered: ['TX', 'FL', 'CA'] })
  await move(some, PROCEED)
  await move(silent, PROCEED)
  const counts = (TX: number, FL: number, CA: number, review = 0) => [
    { place: 'TX', people: TX, review },
    { place: 'FL', people: FL, review: 0 },
    { place: 'CA', people: CA, review: 0 },
  ]
  const one = { interviewing: 2, unlisted: 1, covered: ['TX', 'FL'], uncovered: ['CA'], states: counts(1, 1, 0), license_types: ['RN'] }
  expect((await read()).body).toMatchObject(one)
  await move(all, PROCEED)
  await app.db.execute(sql`update license set license_type = 'LPN', expires_on = '2020-01-01' where user_session_id = ${all} and license_state = 'TX'`)
  expect((await read()).body).toMatchObject({ states: counts(1, 1, 1), license_types: ['RN'] })
  await app.db.execute(sql`update license set license_type = 'RN', expires_on = '2099-06-30' where user_session_id = ${all} and license_state = 'TX'`)
  await app.db.execute(sql`update license_holder set home_state = 'CA' where user_session_id = ${all}`)
  expect((await read()).body).toMatchObject({ interviewing: 3, unlisted: 1, uncovered: [], states: counts(2, 1, 1, 1) })
  await app.db.execute(sql`update license_holder set home_state = 'TX' where user_session_id = ${all}`)
  await app.db.execute(sql`update user_session set ref_application_status_id = 5 where user_session_id = ${all}`)
  expect((await read(await makeStaff(app, 'hiring-manager', { scope: [] }))).status).toBe(404)
})

test("a license that its source doesn't confirm provides no coverage on the role, the list or the person until the entry is corrected", async () => {
  const { rows } = await app.db.execute<{ license_id: number }>(sql`select license_id from license where user_session_id = ${some}`)
  const check = (result: string) =>
    app.call(verifyLicense, { license_id: rows[0]!.license_id, source: 'Nursys', result, checked_on: '2026-11-20' } as never, admin)
  const readCovered = async () => {
    const { covered } = (await app.call(readRoleCoverage, { id: roleId }, admin)).body
    const inList = (await list()).body.rows.find((row) => row.user_session_id === some)!.licenses!.sentence
    const { coverage } = (await app.call(readApplicantLicenses, { id: some, identifiable: false }, admin)).body
    expect(inList).toBe(coverage!.sentence)
    return [covered, coverage!.sentence]
  }
  await check('not_found')
  expect(await readCovered()).toEqual([[], 'Covers 0 of 3 states; missing TX, FL, CA; review: not found at the source.'])
  expect(await fit('some')).toEqual([])
  await check('restricted')
  expect(await readCovered()).toEqual([['TX', 'FL'], 'Covers 2 of 3 states; missing CA; TX multistate license; review: the source says RN TX is restricted.'])
  await check('expired')
  await app.db.execute(sql`update license set entry = entry + 1 where user_session_id = ${some}`)
  expect(await readCovered()).toEqual([['TX', 'FL'], 'Covers 2 of 3 states; missing CA; TX multistate license.'])
})

test('the draft of an email to someone abroad asks about states their multistate license may cover, not about the law of another license', async () => {
  const abroad = await makeRole(app.db, { license_states: ['FL', 'MI'] })
  const { user_session_id, as } = await apply(app, abroad.ref_function_role_id, { email: 'abroad@example.com' })
  const licenses = [RN, { license_type: 'PSY', license_state: 'OH', authorization: 'APIT' }]
  await app.call(saveLicenses, { user_session_id, home_state: null, licenses } as never, as)
  const { body } = await app.call(readApplicantLicenses, { id: user_session_id }, admin)
  expect(body.coverage).toMatchObject({ missing: ['FL', 'MI'], review: ['FL', 'MI'] })
  expect(licenseQuestionEmail(body, { on: '2026-11-23', isOpen: true }).text).toContain('no license you listed is valid in Florida. Do you hold one')
})
