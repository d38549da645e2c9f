import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import * as calls from '#contract/candidate/candidate.ts'
import { undoStatus } from '#contract/applicants/moves.ts'
import { DECLINED_OFFER, PROCEED, REJECTED, UNDER_REVIEW, WITHDRAWN } from '#contract/statuses/statuses.ts'
import { email_outbox, user_session } from '#server/db/tables.ts'
import { settleCandidateEmail } from '#server/applicants/emails/settle-candidate-email.ts'
import { openOutbox } from '#server/mail/outbox.ts'
import { claimDueEmails, setFailed, setRetry, setSent } from '#server/mail/store.ts'
import type { Delivery } from '#server/mail/transport.ts'
import { listAdminRoles, updateRole } from '#contract/roles.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { goodAnswer, makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { ownApplications } from '#test/own-applications.ts'

const CLOSED_ON = 'This role closed to new applications on '
const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
afterAll(() => app.close())
const { admin, applied, read, move, endUndo, ref_function_role_id } = await ownApplications(app)

/** The states of the emails about a withdrawal, oldest first. */
async function confirmations(id: number): Promise<string[]> {
  const ofWithdrawal = sql`user_session_id = ${id} and ref_application_status_id = ${WITHDRAWN}`
  const rows = await app.db.select({ state: email_outbox.state }).from(email_outbox).where(ofWithdrawal).orderBy(email_outbox.email_id)
  return rows.map(({ state }) => state)
}

async function readState(id: number) {
  const [session] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, id))
  return { status: session!.ref_application_status_id, isEmailed: session!.has_emailed_application_status }
}

/** Leases the email about this status, like a process that's about to send it. */
async function claimEmail(id: number, status: number) {
  const claimed = await claimDueEmails(app.db, 100, { leaseSeconds: 120, urgent: false })
  return claimed.find(({ user_session_id, ref_application_status_id }) => user_session_id === id && ref_application_status_id === status)!
}

test('a withdrawal can be undone at the very moment its email goes out', async () => {
  for (let round = 0; round < 12; round++) {
    const person = await applied()
    expect((await app.call(calls.withdrawApplication, { id: person.id }, person.as)).status).toBe(200)
    const [undone] = await Promise.all([app.call(calls.undoWithdrawal, { id: person.id }, person.as), app.outbox.sendDue()])
    expect([undone.status, undone.body.detail]).toEqual([200, undefined])
  }
})

test('after a withdrawal, submitting the same answers creates a new application', async () => {
  const { id, email, reason, as } = await applied()
  const asked = await listAskedQuestions(app.db, ref_function_role_id)
  const given: Record<string, string> = { email, why_this_role: reason }
  const answers = asked.map(({ question_name, question_type }) => ({
    question_name,
    user_answer_text_box: given[question_name] ?? goodAnswer(question_name, question_type),
  }))
  const again = () => app.send('POST', `/roles/${ref_function_role_id}/apply`, { answers })
  expect((await again()).status).toBe(409)
  expect((await app.call(calls.withdrawApplication, { id }, as)).status).toBe(200)
  const { status, body } = await again()
  expect([status, body]).toEqual([201, { user_session_id: expect.any(Number) }])
  expect(body).not.toEqual({ user_session_id: id })
  expect((await again()).status).toBe(409)
})

test('every withdrawal is confirmed once, even after an earlier one was undone', async () => {
  const person = await applied()
  for (let time = 1; time <= 2; time++) {
    const twice = await Promise.all([1, 2].map(() => app.call(calls.withdrawApplication, { id: person.id }, person.as)))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await app.outbox.sendDue()
    expect(await confirmations(person.id)).toEqual(Array(time).fill('sent'))
    expect(await readState(person.id)).toEqual({ status: WITHDRAWN, isEmailed: true })
    if (time === 1) expect((await app.call(calls.undoWithdrawal, { id: person.id }, person.as)).status).toBe(200)
  }
})

