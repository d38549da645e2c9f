import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { decideMany, undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { withdrawApplication } from '#contract/candidate/candidate.ts'
import { createHiringDecisionDetail } from '#contract/red-flags/red-flags.ts'
import { updateRole } from '#contract/roles.ts'
import { POSITION_CLOSED, PROCEED, REJECTED, REJECTED_AFTER_A, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { onStatement } from '#server/db/statement-events.ts'
import { status_change } from '#server/db/tables.ts'
import { apply } from '#test/applying.ts'
import { makeRoleId } from '#test/make.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { openOwnPage } from '#test/own-page.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { kindOfRun } from '#test/setup/database.ts'
import { flushesIn, statementsOf } from '#test/setup/statements.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const role = await makeRoleId(app.db)
let people = 0

async function makeApplication(where: TestApp = app, ref_function_role_id = role) {
  const email = `decided${++people}@example.com`
  const { user_session_id } = await apply(where, ref_function_role_id, { email, why_this_role: `Reason ${people}` })
  return { email, user_session_id }
}
const send = (user_session_id: number, email: { template_name?: string; subject?: string; html?: string }) =>
  app.call(sendCandidateEmail, { candidate_info: { user_session_id }, ...email }, admin)
const move = (user_session_id: number, ref_application_status_id: number) => app.call(updateStatus, { user_session_id, ref_application_status_id }, admin)
const emailsTo = async (user_session_id: number, { db }: TestApp = app) =>
  (
    await db.execute(sql`
      select template_name, state, subject, html, ref_application_status_id from email_outbox
      where user_session_id = ${user_session_id} and purpose = 'candidate' order by email_id`)
  ).rows as { template_name: string | null; state: string; subject: string; html: string; ref_application_status_id: number }[]

test("a new decision withdraws the previous one's pending email", async () => {
  const { user_session_id } = await makeApplication()
  await move(user_session_id, PROCEED)
  await send(user_session_id, { template_name: 'Schedule Panel Interview' })
  await move(user_session_id, REJECTED)
  await send(user_session_id, { template_name: 'Application Rejection' })
  expect(await emailsTo(user_session_id)).toMatchObject([
    { template_name: 'Schedule Panel Interview', state: 'withdrawn' },
    { template_name: 'Application Rejection', state: 'queued' },
  ])
})

test('when a decision has two emails, the pending one is withdrawn even if the other was sent', async () => {
  const { user_session_id } = await makeApplication()
  await move(user_session_id, PROCEED)
  await send(user_session_id, { template_name: 'Schedule Panel Interview' })
  await app.db.execute(sql`update email_outbox set state = 'sent', sent_at = now() where user_session_id = ${user_session_id} and purpose = 'candidate'`)
  await send(user_session_id, { subject: 'Before we meet', html: '<p>Please choose a time.</p>' })
  await move(user_session_id, REJECTED)
  expect((await emailsTo(user_session_id)).map(({ state }) => state)).toEqual(['sent', 'withdrawn'])
})

test('a decision with its email takes 8 statements', async () => {
  const { user_session_id } = await makeApplication()
  const made: string[] = []
  onStatement(app.services.database.pool, ({ operation }) => made.push(operation))
  await app.call(decideMany, { user_session_ids: [user_session_id], ref_application_status_id: REJECTED, reason: 'Too few nights.', email: {} }, admin)
  // Plus one that looks up the caller's session.
  expect(made).toHaveLength(8 + 1)
  expect((await emailsTo(user_session_id)).map(({ state }) => state)).toEqual(['queued'])
})

test('a bulk decision returns the same result for each person as a single decision would', async () => {
  const [first, second] = [await makeApplication(), await makeApplication()]
  await app.call(
    createHiringDecisionDetail,
    { user_session_id: first.user_session_id, fgl_ref_red_flag_id: 1, fgl_absent_flag: false, fgl_rationale: 'Blames.' },
    admin,
  )
  const { status, body } = await app.call(
    decideMany,
    {
      user_session_ids: [first.user_session_id, second.user_session_id, 999_999],
      ref_application_status_id: REJECTED,
      expected_status_ids: [5, UNDER_REVIEW, 5],
      email: { subject: 'About {function_role_name}', html: '<p>Dear {first_name}, thank you.</p>' },
      reason: 'No license yet',
      red_flag_ids: [1],
    },
    admin,
  )
  expect(status).toBe(200)
  expect(body.results).toMatchObject([
    { user_session_id: first.user_session_id, ref_application_status_id: REJECTED, status: 200, email_id: expect.any(Number), undo_token: expect.any(String) },
    { user_session_id: second.user_session_id, status: 409, detail: expect.stringContaining("This applicant is now in 'Submitted'") },
    { user_session_id: 999_999, status: 404 },
  ])
  expect(await emailsTo(first.user_session_id)).toMatchObject([
    { subject: 'About Remote Care Coordinator', html: expect.stringContaining('Dear Ada, thank you.') },
  ])
  expect(await emailsTo(second.user_session_id)).toEqual([])
  const { rows } = await app.db.execute(sql`select reason, red_flag_ids from status_change where user_session_id = ${first.user_session_id}`)
  expect(rows).toEqual([{ reason: 'No license yet', red_flag_ids: [1] }])
})

test('bulk decisions run 50 per transaction, even with a rejected, an unknown and a duplicate applicant', async () => {
  const ids: number[] = []
  for (let count = 0; count < 60; count++) ids.push((await makeApplicant(app.db, { ref_function_role_id: role })).user_session_id)
  const [closed, unmailed] = [ids[3]!, ids[7]!]
  await app.db.execute(sql`update user_session set ref_application_status_id = ${POSITION_CLOSED} where user_session_id = ${closed}`)
  await app.db.execute(sql`update user_session set email = null where user_session_id = ${unmailed}`)
  const asked = [...ids, 999_999, ids[59]!]
  const decision = { user_session_ids: asked, ref_application_status_id: REJECTED, email: {} }
  let decided: Awaited<ReturnType<typeof app.call<typeof decideMany>>> | undefined
  const statements = await statementsOf(app.services.database.pool, async () => (decided = await app.call(decideMany, decision, admin)))
  const { results } = decided!.body
  expect(results.map(({ user_session_id }) => user_session_id)).toEqual(asked)
  const others = results.slice(0, 60).filter(({ user_session_id }) => user_session_id !== closed && user_session_id !== unmailed)
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  expect(results[3]).toMatchObject({ status: 409, detail: 'This application is closed.', undo_token: null })
  expect(results[7]).toMatchObject({ status: 409, detail: 'This applicant has no email address.', ref_application_status_id: null })
  expect(results[60]!.status).toBe(404)
  expect(results[61]).toMatchObject({ status: 409, undo_token: null })
  expect(flushesIn(statements)).toBe(2)
  const { rows } = await app.db.execute(sql`
    select count(distinct c.user_session_id)::int as moved, count(distinct o.user_session_id)::int as emailed,
      (select count(*)::int from audit_trail where subject_kind = 'applicant' and subject_id = any(${sql.param(ids)}::int[])) as recorded
    from status_change c left join email_outbox o using (status_change_id) where c.user_session_id = any(${sql.param(ids)}::int[])`)
  expect(rows).toEqual([{ moved: 58, emailed: 58, recorded: 116 }])
  const undone = await app.call(undoStatus, { undo_token: results[0]!.undo_token! }, admin)
  expect(undone.body).toMatchObject({ user_session_id: ids[0], ref_application_status_id: SUBMITTED })
})

test.runIf(kindOfRun() === 'postgres')("an applicant being changed by a colleague doesn't block the others, and the colleague's change is kept", async () => {
  const ids: number[] = []
  for (let count = 0; count < 4; count++) ids.push((await makeApplicant(app.db, { ref_function_role_id: role })).user_session_id)
  const movedOf = async (id: number) => (await app.db.$count(status_change, eq(status_change.user_session_id, id))) > 0
  const decision = { user_session_ids: ids, ref_application_status_id: REJECTED, expected_status_ids: ids.map(() => SUBMITTED), email: {} }
  let deciding: Promise<Awaited<ReturnType<typeof app.call<typeof decideMany>>>> | undefined
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`update user_session set ref_application_status_id = ${PROCEED} where user_session_id = ${ids[1]!}`)
    deciding = app.call(decideMany, decision, admin)
    await expect.poll(() => movedOf(ids[3]!), { timeout: 10_000 }).toBe(true)
    expect(await movedOf(ids[1]!)).toBe(false)
  })
  const { body } = await deciding!
  expect(body.results.map(({ status }) => status)).toEqual([200, 409, 200, 200])
  expect(body.results[1]!.detail).toContain('This applicant is now in ')
  expect(await emailsTo(ids[1]!)).toEqual([])
})

