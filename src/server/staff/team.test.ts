import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listColleagues } from '#contract/applicants/collaboration.ts'
import { listApplicants } from '#contract/applicants/applicants.ts'
import { createRole, duplicateRole, updateRole } from '#contract/roles.ts'
import { updatePerson, listPeople } from '#contract/staff/staff.ts'
import { readRoleTeam, saveRoleTeam, type TeamPart } from '#contract/staff/team.ts'
import { audit_trail, email_outbox } from '#server/db/tables.ts'
import { sendMorning } from '#server/operate/morning/send-morning.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole, makeRoleId } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ TIME_ZONE: 'UTC' })
afterAll(() => app.close())
const admin = await app.admin()

const save = (id: number, members: { staff_account_id: number; part: TeamPart }[], more: object = {}) => app.call(saveRoleTeam, { id, members, ...more }, admin)
const read = async (id: number) => (await app.call(readRoleTeam, { id }, admin)).body
const sees = async (id: number, as: { token: string }) =>
  (await app.call(listApplicants, { roleId: 'all' }, as)).body.some((one) => one.ref_function_role_id === id)

test("a role's team decides who sees its applicants; the Team tab and the People screen edit the same data, and changes are audited", async () => {
  const { ref_function_role_id: id } = await makeApplicant(app.db)
  const recruiter = await makeStaff(app, 'recruiter')
  const { version } = await read(id)
  expect(await sees(id, recruiter)).toBe(false)
  const member = { staff_account_id: recruiter.staff_account_id, email: recruiter.email, part: 'recruiter' as const }
  const { status, body } = await save(id, [{ staff_account_id: recruiter.staff_account_id, part: 'recruiter' }], { version })
  expect([status, body]).toEqual([200, expect.objectContaining({ version: version + 1, members: [member] })])
  expect(await sees(id, recruiter)).toBe(true)
  expect((await app.db.select().from(audit_trail).where(eq(audit_trail.subject_id, id))).at(-1)).toMatchObject({
    action: 'role.changed',
    facts: { fields: ['team'], team: [{ staff_account_id: recruiter.staff_account_id, part: 'recruiter' }] },
  })
  const person = async () => (await app.call(listPeople, {}, admin)).body.find(({ email }) => email === recruiter.email)!
  expect((await person()).scope).toEqual([id])

  // Anyone editing the person or the role is notified of the change.
  const { version: before } = await person()
  await save(id, [{ staff_account_id: recruiter.staff_account_id, part: 'coordinator' }])
  const staleUpdate = await app.call(updatePerson, { id: recruiter.staff_account_id, scope: [], version: before }, admin)
  expect(staleUpdate.status).toBe(409)
  await app.call(updatePerson, { id: recruiter.staff_account_id, scope: [id], may_decide_flag: false }, admin)
  expect((await read(id)).members).toEqual([{ ...member, part: 'coordinator' }])
  const opened = await read(id)
  await app.call(updatePerson, { id: recruiter.staff_account_id, scope: [] }, admin)
  expect(await sees(id, recruiter)).toBe(false)
  const stale = await save(id, opened.members, { version: opened.version })
  expect([stale.status, stale.body.detail]).toEqual([409, expect.stringContaining(app.env.ADMIN_EMAILS[0]!)])
})

test("a hiring lead sees a role's applicants only while leading it", async () => {
  const { ref_function_role_id: id, user_session_id } = await makeApplicant(app.db)
  const lead = await makeStaff(app, 'hiring-manager', { may_decide_flag: true })
  expect((await read(id)).lead_has_access).toBe(false)
  await app.call(updateRole, { id, hiring_lead_email: lead.email.toUpperCase() }, admin)
  expect((await read(id)).lead_has_access).toBe(true)
  expect(await sees(id, lead)).toBe(true)
  expect((await app.call(listColleagues, { id: user_session_id }, admin)).body.map(({ email }) => email)).toContain(lead.email)
  await app.call(updateRole, { id, hiring_lead_email: 'someone@meridianhealth.example' }, admin)
  expect(await sees(id, lead)).toBe(false)
})

