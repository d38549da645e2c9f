import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGraphServer, GRAPH_KEYS } from '#test/setup/graph-server.ts'
import { isBookingsUnavailable } from './bookings-unavailable.ts'
import { openBookings } from './open-bookings.ts'

let DATA_DIR = ''
beforeAll(async () => void (DATA_DIR = await mkdtemp(join(tmpdir(), 'rounds-bookings-'))))
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }))

const write = (text: string) => writeFile(join(DATA_DIR, 'bookings-staff.json'), text)

test("without a staff file, no one is listed; with one, everyone in it is, and edits don't need a restart", async () => {
  const staff = openBookings({ DATA_DIR })
  expect(await staff.list()).toEqual([])

  const ana = { interviewer_name: 'Ana Ruiz', interviewer_email: 'ana@m.example' }
  const ben = { interviewer_name: 'Ben Oz', interviewer_email: 'ben@m.example' }
  await write(JSON.stringify([ben, ana, { interviewer_name: 'Again', interviewer_email: 'ANA@m.example' }]))
  expect(await staff.list()).toEqual([ben, ana].toSorted((a, b) => a.interviewer_name.localeCompare(b.interviewer_name)))
  await write('[]')
  expect(await staff.list()).toEqual([])
})

test.each([
  ['', "The staff file isn't valid JSON."],
  ['[{', "The staff file isn't valid JSON."],
  ['{}', 'The staff file must be a JSON array of {interviewer_name, interviewer_email}.'],
  ['[{"interviewer_name": 1}]', 'The staff file must be a JSON array of {interviewer_name, interviewer_email}.'],
])('a staff file of %j is BOOKINGS_UNAVAILABLE with a reason', async (text, reason) => {
  await write(text)
  const error = await openBookings({ DATA_DIR })
    .list()
    .catch((caught: unknown) => caught)
  expect(isBookingsUnavailable(error) && error.message).toBe(reason)
})

test("a staff file that can't be read is BOOKINGS_UNAVAILABLE without its path", async () => {
  await rm(join(DATA_DIR, 'bookings-staff.json'), { force: true })
  await mkdir(join(DATA_DIR, 'bookings-staff.json'))
  const error = await openBookings({ DATA_DIR })
    .list()
    .catch((caught: unknown) => caught)
  expect(isBookingsUnavailable(error) && error.message).toBe("The staff file can't be read (EISDIR).")
})

test('the bookings service is used if its URL is set, and missing settings are named', async () => {
  const env = {
    DATA_DIR,
    BOOKINGS_CLIENT_ID: GRAPH_KEYS.clientId,
    BOOKINGS_CLIENT_SECRET: GRAPH_KEYS.clientSecret,
    BOOKINGS_BUSINESS_IDS: ' a@m.example , b@m.example,',
  }
  const ana = { id: '1', displayName: 'Ana Ruiz', emailAddress: 'ana@m.example' }
  await using graph = await openGraphServer({ 'a@m.example': [ana], 'b@m.example': [ana] })
  const { baseUrl: BOOKINGS_BASE_URL, tokenUrl: BOOKINGS_TOKEN_URL } = graph.place
  const staff = openBookings({ ...env, BOOKINGS_BASE_URL: `${BOOKINGS_BASE_URL}/`, BOOKINGS_TOKEN_URL })
  expect(await staff.list()).toEqual([{ interviewer_name: 'Ana Ruiz', interviewer_email: 'ana@m.example' }])

  expect(() => openBookings({ ...env, BOOKINGS_BASE_URL })).toThrow('BOOKINGS_TENANT_ID must be set')
  expect(() => openBookings({ DATA_DIR, BOOKINGS_BASE_URL, BOOKINGS_TOKEN_URL })).toThrow('BOOKINGS_CLIENT_ID')
})
