import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { licenseQuestionEmail } from '#contract/licenses/ask-email.ts'
import type { LicenseFilter } from '#contract/licenses/listed.ts'
import { computeCoverage, readApplicantLicenses, saveLicenses, verifyLicense } from '#contract/licenses/licenses.ts'
import { dayAfter } from '#contract/licenses/rights.ts'
import { formatDay } from '#contract/time-zone.ts'
import { todayIn } from '#server/applicants/licenses/licenses-of.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { ownApplications } from '#test/own-applications.ts'
import { startApp } from '#test/setup/app.ts'
import { sendExpiryReminders } from './remind-expiring.ts'

const app = await startApp()
afterAll(() => app.close())
const { admin } = await ownApplications(app)
const { ref_function_role_id } = await makeRole(app.db, { license_states: ['TX', 'FL', 'CA'] })

const on = todayIn(app.env.TIME_ZONE)
const RN = { license_type: 'RN', license_state: 'TX', license_number: 'RN 123-456', is_multistate: true, expires_on: '2099-06-30' as string | null }
let people = 0

/** Someone with one license, and what can happen to it. */
async function makeNurse(entered = RN) {
  const { user_session_id, as } = await apply(app, ref_function_role_id, { email: `nurse${++people}@example.com` })
  const save = (license = entered) => app.call(saveLicenses, { user_session_id, home_state: 'TX', npi: null, licenses: [license] } as never, as)
  await save()
  const read = async () => (await app.call(readApplicantLicenses, { id: user_session_id, identifiable: true }, admin)).body
  const { license_id } = (await read()).licenses[0]!
  const check = (given: object = {}) =>
    app.call(verifyLicense, { license_id, source: 'Nursys', result: 'active', checked_on: '2026-11-20', ...given } as never, admin)
  const fits = async (licenses: LicenseFilter) =>
    (await app.call(listReview, { roleId: ref_function_role_id, days_ago: 30, licenses } as never, admin)).body.ids.includes(user_session_id)
  return { user_session_id, license_id, save, read, check, fits }
}

test("a check isn't recorded if the applicant has changed the entry since; the new entry can be checked", async () => {
  const { save, read, check } = await makeNurse()
  const { entry } = (await read()).licenses[0]!
  await save({ ...RN, license_number: 'RN 123-457' })
  const late = await check({ entry })
  expect([late.status, late.body]).toEqual([
    409,
    expect.objectContaining({ detail: 'The applicant has changed this license since you opened it. Check the new entry at the source, then save again.' }),
  ])
  const [license] = (await read()).licenses
  expect(license).toMatchObject({ license_number: 'RN 123-457', verifications: [] })
  expect((await check({ entry: license!.entry })).status).toBe(201)
  expect((await check()).status).toBe(201)
  expect((await read()).licenses[0]!.verifications.map((one) => one.is_for_earlier_entry)).toEqual([false, false])
})

// The embedded database has one connection, so nothing can run concurrently.
test.skipIf(app.services.database.embedded)('a check waits for a change being saved and is then rejected', async () => {
  const { license_id, read, check } = await makeNurse()
  const { entry } = (await read()).licenses[0]!
  const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const late = await app.db.transaction(async (tx) => {
    await tx.execute(sql`update license set entry = entry + 1 where license_id = ${license_id}`)
    const checking = check({ entry })
    await expect.poll(async () => (await app.services.database.pool.query(isWaiting)).rowCount).toBe(1)
    return { checking }
  })
  expect((await late.checking).status).toBe(409)
  expect((await read()).licenses[0]!.verifications).toEqual([])
})

