import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listHistory } from '#contract/applicants/history.ts'
import { sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import * as calls from '#contract/candidate/candidate.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { PROCEED, REJECTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { accommodation_request, email_outbox, erasure_request, resume, user_session } from '#server/db/tables.ts'
import { apply, formWith } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { newestLink, openOwnPage } from '#test/own-page.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { writtenPdf } from '#test/setup/pdf-files.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['admin']>>
let ref_function_role_id: number
let people = 0
beforeAll(async () => {
  app = await startApp({ MAIL_DELAY_SECONDS: '0' })
  admin = await app.admin()
  ref_function_role_id = (await makeRole(app.db)).ref_function_role_id
})
afterAll(() => app.close())

/** Someone who applied and opened the link in the confirmation. */
async function applied() {
  const email = `person${++people}@example.com`
  const { user_session_id } = await apply(app, ref_function_role_id, { email, why_this_role: `Reason ${people}` })
  return { email, id: user_session_id, as: await openOwnPage(app, email) }
}

const read = async ({ as, id }: Awaited<ReturnType<typeof applied>>) => {
  const { body } = await app.call(calls.listOwnApplications, {}, as)
  return body.find((one) => one.user_session_id === id)!
}
const move = (user_session_id: number, to: number) => app.call(updateStatus, { user_session_id, ref_application_status_id: to }, admin)
const endUndo = (id: number) => app.db.execute(sql`update status_change set undo_until = now() - interval '1 second' where user_session_id = ${id}`)

test('the link in the confirmation is exchanged for a cookie at once and opens the person’s applications', async () => {
  const person = await applied()
  const link = (await newestLink(app, person.email))!
  const opened = await app.send('GET', link)
  expect([opened.status, opened.headers['location'], opened.headers['cache-control'], opened.headers['referrer-policy']]).toEqual([
    303,
    '/application',
    'no-store',
    'no-referrer',
  ])
  expect(String(opened.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i)

  const { status, body } = await app.call(calls.listOwnApplications, {}, person.as)
  expect(status).toBe(200)
  expect(body).toEqual([
    expect.objectContaining({
      user_session_id: person.id,
      function_role_name: 'Remote Care Coordinator',
      stage: 'received',
      stage_text: expect.any(String),
      applied_at: expect.stringMatching(/Z$/),
      reply_by: expect.stringMatching(/Z$/),
      actions: ['resume', 'contact', 'accommodation', 'no-drafts', 'withdraw', 'export', 'erasure'],
    }),
  ])
  const days = (Date.parse(body[0]!.reply_by!) - Date.parse(body[0]!.applied_at)) / 86_400_000
  expect(Math.round(days)).toBe(14)
})

test('keys are hashed at rest, sealed in the outbox, and end after 30 days without use', async () => {
  const person = await applied()
  const key = (await newestLink(app, person.email))!.split('/').at(-1)!
  const dump = JSON.stringify([await app.db.select().from(email_outbox), (await app.db.execute(sql`select * from candidate_access`)).rows])
  expect(dump).not.toContain(key)
  expect(key.length).toBeGreaterThanOrEqual(43)

  await app.db.execute(sql`update candidate_access set last_used_at = now() - interval '31 days' where user_session_id = ${person.id}`)
  const late = await app.send('GET', `/application/${key}`)
  expect([late.headers['location'], Object.keys(late.cookies)]).toEqual(['/application?ended', []])
  expect((await app.call(calls.listOwnApplications, {}, person.as)).status).toBe(401)
})

test('without the cookie every call is 401, and another person’s application is 404', async () => {
  const [mine, theirs] = [await applied(), await applied()]
  const { body, headers } = formWith({}, { filename: 'r.pdf', type: 'application/pdf', content: await writtenPdf() })
  const each = [
    (as: object) => app.call(calls.withdrawApplication, { id: theirs.id }, as),
    (as: object) => app.call(calls.undoWithdrawal, { id: theirs.id }, as),
    (as: object) => app.call(calls.changeContact, { id: theirs.id, first_name: 'Eve' }, as),
    (as: object) => app.call(calls.refuseDrafts, { id: theirs.id }, as),
    (as: object) => app.call(calls.requestAccommodation, { id: theirs.id, message: 'x' }, as),
    (as: object) => app.call(calls.exportOwn, { id: theirs.id }, as),
    (as: object) => app.call(calls.requestErasure, { id: theirs.id }, as),
    (as: object) => app.send('POST', `/api/candidate/applications/${theirs.id}/resume`, body, { ...as, headers }),
  ]
  for (const call of each) {
    expect((await call({})).status).toBe(401)
    expect((await call({ cookies: { 'own-page': 'guess' } })).status).toBe(401)
    expect((await call(mine.as)).status).toBe(404)
  }
  expect((await read(theirs)).stage).toBe('received')
})

test('asking for a link says the same for every address, in the same time, and emails only people who applied', async () => {
  const person = await applied()
  const timed = async (email: string) => {
    const begun = performance.now()
    const { status, body } = await app.call(calls.requestLink, { email })
    return { status, body, ms: performance.now() - begun }
  }
  const before = await app.db.$count(email_outbox)
  const known = await timed(person.email.toUpperCase())
  const unknown = await timed('stranger@example.org')
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  expect([known.status, known.body]).toEqual([200, { message: calls.LINK_SENT }])
  expect(Math.abs(known.ms - unknown.ms)).toBeLessThan(200)
  expect(await app.db.$count(email_outbox)).toBe(before + 1)
  expect(await app.db.$count(email_outbox, eq(email_outbox.to_address, 'stranger@example.org'))).toBe(0)
  expect((await app.call(calls.requestLink, { email: 'no address' })).status).toBe(422)
})

test('one address gets at most 3 emails a day, and the response doesn’t say so', async () => {
  await using strict = await startApp({ LIMITS_SCALE: '1' })
  const role = await makeRole(strict.db)
  await apply(strict, role.ref_function_role_id, { email: 'often@example.com' })
  const said = []
  for (let n = 0; n < 6; n++) said.push((await strict.call(calls.requestLink, { email: 'often@example.com' })).status)
  expect(said).toEqual([200, 200, 200, 200, 200, 200])
  expect(await strict.db.$count(email_outbox, eq(email_outbox.to_address, 'often@example.com'))).toBe(3)
})

test('a rejection shows only once its email has gone out', async () => {
  const person = await applied()
  await move(person.id, UNDER_REVIEW)
  expect((await read(person)).stage).toBe('received')
  await endUndo(person.id)
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

test('an invitation shows as interviews once it was emailed, and every email starts the reply time anew', async () => {
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

test('a candidate withdraws, takes it back within 30 seconds, and not later', async () => {
  const person = await applied()
  const { status, body } = await app.call(calls.withdrawApplication, { id: person.id, reason: 'Another offer' }, person.as)
  expect(status).toBe(200)
  expect((Date.parse(body.undo_until) - Date.now()) / 1000).toBeGreaterThan(20)
  expect(await read(person)).toMatchObject({ stage: 'withdrawn', reply_by: null, actions: ['undo-withdraw', 'export', 'erasure'] })
  expect((await app.call(calls.withdrawApplication, { id: person.id }, person.as)).status).toBe(409)

  expect((await app.call(calls.undoWithdrawal, { id: person.id }, person.as)).status).toBe(200)
  expect((await read(person)).stage).toBe('received')
  await app.outbox.sendDue()
  expect(await app.db.$count(email_outbox, sql`user_session_id = ${person.id} and purpose = 'candidate' and state <> 'withdrawn'`)).toBe(0)

  await app.call(calls.withdrawApplication, { id: person.id, reason: 'Another offer' }, person.as)
  await endUndo(person.id)
  expect((await app.call(calls.undoWithdrawal, { id: person.id }, person.as)).status).toBe(409)
  await app.db.execute(sql`update email_outbox set send_after = now() where user_session_id = ${person.id} and state = 'queued'`)
  await app.outbox.sendDue()
  const [sent] = await app.db
    .select()
    .from(email_outbox)
    .where(sql`user_session_id = ${person.id} and template_name = 'Application Withdrawn' and state = 'sent'`)
  expect(sent!.subject).toContain('withdrawn your application')
})

test('staff see a withdrawal in the timeline, the reason only with names, and can’t undo it', async () => {
  const person = await applied()
  await app.call(calls.withdrawApplication, { id: person.id, reason: 'I am Ada Archer' }, person.as)
  const blind = await app.call(listHistory, { id: person.id, identifiable: false }, admin)
  expect(blind.body[0]).toMatchObject({ kind: 'status', who: null, what: "Moved from 'Submitted' to 'Withdrawn by Candidate'" })
  expect(JSON.stringify(blind.body)).not.toMatch(/Ada|undo_token/)
  const named = await app.call(listHistory, { id: person.id, identifiable: true }, admin)
  expect(named.body.find((event) => event.kind === 'status')?.what).toContain('“I am Ada Archer”')
  const late = await move(person.id, PROCEED)
  expect([late.status, late.body.detail]).toEqual([409, 'This application is closed.'])
  expect((await app.call(undoStatus, { undo_token: 'x' }, admin)).status).toBe(404)
})

test('withdrawing calls back a rejection that has not gone out, and undoing it does not send it', async () => {
  const person = await applied()
  await move(person.id, REJECTED)
  await app.call(sendCandidateEmail, { candidate_info: { user_session_id: person.id }, template_name: 'Application Rejection' }, admin)
  expect((await app.call(calls.withdrawApplication, { id: person.id }, person.as)).status).toBe(200)
  await app.outbox.sendDue()
  expect(await app.db.$count(email_outbox, sql`user_session_id = ${person.id} and template_name = 'Application Rejection' and state = 'sent'`)).toBe(0)
  await app.call(calls.undoWithdrawal, { id: person.id }, person.as)
  const [session] = await app.db.select().from(user_session).where(eq(user_session.user_session_id, person.id))
  expect(session).toMatchObject({ ref_application_status_id: REJECTED, has_emailed_application_status: false })
})

test('a mistyped name is corrected at once; a new address counts once its link was opened', async () => {
  const person = await applied()
  const contact = { first_name: 'Grace', linkedin_profile_url: 'https://www.linkedin.com/in/grace' }
  const changed = await app.call(calls.changeContact, { id: person.id, ...contact, email: 'right@example.com' }, person.as)
  expect([changed.status, changed.body.message]).toEqual([200, expect.stringContaining('right@example.com')])
  expect(await read(person)).toMatchObject({ ...contact, last_name: 'Archer', email: person.email, pending_email: 'right@example.com' })

  const there = await openOwnPage(app, 'right@example.com')
  const { body } = await app.call(calls.listOwnApplications, {}, there)
  expect(body).toMatchObject([{ user_session_id: person.id, email: 'right@example.com', pending_email: null }])
  expect((await app.call(calls.listOwnApplications, {}, person.as)).status).toBe(401)
  const { rows } = await app.db.execute(sql`
    select facts, (select personal from audit_personal p where p.audit_id = t.audit_id) as personal from audit_trail t
    where action = 'applicant.contact-changed' and subject_id = ${person.id} order by audit_id`)
  expect(rows).toEqual([
    { facts: { fields: ['first_name', 'linkedin_profile_url'] }, personal: expect.stringContaining('Ada') },
    { facts: { fields: ['email'] }, personal: expect.stringContaining(person.email) },
  ])
  const wrong = await app.call(calls.changeContact, { id: person.id, linkedin_profile_url: 'javascript:alert(1)' }, there)
  expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, 'linkedin_profile_url'])
})

test('a resume is replaced from the own page until a decision is made', async () => {
  const person = await applied()
  const { body, headers } = formWith({}, { filename: 'resume.pdf', type: 'application/pdf', content: await writtenPdf() })
  const upload = () => app.send('POST', `/api/candidate/applications/${person.id}/resume`, body, { ...person.as, headers })
  expect((await upload()).status).toBe(201)
  expect((await read(person)).has_resume).toBe(true)
  const download = (as: object) => app.call(calls.downloadOwnResume, { id: person.id }, as)
  const mine = await download(person.as)
  expect([mine.status, mine.headers['content-type'], mine.headers['x-content-type-options']]).toEqual([200, 'application/pdf', 'nosniff'])
  expect([(await download({})).status, (await download((await applied()).as)).status]).toEqual([401, 404])
  await move(person.id, PROCEED)
  expect((await upload()).status).toBe(409)
  expect(await app.db.$count(resume, eq(resume.user_session_id, person.id))).toBe(1)
})

test('opting out of drafts, asking for an accommodation and for erasure are kept, audited and told to whom they concern', async () => {
  const person = await applied()
  expect((await app.call(calls.refuseDrafts, { id: person.id }, person.as)).status).toBe(200)
  expect((await app.call(calls.requestAccommodation, { id: person.id, message: 'Captions, please.' }, person.as)).status).toBe(201)
  const [notice] = await app.db
    .select()
    .from(email_outbox)
    .where(sql`user_session_id = ${person.id} and purpose = 'notice'`)
  expect(notice).toMatchObject({ to_address: 'lead@meridianhealth.example', text: expect.stringContaining('Captions, please.') })
  expect(await app.db.$count(accommodation_request, eq(accommodation_request.user_session_id, person.id))).toBe(1)
  const asked = await app.call(calls.requestErasure, { id: person.id }, person.as)
  expect(asked.status).toBe(202)
  expect(Math.round((Date.parse(asked.body.due_at) - Date.now()) / 86_400_000)).toBe(30)
  expect(await app.db.$count(erasure_request, eq(erasure_request.user_session_id, person.id))).toBe(1)
  expect(await read(person)).toMatchObject({ no_drafts: true, erasure_due_at: asked.body.due_at })
  const { rows } = await app.db.execute(sql`
    select actor_kind, action from audit_trail where subject_kind = 'applicant' and subject_id = ${person.id} and actor_kind = 'candidate' order by audit_id`)
  expect(rows.map(({ action }) => action)).toEqual(['applicant.drafts-refused', 'applicant.accommodation-requested', 'applicant.erasure-requested'])
})

test('the export holds what was sent both ways and nothing that staff thought', async () => {
  const person = await applied()
  const { status, body } = await app.call(calls.exportOwn, { id: person.id }, person.as)
  expect(status).toBe(200)
  expect(JSON.stringify(body)).toContain(`Reason ${people}`)
  expect(body.application.email).toBe(person.email)
  expect(JSON.stringify(body)).not.toMatch(/storage_key|status_id|capability/)
})