test('a withdrawal is confirmed even if an earlier confirmation failed, before or after the undo', async () => {
  for (const isUndoneFirst of [false, true]) {
    const person = await applied()
    await app.call(calls.withdrawApplication, { id: person.id }, person.as)
    const claimed = await claimEmail(person.id, WITHDRAWN)
    const fail = () => setFailed(app.db, claimed, { reason: 'The mailbox is full.' })
    if (!isUndoneFirst) await fail()
    expect((await app.call(calls.undoWithdrawal, { id: person.id }, person.as)).status).toBe(200)
    if (isUndoneFirst) await fail()
    expect((await app.call(calls.withdrawApplication, { id: person.id }, person.as)).status).toBe(200)
    await app.outbox.sendDue()
    expect(await confirmations(person.id)).toEqual(['withdrawn', 'sent'])
    expect(await readState(person.id)).toEqual({ status: WITHDRAWN, isEmailed: true })
  }
})

test('a confirmation that was being sent when the withdrawal was undone is never retried', async () => {
  const person = await applied()
  await app.call(calls.withdrawApplication, { id: person.id }, person.as)
  const claimed = await claimEmail(person.id, WITHDRAWN)
  await app.call(calls.undoWithdrawal, { id: person.id }, person.as)
  await setRetry(app.db, claimed, { last_error: 'The server is busy.', delaySeconds: 0 })
  await app.outbox.sendDue()
  expect(await confirmations(person.id)).toEqual(['withdrawn'])
})

test('a rejection shows only once its email has gone out', async () => {
  const person = await applied()
  const applied_until = (await read(person)).keep_until
  await move(person.id, UNDER_REVIEW)
  expect(await read(person)).toMatchObject({ stage: 'received', keep_until: applied_until })
  await endUndo(person.id)
  expect((await read(person)).keep_until > applied_until).toBe(true)
  expect((await read(person)).stage).toBe('in-review')

  await move(person.id, REJECTED)
  await endUndo(person.id)
  const before = await read(person)
  expect([before.stage, before.reply_by]).toEqual(['in-review', expect.any(String)])
  await app.call(sendCandidateEmail, { candidate_info: { user_session_id: person.id }, template_name: 'Application Rejection' }, admin)
  expect((await read(person)).stage).toBe('in-review')
  await app.outbox.sendDue()
  const after = await read(person)
  expect([after.stage, after.reply_by, after.actions]).toEqual(['closed', null, ['export', 'erasure']])
  expect(after.emails.map(({ subject }) => subject)).toContain('Your application to Meridian Health')
})

test('a candidate who declined an offer sees a closed application, with no mention of an email', async () => {
  const person = await applied()
  await move(person.id, DECLINED_OFFER)
  await endUndo(person.id)
  expect(await read(person)).toMatchObject({ stage: 'closed', stage_text: 'This application is closed.' })
})

test('a candidate sees the interview stage once the invitation is emailed, and every email restarts the reply time', async () => {
  const person = await applied()
  await app.db.execute(sql`update user_session set reply_due_at = now() + interval '1 day', reply_within_days = 10 where user_session_id = ${person.id}`)
  await move(person.id, PROCEED)
  await endUndo(person.id)
  expect((await read(person)).stage).toBe('received')
  await app.call(sendCandidateEmail, { candidate_info: { user_session_id: person.id }, template_name: 'Schedule Panel Interview' }, admin)
  await app.outbox.sendDue()
  const { stage, reply_by } = await read(person)
  expect(stage).toBe('interviews')
  expect(Math.round((Date.parse(reply_by!) - Date.now()) / 86_400_000)).toBe(10)
})

