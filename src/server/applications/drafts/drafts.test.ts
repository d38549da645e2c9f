import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteDraft, DRAFT_SENT, readDraft, saveDraft } from '#contract/candidate/drafts.ts'
import { submitAnswers } from '#contract/applications/applications.ts'
import { listApplicants } from '#contract/applicants/applicants.ts'
import { application_draft } from '#server/db/tables.ts'
import { unseal } from '#server/mail/sealed.ts'
import { answersTo, apply, startApplying } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'
import { deleteExpiredDrafts } from './draft-store.ts'

let app: TestApp
let ref_function_role_id: number
beforeAll(async () => {
  app = await startApp()
  ref_function_role_id = (await makeRole(app.db)).ref_function_role_id
})
afterAll(() => app.close())

const answer = (question_name: string, user_answer_text_box: string, edited_at?: number) => ({
  question_name,
  user_answer_text_box,
  ...(edited_at !== undefined && { edited_at }),
})
const save = (email: string, answers: ReturnType<typeof answer>[], { saved_at, device, ...as }: Actor & { saved_at?: string; device?: string } = {}) =>
  app.call(saveDraft, { ref_function_role_id, email, answers, ...(saved_at !== undefined && { saved_at }), ...(device !== undefined && { device }) }, as)
async function keyFor(email: string): Promise<string> {
  const { rows } = await app.db.execute<{ text: string }>(sql`select text from email_outbox where to_address = ${email} order by email_id desc limit 1`)
  return /\/application\/draft\/([\w-]+)/.exec(unseal(app.services.keys, rows[0]!.text))![1]!
}
const read = async (key: string) => {
  const { status, body } = await app.call(readDraft, { key })
  return status === 200 ? Object.fromEntries(body.answers.map((one) => [one.question_name, one.user_answer_text_box])) : status
}

/** The texts of both versions. */
async function both(key: string): Promise<string[][]> {
  const { body } = await app.call(readDraft, { key })
  const texts = [body.answers, body.other ?? []].map((version) => version.map((one) => one.user_answer_text_box))
  return texts.map((all) => all.filter((text) => text !== '').toSorted())
}

