import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readApplicantLicenses, saveLicenses, verifyLicense } from '#contract/licenses/licenses.ts'
import { describeCoverage, describeLicenses } from '#contract/packet/describe-licenses.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { ownApplications } from '#test/own-applications.ts'
import { startApp } from '#test/setup/app.ts'
import { packetSections } from './packet-sections.ts'

const app = await startApp()
afterAll(() => app.close())
const time_zone = 'America/Chicago'
const { admin, move } = await ownApplications(app)

let decided: number
const licenses = [
  { license_type: 'RN', license_state: 'TX', license_number: 'RN 123-456', is_multistate: true, expires_on: '2026-12-10' },
  { license_type: 'LPN', license_state: 'OK', license_number: 'gone 9', is_multistate: false },
]

test('a packet has the licenses, what sources reported, and what applied on the day of the decision; a blind one has no numbers', async () => {
  const role = await makeRole(app.db, { license_states: ['TX', 'CA'] })
  const { user_session_id, as } = await apply(app, role.ref_function_role_id, { email: 'packet@example.com' })
  decided = user_session_id
  const list = (some: object[]) =>
    app.call(saveLicenses, { user_session_id, home_state: 'TX', moved_on: '2026-09-01', npi: '1234567893', licenses: some } as never, as)
  await list(licenses)
  await list(licenses.slice(0, 1))
  const { license_id } = (await app.call(readApplicantLicenses, { id: user_session_id, identifiable: false }, admin)).body.licenses[0]!
  await app.call(
    verifyLicense,
    { license_id, source: 'Nursys', result: 'active', checked_on: '2026-11-20', good_until: '2027-10-31', note: 'Ada is fine' } as never,
    admin,
  )
  const sectionOf = async (name: string, isBlind = false) =>
    (await app.db.transaction((tx) => packetSections(tx, user_session_id, { isBlind, time_zone }))).find((one) => one.name === name)!.entries
  expect(await sectionOf('license_coverage')).toEqual([])
  await move(user_session_id, PROCEED)
  // Still the evening of December 10 in Chicago.
  await app.db.execute(sql`update status_change set changed_at = '2026-12-11 03:00Z' where user_session_id = ${user_session_id}`)
  expect(await sectionOf('licenses')).toMatchObject([
    { license_number: 'RN 123-456', is_removed: false },
    { license_number: 'gone 9', is_removed: true },
  ])
  expect(await sectionOf('license_coverage')).toMatchObject([
    {
      on: '2026-12-10',
      covered: ['TX'],
      missing: ['CA'],
      sentence: 'Covers 1 of 2 states; missing CA; TX multistate license; expires today.',
      facts: [{ place: 'TX', compact: 'NLC', standing: 'member', source: 'nursecompact.com, roster; natho.org, eNLC update of 2018' }],
    },
  ])
  expect(await sectionOf('license_verifications')).toMatchObject([{ source: 'Nursys', result: 'active', note: 'Ada is fine' }])
  const blind = JSON.stringify(await app.db.transaction((tx) => packetSections(tx, user_session_id, { isBlind: true, time_zone })))
  expect(blind).toMatch(/"license_type":"RN"/)
  expect(blind).not.toMatch(/123-456|1234567893|Ada is fine/)
})

test('the license page shows the home state, the compacts in force, and who checked what', async () => {
  const sections = new Map((await app.db.transaction((tx) => packetSections(tx, decided, { isBlind: false, time_zone }))).map((one) => [one.name, one.entries]))
  const of = (name: string) => sections.get(name) ?? []
  expect(describeCoverage(of)).toEqual([
    'Home: TX, since September 1, 2026. NPI 1234567893.',
    'On December 10, 2026, for TX, CA: Covers 1 of 2 states; missing CA; TX multistate license; expires today.',
    'NLC then: in force in TX (nursecompact.com, roster; natho.org, eNLC update of 2018, read August 11, 2026).',
  ])
  expect(describeLicenses(of).map(({ checks }) => checks)).toEqual([
    [expect.stringMatching(/^Checked on November 20, 2026 by \S+@\S+ at Nursys: active, good until October 31, 2027\. Ada is fine$/)],
  ])
})

test('no coverage is computed for the day of the decision if the list of licenses changed later', async () => {
  const coverage = async () =>
    (await app.db.transaction((tx) => packetSections(tx, decided, { isBlind: true, time_zone }))).find(({ name }) => name === 'license_coverage')!.entries
  expect(await coverage()).toHaveLength(1)
  const setGivenAt = (at: string) => app.db.execute(sql`update license_holder set given_at = ${at}::timestamptz where user_session_id = ${decided}`)
  await setGivenAt('2026-12-11 03:01Z')
  expect(await coverage()).toEqual([])
  await setGivenAt('2026-12-11 02:59Z')
  expect(await coverage()).toHaveLength(1)
  await setGivenAt('2026-11-01')
})