test('a candidate withdraws and can undo it within a day, but not later', async () => {
  const person = await applied()
  const { status, body } = await app.call(calls.withdrawApplication, { id: person.id, reason: 'Another offer' }, person.as)
  expect(status).toBe(200)
  expect(Math.round((Date.parse(body.undo_until) - Date.now()) / 3_600_000)).toBe(24)
  expect(await read(person)).toMatchObject({ stage: 'withdrawn', reply_by: null, actions: ['undo-withdraw', 'export', 'erasure'] })
  expect((await app.call(calls.withdrawApplication, { id: person.id }, person.as)).status).toBe(409)

  expect((await app.call(calls.undoWithdrawal, { id: person.id }, person.as)).status).toBe(200)
  expect((await read(person)).stage).toBe('received')
  const twice = await app.call(calls.undoWithdrawal, { id: person.id }, person.as)
  expect([twice.status, twice.body.detail]).toEqual([409, 'Your application is already active.'])
  await app.outbox.sendDue()
  expect(await app.db.$count(email_outbox, sql`user_session_id = ${person.id} and purpose = 'candidate' and state <> 'withdrawn'`)).toBe(0)

  await app.call(calls.withdrawApplication, { id: person.id, reason: 'Another offer' }, person.as)
  await endUndo(person.id)
  expect((await app.call(calls.undoWithdrawal, { id: person.id }, person.as)).status).toBe(409)
  expect((await read(person)).stage_text).toBe('You withdrew this application. This can no longer be undone.')
  await app.db.execute(sql`update email_outbox set send_after = now() where user_session_id = ${person.id} and state = 'queued'`)
  await app.outbox.sendDue()
  const [sent] = await app.db
    .select()
    .from(email_outbox)
    .where(sql`user_session_id = ${person.id} and template_name = 'Application Withdrawn' and state = 'sent'`)
  expect(sent!.subject).toContain('withdrawn your application')
  expect(sent!.html).toMatch(/<a href="[^"]+"[^>]*>undo this on your application page<\/a> within 24 hours/)
})

test('after a withdrawal is undone, the reply is due on the original date, and staff see it as late if that has passed', async () => {
  const person = await applied()
  await app.db.execute(sql`update user_session set reply_due_at = now() - interval '1 day' where user_session_id = ${person.id}`)
  const isLate = async () => (await app.call(listReview, { days_ago: 30, due: 'late' }, admin)).body.ids.includes(person.id)
  const promised = (await read(person)).reply_by
  expect(await isLate()).toBe(true)
  await app.call(calls.withdrawApplication, { id: person.id }, person.as)
  await app.outbox.sendDue()
  expect([(await confirmations(person.id)).at(-1), await isLate()]).toEqual(['sent', false])
  await app.call(calls.undoWithdrawal, { id: person.id }, person.as)
  expect([(await read(person)).reply_by, await isLate()]).toEqual([promised, true])
})

test('undoing a withdrawal after the role closed tells the candidate and asks the team to reply', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { hiring_lead_email: 'lena@meridianhealth.example', hiring_lead_name: 'Lena Lead' })
  const day = formatLongDay('UTC', new Date().toISOString())
  const [back, still] = [await applied(id), await applied(id)]
  const withdraw = (person: typeof back) => app.call(calls.withdrawApplication, { id: person.id }, person.as)
  const undo = async (person: typeof back) => (await app.call(calls.undoWithdrawal, { id: person.id }, person.as)).body.message
  const close = (state: 'closed' | 'published') => app.call(updateRole, { id, state, waiting_applicants: 'stay-due' }, admin)
  const asked = () => app.db.$count(email_outbox, sql`subject like 'Waiting for a reply again%' and to_address = 'lena@meridianhealth.example'`)

  await withdraw(back)
  await close('closed')
  const before = await read(back)
  expect(before.stage_text).toContain(`This role closed on ${day}. If you undo your withdrawal, we'll ask the hiring team to reply to you.`)
  expect(await undo(back)).toBe(
    `Your application is active again. This role closed on ${day}, while your application was withdrawn, so we've asked Lena Lead to reply to you.`,
  )
  expect(await read(back)).toMatchObject({ stage: 'received', reply_by: expect.any(String), stage_text: expect.stringContaining(CLOSED_ON + day) })
  expect(await asked()).toBe(1)
  const { body: roles } = await app.call(listAdminRoles, {}, admin)
  expect(roles.find((one) => one.ref_function_role_id === id)?.unanswered_applicants).toBe(2)

  // The team decided about this one when the role closed.
  expect((await read(still)).stage_text).toContain(CLOSED_ON + day)
  await withdraw(still)
  expect(await undo(still)).toBe('Your application is active again.')
  expect(await asked()).toBe(1)
})

test('a candidate who undoes a withdrawal while the role closes is never overlooked', async () => {
  for (let round = 0; round < 6; round++) {
    const { ref_function_role_id: id } = await makeRole(app.db)
    const person = await applied(id)
    await app.call(calls.withdrawApplication, { id: person.id }, person.as)
    const [undone, closed] = await Promise.all([
      app.call(calls.undoWithdrawal, { id: person.id }, person.as),
      app.call(updateRole, { id, state: 'closed' }, admin),
    ])
    // Either closing asks what to tell them, or the team is asked now.
    const isAsked = closed.status === 422 || undone.body.message.includes('This role closed')
    expect([undone.status, isAsked]).toEqual([200, true])
  }
})