test('a link opens the form with the saved answers on another device, and the key appears only in the email', async () => {
  const saved = await save('phone@example.com', [answer('first_name', 'Ada'), answer('why_this_role', 'To <learn>'), answer('no_such_question', 'x')])
  expect([saved.status, saved.body]).toEqual([202, { message: DRAFT_SENT, saved_at: expect.any(String), has_other: false }])
  const key = await keyFor('phone@example.com')
  expect(await read(key)).toEqual({ first_name: 'Ada', why_this_role: 'To <learn>' })
  const dump = JSON.stringify((await app.db.execute(sql`select d.*, o.text, o.html from application_draft d, email_outbox o`)).rows)
  expect(dump).not.toContain(key)

  const opened = await app.send('GET', `/application/draft/${key}`)
  expect([opened.status, opened.headers['location'], opened.headers['referrer-policy']]).toEqual([303, `/roles/${ref_function_role_id}/apply`, 'no-referrer'])
  expect(String(opened.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i)
  const form = await app.send('GET', `/roles/${ref_function_role_id}/apply`, undefined, { cookies: opened.cookies })
  expect(String(form.body)).toContain('value="Ada"')
  expect(String(form.body)).toContain('To &lt;learn&gt;')
  expect(form.headers['cache-control']).toBe('private, no-store')
  expect(String((await app.send('GET', `/roles/${ref_function_role_id}/apply`)).body)).not.toContain('value="Ada"')
})

test('saving again from a form that loaded the draft updates it: the later edit of each field wins', async () => {
  const email = 'merge@example.com'
  const { cookies, body } = await save(email, [answer('first_name', 'Ada', 1000), answer('last_name', 'Archer', 3000)])
  const key = await keyFor(email)
  const held = { cookies, saved_at: body.saved_at }
  const again = await save(email, [answer('first_name', 'Grace', 2000), answer('last_name', 'Old', 2000), answer('care_story', 'A story')], held)
  expect([again.body.has_other, Date.parse(again.body.saved_at) > Date.parse(body.saved_at)]).toEqual([false, true])
  expect(await keyFor(email)).toBe(key)
  expect(await read(key)).toEqual({ first_name: 'Grace', last_name: 'Archer', care_story: 'A story' })

  await save(email, [answer('first_name', 'Mallory')])
  expect(await read(key)).toMatchObject({ first_name: 'Grace' })
})

test('when two devices save to one draft, both versions are kept, no matter which saves last or how often', async () => {
  const email = 'devices@example.com'
  const { cookies, body: first } = await save(email, [answer('care_story', 'Begun'), answer('first_name', 'Ada')])
  const key = await keyFor(email)
  const from = (saved_at: string) => ({ cookies, saved_at })
  const phone = await save(email, [answer('care_story', 'On the phone'), answer('first_name', 'Ada')], from(first.saved_at))
  expect(phone.body.has_other).toBe(false)
  // The laptop opened the link before the phone saved. Its request arrives twice.
  const onLaptop = [answer('care_story', 'On the laptop'), answer('last_name', 'Archer')]
  for (let time = 0; time < 2; time++) expect((await save(email, onLaptop, from(first.saved_at))).body.has_other).toBe(true)
  expect(await both(key)).toEqual([
    ['Archer', 'On the laptop'],
    ['Ada', 'On the phone'],
  ])
  const later = await save(email, [answer('care_story', 'On the phone, later'), answer('first_name', 'Ada')], from(phone.body.saved_at))
  expect(later.body.has_other).toBe(true)
  expect(await both(key)).toEqual([
    ['Ada', 'On the phone, later'],
    ['Archer', 'On the laptop'],
  ])
  // A third version gets a separate link.
  const third = await save(email, [answer('care_story', 'On the tablet')], from(first.saved_at))
  expect([third.body.has_other, await read(await keyFor(email))]).toEqual([false, { care_story: 'On the tablet' }])
  expect((await both(key))[1]).toEqual(['Archer', 'On the laptop'])
  expect(await keyFor(email)).not.toBe(key)
})

test('two tabs in one browser, a lost response or different line breaks never create two versions', async () => {
  const email = 'tabs@example.com'
  const { cookies, body } = await save(email, [answer('care_story', 'One', 1000), answer('first_name', 'Ada', 1000)], { device: 'laptop' })
  const key = await keyFor(email)
  const more = await save(email, [answer('care_story', 'Two', 2000), answer('first_name', 'Ada', 1000)], { cookies, device: 'laptop' })
  expect([more.body.has_other, await both(key)]).toEqual([false, [['Ada', 'Two'], []]])
  const late = await save(email, [answer('care_story', 'One', 1000), answer('first_name', 'Ada B', 3000)], {
    cookies,
    device: 'laptop',
    saved_at: body.saved_at,
  })
  expect([late.body.has_other, await both(key)]).toEqual([false, [['Ada B', 'Two'], []]])
  await save(email, [answer('care_story', 'Two\r\nlines')], { cookies, saved_at: late.body.saved_at })
  expect((await save(email, [answer('care_story', 'Two\nlines ')], { cookies, device: 'laptop' })).body.has_other).toBe(false)
  expect((await save(email, [answer('care_story', 'On the phone')], { cookies, device: 'phone' })).body.has_other).toBe(true)
})

test("answers to different questions from two devices are merged, and a form that never loaded the draft doesn't overwrite it", async () => {
  const email = 'apart@example.com'
  const { cookies, body } = await save(email, [answer('first_name', 'Ada')])
  const key = await keyFor(email)
  await save(email, [answer('first_name', 'Ada'), answer('last_name', 'Archer')], { cookies, saved_at: body.saved_at })
  expect((await save(email, [answer('first_name', 'Ada'), answer('care_story', 'Mine')], { cookies, saved_at: body.saved_at })).body.has_other).toBe(false)
  expect(await read(key)).toEqual({ first_name: 'Ada', last_name: 'Archer', care_story: 'Mine' })
  expect((await save(email, [answer('first_name', 'Grace')], { cookies })).body.has_other).toBe(true)
  expect(await both(key)).toEqual([['Grace'], ['Ada', 'Archer', 'Mine']])
})

test('a draft is deleted on submission, after 14 days, or by its owner; staff never see it', async () => {
  const email = 'gone@example.com'
  const { cookies } = await save(email, [answer('care_story', 'zq-draft-canary')])
  const key = await keyFor(email)
  const admin = await app.admin()
  const list = await app.call(listApplicants, { roleId: 'all', days_ago: 100 }, admin)
  expect(JSON.stringify(list.body)).not.toContain('zq-draft-canary')
  // Anyone can type this address; only a browser that holds the draft may delete it.
  await apply(app, ref_function_role_id, { email: 'Gone@Example.com' })
  expect(await read(key)).toMatchObject({ care_story: 'zq-draft-canary' })
  const { questions, as } = await startApplying(app, ref_function_role_id)
  const own = { cookies: { ...as.cookies, ...cookies } }
  expect((await app.call(submitAnswers, { answers: answersTo(questions, { email }) }, own)).status).toBe(200)
  expect(await read(key)).toBe(404)
  // Submitting the application that the draft was saved from also deletes it, for any address and without the draft's cookie.
  const begun = await startApplying(app, ref_function_role_id)
  await save('begun@example.com', [answer('first_name', 'Ada')], { cookies: begun.as.cookies })
  const saved = await keyFor('begun@example.com')
  expect((await app.call(submitAnswers, { answers: answersTo(begun.questions, { email: 'later@example.com' }) }, begun.as)).status).toBe(200)
  expect(await read(saved)).toBe(404)

  await save('old@example.com', [answer('first_name', 'Ada')])
  const old = await keyFor('old@example.com')
  await app.db.execute(sql`update application_draft set saved_at = now() - interval '15 days' where email = 'old@example.com'`)
  expect(await read(old)).toBe(404)
  expect((await app.send('GET', `/application/draft/${old}`)).headers['location']).toBe('/application?ended=draft')
  const before = await app.db.$count(application_draft)
  expect(await deleteExpiredDrafts(app.db)).toBe(1)
  expect(await app.db.$count(application_draft)).toBe(before - 1)

  await save('mine@example.com', [answer('first_name', 'Ada')])
  const mine = await keyFor('mine@example.com')
  expect((await app.call(deleteDraft, { key: mine })).status).toBe(204)
  expect([await read(mine), (await app.call(deleteDraft, { key: mine })).status]).toEqual([404, 404])
})

test('one address gets at most 3 links a day, which neither the response nor its cookie reveals; a guessed key opens nothing', async () => {
  await using strict = await startApp({ LIMITS_SCALE: '1' })
  const role = await makeRole(strict.db)
  const asked = { ref_function_role_id: role.ref_function_role_id, email: 'often@example.com', answers: [answer('first_name', 'Ada')] }
  const said = []
  for (let n = 0; n < 5; n++) said.push(await strict.call(saveDraft, asked))
  expect(said.map(({ status, body, cookies }) => [status, body.message, Object.keys(cookies).length])).toEqual(said.map(() => [202, DRAFT_SENT, 1]))
  expect(DRAFT_SENT).not.toContain('emailed')
  const form = await strict.send('GET', `/roles/${role.ref_function_role_id}/apply`, undefined, { cookies: said.at(-1)!.cookies })
  expect(String(form.body)).toContain('value="Ada"')
  const { rows } = await strict.db.execute(sql`select 1 from email_outbox where to_address = 'often@example.com'`)
  expect(rows).toHaveLength(3)
  expect((await strict.call(readDraft, { key: 'guess' })).status).toBe(404)
})

test('without JavaScript, the form sends the link and comes back unchanged', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (body: string) => app.send('POST', `/roles/${ref_function_role_id}/draft`, body, { headers })
  const sent = await post('first_name=Plain&email=plain%40example.com&why_this_role=Because')
  expect([sent.status, String(sent.body).includes('value="Plain"'), String(sent.body).includes('saved your answers')]).toEqual([200, true, true])
  expect(await read(await keyFor('plain@example.com'))).toMatchObject({ first_name: 'Plain', why_this_role: 'Because' })
  const wrong = await post('first_name=Plain&email=plain')
  expect([wrong.status, String(wrong.body).includes('valid email address')]).toEqual([422, true])
})

