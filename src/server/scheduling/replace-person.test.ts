import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { assignApplicant, listWaitingForMe, writeNote } from '#contract/applicants/collaboration.ts'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { listSavedViews, createSavedView } from '#contract/applicants/saved-views.ts'
import { readSession } from '#contract/auth/auth.ts'
import { listAdminRoles, updateRole } from '#contract/roles.ts'
import { readRolePlan, saveRolePlan } from '#contract/scheduling/role-plan.ts'
import { readPlan, undoBooking } from '#contract/scheduling/scheduling.ts'
import { readDuties, replacePerson } from '#contract/staff/replacement.ts'
import { updatePerson, listPeople } from '#contract/staff/staff.ts'
import { readRoleTeam } from '#contract/staff/team.ts'
import { audit_trail, interviewer, role_plan, staff_account } from '#server/db/tables.ts'
import { makeInterviewer, type Interviewing } from '#test/interviewing.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRoleId } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { interviewEmails, makeInvited, openScheduling, planFor } from '#test/scheduling.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
afterAll(() => app.close())
const admin = await app.admin()
const { interviewer: makeFree, timesOf, hold, confirm, booked, bookingsOf } = openScheduling(app)

const replace = (staff_account_id: number, email: string, name?: string) =>
  app.call(replacePerson, { id: staff_account_id, email, ...(name && { name }) }, admin)
const accountOf = async (email: string) => (await app.call(listPeople, {}, admin)).body.find((one) => one.email === email)!

/** Lets an interviewer read applicants for these roles too. */
async function alsoRecruiter({ email }: Interviewing, scope: number[]): Promise<number> {
  const { staff_account_id } = await accountOf(email)
  await app.db.update(staff_account).set({ given_role: 'recruiter' }).where(eq(staff_account.staff_account_id, staff_account_id!))
  await app.call(updatePerson, { id: staff_account_id!, scope }, admin)
  return staff_account_id!
}

/** An interviewer who also leads a role, is on its team and in its interview plan, and has an assigned applicant, a mention and a shared view. */
async function makeBusyInterviewer() {
  const { ivo, candidate, row } = await booked()
  const { ref_function_role_id: id, user_session_id } = await makeApplicant(app.db)
  const departing = await alsoRecruiter(ivo, [id])
  await app.call(updateRole, { id, hiring_lead_email: ivo.email, hiring_lead_name: 'Ivo' }, admin)
  await app.call(
    saveRolePlan,
    { id, parts: [{ ref_interview_id: 1, minutes: 45, interviewer_ids: [ivo.ref_interviewer_id], where: null, candidate_text: null }] },
    admin,
  )
  await app.call(assignApplicant, { id: user_session_id, email: ivo.email }, admin)
  await app.call(writeNote, { id: user_session_id, note_text: `@${ivo.email} please look` }, admin)
  const view = { view_name: 'Late nurses', view_path: '/admin/applications/all/all/30', is_shared: true }
  expect((await app.call(createSavedView, view, ivo.as)).status).toBe(201)
  return { ivo, candidate, row, leaving: departing, id, user_session_id }
}

test("everything that depends on a person is listed and then moved to someone else in one step, and the person's sessions end", async () => {
  const { ivo, candidate, row, leaving, id, user_session_id } = await makeBusyInterviewer()

  const expected = {
    email: ivo.email,
    duties: [
      { duty: 'roles_led', count: 1, names: [expect.any(String)] },
      { duty: 'teams', count: 1, names: [expect.any(String)] },
      { duty: 'interviews', count: 1, names: [] },
      { duty: 'panels', count: 1, names: [expect.any(String)] },
      { duty: 'plans', count: 1, names: [] },
      { duty: 'assigned', count: 1, names: [] },
      { duty: 'mentions', count: 1, names: [] },
      { duty: 'shared_views', count: 1, names: ['Late nurses'] },
    ],
  }
  expect((await app.call(readDuties, { id: leaving }, admin)).body).toEqual(expected)

  const plan = async () => (await app.call(readPlan, { user_session_id: candidate.id }, admin)).body
  const { version } = await plan()
  const next = await makeFree()
  await alsoRecruiter(next, [])
  const { status, body } = await replace(leaving, next.email)
  expect([status, body]).toEqual([200, expected])
  expect((await app.call(readDuties, { id: leaving }, admin)).body.duties).toEqual([])

  const role = (await app.call(listAdminRoles, {}, admin)).body.find((one) => one.ref_function_role_id === id)!
  expect(role.hiring_lead_email).toBe(next.email)
  expect((await app.call(readRoleTeam, { id }, admin)).body.members.map(({ email }) => email)).toEqual([next.email])
  expect((await app.call(readRolePlan, { id }, admin)).body.parts[0]!.interviewer_ids).toEqual([next.ref_interviewer_id])
  expect(await plan()).toMatchObject({ version: version + 1, parts: [{ interviewer_ids: [next.ref_interviewer_id] }] })
  expect(await bookingsOf(candidate.id)).toMatchObject([{ ref_interviewer_id: next.ref_interviewer_id, starts_at: row.starts_at, state: 'booked' }])
  expect((await interviewEmails(app, next.email)).map(({ subject }) => subject.split(':')[0])).toContain('Interview confirmed')
  const waiting = (await app.call(listWaitingForMe, {}, next.as)).body
  expect([waiting.assigned, waiting.mentions]).toMatchObject([[{ user_session_id }], [{ user_session_id }]])
  expect((await app.call(listSavedViews, {}, next.as)).body).toMatchObject([{ view_name: 'Late nurses', is_own: true }])

  expect((await app.call(readSession, {}, ivo.as)).status).toBe(401)
  expect((await accountOf(ivo.email)).suspended_at).not.toBeNull()
  const [record] = await app.db.select().from(audit_trail).where(eq(audit_trail.action, 'staff.replaced'))
  expect(record).toMatchObject({ subject_id: leaving, facts: { roles_led: [id], assigned: [user_session_id], interviews: [row.interview_booking_id] } })
})

