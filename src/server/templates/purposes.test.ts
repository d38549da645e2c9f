import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { decideMany } from '#contract/applicants/moves.ts'
import { listCandidateEmails, previewCandidateEmail, sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { reviewCandidateFeedback, writeCandidateFeedback } from '#contract/candidate/candidate-feedback.ts'
import { needMoreTime } from '#contract/applicants/promise.ts'
import { PROCEED, REJECTED_AFTER_B } from '#contract/statuses/statuses.ts'
import { createTemplate, deleteTemplate, listTemplates, updateTemplate } from '#contract/templates/templates.ts'
import { migrate, migrateTo } from '#server/db/migrate.ts'
import { connect } from '#server/db/connect.ts'
import { email_template, user_session } from '#server/db/tables.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { createDatabase, silent, startPostgres } from '#test/setup/database.ts'

const SHIPPED = 'Rejection After Interview'

test('renaming a template keeps its reviewed feedback, its status and the check for duplicates', async () => {
  await using app = await startApp()
  const [lead, second] = [await app.admin(), await app.admin(app.env.ADMIN_EMAILS[1])]
  const { ref_function_role_id } = await makeRole(app.db, { hiring_lead_email: app.env.ADMIN_EMAILS[0]! })
  const { user_session_id: id } = await makeApplicant(app.db, { ref_function_role_id, ref_application_status_id: PROCEED })
  const written = await app.call(writeCandidateFeedback, { id, feedback_text: 'Your triage example was clear.' }, lead)
  await app.call(reviewCandidateFeedback, { id, version: written.body.version }, second)
  const rename = async (email_name: string) => (await app.call(updateTemplate, { id: 3, email_name }, lead)).status

  expect(await rename('After we talked')).toBe(200)
  const listed = (await app.call(listTemplates, {}, lead)).body.find((one) => one.ref_email_base_id === 3)
  expect(listed).toMatchObject({ email_name: 'After we talked', purpose: 'rejection-after-interviews' })
  for (const template_name of [SHIPPED, 'After we talked'])
    expect((await app.call(previewCandidateEmail, { user_session_id: id, template_name }, lead)).body.feedback).toBe('Your triage example was clear.')
  const decision = { user_session_ids: [id], ref_application_status_id: REJECTED_AFTER_B, reason: 'Too little experience', email: { subject: 'Our answer' } }
  expect((await app.call(decideMany, decision, lead)).body.results).toMatchObject([{ status: 200 }])
  const [email] = (await app.call(listCandidateEmails, { user_session_id: id, identifiable: true }, lead)).body
  expect(email).toMatchObject({ template_name: 'After we talked', html: expect.stringContaining('Your triage example was clear.') })

  const send = async (template_name: string) => (await app.call(sendCandidateEmail, { candidate_info: { user_session_id: id }, template_name }, lead)).status
  expect(await rename('When we met')).toBe(200)
  expect([await send('When we met'), await send(SHIPPED), await send('After we talked')]).toEqual([409, 409, 404])
  expect((await app.call(createTemplate, { email_name: SHIPPED, email_base_html: '<p>Hello</p>' }, lead)).status).toBe(409)
  expect((await app.call(deleteTemplate, { id: 3 }, lead)).status).toBe(204)
  expect((await app.call(updateTemplate, { id: 3, disabled_flag: false }, lead)).status).toBe(200)
  expect(await rename(SHIPPED)).toBe(200)

  expect((await app.call(createTemplate, { email_name: 'When we met', email_base_html: '<p>Hello</p>' }, lead)).status).toBe(201)
  const restored = await app.send('POST', '/api/email-templates/3/restore', { restored_version: 3 }, lead)
  expect([restored.status, restored.body.detail]).toEqual([409, "Another template already has this version's name."])
})

test('the email about needing more time sets the new reply date, whatever its template is called', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const { user_session_id: id } = await makeApplicant(app.db, { ref_function_role_id: (await makeRole(app.db)).ref_function_role_id })
  await app.call(updateTemplate, { id: 7, email_name: 'A bit longer' }, admin)
  const until = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const { status, body } = await app.call(needMoreTime, { id, until }, admin)
  expect(status).toBe(202)
  await app.db.execute(sql`update email_outbox set send_after = now()`)
  expect(await app.outbox.sendDue()).toBe(1)
  const [stored] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, id))
  expect(Date.parse(stored!.reply_due_at!)).toBe(Date.parse(body.reply_by))
})