test('staff see a withdrawal in the timeline with names in its reason masked until revealed, and can’t undo it', async () => {
  const person = await applied()
  await app.call(calls.withdrawApplication, { id: person.id, reason: 'I am Ada Archer' }, person.as)
  const blind = await app.call(listHistory, { id: person.id, identifiable: false }, admin)
  const what = "Moved from 'Submitted' to 'Withdrawn by Candidate': “I am [name]”. Email 'Application Withdrawn' queued"
  expect(blind.body[0]).toMatchObject({ kind: 'status', who: null, what })
  expect(JSON.stringify(blind.body)).not.toMatch(/Ada|undo_token/)
  const named = await app.call(listHistory, { id: person.id, identifiable: true }, admin)
  expect(named.body.find((event) => event.kind === 'status')?.what).toContain('“I am Ada Archer”')
  const late = await move(person.id, PROCEED)
  expect([late.status, late.body.detail]).toEqual([409, 'This application is closed.'])
  expect((await app.call(undoStatus, { undo_token: 'x' }, admin)).status).toBe(404)
})

test('withdrawing stops an unsent rejection, and undoing the withdrawal does not send it', async () => {
  const person = await applied()
  await move(person.id, REJECTED)
  await app.call(sendCandidateEmail, { candidate_info: { user_session_id: person.id }, template_name: 'Application Rejection' }, admin)
  expect((await app.call(calls.withdrawApplication, { id: person.id }, person.as)).status).toBe(200)
  await app.outbox.sendDue()
  expect(await app.db.$count(email_outbox, sql`user_session_id = ${person.id} and template_name = 'Application Rejection' and state = 'sent'`)).toBe(0)
  await app.call(calls.undoWithdrawal, { id: person.id }, person.as)
  expect(await readState(person.id)).toEqual({ status: REJECTED, isEmailed: false })
})

test('withdrawing while a rejection is being sent stops further attempts, and undoing shows whether it went out', async () => {
  for (const isDelivered of [true, false]) {
    const person = await applied()
    await move(person.id, REJECTED)
    await app.call(sendCandidateEmail, { candidate_info: { user_session_id: person.id }, template_name: 'Application Rejection' }, admin)
    const claimed = await claimEmail(person.id, REJECTED)
    await app.call(calls.withdrawApplication, { id: person.id }, person.as)
    await (isDelivered ? setSent(app.db, claimed) : setRetry(app.db, claimed, { last_error: 'The server is busy.', delaySeconds: 0 }))
    // The attempt is over, and so is its lease.
    await app.db.execute(
      sql`update email_outbox set leased_until = now() - interval '1 second' where email_id = ${claimed.email_id} and leased_until is not null`,
    )
    await app.outbox.sendDue()
    expect(await app.db.$count(email_outbox, sql`email_id = ${claimed.email_id} and state = 'sent'`)).toBe(isDelivered ? 1 : 0)
    await app.call(calls.undoWithdrawal, { id: person.id }, person.as)
    expect(await readState(person.id)).toEqual({ status: REJECTED, isEmailed: isDelivered })
  }
})

test('a rejection whose delivery fails after a withdrawal and its undo counts as not emailed', async () => {
  const person = await applied()
  await app.outbox.sendDue()
  await move(person.id, REJECTED)
  await app.call(sendCandidateEmail, { candidate_info: { user_session_id: person.id }, template_name: 'Application Rejection' }, admin)
  async function send({ to_address }: { to_address: string }): Promise<Delivery> {
    if (to_address !== person.email) return { sent: true }
    await app.call(calls.withdrawApplication, { id: person.id }, person.as)
    await app.call(calls.undoWithdrawal, { id: person.id }, person.as)
    expect(await readState(person.id)).toEqual({ status: REJECTED, isEmailed: true })
    return { sent: false, final: false, cause: 'deferred', reason: 'The server is busy.' }
  }
  await openOutbox({ ...app.services, transport: { send }, onSettled: settleCandidateEmail }).sendDue()
  expect(await readState(person.id)).toEqual({ status: REJECTED, isEmailed: false })
})