test('a database error fails only the applicant it affects', async () => {
  const ids: number[] = []
  for (let count = 0; count < 3; count++) ids.push((await makeApplicant(app.db, { ref_function_role_id: role })).user_session_id)
  const fail = `if new.user_session_id = ${ids[1]} then raise exception 'broken'; end if; return new;`
  await app.db.execute(sql.raw(`create function break_email() returns trigger language plpgsql as 'begin ${fail.replaceAll("'", "''")} end'`))
  await app.db.execute(sql`create trigger break_email before insert on email_outbox for each row execute function break_email()`)
  const { status, body } = await app.call(decideMany, { user_session_ids: ids, ref_application_status_id: REJECTED, email: {} }, admin)
  await app.db.execute(sql`drop function break_email cascade`)
  expect([status, ...body.results.map((one) => one.status)]).toEqual([200, 200, 500, 200])
  const { rows } = await app.db.execute(sql`select user_session_id as id from status_change where user_session_id = any(${sql.param(ids)}::int[]) order by 1`)
  expect(rows.map(({ id }) => id)).toEqual([ids[0], ids[2]])
})

test("no one is moved if their email can't be composed", async () => {
  const { user_session_id } = await makeApplication()
  const ask = { user_session_ids: [user_session_id], ref_application_status_id: REJECTED }
  const unknown = await app.call(decideMany, { ...ask, email: { template_name: 'No such template' } }, admin)
  expect(unknown.body.results).toMatchObject([{ status: 404, ref_application_status_id: null }])
  const gap = await app.call(decideMany, { ...ask, email: { subject: 'Hello', html: '<p>{first_nam}</p>' } }, admin)
  expect(gap.body.results).toMatchObject([{ status: 422, detail: "{first_nam} isn't a placeholder. Did you mean {first_name}?" }])
  const { rows } = await app.db.execute(sql`select count(*)::int as n from status_change where user_session_id = ${user_session_id}`)
  expect(rows).toEqual([{ n: 0 }])
})

