import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readApplicant } from '#contract/applicants/applicants.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { listCandidateEmails, retryCandidateEmail, sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { readRoleUpdates } from '#contract/candidate/role-updates.ts'
import { suggestRole } from '#contract/candidate/suggestions.ts'
import { REJECTED } from '#contract/statuses/statuses.ts'
import { allowAddress } from '#server/mail/returned-store.ts'
import { insertEmail } from '#server/mail/store.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { bounce, complaint } from '#test/mail/returned-mail.ts'
import { ownApplications } from '#test/own-applications.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { startMailServer } from '#test/setup/mail-server.ts'
import { MAIL_COMMANDS } from './mail-commands.ts'
import { recordReport } from './record-report.ts'

let mails: Awaited<ReturnType<typeof startMailServer>>
let app: TestApp
let admin: Awaited<ReturnType<TestApp['admin']>>
let ref_function_role_id: number
beforeAll(async () => {
  mails = await startMailServer()
  app = await startApp({ SMTP_URL: mails.url, MAIL_FROM: 'careers@clinic.example', BOUNCE_ADDRESS: 'bounces@clinic.example', MAIL_DELAY_SECONDS: '0' })
  admin = await app.admin()
  ref_function_role_id = (await makeRole(app.db)).ref_function_role_id
})
afterAll(async () => {
  await app.close()
  await mails.stop()
})

/** A rejected applicant whose rejection a real mail server accepted. */
async function reject() {
  const { user_session_id, email } = await makeApplicant(app.db, { ref_function_role_id })
  await app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED }, admin)
  await app.call(sendCandidateEmail, { candidate_info: { user_session_id }, template_name: 'Application Rejection' }, admin)
  await deliver()
  return { user_session_id, address: email!, ...lastTo(email!) }
}

async function deliver() {
  await app.db.execute(sql`update email_outbox set send_after = now() where state = 'queued'`)
  await app.outbox.sendDue()
}

function lastTo(address: string) {
  const one = mails.received.findLast(({ to }) => to.includes(address))!
  return { message_id: one.mail.messageId!, from: one.from, envelope_id: one.envelope_id! }
}

const record = async (message: string) => (await recordReport(app.services, message)).sentence
const emailOf = async (user_session_id: number) => (await app.call(listCandidateEmails, { user_session_id, identifiable: false }, admin)).body[0]!
const wasEmailed = async (id: number) => (await app.call(readApplicant, { id }, admin)).body.has_emailed_application_status