test('a placeholder without a value in these emails is rejected on save', async () => {
  await using app = await startApp()
  const admin = await app.admin()
  const email_base_html = '<p>You will hear from us by {reply_by}.</p>'
  const message = "{reply_by} has no value in this email, so it couldn't be sent."
  const created = await app.send('POST', '/api/email-templates', { email_name: 'Soon', email_base_html }, admin)
  expect([created.status, created.body.errors]).toEqual([422, [{ path: 'email_base_html', message }]])
  const changed = await app.send('PUT', '/api/email-templates/1', { email_subject: 'By {reply_by}' }, admin)
  expect([changed.status, changed.body.errors]).toEqual([422, [{ path: 'email_subject', message }]])
  expect((await app.call(updateTemplate, { id: 7, email_base_html }, admin)).status).toBe(200)
})

test('an upgrade assigns purposes to templates that were renamed before, and to emails sent with them', async () => {
  const server = await startPostgres()
  const database = await connect({ databaseUrl: await createDatabase(server.url, 'before_purposes'), dataDir: '', log: silent })
  const journal = JSON.parse(readFileSync('src/server/db/migrations/meta/_journal.json', 'utf8')) as { entries: { idx: number; tag: string }[] }
  const client = await database.pool.connect()
  await migrateTo(client, journal.entries.find(({ tag }) => tag.endsWith('_purposes'))!.idx)
  await client.query(`
    insert into email_template (email_name, email_base_html) values ('Schedule Panel Interview', 'x'), ('No thanks', 'x'), ('After we talked', 'x'), ('First Day Prep', 'x'), ('Ours', 'x');
    insert into email_template_version (ref_email_base_id, version, email_name, email_desc, email_subject, email_base_html) values (3, 1, 'Rejection After Interview', '', '', 'x');
    insert into function_role (function_role_name, hiring_lead_email, hiring_lead_name) values ('Nurse', 'lead@example.com', 'Lea');
    insert into application_status (ref_application_status_id, application_status, application_status_description) values (1, 'Started', ''), (8, 'Rejected', '');
    insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash) values (1, 1, 'x');
    insert into email_outbox (purpose, user_session_id, ref_application_status_id, template_name, message_id, to_address, subject, html, text) values
      ('candidate', 1, 8, 'Rejection After Interview', 'a', 'a@example.com', '', '', ''), ('candidate', 1, 8, 'After we talked', 'b', 'a@example.com', '', '', ''),
      ('candidate', 1, 8, 'Application Rejection', 'c', 'a@example.com', '', '', ''), ('candidate', 1, 8, 'Ours', 'd', 'a@example.com', '', '', ''),
      ('candidate', 1, 8, null, 'e', 'a@example.com', '', '', '')`)
  client.release()

  await migrate(database)

  const templates = await database.db.select().from(email_template).orderBy(email_template.ref_email_base_id)
  expect(templates.map(({ purpose }) => purpose)).toEqual(['invitation', 'rejection', 'rejection-after-interviews', 'first-day', 'other'])
  const { rows } = await database.db.execute(sql`select message_id, ref_email_base_id, template_purpose from email_outbox order by email_id`)
  expect(rows.map(Object.values)).toEqual([
    // The same template sent twice in one status; the newest one counts.
    ['a', null, 'rejection-after-interviews'],
    ['b', 3, 'rejection-after-interviews'],
    ['c', 2, 'rejection'],
    ['d', 5, 'other'],
    ['e', null, null],
  ])
  await database.close()
  await server.stop()
})
