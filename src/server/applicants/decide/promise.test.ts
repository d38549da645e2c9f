import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { listCandidateEmails, sendCandidateEmail, undoCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { changeContact, undoWithdrawal, withdrawApplication } from '#contract/candidate/candidate.ts'
import { askForLicenses } from '#contract/licenses/licenses.ts'
import { decideMany, undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { needMoreTime } from '#contract/applicants/promise.ts'
import { updateRole } from '#contract/roles.ts'
import { POSITION_CLOSED, PROCEED, REJECTED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { openOutbox } from '#server/mail/outbox.ts'
import type { Delivery } from '#server/mail/transport.ts'
import { settleCandidateEmail } from '#server/applicants/emails/settle-candidate-email.ts'
import { makeRole } from '#test/make.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { ownApplications } from '#test/own-applications.ts'
import { newestLink } from '#test/own-page.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof ownApplications>>
let admin: typeof world.admin
beforeAll(async () => {
  app = await startApp()
  world = await ownApplications(app)
  admin = world.admin
})
afterAll(() => app.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const read = async (id: number) => (await app.call(readApplicant, { id, identifiable: true }, admin)).body
const emailsTo = async (user_session_id: number) => (await app.call(listCandidateEmails, { user_session_id, identifiable: true }, admin)).body

test('"not yet decided" emails the candidate and moves the reply date, at most twice', async () => {
  const { user_session_id: id } = await makeApplicant(app.db, { daysAgo: 15 })
  expect(await read(id)).toMatchObject({ is_late: true, due: 'late' })
  const first = await app.call(needMoreTime, { id, until: inDays(7) }, admin)
  expect([first.status, first.body.extensions_left, first.body.reply_by.slice(0, 10)]).toEqual([202, 1, inDays(7)])
  expect(await read(id)).toMatchObject({ is_late: false, due: 'later', reply_by: first.body.reply_by, has_emailed_application_status: false })
  const [email] = await emailsTo(id)
  expect(email).toMatchObject({ template_name: 'More Time Needed', state: 'queued' })
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(first.body.reply_by))
  expect(email!.html).toContain(day)
  expect(email!.is_reworded).toBe(false)

  await app.db.execute(sql`update email_outbox set send_after = now() where user_session_id = ${id}`)
  await app.outbox.sendDue()
  expect((await read(id)).reply_by).toBe(first.body.reply_by)
  const words = { subject: 'Still reading', html: '<p>By {reply_by}.</p>' }
  expect((await app.call(needMoreTime, { id, until: inDays(10), ...words }, admin)).body.extensions_left).toBe(0)
  expect((await emailsTo(id))[0]).toMatchObject({ subject: 'Still reading', html: expect.stringMatching(/By \w+ \d+, \d{4}\./), is_reworded: true })
  const third = await app.call(needMoreTime, { id, until: inDays(12) }, admin)
  expect([third.status, third.body.detail]).toEqual([409, 'This date has already been moved 2 times. Please make a decision.'])
})

test('undoing the email restores the reply date', async () => {
  const { user_session_id: id } = await makeApplicant(app.db)
  const before = (await read(id)).reply_by
  const { body } = await app.call(needMoreTime, { id, until: inDays(30) }, admin)
  expect((await app.call(undoCandidateEmail, { undo_token: body.undo_token }, admin)).status).toBe(200)
  expect((await read(id)).reply_by).toBe(before)
  expect((await app.call(needMoreTime, { id, until: inDays(31) }, admin)).body.extensions_left).toBe(1)
})

type Person = Awaited<ReturnType<typeof world.applied>>
/** Makes a decision on people and returns how to undo it for the first. */
const decisions: Record<string, (people: Person[]) => Promise<() => Promise<{ status: number }>>> = {
  async 'decision by staff'(people) {
    const ids = people.map(({ id }) => id)
    const { body } = await app.call(decideMany, { user_session_ids: ids, ref_application_status_id: REJECTED, email: {} }, admin)
    return () => app.call(undoStatus, { undo_token: body.results[0]!.undo_token! }, admin)
  },
  async withdrawal(people) {
    for (const { id, as } of people) expect((await app.call(withdrawApplication, { id }, as)).status).toBe(200)
    const { id, as } = people[0]!
    return () => app.call(undoWithdrawal, { id }, as)
  },
}

test.each([
  ['decision by staff', 1],
  ['decision by staff', 3],
  ['withdrawal', 1],
] as const)('a %s (people: %i) withdraws emails about the date or the status, and its undo restores the date but not the emails', async (name, count) => {
  const people: Person[] = []
  for (let n = 0; n < count; n++) people.push(await world.applied())
  const before = (await read(people[0]!.id)).reply_by
  const message = { subject: 'A question', html: '<p>Do you have a car?</p>' }
  for (const { id } of people) {
    for (const days of [30, 40]) expect((await app.call(needMoreTime, { id, until: inDays(days) }, admin)).status).toBe(202)
    expect((await app.call(sendCandidateEmail, { candidate_info: { user_session_id: id }, ...message }, admin)).status).toBe(202)
    expect((await app.call(askForLicenses, { id, subject: 'Your licenses', html: '<p>Which ones?</p>' }, admin)).status).toBe(202)
  }
  const statesOf = async (id: number) => (await emailsTo(id)).map(({ subject, state }) => (subject === 'Your licenses' ? subject : state)).toReversed()
  const undo = await decisions[name]!(people)
  for (const { id } of people) expect(await statesOf(id)).toEqual(['withdrawn', 'withdrawn', 'withdrawn', 'Your licenses', 'queued'])

  expect((await undo()).status).toBe(200)
  const { id } = people[0]!
  expect(await read(id)).toMatchObject({ ref_application_status_id: SUBMITTED, has_emailed_application_status: false, reply_by: before })
  expect((await app.call(needMoreTime, { id, until: inDays(20) }, admin)).body.extensions_left).toBe(1)
  await app.db.execute(sql`update email_outbox set send_after = now() where user_session_id = ${id}`)
  await app.outbox.sendDue()
  expect((await emailsTo(id)).map(({ state }) => state)).toEqual(['sent', 'withdrawn', 'sent', 'withdrawn', 'withdrawn', 'withdrawn'])
})

/** Changes the address of an application. */
const changes: Record<string, (person: Person, email: string) => Promise<unknown>> = {
  async correction({ applying }, email) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ email }).toString()
    return app.send('POST', `/roles/${world.ref_function_role_id}/email`, body, { ...applying, headers })
  },
  async 'change on the own page'({ id, as }, email) {
    expect((await app.call(changeContact, { id, email }, as)).status).toBe(200)
    return app.send('POST', (await newestLink(app, email))!, '', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  },
}

test.each(['correction', 'change on the own page'])('an address %s withdraws an email about a later date and moves the date back', async (name) => {
  const person = await world.applied()
  const before = (await read(person.id)).reply_by
  expect((await app.call(needMoreTime, { id: person.id, until: inDays(30) }, admin)).status).toBe(202)
  expect(await changes[name]!(person, `moved-${person.email}`)).toMatchObject({ status: 303 })
  expect((await emailsTo(person.id)).map(({ template_name, state }) => [template_name, state])).toContainEqual(['More Time Needed', 'withdrawn'])
  expect((await read(person.id)).reply_by).toBe(before)
  expect((await app.call(needMoreTime, { id: person.id, until: inDays(31) }, admin)).body.extensions_left).toBe(1)
})

test('setting someone aside for review keeps the reply date and the email about it', async () => {
  const { id } = await world.applied()
  const { body } = await app.call(needMoreTime, { id, until: inDays(30) }, admin)
  await app.call(updateStatus, { user_session_id: id, ref_application_status_id: UNDER_REVIEW }, admin)
  expect((await emailsTo(id)).map(({ state }) => state)).toEqual(['queued'])
  expect((await read(id)).reply_by).toBe(body.reply_by)
  await app.call(updateStatus, { user_session_id: id, ref_application_status_id: REJECTED }, admin)
  expect((await emailsTo(id)).map(({ state }) => state)).toEqual(['withdrawn'])
})

test.each([
  { sent: true, date: 'stays' },
  { sent: false, date: 'moves back' },
] as const)('if a decision is made while such an email is being sent (sent: $sent), the date $date', async ({ sent }) => {
  const { user_session_id: id, email: address } = await makeApplicant(app.db)
  const before = (await read(id)).reply_by
  const { body } = await app.call(needMoreTime, { id, until: inDays(30) }, admin)
  await app.db.execute(sql`update email_outbox set send_after = now() where user_session_id = ${id}`)
  const undos: string[] = []
  async function send({ to_address }: { to_address: string }): Promise<Delivery> {
    if (to_address !== address) return { sent: true }
    undos.push((await app.call(updateStatus, { user_session_id: id, ref_application_status_id: REJECTED }, admin)).body.undo_token!)
    return sent ? { sent } : { sent, final: false, cause: 'deferred', reason: 'The server is busy.' }
  }
  await openOutbox({ ...app.services, transport: { send }, onSettled: settleCandidateEmail }).sendDue()
  expect((await app.call(undoStatus, { undo_token: undos[0]! }, admin)).status).toBe(200)
  expect((await emailsTo(id)).map(({ state }) => state)).toEqual([sent ? 'sent' : 'withdrawn'])
  expect((await read(id)).reply_by).toBe(sent ? body.reply_by : before)
})

test.each([
  [3, 'Choose a date after the one you promised'],
  [90, 'Choose a date within 60 days'],
])('a date %i days ahead is rejected: %s', async (days, message) => {
  const { user_session_id: id } = await makeApplicant(app.db)
  const { status, body } = await app.call(needMoreTime, { id, until: inDays(days) }, admin)
  expect([status, body.errors]).toEqual([422, [{ path: 'until', message }]])
})

test("the reply date can't be moved for someone who isn't owed a reply", async () => {
  const { user_session_id: id } = await makeApplicant(app.db, { ref_application_status_id: REJECTED, has_emailed_application_status: true })
  expect((await app.call(needMoreTime, { id, until: inDays(30) }, admin)).status).toBe(409)
})

/** Two people are waiting, one is invited, and one has been emailed. */
async function roleWithPeople() {
  const { ref_function_role_id } = await makeRole(app.db)
  const make = (ref_application_status_id: number, has_emailed_application_status = false) =>
    makeApplicant(app.db, { ref_function_role_id, ref_application_status_id, has_emailed_application_status })
  const people = [await make(SUBMITTED), await make(UNDER_REVIEW), await make(PROCEED, true), await make(REJECTED, true)]
  return { id: ref_function_role_id, people: people.map((one) => one.user_session_id) }
}

test('closing a role with people waiting requires choosing what happens to them', async () => {
  const { id } = await roleWithPeople()
  const message = '3 applicants are waiting for a reply. Choose what to tell them.'
  for (const close of [{ state: 'closed' as const }, { closes_at: '2026-01-02T00:00:00Z' }]) {
    const { status, body } = await app.call(updateRole, { id, ...close }, admin)
    expect([status, body.errors]).toEqual([422, [{ path: 'waiting_applicants', message }]])
  }
  expect((await app.call(updateRole, { id, function_role_name: 'Still open', closes_at: '2099-01-02T00:00:00Z' }, admin)).status).toBe(200)
})

test('with `email`, everyone waiting is closed and emailed, and each can be undone separately', async () => {
  const { id, people } = await roleWithPeople()
  const bad = await app.call(updateRole, { id, disabled_flag: true, waiting_applicants: 'email', waiting_email: { html: '{first_nam}' } }, admin)
  expect([bad.status, bad.body.errors]).toEqual([422, [{ path: 'html', message: "{first_nam} isn't a placeholder. Did you mean {first_name}?" }]])
  const waiting_email = { subject: 'We filled this role' }
  expect((await app.call(updateRole, { id, disabled_flag: true, waiting_applicants: 'email', waiting_email }, admin)).body.disabled_flag).toBe(true)
  const after = await Promise.all(people.map(read))
  expect(after.map((one) => one.ref_application_status_id)).toEqual([POSITION_CLOSED, POSITION_CLOSED, POSITION_CLOSED, REJECTED])
  expect(after.map((one) => one.due)).toEqual([null, null, null, null])
  for (const one of people.slice(0, 3))
    expect(await emailsTo(one)).toMatchObject([{ template_name: 'Position Closed', subject: 'We filled this role', state: 'queued' }])
  expect(await emailsTo(people[3]!)).toEqual([])

  const { rows } = await app.db.execute<{ id: number }>(sql`select status_change_id as id from status_change where user_session_id = ${people[0]!}`)
  expect(rows).toHaveLength(1)
  expect((await app.call(undoStatus, { undo_token: 'x' }, admin)).status).toBe(404)
})

test.each([{ state: 'closed' as const, waiting_applicants: 'stay-due' as const }, { disabled_flag: true }])(
  'with %j, each stays open and due',
  async (close) => {
    const { id, people } = await roleWithPeople()
    expect((await app.call(updateRole, { id, ...close }, admin)).body).toMatchObject({ state: 'closed', unanswered_applicants: 3 })
    const after = await Promise.all(people.map(read))
    expect(after.map((one) => one.ref_application_status_id)).toEqual([SUBMITTED, UNDER_REVIEW, PROCEED, REJECTED])
    expect(after.map((one) => one.due)).toEqual(['later', 'later', 'later', null])
    expect((await app.call(updateStatus, { user_session_id: people[0]!, ref_application_status_id: POSITION_CLOSED }, admin)).status).toBe(200)
  },
)
