import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createRole, listAdminRoles, listOpenRoles, readOpenRole, updateRole } from '#contract/roles.ts'
import { PROCEED, REJECTED } from '#contract/statuses/statuses.ts'
import { audit_trail, function_role } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { HOSTILE } from '#test/hostile/markup.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

const TEXT = { function_role_name: 'Night Nurse', hiring_lead_email: 'lead@meridianhealth.example', hiring_lead_name: 'Lena Lead' }

test('an admin creates a role and it is open to everyone', async () => {
  const { status, body } = await app.call(createRole, { ...TEXT, function_role_requirements: '- One\n- Two', salary_min: 60_000, salary_max: 70_000 }, admin)

  expect(status).toBe(201)
  expect(body).toMatchObject({ ...TEXT, salary_min: 60_000, salary_currency: 'USD', salary_unit: 'YEAR', version: 1, unanswered_applicants: 0 })
  expect(body.modified_by_email).toBe(app.env.ADMIN_EMAILS[0])
  const open = await app.call(readOpenRole, { id: body.ref_function_role_id })
  expect(open.body).toMatchObject({ function_role_name: 'Night Nurse', function_role_requirements: '- One\n- Two' })
  expect(open.body).not.toHaveProperty('hiring_lead_email')
})

test("a change sends only what's different and increases the version", async () => {
  const { ref_function_role_id: id } = await makeRole(app.db)
  const { status, body } = await app.call(updateRole, { id, function_role_name: '  Lead Nurse ' }, admin)

  expect(status).toBe(200)
  expect(body).toMatchObject({ function_role_name: 'Lead Nurse', function_role_requirements: 'Two years with patients', version: 2 })
  const [row] = await app.db.select().from(audit_trail).where(eq(audit_trail.subject_id, id))
  expect(row).toMatchObject({ action: 'role.changed', actor_kind: 'admin', facts: { fields: ['function_role_name'] } })
})

test('saving without any changes has no effect', async () => {
  const { ref_function_role_id: id, published_at } = await makeRole(app.db)
  const { body } = await app.call(updateRole, { id, function_role_requirements: 'Two years with patients', published_at }, admin)

  expect(body.version).toBe(1)
})

test('a department or shift adopts the spelling another opening uses; if no other opening has it, it can be changed', async () => {
  const first = await app.call(createRole, { ...TEXT, department: ' Wound  Care ', shift: 'Nights' }, admin)
  expect(first.body).toMatchObject({ department: 'Wound Care', shift: 'Nights' })
  const second = await app.call(createRole, { ...TEXT, department: 'wound care ', shift: 'NIGHTS' }, admin)
  expect(second.body).toMatchObject({ department: 'Wound Care', shift: 'Nights' })

  const change = (id: number, department: string) => app.call(updateRole, { id, department }, admin)
  expect((await change(second.body.ref_function_role_id, 'WOUND CARE')).body).toMatchObject({ department: 'Wound Care', version: 1 })
  await change(second.body.ref_function_role_id, 'Surgery')
  expect((await change(first.body.ref_function_role_id, 'Wound care')).body.department).toBe('Wound care')
})

test('Role name is required', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db)
  for (const { status, body } of [
    await app.call(updateRole, { id, function_role_name: '  ' }, admin),
    await app.call(updateRole, { id, function_role_name: '\u200b \u2060' }, admin),
    await app.call(createRole, { ...TEXT, function_role_name: '' }, admin),
    await app.send('POST', '/api/open-roles/admin', { hiring_lead_email: TEXT.hiring_lead_email, hiring_lead_name: 'Lena' }, admin),
  ]) {
    expect(status).toBe(422)
    expect(body.detail).toBe('Role name is required')
    expect(body.errors).toEqual([{ path: 'function_role_name', message: 'Role name is required' }])
  }
})

test.each([
  [{ hiring_lead_email: 'nobody' }, 'hiring_lead_email'],
  [{ salary_min: 5, salary_max: 4 }, 'salary_max'],
  [{ salary_min: -1 }, 'salary_min'],
  [{ published_at: '2030-01-02T00:00:00Z', closes_at: '2030-01-01T00:00:00Z' }, 'closes_at'],
  [{ closes_at: 'tomorrow' }, 'closes_at'],
  [{ license_states: ['TX', 'XX'] }, 'license_states.1'],
])('%o is rejected with an error on its field', async (change, path) => {
  const { ref_function_role_id: id } = await makeRole(app.db)
  const { status, body } = await app.send('PUT', `/api/open-roles/admin/${id}`, change, admin)

  expect(status).toBe(422)
  expect(body.errors?.[0]?.path).toBe(path)
})

test('a role past its closing time counts as disabled, no matter when it was published', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db)
  expect((await app.call(updateRole, { id, closes_at: '2020-01-01T00:00:00Z' }, admin)).status).toBe(200)

  expect((await app.call(readOpenRole, { id })).status).toBe(404)
  expect((await app.call(listOpenRoles, {})).body.map((role) => role.ref_function_role_id)).not.toContain(id)
})