test('without JavaScript, the form offers both versions, keeps what was typed when they are swapped, and discards only the one that was shown', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const email = 'plain.two@example.com'
  const { cookies, body: first } = await save(email, [answer('email', email), answer('care_story', 'Begun')])
  const key = await keyFor(email)
  const post = async (care_story: string, saved_at: string, version?: 'this' | 'other') => {
    const fields = { email, care_story, 'draft-saved-at': saved_at, ...(version && { 'draft-version': version }) }
    const { status, body } = await app.send('POST', `/roles/${ref_function_role_id}/draft`, new URLSearchParams(fields).toString(), { headers, cookies })
    const html = String(body)
    return { status, html, saved_at: /name="draft-saved-at" value="([^"]+)"/.exec(html)![1]!, isOffered: html.includes('Show the other version') }
  }
  await save(email, [answer('email', email), answer('care_story', 'On the phone')], { cookies, saved_at: first.saved_at })
  const saved = await post('On the laptop', first.saved_at)
  expect([saved.status, saved.isOffered, saved.html.includes('On the laptop</textarea>')]).toEqual([200, true, true])

  const other = await post('On the laptop, more', saved.saved_at, 'other')
  expect([other.status, other.isOffered, other.html.includes('On the phone</textarea>')]).toEqual([200, true, true])
  expect(await both(key)).toEqual([
    ['On the phone', email],
    ['On the laptop, more', email],
  ])
  const form = await app.send('GET', `/roles/${ref_function_role_id}/apply`, undefined, { cookies })
  expect(String(form.body)).toContain('There are two versions of this application')

  // The phone has saved again, so its current version wasn't seen.
  await save(email, [answer('care_story', 'On the phone, later')], { cookies, saved_at: other.saved_at })
  const blind = await post('On the phone', other.saved_at, 'this')
  expect([blind.status, blind.html.includes('saved again on another device or in another tab')]).toEqual([409, true])
  expect(await both(key)).toEqual([
    ['On the phone, later', email],
    ['On the laptop, more', email],
  ])

  const { body: now } = await app.call(readDraft, { key })
  const kept = await post('On the phone, later', now.saved_at, 'this')
  expect([kept.status, kept.isOffered, await both(key)]).toEqual([200, false, [['On the phone, later', email], []]])
  expect((await app.send('POST', `/roles/${ref_function_role_id}/draft`, 'draft-version=this', { headers })).status).toBe(404)
})