test("if the other person isn't free for an interview, nothing is moved and the response says which one", async () => {
  const { ivo, candidate, row } = await booked()
  const busy = await makeFree()
  await app.db.execute(`insert into interview_booking (user_session_id, ref_interview_id, ref_interviewer_id, starts_at, ends_at, state, uid)
    select ${candidate.id}, 2, ${busy.ref_interviewer_id}, starts_at + interval '15 minutes', ends_at + interval '15 minutes', 'booked', 'other-uid'
    from interview_booking where interview_booking_id = ${row.interview_booking_id}`)
  const { staff_account_id } = await accountOf(ivo.email)
  const { status, body } = await replace(staff_account_id!, busy.email)
  expect([status, body.detail]).toEqual([409, expect.stringMatching(/^Nothing was moved: .*Interview A/)])
  expect((await bookingsOf(candidate.id)).find((one) => one.interview_booking_id === row.interview_booking_id)).toMatchObject({
    ref_interviewer_id: ivo.ref_interviewer_id,
  })
  expect((await app.call(readSession, {}, ivo.as)).status).toBe(200)
})

test("a co-interviewer isn't replaced while the last change can still be undone, so an undo leaves no one booked", async () => {
  const [people, candidate] = [[await makeFree(), await makeFree()], await makeInvited(app)]
  await planFor(app, candidate.id, people, { interviewer_count: 2 })
  expect((await hold(candidate, (await timesOf(candidate)).free[4]!)).status).toBe(200)
  expect((await confirm(candidate)).status).toBe(200)
  const bookedRows = async () => (await bookingsOf(candidate.id)).filter(({ state }) => state === 'booked')
  const before = await bookedRows()
  const [first, second] = [before.find((row) => row.beside_id === null)!, before.find((row) => row.beside_id !== null)!]
  const { staff_account_id } = await accountOf(people.find((one) => one.ref_interviewer_id === second.ref_interviewer_id)!.email)
  const { status, body } = await replace(staff_account_id!, (await makeFree()).email)
  expect([status, body.detail]).toEqual([409, expect.stringMatching(/: Its last change can still be undone\. Try again once the emails have been sent\.$/)])
  expect(await bookedRows()).toEqual(before)
  expect((await app.call(undoBooking, { id: first.interview_booking_id }, admin)).status).toBe(200)
  expect(await bookedRows()).toEqual([])
})