test("a decision with an email doesn't move someone without an address, alone or in bulk; one without an email does", async () => {
  const [unmailed, other] = [await makeApplication(), await makeApplication()]
  await app.db.execute(sql`update user_session set email = null where user_session_id = ${unmailed.user_session_id}`)
  const decide = async (user_session_ids: number[], email?: object) =>
    (await app.call(decideMany, { user_session_ids, ref_application_status_id: REJECTED, ...(email && { email }) }, admin)).body.results
  const rejected = { status: 409, detail: 'This applicant has no email address.', ref_application_status_id: null }
  expect(await decide([unmailed.user_session_id], {})).toMatchObject([rejected])
  expect(await decide([unmailed.user_session_id, other.user_session_id], {})).toMatchObject([rejected, { status: 200 }])
  expect(await decide([unmailed.user_session_id])).toMatchObject([{ status: 200, ref_application_status_id: REJECTED, email_id: null }])
})

test('an email can be reworded for a single send; without a template it needs a subject and text; sending a duplicate returns 409', async () => {
  const { user_session_id } = await makeApplication()
  const words = { subject: 'One question', html: '<p>Hello {first_name}<script>x</script></p>' }
  expect((await send(user_session_id, words)).status).toBe(202)
  expect((await send(user_session_id, words)).status).toBe(409)
  expect((await send(user_session_id, { subject: 'Only this' })).body.errors).toEqual([{ path: 'html', message: 'This field is required' }])
  expect((await send(user_session_id, { ...words, html: '{nothing}' })).status).toBe(422)
  const [sent] = await emailsTo(user_session_id)
  expect(sent).toMatchObject({ template_name: null, subject: 'One question', html: expect.stringContaining('Hello Ada') })
  expect(sent!.html).not.toContain('<script')
})

