import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { applyAtOnce, openSession } from '#contract/applications/applications.ts'
import { createRole, listAdminRoles, listOpenRoles, readOpenRole, updateRole } from '#contract/roles.ts'
import { function_role } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { makeRole, makeRoleId } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

const TEXT = { function_role_name: 'Night Nurse', hiring_lead_email: 'lead@meridianhealth.example', hiring_lead_name: 'Lena Lead' }
const DAY = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const DESCRIPTION = { function_role_description: 'You keep patients and clinicians in touch.' }

/** What the public sees of a role: its page, its API call, the list, the feeds, and whether it accepts an application. */
async function publicly(id: number) {
  await app.call(updateRole, { id: await anotherRole, hiring_lead_name: `Lead ${String(Math.random())}` }, admin)
  const page = await app.send('GET', `/roles/${id}`)
  const feeds = await Promise.all(['/', '/jobs.rss', '/jobs.xml', '/sitemap.xml'].map(async (path) => String((await app.send('GET', path)).body)))
  return {
    page: page.status,
    call: (await app.call(readOpenRole, { id })).status,
    listed: (await app.call(listOpenRoles, {})).body.some((one) => one.ref_function_role_id === id),
    inFeeds: feeds.map((text) => new RegExp(`/roles/${id}["<]`).test(text)),
    session: (await app.call(openSession, { ref_function_role_id: id, device_info: 'a test' })).status,
  }
}
const anotherRole = makeRoleId(app.db)
const SHOWN = { page: 200, call: 200, listed: true, inFeeds: [true, true, true, true], session: 201 }
const HIDDEN = { call: 404, listed: false, inFeeds: [false, false, false, false], session: 404 }

test('no one sees a draft until it is published; a paused role keeps its page and accepts no applications; a closed one returns 410', async () => {
  const draft = await app.call(createRole, { ...TEXT, ...DESCRIPTION, state: 'draft' }, admin)
  const id = draft.body.ref_function_role_id
  const updateRole = (change: object) => app.send('PUT', `/api/open-roles/admin/${id}`, change, admin)
  expect(draft).toMatchObject({ status: 201, body: { state: 'draft', disabled_flag: true, published_at: null } })
  expect(await publicly(id)).toEqual({ page: 404, ...HIDDEN })

  expect((await updateRole({ state: 'published' })).body).toMatchObject({ state: 'published', disabled_flag: false, preview_path: null })
  expect(await publicly(id)).toEqual(SHOWN)
  const applicant = await apply(app, id)

  expect((await updateRole({ state: 'paused' })).body).toMatchObject({ state: 'paused', disabled_flag: true, unanswered_applicants: 1 })
  expect(await publicly(id)).toEqual({ page: 200, ...HIDDEN })
  const page = words(await app.send('GET', `/roles/${id}`))
  expect(page.includes("We aren't accepting applications for this role right now.")).toBe(true)
  expect(/Apply Now|JobPosting/.exec(page)).toBeNull()
  const form = await app.send('GET', `/roles/${id}/apply`)
  expect([form.status, form.headers['location']]).toEqual([303, `/roles/${id}`])
  const lateApplication = await app.call(applyAtOnce, { id, answers: [] })
  expect(lateApplication.status).toBe(404)

  expect((await updateRole({ disabled_flag: true })).body).toMatchObject({ state: 'paused' })
  expect((await updateRole({ state: 'closed' })).body.errors?.[0]?.path).toBe('waiting_applicants')
  expect((await updateRole({ state: 'closed', waiting_applicants: 'email' })).body).toMatchObject({ state: 'closed', unanswered_applicants: 0 })
  expect(await publicly(id)).toEqual({ page: 410, ...HIDDEN })
  expect(applicant.user_session_id).toBeGreaterThan(0)

  expect((await updateRole({ disabled_flag: false })).body).toMatchObject({ state: 'published', disabled_flag: false })
  expect(await publicly(id)).toEqual(SHOWN)
})

test.each([
  ['draft', 'paused', "This role hasn't been published yet, so it can't be paused."],
  ['draft', 'closed', "This role hasn't been published yet, so it can't be closed."],
  ['published', 'draft', "Candidates have seen this role, so it can't become a draft again. Pause or close it instead."],
] as const)("a %s role can't be %s", async (from, to, message) => {
  const { body } = await app.call(createRole, { ...TEXT, ...DESCRIPTION, state: from }, admin)
  const rejected = await app.call(updateRole, { id: body.ref_function_role_id, state: to }, admin)
  expect([rejected.status, rejected.body]).toMatchObject([422, { errors: [{ path: 'state', message }] }])
})