test('a replacement needs access to the role, an address that can sign in, and a name if one is required', async () => {
  const { ref_function_role_id: id } = await makeApplicant(app.db)
  const recruiter = await makeStaff(app, 'recruiter', { scope: [id] })
  const auditor = await makeStaff(app, 'auditor')
  const owner = app.env.ADMIN_EMAILS[1]!
  const rejected = async (email: string, path: string, message: RegExp) => {
    const { status, body } = await replace(recruiter.staff_account_id, email)
    expect([status, body.errors?.[0]]).toEqual([422, { path, message: expect.stringMatching(message) }])
  }
  await rejected(recruiter.email, 'email', /someone else/)
  await rejected('stranger@elsewhere.example', 'email', /can't sign in here/)
  await rejected(auditor.email, 'email', /can't see applicants/)
  await app.call(updateRole, { id, hiring_lead_email: recruiter.email }, admin)
  await rejected(owner, 'name', /name/)
  expect((await replace(recruiter.staff_account_id, owner, 'Olga Owner')).status).toBe(200)
  const role = (await app.call(listAdminRoles, {}, admin)).body.find((one) => one.ref_function_role_id === id)!
  expect([role.hiring_lead_email, role.hiring_lead_name]).toEqual([owner, 'Olga Owner'])

  const outsider = await makeStaff(app, 'recruiter', { scope: [await makeRoleId(app.db)] })
  const panelist = await makeInterviewer(app, 'Pia Panel')
  const parts = [{ ref_interview_id: 1, minutes: 45, interviewer_ids: [panelist.ref_interviewer_id], where: null, candidate_text: null }]
  await app.call(saveRolePlan, { id, parts }, admin)
  const response = await app.call(replacePerson, { id: (await accountOf(panelist.email)).staff_account_id!, email: outsider.email, name: 'Otto' }, admin)
  expect([response.status, response.body.errors?.[0]?.path]).toEqual([422, 'email'])
  expect(await app.db.$count(interviewer, eq(interviewer.interviewer_email, outsider.email))).toBe(0)
})

// The embedded database has one connection, so nothing can run concurrently.
test.skipIf(app.services.database.embedded)("changes to a role's interviews made while someone is being replaced are kept", async () => {
  const [leaving, staying] = [await makeInterviewer(app, 'Lea Leaving'), await makeInterviewer(app, 'Stan Staying')]
  const id = await makeRoleId(app.db)
  const part = { ref_interview_id: 1, minutes: 45, interviewer_ids: [leaving.ref_interviewer_id], interviewer_count: 1, where: null, candidate_text: null }
  await app.call(saveRolePlan, { id, parts: [part] }, admin)
  const { staff_account_id } = await accountOf(leaving.email)
  const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const replacing = await app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from function_role where ref_function_role_id = ${id} for no key update`)
    const replaced = replace(staff_account_id!, staying.email)
    await expect.poll(async () => (await app.db.execute(isWaiting)).rows.length, { timeout: 30_000 }).toBe(1)
    await tx
      .update(role_plan)
      .set({ parts: [{ ...part, minutes: 60 }] })
      .where(eq(role_plan.ref_function_role_id, id))
    return { replaced }
  })
  expect((await replacing.replaced).status).toBe(200)
  expect((await app.call(readRolePlan, { id }, admin)).body.parts).toMatchObject([{ minutes: 60, interviewer_ids: [staying.ref_interviewer_id] }])
})

// The embedded database has one connection, so nothing can run concurrently.
test.skipIf(app.services.database.embedded)("an applicant assigned to someone just as they're being replaced goes to the replacement", async () => {
  const [leaving, staying] = [await makeInterviewer(app, 'Lou Leaving'), await makeInterviewer(app, 'Sue Staying')]
  const { ref_function_role_id, user_session_id: id } = await makeApplicant(app.db)
  const staff_account_id = await alsoRecruiter(leaving, [ref_function_role_id])
  await alsoRecruiter(staying, [ref_function_role_id])
  const waiting = async () =>
    (await app.db.execute(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows.length
  const { assigned, replaced } = await app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from user_session where user_session_id = ${id} for no key update`)
    const assigning = app.call(assignApplicant, { id, email: leaving.email }, admin)
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
    let isReplaced = false
    const replacing = replace(staff_account_id, staying.email).finally(() => (isReplaced = true))
    await expect.poll(async () => isReplaced || (await waiting()) === 2, { timeout: 30_000 }).toBe(true)
    return { assigned: assigning, replaced: replacing }
  })
  expect([(await assigned).status, (await replaced).status]).toEqual([200, 200])
  expect((await app.call(readApplicant, { id }, admin)).body.assigned_to).toBe(staying.email)
  expect((await app.call(assignApplicant, { id, email: leaving.email }, admin)).status).toBe(422)
})

test.skipIf(app.services.database.embedded)(
  'a note that mentions two people is saved while one replaces the other, whatever the order of their names',
  async () => {
    for (const isFirst of [true, false]) {
      const [one, other] = [await makeInterviewer(app, `Ann Early ${isFirst}`), await makeInterviewer(app, `Bea Late ${isFirst}`)]
      const [leaving, staying] = isFirst ? [one, other] : [other, one]
      const { ref_function_role_id, user_session_id: id } = await makeApplicant(app.db)
      await alsoRecruiter(staying, [ref_function_role_id])
      const staff_account_id = await alsoRecruiter(leaving, [ref_function_role_id])
      await app.call(updateRole, { id: ref_function_role_id, hiring_lead_email: leaving.email, hiring_lead_name: 'Lee' }, admin)
      const waiting = async () =>
        (await app.db.execute(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows.length
      const { written, replaced } = await app.db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from function_role where ref_function_role_id = ${ref_function_role_id} for no key update`)
        const replacing = replace(staff_account_id, staying.email)
        await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
        const writing = app.call(writeNote, { id, note_text: `@${staying.email} @${leaving.email} please look` }, admin)
        await expect.poll(waiting, { timeout: 30_000 }).toBe(2)
        return { written: writing, replaced: replacing }
      })
      expect([(await written).status, (await replaced).status]).toEqual([201, 200])
      expect((await written).body.mentions).toEqual([staying.email])
    }
  },
)

test("owners from the settings can't be replaced, an unknown person returns 404, and only owners can replace someone", async () => {
  const owner = await app.admin(app.env.ADMIN_EMAILS[1])
  expect((await replace(owner.staff_account_id, app.env.ADMIN_EMAILS[0]!)).status).toBe(409)
  expect((await replace(999_999, app.env.ADMIN_EMAILS[0]!)).status).toBe(404)
  expect((await app.call(readDuties, { id: 999_999 }, admin)).status).toBe(404)
  const recruiter = await makeStaff(app, 'recruiter')
  expect((await app.call(readDuties, { id: owner.staff_account_id }, recruiter)).status).toBe(403)
})
