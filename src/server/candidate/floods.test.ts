import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportOwn, requestAccommodation, requestLink } from '#contract/candidate/candidate.ts'
import { sendCode } from '#contract/auth/auth.ts'
import { finishSingleSignOn } from '#contract/auth/single-sign-on.ts'
import { saveLicenses } from '#contract/licenses/licenses.ts'
import { sendCandidateDigests } from '#server/operate/morning/send-digests.ts'
import { audit_trail } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { openOwnPage } from '#test/own-page.ts'
import { interviewEmails, makeInvited, openScheduling, planFor } from '#test/scheduling.ts'
import { startWithProvider } from '#test/single-sign-on.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

const LEAD = 'lead@meridianhealth.example'
let app: TestApp
beforeAll(async () => {
  app = await startApp({ LIMITS_SCALE: '1' })
})
afterAll(() => app.close())

async function appliedTo(roles: number, email: string) {
  const ids: number[] = []
  for (let n = 0; n < roles; n++) {
    const { ref_function_role_id } = await makeRole(app.db, { function_role_name: `Nurse ${email} ${n}`, hiring_lead_email: LEAD })
    ids.push((await apply(app, ref_function_role_id, { email, first_name: 'Perdita' })).user_session_id)
  }
  await app.call(requestLink, { email })
  return { ids, as: await openOwnPage(app, email) }
}

async function emailsTo(address: string) {
  const { rows } = await app.db.execute<{ subject: string; text: string }>(sql`select subject, text from email_outbox where to_address = ${address} order by 1`)
  return rows
}

test('a hiring lead gets at most ten emails a day, and the last one lists all other applications by alias', async () => {
  const { ids, as } = await appliedTo(4, 'asks@example.com')
  for (const id of ids) for (let n = 0; n < 5; n++) expect((await app.call(requestAccommodation, { id, message: `Please, number ${n}` }, as)).status).toBe(201)
  expect(await emailsTo(LEAD)).toHaveLength(9)

  expect(await sendCandidateDigests(app.services)).toBe(1)
  const emails = await emailsTo(LEAD)
  expect(emails).toHaveLength(10)
  const digest = emails.find(({ subject }) => subject === '11 more messages from candidates')!
  expect(digest.text).toContain(`/admin/applications/all/all/36500/${ids[3]}`)
  expect(digest.text).not.toMatch(/Perdita|Archer|Please, number/)

  const { ids: others, as: other } = await appliedTo(1, 'also-asks@example.com')
  await app.call(requestAccommodation, { id: others[0]!, message: 'Captions' }, other)
  expect(await sendCandidateDigests(app.services)).toBe(0)
  expect(await emailsTo(LEAD)).toHaveLength(10)
  await app.db.execute(sql`update collected_notice set told_at = told_at - interval '25 hours'`)
  expect(await sendCandidateDigests(app.services)).toBe(1)
  expect((await emailsTo(LEAD)).map(({ subject }) => subject)).toContain('1 more message from candidates')
})

/** The rows that a flood adds, plus the counts written when its minute is over. */
async function rowsOf(flooded: TestApp, flood: () => Promise<unknown>): Promise<number> {
  const before = await flooded.db.$count(audit_trail)
  await flood()
  await flooded.fastify.close()
  return (await flooded.db.$count(audit_trail)) - before
}

test('300 made-up identity provider callbacks add a handful of rows to the trail', async () => {
  const at = await startWithProvider((settings) => startApp({ ...settings, LIMITS_SCALE: '1' }), { people: {} })
  try {
    const invented = (n: number) => at.app.call(finishSingleSignOn, { code: `code-${n}`, state: 's'.repeat(43) }, { cookies: { sso: 's'.repeat(43) } })
    const added = await rowsOf(at.app, async () => {
      for (let n = 0; n < 300; n++) expect([401, 429]).toContain((await invented(n)).status)
    })
    expect(added).toBeLessThanOrEqual(6)
  } finally {
    await at.close()
  }
})

test('200 exports by one candidate, 200 saves without changes and 200 code requests by strangers add at most 50 rows to the trail', async () => {
  await using flooded = await startApp({ LIMITS_SCALE: '1' })
  const { ref_function_role_id } = await makeRole(flooded.db)
  const { user_session_id, as: browser } = await apply(flooded, ref_function_role_id, { email: 'exports@example.com' })
  const as = await openOwnPage(flooded, 'exports@example.com')
  const licenses = {
    user_session_id,
    home_state: 'TX',
    licenses: [{ license_type: 'RN' as const, license_state: 'TX', is_multistate: true, expires_on: '2030-06-30' }],
  }
  const added = await rowsOf(flooded, async () => {
    for (let n = 0; n < 200; n++) await flooded.call(exportOwn, { id: user_session_id }, as)
    for (let n = 0; n < 200; n++) await flooded.call(saveLicenses, licenses, browser)
    for (let n = 0; n < 200; n++) await flooded.call(sendCode, { email: `person${n}@elsewhere.example`, role: 'admin' })
  })
  expect(added).toBeLessThanOrEqual(50)
})

test("once an interviewer has gotten 20 emails in a day about one candidate, that candidate can't make more changes, but others can", async () => {
  await using flooded = await startApp({ LIMITS_SCALE: '1' })
  const { booked, interviewer, timesOf, hold, confirm } = openScheduling(flooded)
  const ivo = await interviewer()
  const candidate = await makeInvited(flooded)
  await planFor(flooded, candidate.id, [ivo])
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) {
    const later = (await timesOf(candidate)).free.filter((time) => Date.parse(time) > Date.now() + 48 * 60 * 60 * 1000)
    const held = await hold(candidate, later[n % 2 === 0 ? 0 : 8]!)
    expect([n, held.status, held.body.detail]).toEqual([n, 200, undefined])
    statuses.push((await confirm(candidate)).status)
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
  expect(await interviewEmails(flooded, ivo.email)).toHaveLength(20)
  expect((await booked(ivo)).row.state).toBe('booked')
})