test("publishing reports what is missing; the specification's `disabled_flag` publishes without checking", async () => {
  const { body } = await app.call(createRole, { ...TEXT, state: 'draft' }, admin)
  const id = body.ref_function_role_id
  for (const change of [{ state: 'published' as const }, { published_at: inDays(2) }]) {
    const rejected = await app.call(updateRole, { id, ...change }, admin)
    expect([rejected.status, rejected.body]).toMatchObject([422, { errors: [{ path: 'function_role_description' }] }])
  }
  expect((await app.call(createRole, { ...TEXT, state: 'published' }, admin)).status).toBe(422)
  expect((await app.call(updateRole, { id, disabled_flag: false }, admin)).body).toMatchObject({ state: 'published', disabled_flag: false })
  expect((await app.call(createRole, { ...TEXT, disabled_flag: true }, admin)).body).toMatchObject({ state: 'draft', disabled_flag: true })
})

test('a role can be published and closed by its dates alone, in every process', async () => {
  const scheduled = await app.call(createRole, { ...TEXT, ...DESCRIPTION, state: 'draft', published_at: inDays(1), closes_at: inDays(2) }, admin)
  const id = scheduled.body.ref_function_role_id
  expect(scheduled.body).toMatchObject({ state: 'draft', disabled_flag: true })
  const pass = () =>
    app.db
      .update(function_role)
      .set({ published_at: sql`published_at - interval '36 hours'`, closes_at: sql`closes_at - interval '36 hours'` })
      .where(eq(function_role.ref_function_role_id, id))
  await pass()
  expect(await stateOf(id)).toEqual(['published', false])
  await pass()
  expect(await stateOf(id)).toEqual(['closed', true])
  expect((await publicly(id)).page).toBe(410)

  const again = (change: object) => app.send('PUT', `/api/open-roles/admin/${id}`, change, admin)
  expect((await again({ state: 'published', closes_at: inDays(-1) })).body.errors?.[0]?.path).toBe('closes_at')
  expect((await again({ state: 'published' })).body).toMatchObject({ state: 'published', closes_at: null })
  expect((await again({ published_at: inDays(3) })).body.errors?.[0]?.path).toBe('published_at')
  await again({ state: 'paused' })
  expect((await again({ state: 'published', published_at: inDays(3) })).body).toMatchObject({ state: 'paused', disabled_flag: true })
  await app.db
    .update(function_role)
    .set({ published_at: sql`now()` })
    .where(eq(function_role.ref_function_role_id, id))
  expect(await stateOf(id)).toEqual(['published', false])
})

test('a date can be removed from a draft or moved up; closing before publishing is rejected', async () => {
  const { body } = await app.call(createRole, { ...TEXT, ...DESCRIPTION, state: 'draft', published_at: inDays(5) }, admin)
  const put = (change: object) => app.send('PUT', `/api/open-roles/admin/${body.ref_function_role_id}`, change, admin)
  expect((await put({ closes_at: inDays(4) })).body.errors?.[0]?.path).toBe('closes_at')
  expect((await put({ closes_at: inDays(-4) })).body.errors?.[0]?.path).toBe('closes_at')
  expect((await put({ published_at: null })).body).toMatchObject({ state: 'draft', published_at: null })
  expect((await put({ published_at: inDays(5) })).body).toMatchObject({ state: 'draft' })
  expect((await put({ published_at: inDays(-1) })).body).toMatchObject({ state: 'published' })
})

test('anyone with the link can preview a draft as candidates will see it; once published, the link leads to the page', async () => {
  const { body } = await app.call(createRole, { ...TEXT, ...DESCRIPTION, state: 'draft' }, admin)
  const path = body.preview_path!
  const preview = await app.send('GET', path)
  expect(preview.status).toBe(200)
  expect(preview.headers['cache-control']).toContain('no-store')
  for (const part of ['Night Nurse', 'You keep patients and clinicians in touch.', "this role isn't published yet", 'noindex']) {
    expect(words(preview).includes(part), part).toBe(true)
  }
  const other = await makeRole(app.db, { disabled_flag: true })
  for (const wrong of [path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), path.replace(/\d+/, String(other.ref_function_role_id))])
    expect((await app.send('GET', wrong)).status).toBe(404)

  await app.call(updateRole, { id: body.ref_function_role_id, state: 'published' }, admin)
  const led = await app.send('GET', path)
  expect([led.status, led.headers['location']]).toEqual([303, `/roles/${body.ref_function_role_id}`])
})

test('someone who was applying when a role was paused gets their answers back', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db)
  expect((await app.send('GET', `/roles/${id}/apply`)).status).toBe(200)
  await app.call(updateRole, { id, state: 'paused' }, admin)
  const form = new URLSearchParams({ first_name: 'Ada-typed-this' }).toString()
  const sent = await app.send('POST', `/roles/${id}/apply`, form, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  expect(sent.status).toBe(409)
  expect(String(sent.body)).toContain('was paused')
  expect(String(sent.body)).toContain('Ada-typed-this')
})

function words({ body }: { body: unknown }): string {
  return String(body).replaceAll('&#x27;', "'")
}

async function stateOf(id: number) {
  const all = await app.call(listAdminRoles, {}, admin)
  const role = all.body.find((one) => one.ref_function_role_id === id)!
  return [role.state, role.disabled_flag]
}