test('copying a role copies its team', async () => {
  const id = await makeRoleId(app.db)
  const manager = await makeStaff(app, 'hiring-manager', { scope: [id] })
  const recruiter = await makeStaff(app, 'recruiter')
  await save(id, [
    { staff_account_id: manager.staff_account_id, part: 'hiring-manager' },
    { staff_account_id: recruiter.staff_account_id, part: 'coordinator' },
  ])
  const { members } = await read(id)
  expect(members.map(({ part }) => part)).toEqual(['hiring-manager', 'coordinator'])
  const copy = await app.call(duplicateRole, { id }, admin)
  expect((await read(copy.body.ref_function_role_id)).members).toEqual(members)
})

test("giving someone a part that their staff role doesn't allow is rejected with an error on the field", async () => {
  const id = await makeRoleId(app.db)
  const manager = await makeStaff(app, 'hiring-manager', { scope: [id] })
  const auditor = await makeStaff(app, 'auditor')
  const one = (staff_account_id: number, part: TeamPart = 'coordinator') => ({ staff_account_id, part })
  const rejected: [Parameters<typeof save>[1], RegExp][] = [
    [[one(manager.staff_account_id, 'recruiter')], /is a hiring manager under People, so they can't be a recruiter here/],
    [[one(auditor.staff_account_id)], /can't see applicants/],
    [[one(999_999)], /doesn't exist/],
    [[one(manager.staff_account_id), one(manager.staff_account_id)], /one part/],
  ]
  for (const [members, message] of rejected) {
    const { status, body } = await save(id, members)
    expect([status, body.errors?.[0]?.path, body.detail]).toEqual([422, 'members', expect.stringMatching(message)])
  }
  expect((await save(id, [one(admin.staff_account_id, 'recruiter')])).status).toBe(200)
})

test('only owners can change a team; people who can read the role can see it, and others get 404', async () => {
  const [id, other] = [await makeRoleId(app.db), await makeRoleId(app.db)]
  const recruiter = await makeStaff(app, 'recruiter', { scope: [id] })
  expect((await app.call(readRoleTeam, { id }, recruiter)).status).toBe(200)
  expect((await app.call(readRoleTeam, { id: other }, recruiter)).status).toBe(404)
  expect((await app.call(readRoleTeam, { id: 999_999 }, admin)).status).toBe(404)
  expect((await app.call(saveRoleTeam, { id, members: [] }, recruiter)).status).toBe(403)
})

test("recruiters on the team are emailed about due replies; hiring managers and coordinators aren't", async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { hiring_lead_email: 'Zq-Lead@meridianhealth.example' })
  await makeApplicant(app.db, { ref_function_role_id: id, daysAgo: 20 })
  const recruiter = await makeStaff(app, 'recruiter', { scope: [id] })
  const manager = await makeStaff(app, 'hiring-manager', { scope: [id] })
  const owner = await app.admin(app.env.ADMIN_EMAILS[1])
  await save(id, [
    { staff_account_id: recruiter.staff_account_id, part: 'recruiter' },
    { staff_account_id: manager.staff_account_id, part: 'hiring-manager' },
    { staff_account_id: owner.staff_account_id, part: 'coordinator' },
  ])
  await sendMorning(app.services, new Date('2026-06-01T07:30:00Z'))
  const recipients = (await app.db.select().from(email_outbox)).map(({ to_address }) => to_address)
  expect(recipients).toEqual(expect.arrayContaining(['zq-lead@meridianhealth.example', recruiter.email]))
  expect(recipients).not.toContain(manager.email)
  expect(recipients).not.toContain(app.env.ADMIN_EMAILS[1])
})

// This has to be the last test, because it makes everyone's confirmation expire.
test("choosing a hiring lead who would gain access requires confirming your identity; choosing anyone else doesn't", async () => {
  const id = await makeRoleId(app.db)
  const lead = await makeStaff(app, 'hiring-manager')
  await app.db.execute(`update auth_session set proved_at = now() - interval '1 hour', confirmed_at = null`)
  const rejected = await app.call(updateRole, { id, hiring_lead_email: lead.email }, admin)
  expect([rejected.status, rejected.body.detail]).toEqual([403, expect.stringMatching(/^Confirm/)])
  expect((await app.call(createRole, { function_role_name: 'Nurse', hiring_lead_email: lead.email, hiring_lead_name: 'Lena' }, admin)).status).toBe(403)
  expect((await app.call(updateRole, { id, hiring_lead_email: 'someone@meridianhealth.example' }, admin)).status).toBe(200)
})