test('a rejection after an interview needs a reason if the employer requires one', async () => {
  await using strict = await startApp({ DECISION_REASON: 'required' })
  const as = await strict.admin()
  const { user_session_id } = await makeApplication(strict, await makeRoleId(strict.db))
  const ask = { user_session_id, ref_application_status_id: REJECTED_AFTER_A }
  for (const reason of [undefined, '', '  ']) {
    const rejected = await strict.call(updateStatus, { ...ask, ...(reason !== undefined && { reason }) }, as)
    expect([rejected.status, rejected.body.errors?.[0]?.path]).toEqual([422, 'reason'])
  }
  expect((await strict.call(updateStatus, { ...ask, reason: 'Unclear about handoffs' }, as)).status).toBe(200)
})

test('candidates can withdraw no matter which placeholders the confirmation contains', async () => {
  await using other = await startApp()
  const { user_session_id, email } = await makeApplication(other, await makeRoleId(other.db))
  await other.db.execute(
    sql`update email_template set email_base_html = '<p>{interview_list} {scheduling_link}</p>' where email_name = 'Application Withdrawn'`,
  )
  const { status } = await other.call(withdrawApplication, { id: user_session_id }, await openOwnPage(other, email))
  expect(status).toBe(200)
  expect(await emailsTo(user_session_id, other)).toMatchObject([{ template_name: 'Application Withdrawn', state: 'queued' }])
})

test('closing a role emails everyone, even people without a last name, and never moves anyone silently', async () => {
  const closing = await makeRoleId(app.db)
  const [named, unnamed] = [await makeApplication(app, closing), await makeApplication(app, closing)]
  await app.db.execute(sql`update user_session set last_name = null where user_session_id = ${unnamed.user_session_id}`)
  const close = () => app.call(updateRole, { id: closing, disabled_flag: true, waiting_applicants: 'email' }, admin)
  await app.db.execute(sql`update email_template set disabled_flag = true where email_name = 'Position Closed'`)
  expect((await close()).status).toBe(404)
  await app.db.execute(
    sql`update email_template set disabled_flag = false, email_base_html = '<p>Dear {first_name} {last_name},</p>' where email_name = 'Position Closed'`,
  )
  expect((await close()).status).toBe(200)
  expect(await emailsTo(named.user_session_id)).toMatchObject([
    { html: expect.stringContaining('Dear Ada Archer,'), ref_application_status_id: POSITION_CLOSED },
  ])
  expect(await emailsTo(unnamed.user_session_id)).toMatchObject([{ html: expect.stringContaining('Dear Ada,') }])
})

test('closing a role takes no more statements for 40 people than for 4', async () => {
  const closeFor = async (people: number) => {
    const closing = await makeRoleId(app.db)
    for (let count = 0; count < people; count++) await makeApplicant(app.db, { ref_function_role_id: closing, ...(count === 0 && { email: null }) })
    const statements = await statementsOf(app.services.database.pool, async () => {
      expect((await app.call(updateRole, { id: closing, disabled_flag: true, waiting_applicants: 'email' }, admin)).status).toBe(200)
    })
    const { rows } = await app.db.execute(sql`
      select count(*)::int as closed, count(o.email_id)::int as emailed from user_session u left join email_outbox o using (user_session_id)
      where u.ref_function_role_id = ${closing} and u.ref_application_status_id = ${POSITION_CLOSED}`)
    expect(rows).toEqual([{ closed: people, emailed: people - 1 }])
    // Once a minute, a session notes that it was used.
    return statements.map(({ text }) => text).filter((text) => !text.includes('update "auth_session"'))
  }
  const [few, many] = [await closeFor(4), await closeFor(40)]
  expect(many).toHaveLength(few.length)
  expect(many.filter((text) => /insert into "audit_trail"/.test(text)).length).toBeLessThanOrEqual(3)
})