test('coverage is based on what sources had reported before the decision', async () => {
  const sections = await app.db.transaction((tx) => packetSections(tx, decided, { isBlind: false, time_zone }))
  const license_id = Number(sections.find((section) => section.name === 'licenses')!.entries[0]!['license_id'])
  const check = (result: string) => app.call(verifyLicense, { license_id, source: 'Nursys', result, checked_on: '2026-11-20' } as never, admin)
  await check('not_found')
  await app.db.execute(sql`update status_change set changed_at = now() where user_session_id = ${decided}`)
  await check('active')
  const after = await app.db.transaction((tx) => packetSections(tx, decided, { isBlind: false, time_zone }))
  expect(after.find((one) => one.name === 'license_coverage')!.entries).toMatchObject([{ covered: [], missing: ['TX', 'CA'] }])
})

test('a compact unconfirmed on the day of the decision is shown as such in the sentence and the facts; older packets read as before', async () => {
  const role = await makeRole(app.db, { license_states: ['AZ', 'UT'] })
  const { user_session_id, as } = await apply(app, role.ref_function_role_id, { email: 'privilege@example.com' })
  const held = [{ license_type: 'PT', license_state: 'AZ', is_multistate: false, privileges: ['UT'] }]
  await app.call(saveLicenses, { user_session_id, home_state: 'AZ', npi: null, licenses: held } as never, as)
  await move(user_session_id, PROCEED)
  const decideOn = async (day: string) => {
    await app.db.execute(sql`update license_holder set given_at = '2026-08-01' where user_session_id = ${user_session_id}`)
    await app.db.execute(sql`update status_change set changed_at = ${day}::date + interval '20 hours' where user_session_id = ${user_session_id}`)
    const sections = await app.db.transaction((tx) => packetSections(tx, user_session_id, { isBlind: false, time_zone }))
    return sections.find(({ name }) => name === 'license_coverage')!.entries
  }
  const described = (entries: object[]) => describeCoverage((name) => (name === 'license_coverage' ? (entries as never) : [])).join(' ')
  const earlySections = await decideOn('2026-09-01')
  expect(described(earlySections)).toMatch(/review: whether \w\w is in the PT Compact on this day is unconfirmed.*PT then: unconfirmed in AZ, UT \(ptcompact/)
  expect(described(earlySections)).not.toContain('in force in')
  expect(described(await decideOn('2026-09-02'))).toMatch(/^(?!.*unconfirmed).*PT then: in force in AZ, UT \(ptcompact/)
  const olderSections = earlySections.map((section) => ({
    ...section,
    facts: (section['facts'] as Record<string, unknown>[]).map(({ is_uncertain: _is_uncertain, ...fact }) => fact),
  }))
  expect(described(olderSections)).toContain('PT then: in force in AZ, UT (ptcompact')
})

test('with names hidden, staff notes on a check show neither the name nor a license number, and neither does a blind packet', async () => {
  const role = await makeRole(app.db, { license_states: ['FL'] })
  const { user_session_id, as } = await apply(app, role.ref_function_role_id, { email: 'source@example.com', first_name: 'Ada', last_name: 'Lovelace' })
  const list = [{ license_type: 'MD', license_state: 'FL', license_number: 'ME 11-22', is_multistate: false }]
  await app.call(saveLicenses, { user_session_id, home_state: 'FL', npi: '1234567893', licenses: list } as never, as)
  const read = async (identifiable: boolean) => (await app.call(readApplicantLicenses, { id: user_session_id, identifiable }, admin)).body.licenses[0]!
  const { license_id } = await read(true)
  const note = 'Ada, ME-1122, NPI 1234 56 78 93, 88/4217 and 88 42 17 until 2024-11'
  const source = 'FL MQA 2026, https://mqa.example/?name=Lovelace&lic=me1122&was=445566'
  await app.call(verifyLicense, { license_id, source, result: 'active', checked_on: '2026-11-20', note } as never, admin)
  expect((await read(true)).verifications[0]).toMatchObject({ source })
  const maskedNote = 'FL MQA 2026, https://mqa.example/?name=[name]&lic=[number]&was=[number]'
  expect((await read(false)).verifications[0]).toMatchObject({ source: maskedNote, note: '' })
  const sections = await app.db.transaction((tx) => packetSections(tx, user_session_id, { isBlind: true, time_zone }))
  expect(sections.find(({ name }) => name === 'license_verifications')!.entries).toMatchObject([
    { source: maskedNote, note: '[name], [number], NPI [number], [number] and [number] until 2024-11' },
  ])
})
