import { eq } from 'drizzle-orm'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addInterviewer, listBookingsInterviewers, listInterviewers, withoutAdded, readInterviewerByEmail, updateInterviewer } from '#contract/interviewers.ts'
import { audit_trail } from '#server/db/tables.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

const add = (interviewer_name: string, interviewer_email: string) =>
  app.call(addInterviewer, { interviewer_name, interviewer_email, interviewer_bio: 'A bio' }, admin)
const staffFile = async (text: string) => {
  await mkdir(app.env.DATA_DIR, { recursive: true })
  await writeFile(join(app.env.DATA_DIR, 'bookings-staff.json'), text)
}

test('an interviewer is added only once, regardless of case in the address', async () => {
  const { status, body } = await add('Iris', 'Iris@MeridianHealth.example')
  expect(status).toBe(201)
  expect(body).toMatchObject({ interviewer_name: 'Iris', interviewer_email: 'iris@meridianhealth.example', interviewer_bio: 'A bio', version: 1 })
  const [row] = await app.db.select().from(audit_trail).where(eq(audit_trail.action, 'interviewer.added'))
  expect(row).toMatchObject({ subject_id: body.ref_interviewer_id, facts: {} })

  expect((await add('Iris Again', 'IRIS@meridianhealth.example')).status).toBe(409)
})

test('the bio may be empty, but not the name or address', async () => {
  const { status, body } = await app.send(
    'POST',
    '/api/interviews/interviewers',
    { interviewer_name: 'Ben', interviewer_email: 'ben@meridianhealth.example' },
    admin,
  )
  expect([status, (body as { interviewer_bio?: string }).interviewer_bio]).toEqual([201, ''])
  expect((await add('', 'x@meridianhealth.example')).body.detail).toBe('Interviewer name is required')
  expect((await add('X', 'x@y, z@w.example')).body.detail).toBe('Please enter a valid email address')
})

test('a bio is updated; an unknown interviewer or an outdated version is rejected', async () => {
  const { body: added } = await add('Cleo', 'cleo@meridianhealth.example')
  const { status, body } = await app.call(updateInterviewer, { id: added.ref_interviewer_id, interviewer_bio: 'Newer', version: 1 }, admin)

  expect([status, body.interviewer_bio, body.version]).toEqual([200, 'Newer', 2])
  expect((await app.call(updateInterviewer, { id: added.ref_interviewer_id, interviewer_bio: 'Other', version: 1 }, admin)).status).toBe(409)
  const unknown = await app.call(updateInterviewer, { id: 999_999, interviewer_bio: '' }, admin)
  expect([unknown.status, unknown.body.detail]).toEqual([404, 'Interviewer not found in backend'])
})

test('interviewers are listed by name', async () => {
  await add('adam', 'adam@meridianhealth.example')
  const names = (await app.call(listInterviewers, {}, admin)).body.map((one) => one.interviewer_name)
  expect(names[0]).toBe('adam')
  expect(names).toEqual(names.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())))
})

test('interviewers can look up only their own address, in any case; an admin can look up anyone', async () => {
  await add('Dora', 'dora@meridianhealth.example')
  const dora = await app.interviewer('dora@meridianhealth.example')
  const find = (interviewer_email: string, as = dora) => app.call(readInterviewerByEmail, { interviewer_email }, as)

  expect((await find('Dora@Meridianhealth.example')).body).toMatchObject({ interviewer_name: 'Dora' })
  expect((await find('iris@meridianhealth.example')).status).toBe(403)
  expect((await find('iris@meridianhealth.example', admin)).status).toBe(200)
  const unregistered = await app.interviewer('nobody@meridianhealth.example')
  const missing = await find('nobody@meridianhealth.example', unregistered)
  expect(missing.status).toBe(404)
  expect(missing.body.detail).toMatch(/^You were not found as an interviewer in the database\./)
})

test('Bookings staff are listed by name; when Bookings is down, the call returns 503 with the reason', async () => {
  await staffFile(
    JSON.stringify([
      { interviewer_name: 'Zoe', interviewer_email: 'zoe@x.example' },
      { interviewer_name: 'Iris', interviewer_email: 'IRIS@meridianhealth.example' },
    ]),
  )
  const { body } = await app.call(listBookingsInterviewers, {}, admin)
  expect(body.map((one) => one.interviewer_name)).toEqual(['Iris', 'Zoe'])

  const { body: added } = await app.call(listInterviewers, {}, admin)
  expect(withoutAdded(body, added).map((one) => one.interviewer_name)).toEqual(['Zoe'])

  await staffFile('{')
  const away = await app.call(listBookingsInterviewers, {}, admin)
  expect([away.status, away.body.detail]).toEqual([503, "Bookings isn't available: The staff file isn't valid JSON."])
  expect((await app.call(listInterviewers, {}, admin)).status).toBe(200)
})

test('only admins manage interviewers', async () => {
  const interviewer = await app.interviewer()
  expect((await app.call(listInterviewers, {}, interviewer)).status).toBe(403)
  expect((await app.call(listBookingsInterviewers, {}, interviewer)).status).toBe(403)
  expect((await app.call(addInterviewer, { interviewer_name: 'X', interviewer_email: 'x@y.example', interviewer_bio: '' }, interviewer)).status).toBe(403)
  expect((await app.call(updateInterviewer, { id: 1, interviewer_bio: '' })).status).toBe(401)
})