test('someone who changes an outdated version is told who changed it first', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db)
  const other = await app.admin(app.env.ADMIN_EMAILS[1])
  await app.call(updateRole, { id, version: 1, function_role_name: 'First' }, other)
  const { status, body } = await app.call(updateRole, { id, version: 1, function_role_name: 'Second' }, admin)

  expect(status).toBe(409)
  expect(body.detail).toContain(app.env.ADMIN_EMAILS[1])
  expect(body.detail).toMatch(/ on \w+ \d+, \d{4}/)
  expect((await app.call(updateRole, { id, version: 2, function_role_name: 'Second' }, admin)).status).toBe(200)
})

test('of two simultaneous changes to one version, one is stored and one is rejected', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db)
  const responses = await Promise.all(['One', 'Two'].map((function_role_name) => app.call(updateRole, { id, version: 1, function_role_name }, admin)))

  expect(responses.map((response) => response.status).toSorted()).toEqual([200, 409])
})

test('a disabled role is not open; the list counts applicants waiting for a reply', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db)
  await apply(app, id)
  await makeApplicant(app.db, { ref_function_role_id: id, ref_application_status_id: PROCEED })
  await makeApplicant(app.db, { ref_function_role_id: id, ref_application_status_id: REJECTED, has_emailed_application_status: true })
  await app.call(updateRole, { id, disabled_flag: true, waiting_applicants: 'stay-due' }, admin)

  expect((await app.call(readOpenRole, { id })).status).toBe(404)
  const all = await app.call(listAdminRoles, {}, admin)
  expect(all.body.find((one) => one.ref_function_role_id === id)).toMatchObject({ disabled_flag: true, unanswered_applicants: 2 })
})

test('no one sees a draft, and a paused role accepts no applications: both count as disabled', async () => {
  const { body } = await app.call(createRole, { ...TEXT, function_role_description: 'Nights.', state: 'draft' }, admin)
  const id = body.ref_function_role_id
  expect([body.state, body.disabled_flag, (await app.call(readOpenRole, { id })).status]).toEqual(['draft', true, 404])
  expect((await app.call(updateRole, { id, state: 'published' }, admin)).body.disabled_flag).toBe(false)
  expect((await app.call(updateRole, { id, state: 'paused' }, admin)).body.disabled_flag).toBe(true)
  expect((await app.call(readOpenRole, { id })).status).toBe(404)
})

test('an unknown role cannot be changed', async () => {
  expect((await app.call(updateRole, { id: 999_999, function_role_name: 'x' }, admin)).status).toBe(404)
})

test('an unknown role, or a value that is not a role, gets a readable error', async () => {
  for (const { status, body } of [
    await app.send('GET', '/api/open-roles/one', undefined),
    await app.send('PUT', '/api/open-roles/admin/one', { function_role_name: 'Night Nurse' }, admin),
    await app.send('POST', '/roles/one/apply', { answers: [] }),
  ]) {
    expect(status).toBe(422)
    expect(body.errors).toEqual([{ path: 'id', message: 'Invalid role ID' }])
  }
  for (const [method, path] of [
    ['POST', '/api/open-roles/admin'],
    ['PUT', '/api/open-roles/admin/1'],
  ] as const)
    expect((await app.send(method, path, ['no role'], admin)).body.errors).toContainEqual(expect.objectContaining({ message: 'Invalid role data' }))
  const { body } = await app.send('POST', '/roles/1/apply', ['no application'])
  expect(body.errors).toContainEqual(expect.objectContaining({ message: 'Invalid application data' }))
})

test('only admins can see and change roles', async () => {
  const interviewer = await app.interviewer()
  expect((await app.call(listAdminRoles, {})).status).toBe(401)
  expect((await app.call(listAdminRoles, {}, interviewer)).status).toBe(403)
  expect((await app.call(createRole, TEXT, interviewer)).status).toBe(403)
})

test('harmful markup is removed on saving, and again on display', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db)
  for (const hostile of HOSTILE) {
    const { body } = await app.call(updateRole, { id, function_role_description: hostile }, admin)
    expect(body.function_role_description).not.toMatch(/<(img|script|svg|math|style|iframe|form|base|meta)|javascript:|onerror=[^&]*>/i)
  }
  await app.db.update(function_role).set({ function_role_description: '<p>x</p><script>alert(1)</script>' }).where(eq(function_role.ref_function_role_id, id))

  expect((await app.call(readOpenRole, { id })).body.function_role_description).toBe('<p>x</p>')
  const listedRole = (await app.call(listOpenRoles, {})).body.find((one) => one.ref_function_role_id === id)
  expect(listedRole?.function_role_description).toBe('<p>x</p>')
})