test('answers carried over from another role are kept alongside a saved draft for this one, and the candidate chooses between them', async () => {
  const { key, carry: carryAll, post, left } = await savedHere('brought@example.com')
  const carry = (text: string) => carryAll({ why_this_role: text, proudest_work: 'A ledger' })

  const carried = await carry('Theirs')
  expect(carried.status).toBe(200)
  for (const part of ['>Theirs</textarea>', 'and those you had saved for this one', '>Show the other version</button>']) expect(carried.html).toContain(part)
  expect((await carry('Theirs')).html).toContain('>Theirs</textarea>')
  expect(await both(key)).toEqual([
    ['A ledger', 'Ada', 'Theirs'],
    ['Ada', 'Mine'],
  ])

  const third = await carry('A third')
  expect([third.status, third.html]).toEqual([409, expect.stringContaining('>A third</textarea>')])
  expect(third.html).toContain('already saved two versions')
  const shown = { 'draft-saved-at': (await carry('Theirs')).saved_at, 'draft-left-from': left, why_this_role: 'Theirs' }
  const swapped = await post({ ...shown, proudest_work: 'A ledger', 'draft-version': 'other' })
  expect(swapped.html).toContain('>Mine</textarea>')
  const kept = await post({ 'draft-saved-at': swapped.saved_at, why_this_role: 'Mine', 'draft-version': 'this' })
  expect(kept.html).not.toContain('Show the other version')
  expect(await both(key)).toEqual([['Ada', 'Mine'], []])
})

test("answers carried over on a shared computer never get into another person's draft", async () => {
  const { carry, key } = await savedHere('first.person@example.com')
  const carried = await carry({ email: 'second.person@example.com', why_this_role: 'Theirs' })
  expect([carried.status, carried.html]).toEqual([200, expect.stringContaining('>Theirs</textarea>')])
  expect(carried.html).not.toContain('Show the other version')
  expect(await both(key)).toEqual([['Ada', 'Mine'], []])

  const same = await carry({ email: 'First.Person@example.com', why_this_role: 'Brought' })
  expect([same.status, same.html]).toEqual([200, expect.stringContaining('Show the other version')])
  expect((await both(key))[0]).toEqual(['Ada', 'Brought', 'First.Person@example.com'])
})

test('if carrying answers over fails for any reason, the form comes back with what was typed', async () => {
  const { carry, key } = await savedHere('unlucky@example.com')
  const long = await carry({ why_this_role: 'x'.repeat(40_001) })
  expect([long.status, long.html]).toEqual([422, expect.stringContaining('Use at most 40000 characters')])
  expect(long.html).toContain(`>${'x'.repeat(40_001)}</textarea>`)

  await app.db.execute(sql`create function be_busy() returns trigger language plpgsql as $$ begin raise exception 'busy' using errcode = '55P03'; end $$`)
  await app.db.execute(sql`create trigger be_busy before update on application_draft for each row execute function be_busy()`)
  const busy = await carry({ why_this_role: 'Typed while busy' })
  await app.db.execute(sql`drop function be_busy cascade`)
  expect([busy.status, busy.html]).toEqual([503, expect.stringContaining('>Typed while busy</textarea>')])
  expect(busy.html).toContain('The service is busy')
  expect(await both(key)).toEqual([['Ada', 'Mine'], []])

  const odd = await carry({ why_this_role: 'Null\0 character' })
  expect([odd.status, (await both(key))[0]]).toEqual([200, ['Ada', 'Null character']])
})

/** Saves a draft for this role, then sends its form from the same browser, with or without answers from a closed role (`left`). */
async function savedHere(email: string) {
  const left = String((await makeRole(app.db)).ref_function_role_id)
  const { cookies } = await save(email, [answer('first_name', 'Ada'), answer('why_this_role', 'Mine')])
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = async (fields: Record<string, string>) => {
    const form = new URLSearchParams({ first_name: 'Ada', ...fields }).toString()
    const { status, body } = await app.send('POST', `/roles/${ref_function_role_id}/draft`, form, { cookies, headers })
    return { status, html: String(body), saved_at: /name="draft-saved-at" value="([^"]+)"/.exec(String(body))?.[1] ?? '' }
  }
  const carry = (fields: Record<string, string>) => post({ 'draft-carried-from': left, ...fields })
  return { left, post, carry, key: await keyFor(email) }
}
