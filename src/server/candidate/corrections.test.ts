import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import * as calls from '#contract/candidate/candidate.ts'
import type { UndoRequest } from '#contract/candidate/candidate.ts'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { readGenerator } from '#contract/red-flags/red-flags.ts'
import { accommodation_request, email_outbox, erasure_request, resume } from '#server/db/tables.ts'
import { formWith } from '#test/applying.ts'
import { newestLink } from '#test/own-page.ts'
import { startApp } from '#test/setup/app.ts'
import { writtenPdf } from '#test/setup/pdf-files.ts'
import { ownApplications } from '#test/own-applications.ts'

const app = await startApp({ MAIL_DELAY_SECONDS: '0' })
afterAll(() => app.close())
const { admin, applied, read, move } = await ownApplications(app)

test('a mistyped name is corrected immediately; a new address takes effect once confirmed', async () => {
  const person = await applied()
  const contact = { first_name: 'Grace', linkedin_profile_url: 'https://www.linkedin.com/in/grace' }
  const changed = await app.call(calls.changeContact, { id: person.id, ...contact, email: 'right@example.com' }, person.as)
  expect([changed.status, changed.body.message]).toEqual([200, expect.stringContaining('right@example.com')])
  expect(await read(person)).toMatchObject({ ...contact, last_name: 'Archer', email: person.email, pending_email: 'right@example.com' })

  const link = (await newestLink(app, 'right@example.com'))!
  // A mail scanner follows every link.
  for (const method of ['HEAD', 'GET', 'HEAD']) expect((await app.send(method, link)).status).toBe(200)
  expect(await read(person)).toMatchObject({ email: person.email, pending_email: 'right@example.com' })
  const confirmed = await app.send('POST', link)
  expect([confirmed.status, confirmed.headers['location']]).toEqual([303, '/application?done=confirm'])
  const there = { cookies: confirmed.cookies }
  const shown = String((await app.send('GET', '/application?done=confirm', undefined, there)).body)
  expect(shown).toContain('Your address is now right@example.com. Your old address no longer opens this page. You can change your address again below.')
  // Undoing restores only the earlier name and profile, so the offer doesn't mention the address, which changed last.
  expect(shown).toContain('Undo your last name or profile change')
  expect(shown).not.toMatch(/Undo your last changes|Before the last correction/)
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

test("a resume can be replaced from the candidate's own page until a decision is made", async () => {
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

test('a correction shows what changed and can be undone; a new address can be canceled before it takes effect', async () => {
  const person = await applied()
  const back = (action: UndoRequest) => app.call(calls.takeBack, { id: person.id, action }, person.as)
  expect((await read(person)).actions).not.toContain('undo-contact')
  expect((await back('undo-contact')).status).toBe(409)
  const changed = await app.call(calls.changeContact, { id: person.id, first_name: 'Grace' }, person.as)
  expect(changed.body.message).toBe('Your details are saved. First name: Grace (was: Ada).')
  expect(await read(person)).toMatchObject({ first_name: 'Grace', earlier_contact: { first_name: 'Ada' } })
  expect((await back('undo-contact')).body.message).toBe('Your details are saved. First name: Ada (was: Grace).')
  expect((await read(person)).first_name).toBe('Ada')
  const { earlier_contacts, email } = await read(person)
  expect(earlier_contacts.map((one) => [one.first_name, one.email])).toEqual([
    ['Ada', email],
    ['Grace', email],
  ])

  await app.call(calls.changeContact, { id: person.id, email: 'elsewhere@example.com' }, person.as)
  const link = (await newestLink(app, 'elsewhere@example.com'))!
  const kept = await back('keep-address')
  expect(kept.body.message).toBe(`We'll keep using ${person.email}. The link we emailed to elsewhere@example.com no longer works.`)
  expect((await app.send('POST', link)).headers['location']).toBe('/application?ended')
  expect(await read(person)).toMatchObject({ email: person.email, pending_email: null })
  expect((await back('keep-address')).status).toBe(409)
  expect((await app.call(calls.takeBack, { id: person.id, action: 'undo-contact' }, (await applied()).as)).status).toBe(404)
})

test('a replaced resume can be restored until a decision is made', async () => {
  const person = await applied()
  const upload = async (content: Buffer) => {
    const { body, headers } = formWith({}, { filename: 'resume.pdf', type: 'application/pdf', content })
    return (await app.send('POST', `/api/candidate/applications/${person.id}/resume`, body, { ...person.as, headers })).body as unknown as { message: string }
  }
  const back = () => app.call(calls.takeBack, { id: person.id, action: 'undo-resume' }, person.as)
  const current = async () =>
    (
      await app.db
        .select()
        .from(resume)
        .where(sql`user_session_id = ${person.id} and replaced_at is null`)
    ).map((one) => one.resume_id)
  expect((await upload(await writtenPdf())).message).toBe("We've received your resume.")
  expect((await back()).status).toBe(409)
  const [first] = await current()
  expect((await upload(await writtenPdf())).message).toMatch(
    /^We've received your resume\. It replaces the one from .+\. You can go back to that one within 24 hours\.$/,
  )
  const [second] = await current()
  expect((await back()).body.message).toMatch(/^We're using your resume from .+ again\.$/)
  expect(await current()).toEqual([first])
  expect((await back()).status).toBe(200)
  expect(await current()).toEqual([second])
  await move(person.id, PROCEED)
  expect((await back()).status).toBe(409)
})

test('someone who opted out of AI drafts can allow them again while the application is open', async () => {
  const person = await applied()
  const back = (as = person.as) => app.call(calls.takeBack, { id: person.id, action: 'undo-no-drafts' }, as)
  expect((await back()).status).toBe(409)
  expect((await app.call(calls.refuseDrafts, { id: person.id }, person.as)).status).toBe(200)
  const optedOut = await read(person)
  expect(optedOut).toMatchObject({ no_drafts: true, actions: expect.arrayContaining(['undo-no-drafts']) })
  expect(optedOut.actions).not.toContain('no-drafts')
  expect((await back((await applied()).as)).status).toBe(404)
  const page = await app.send('POST', `/application/${person.id}/undo-no-drafts`, undefined, { ...person.as, headers: { origin: app.env.BASE_URL } })
  expect(page.status).toBe(303)
  const allowed = await read(person)
  expect(allowed).toMatchObject({ no_drafts: false, actions: expect.arrayContaining(['no-drafts']) })
  expect(allowed.actions).not.toContain('undo-no-drafts')
  const { body } = await app.call(readGenerator, { user_session_id: person.id }, admin)
  expect(body.opted_out).toBe(false)
  await app.call(calls.refuseDrafts, { id: person.id }, person.as)
  expect((await back()).body.message).toBe('AI drafts are allowed again. A person decides either way.')
  await app.call(calls.refuseDrafts, { id: person.id }, person.as)
  await app.call(calls.withdrawApplication, { id: person.id }, person.as)
  expect((await back()).status).toBe(409)
})

test('an accommodation request can be withdrawn until someone has arranged it, and the hiring lead is notified', async () => {
  const person = await applied()
  const back = () => app.call(calls.takeBack, { id: person.id, action: 'undo-accommodation' }, person.as)
  expect((await back()).status).toBe(409)
  const asked = await app.call(calls.requestAccommodation, { id: person.id, message: 'Captions, please.' }, person.as)
  expect(asked.body.message).toMatch(/^We've passed your request on to .+ You wrote: “Captions, please\.”$/)
  expect((await back()).status).toBe(200)
  expect(await app.db.$count(accommodation_request, eq(accommodation_request.user_session_id, person.id))).toBe(0)
  const notices = await app.db
    .select({ subject: email_outbox.subject })
    .from(email_outbox)
    .where(sql`user_session_id = ${person.id} and purpose = 'notice'`)
    .orderBy(email_outbox.email_id)
  expect(notices.map(({ subject }) => subject.split(':')[0])).toEqual(['Accommodation request', 'Accommodation request withdrawn'])
  expect((await read(person)).actions).not.toContain('undo-accommodation')
})

test('opt-outs from AI drafts and requests for accommodation or erasure are stored, audited and sent to the people responsible', async () => {
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
  const seen = await read(person)
  expect(seen).toMatchObject({ no_drafts: true, erasure_due_at: asked.body.due_at, keep_until: asked.body.keep_until })
  expect(Date.parse(seen.keep_until) - Date.parse(seen.applied_at)).toBe(1461 * 86_400_000)
  const { rows } = await app.db.execute(sql`
    select actor_kind, action from audit_trail where subject_kind = 'applicant' and subject_id = ${person.id} and actor_kind = 'candidate' order by audit_id`)
  expect(rows.map(({ action }) => action)).toEqual(['applicant.drafts-refused', 'applicant.accommodation-requested', 'applicant.erasure-requested'])
})