test('if the source gives an earlier expiration date than the applicant, the license expires on that date, on the person and in the list', async () => {
  const { user_session_id, save, read, check, fits } = await makeNurse()
  const email = async () => licenseQuestionEmail(await read(), { on, isOpen: true }).text
  await check({ good_until: dayAfter(on, 20) })
  expect((await read()).coverage).toMatchObject({ covered: ['TX', 'FL'], expiring: ['TX', 'FL'], sentence: expect.stringMatching(/; expires in 20 days\.$/) })
  expect([await fits('expiring'), await fits('some'), await fits('unverified')]).toEqual([true, true, false])
  expect(await email()).toContain('Are you renewing it?')

  await check({ good_until: dayAfter(on, -1) })
  const found = await read()
  const sentence = 'Covers 0 of 3 states; missing TX, FL, CA; review: expired, according to the source.'
  expect(found).toMatchObject({ coverage: { covered: [], review: ['TX', 'FL'], sentence }, licenses: [{ is_expired: true, expires_on: RN.expires_on }] })
  const listed = (await app.call(listReview, { roleId: ref_function_role_id, days_ago: 30 } as never, admin)).body.rows
  expect(listed.find((row) => row.user_session_id === user_session_id)!.licenses!.sentence).toBe(sentence)
  expect([await fits('expiring'), await fits('some'), await fits('unverified')]).toEqual([false, false, true])
  const day = formatDay(dayAfter(on, -1))
  expect(await email()).toContain(`According to the board's records, your Texas RN license was good until ${day}. Has it been renewed?`)

  await save({ ...RN, license_number: 'renewed' })
  expect((await read()).coverage).toMatchObject({ covered: ['TX', 'FL'], expiring: [], review: [] })
})

test('once the entered date has passed, the source wins if it still lists the license; if it gives no date, the entered one counts', async () => {
  const { read, check, fits } = await makeNurse({ ...RN, expires_on: dayAfter(on, -3) })
  const sentenceAfter = async (given: object) => {
    expect((await check(given)).status).toBe(201)
    const { coverage, licenses } = await read()
    return [coverage!.sentence, licenses[0]!.is_expired]
  }
  const COVERS = 'Covers 2 of 3 states; missing CA; TX multistate license'
  expect(await sentenceAfter({ checked_on: dayAfter(on, -9) })).toEqual(['Covers 0 of 3 states; missing TX, FL, CA; expired.', true])
  expect(await sentenceAfter({ checked_on: dayAfter(on, -9), good_until: '2098-01-01' })).toEqual([`${COVERS}.`, false])
  expect(await sentenceAfter({ checked_on: on })).toEqual([`${COVERS}.`, false])
  expect(await sentenceAfter({ checked_on: on, good_until: dayAfter(on, 30) })).toEqual([`${COVERS}; expires in 30 days.`, false])
  expect(await fits('expiring')).toBe(true)
  const undated = await makeNurse({ ...RN, expires_on: null })
  await undated.check({ result: 'restricted', good_until: dayAfter(on, 5) })
  expect([(await undated.read()).coverage!.expiring, await undated.fits('expiring')]).toEqual([['TX', 'FL'], true])
})

test("reminders go by the source's date if it comes first, and start over if the source gives a later one", async () => {
  const { user_session_id, check } = await makeNurse()
  const { rows: before } = await app.db.execute(sql`select 1 from license where user_session_id <> ${user_session_id}`)
  await app.db.execute(sql`update license set removed_at = now() where user_session_id <> ${user_session_id}`)
  const sentAfter = async (days: number) => {
    await check({ good_until: dayAfter(on, days) })
    return [await sendExpiryReminders(app.services), await sendExpiryReminders(app.services)]
  }
  const lastSubject = async () =>
    (await app.db.execute<{ subject: string }>(sql`select subject from email_outbox where purpose = 'notice' order by email_id desc limit 1`)).rows[0]?.subject
  expect(before.length).toBeGreaterThan(0)
  expect([await sentAfter(61), await sentAfter(7), await lastSubject()]).toEqual([[0, 0], [1, 0], 'A license expires in 7 days'])
  expect([await sentAfter(50), await lastSubject()]).toEqual([[1, 0], 'A license expires in 50 days'])
  await check({ result: 'not_found', good_until: dayAfter(on, 5) })
  expect(await sendExpiryReminders(app.services)).toBe(0)
})

test('a scenario can have two licenses that differ only in their dates, but not the same one twice', async () => {
  const { license_number: _, ...license } = RN
  const cover = (expires_on: string | null) =>
    app.call(computeCoverage, { on, home_state: 'TX', role_states: ['TX'], licenses: [license, { ...license, expires_on }] } as never, admin)
  expect(await cover('2020-01-31')).toMatchObject({ status: 200, body: { covered: ['TX'] } })
  expect((await cover(license.expires_on)).status).toBe(422)
})