test("a bounced email counts as undelivered and quotes the server's reason, and its address gets nothing more until someone retries", async () => {
  const { user_session_id, address, message_id, from } = await reject()
  expect(from).toBe('bounces@clinic.example')
  expect(await wasEmailed(user_session_id)).toBe(true)

  expect(await record(bounce(message_id))).toMatch(/^Email \d+ wasn't delivered\. Nothing more is sent to its address until someone allows it\.$/)
  const email = await emailOf(user_session_id)
  expect(email).toMatchObject({ state: 'failed', last_error: 'Not delivered: 550 5.1.1: no such user' })
  expect(await wasEmailed(user_session_id)).toBe(false)
  expect(await record(bounce(message_id))).toBe('No sent email has this Message-ID, so nothing was changed.')

  const other = await makeApplicant(app.db, { ref_function_role_id, email: address.toUpperCase() })
  await app.call(updateStatus, { user_session_id: other.user_session_id, ref_application_status_id: REJECTED }, admin)
  await app.call(sendCandidateEmail, { candidate_info: { user_session_id: other.user_session_id }, template_name: 'Application Rejection' }, admin)
  const before = mails.received.length
  await deliver()
  expect(mails.received.length).toBe(before)
  expect(await emailOf(other.user_session_id)).toMatchObject({ state: 'failed', last_error: expect.stringMatching(/^Not sent, because an earlier email/) })

  expect((await app.call(retryCandidateEmail, { email_id: email.email_id }, admin)).status).toBe(200)
  await deliver()
  expect(await emailOf(user_session_id)).toMatchObject({ state: 'sent', last_error: null })
  expect(lastTo(address).message_id).not.toBe(message_id)
  expect(await record(bounce(message_id))).toBe('No sent email has this Message-ID, so nothing was changed.')
})

test('forged bounces, delay notices and other messages change nothing', async () => {
  const { user_session_id, message_id } = await reject()
  const forged = message_id.replace(/[a-p]/, (letter) => (letter === 'a' ? 'b' : 'a'))
  expect(await record(bounce(forged))).toBe('No sent email has this Message-ID, so nothing was changed.')
  expect(await record(bounce('<1@clinic.example>'))).toBe("The report doesn't name an email of ours, so nothing was changed.")
  expect(await record(bounce(message_id, { action: 'delayed', status: '4.4.1' }))).toContain('still trying to deliver')
  expect(await record(`Subject: Out of office\n\nMessage-ID: ${message_id}`)).toContain("isn't a delivery report")
  expect(await record('')).toContain("isn't a delivery report")
  expect(await emailOf(user_session_id)).toMatchObject({ state: 'sent', last_error: null })
})

test("a bounce without the email's headers is matched by the envelope's ID", async () => {
  const { user_session_id, envelope_id } = await reject()
  expect(await record(bounce('', { envelope_id, status: '5.2.2' }))).toMatch(/^Email \d+ wasn't delivered\./)
  expect(await emailOf(user_session_id)).toMatchObject({ state: 'failed' })
})

test('a complaint turns off emails about other roles, even if the address is allowed again', async () => {
  const { id, email, as } = await (await ownApplications(app)).applied()
  const wants = async () => (await app.call(readRoleUpdates, {}, as)).body.wants_updates
  const suggest = async () => (await app.call(suggestRole, { id, ref_function_role_id, subject: 'A role', html: '{scheduling_link}' }, admin)).status
  await deliver()
  expect(await wants()).toBe(true)
  await record(complaint(lastTo(email).message_id))
  expect(await allowAddress(app.db, email)).toBe(true)
  expect([await wants(), await suggest()]).toEqual([false, 409])
  const { rows } = await app.db.execute(sql`select email from unsubscribed`)
  expect(JSON.stringify(rows)).not.toContain(email)
})

test('a complaint from a staff member turns off every morning email, even if the address is allowed again', async () => {
  const [owner] = app.env.ADMIN_EMAILS
  const lead = 'lead@clinic.example'
  await makeRole(app.db, { hiring_lead_email: lead })
  for (const to_address of [owner!, lead]) {
    await insertEmail(app.db, { purpose: 'notice', to_address, to_name: '', subject: 'Replies due', text: 'text', html: 'html' }, 'system')
    await deliver()
    await record(complaint(lastTo(to_address).message_id))
    expect(await allowAddress(app.db, to_address)).toBe(true)
    const { rows } = await app.db.execute<{ kind: string }>(sql`select kind from unsubscribed where email = ${to_address} order by kind`)
    expect(rows.map(({ kind }) => kind)).toEqual(['colleagues', 'replies-due', 'trail-head'])
  }
})

test('a full mailbox fails only that email, and a complaint suppresses the address even though the email arrived', async () => {
  const full = await reject()
  expect(await record(bounce(full.message_id, { status: '5.2.2', said: '552 5.2.2 mailbox full' }))).toMatch(/^Email \d+ wasn't delivered\.$/)
  expect(await emailOf(full.user_session_id)).toMatchObject({ state: 'failed', last_error: 'Not delivered: 552 5.2.2 mailbox full' })

  const reported = await reject()
  expect(await record(complaint(reported.message_id))).toMatch(/^Email \d+ was reported as spam\. Nothing more is sent/)
  expect(await emailOf(reported.user_session_id)).toMatchObject({ state: 'sent', last_error: 'The recipient reported this email as spam.' })
  expect(await wasEmailed(reported.user_session_id)).toBe(true)
  const dead = async () => (await app.db.execute(sql`select to_address from email_outbox where dead_since is not null`)).rows
  expect(await dead()).toEqual([{ to_address: reported.address }])

  const allow = MAIL_COMMANDS.find(({ usage }) => usage.startsWith('mail allow'))!
  const operator = { ...app.services, cwd: '', input: null, text: null, output: null, say: () => {}, warn: () => {} }
  expect(await allow.run(operator, { operands: [reported.address], flags: {} })).toBe(true)
  expect(await allow.run(operator, { operands: [reported.address], flags: {} })).toBe(false)
  expect(await dead()).toEqual([])
})

test('an address that the mail server reports as nonexistent gets no more email', async () => {
  const { address } = await reject()
  mails.behave({ recipient: () => 550 })
  const second = await makeApplicant(app.db, { ref_function_role_id, email: address })
  await app.call(updateStatus, { user_session_id: second.user_session_id, ref_application_status_id: REJECTED }, admin)
  await app.call(sendCandidateEmail, { candidate_info: { user_session_id: second.user_session_id }, template_name: 'Application Rejection' }, admin)
  await deliver()
  mails.behave({})
  expect(await emailOf(second.user_session_id)).toMatchObject({ last_error: 'The mail server refused the email (550 5.1.1).' })
  const { rows } = await app.db.execute(sql`select action, facts from audit_trail where action = 'email.returned' order by audit_id`)
  expect(rows[0]).toEqual({ action: 'email.returned', facts: { kind: 'failed', status: '5.1.1', is_dead: true } })
  expect((await app.db.execute(sql`select 1 from email_outbox where dead_since is not null and to_address = ${address}`)).rows).toHaveLength(1)
})

test('a bounce read during a decision on its applicant waits for the decision', async ({ skip }) => {
  // The embedded database has only one connection.
  if (app.services.database.embedded) skip()
  const { user_session_id, message_id } = await reject()
  const waiting = async () => (await app.db.execute(sql`select 1 from pg_locks where not granted`)).rows.length > 0
  const recording = await app.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from user_session where user_session_id = ${user_session_id} for no key update`)
    const recorded = record(bounce(message_id))
    await vi.waitFor(async () => expect(await waiting()).toBe(true), 5_000)
    await tx.execute(sql`select 1 from email_outbox where user_session_id = ${user_session_id} for no key update nowait`)
    return { recorded }
  })
  expect(await recording.recorded).toContain("wasn't delivered")
})
