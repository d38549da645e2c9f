import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { readOwnLicenses, saveOwnLicenses } from '#contract/licenses/licenses.ts'
import { dayAfter } from '#contract/licenses/rights.ts'
import { makeRole } from '#test/make.ts'
import { ownApplications } from '#test/own-applications.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
afterEach(() => void vi.useRealTimers())
const { applied } = await ownApplications(app)

test('candidates see their license as expired only once its last day is over in every US time zone', async () => {
  await makeRole(app.db, { license_states: ['HI'] })
  const person = await applied()
  const today = new Date().toISOString().slice(0, 10)
  const licenses = [{ license_type: 'RN', license_state: 'HI', expires_on: today }]
  const saved = await app.call(saveOwnLicenses, { id: person.id, home_state: 'HI', licenses } as never, person.as)
  expect(saved.status).toBe(200)
  const isExpiredAt = async (time: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${dayAfter(today, 1)}T${time}:00Z`) })
    return (await app.call(readOwnLicenses, { id: person.id }, person.as)).body.licenses[0]?.is_expired
  }
  // Hawaii's day ends at 10:00 UTC, American Samoa's at 11:00.
  expect([await isExpiredAt('05:00'), await isExpiredAt('10:59'), await isExpiredAt('11:00')]).toEqual([false, false, true])
})
