import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listHistory } from '#contract/applicants/history.ts'
import { replaceOwnResume } from '#contract/candidate/candidate.ts'
import { answerSuggestion, listSuggestions, suggestionEmail, suggestRole } from '#contract/candidate/suggestions.ts'
import { undoCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { updateRole } from '#contract/roles.ts'
import { toParagraphs } from '#contract/text/paragraphs.ts'
import type { Message } from '#server/mail/message.ts'
import { openOutbox } from '#server/mail/outbox.ts'
import type { Delivery } from '#server/mail/transport.ts'
import { mailboxHashes, unsubscribeUrl } from '#server/mail/unsubscribe.ts'
import { eraseApplicant } from '#server/operate/privacy/erase-applicant.ts'
import { formWith } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { ownApplications } from '#test/own-applications.ts'
import { openOwnPage } from '#test/own-page.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { writtenPdf } from '#test/setup/pdf-files.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof ownApplications>>
let other: Awaited<ReturnType<typeof makeRole>>
type Person = Awaited<ReturnType<typeof world.applied>>

beforeAll(async () => {
  app = await startApp({ MAIL_DELAY_SECONDS: '0' })
  world = await ownApplications(app)
  other = await makeRole(app.db, { function_role_name: 'Night {Nurse}' })
  await app.db.execute(sql`
    with q as (insert into application_question (question_name, question_text, question_type, required_flag, all_roles_flag)
      values ('why_nights', 'Why nights?', 'Extended Open Text Box', true, false) returning ref_question_id)
    insert into question_role (ref_question_id, ref_function_role_id) select ref_question_id, ${other.ref_function_role_id} from q`)
})
afterAll(() => app.close())

const draft = () => {
  const { subject, text } = suggestionEmail(other, 'https://careers.example/roles/2')
  return { subject, html: toParagraphs(text) }
}
const suggest = (id: number, but = {}, as = world.admin) =>
  app.call(suggestRole, { id, ref_function_role_id: other.ref_function_role_id, ...draft(), ...but }, as)
const say = ({ as, id }: Pick<Person, 'as' | 'id'>, role_suggestion_id: number, answer: 'yes' | 'no', why_nights = 'I sleep by day.') =>
  app.call(answerSuggestion, { id, role_suggestion_id, answer, answers: [{ question_name: 'why_nights', user_answer_text_box: why_nights }] }, as)
const markSent = (email_id: number, days = 0) =>
  app.db.execute(sql`update email_outbox set state = 'sent', sent_at = now() - make_interval(days => ${days}) where email_id = ${email_id}`)
const countTheirs = async ({ email }: Person) =>
  (await app.db.execute<{ count: number }>(sql`select count(*)::int as count from user_session where email = ${email}`)).rows[0]!.count

async function makeSuggestion(days = 0) {
  const person = await world.applied()
  const { body } = await suggest(person.id)
  await markSent(body.email_id, days)
  return { person, ...body }
}

const history = async (id: number, identifiable: boolean, as = world.admin) =>
  (await app.call(listHistory, { id, identifiable }, as)).body.filter(({ kind }) => kind === 'suggestion')

async function applicationMade({ email }: Person) {
  const { rows } = await app.db.execute<{ id: number; answers: Record<string, string>; files: number }>(sql`
    select u.user_session_id as id, (select json_object_agg(question_name, user_answer_text_box) from user_session_answer a where a.user_session_id = u.user_session_id) as answers,
      (select count(*)::int from resume r where r.user_session_id = u.user_session_id and replaced_at is null) as files
    from user_session u where email = ${email} and ref_function_role_id = ${other.ref_function_role_id}`)
  return rows
}

async function withResume() {
  const person = await world.applied()
  const form = formWith({}, { filename: 'resume.pdf', type: 'application/pdf', content: await writtenPdf() })
  const up = await app.send('POST', replaceOwnResume.path.replace('{id}', String(person.id)), form.body, { ...person.as, headers: form.headers })
  expect(up.status).toBe(201)
  return person
}

test('only accepting a suggestion copies the application: the answers both roles ask for, the resume, and a link between both histories', async () => {
  const person = await withResume()
  const { status, body } = await suggest(person.id)
  expect(status).toBe(201)
  const { rows } = await app.db.execute(
    sql`select html like '%/application/%' and html like '%Night Nurse%' as is_filled, subject from email_outbox where email_id = ${body.email_id}`,
  )
  expect(rows).toEqual([{ is_filled: true, subject: 'Another role for you: Night Nurse' }])

  expect((await world.read(person)).suggestions).toEqual([])
  await markSent(body.email_id)
  const [open] = (await world.read(person)).suggestions
  expect(open).toMatchObject({ state: 'open', is_accepting: true, questions: [{ question_name: 'why_nights' }] })
  expect(await countTheirs(person)).toBe(1)

  const missing = await say(person, body.role_suggestion_id, 'yes', ' ')
  expect([missing.status, missing.body.errors]).toEqual([422, [{ path: 'why_nights', message: 'This field is required' }]])
  expect(await countTheirs(person)).toBe(1)
  const both = await Promise.all([say(person, body.role_suggestion_id, 'yes'), say(person, body.role_suggestion_id, 'yes')])
  expect(both.map((one) => one.status)).toEqual([200, 200])
  expect(await countTheirs(person)).toBe(2)

  const as = await openOwnPage(app, person.email)
  const made = await applicationMade(person)
  expect(made).toMatchObject([{ answers: { why_this_role: person.reason, first_name: 'Ada', why_nights: 'I sleep by day.' }, files: 1 }])
  expect((await app.send('GET', `/api/candidate/applications/${made[0]!.id}/resume`, undefined, as)).status).toBe(200)

  expect((await history(person.id, true)).map((one) => [one.what, one.other_user_session_id])).toEqual([
    ["Said yes to 'Night {Nurse}'", made[0]!.id],
    ["Suggested 'Night {Nurse}'", made[0]!.id],
  ])
  expect((await history(person.id, false)).map((one) => one.what)).toEqual(["Suggested 'Night {Nurse}': the applicant said yes"])
  expect((await history(made[0]!.id, false)).map((one) => one.other_user_session_id)).toEqual([person.id])
  const recruiter = await makeStaff(app, 'recruiter', { scope: [other.ref_function_role_id] })
  expect((await history(made[0]!.id, false, recruiter))[0]).not.toHaveProperty('other_user_session_id')

  await eraseApplicant(app.services, { user_session_id: made[0]!.id, reason: 'request', insideMandatory: 'erase' })
  expect(await history(person.id, true)).toEqual([])
  expect((await app.send('GET', `/api/candidate/applications/${person.id}/resume`, undefined, person.as)).status).toBe(200)
})

test("a declined suggestion is remembered, including in the same person's other applications, and nothing is copied", async () => {
  const { person, role_suggestion_id } = await makeSuggestion()
  expect([(await say(person, role_suggestion_id, 'no')).status, (await say(person, role_suggestion_id, 'no')).status]).toEqual([200, 200])
  expect((await say(person, role_suggestion_id, 'yes')).status).toBe(409)
  expect([await countTheirs(person), (await world.read(person)).suggestions[0]?.state]).toEqual([1, 'no'])
  const again = await suggest(person.id)
  expect([again.status, again.body.detail]).toEqual([409, 'They said no when this role was suggested before.'])
  const twin = await world.applied()
  await app.db.execute(
    sql`update user_session set email_key = (select email_key from user_session where user_session_id = ${person.id}) where user_session_id = ${twin.id}`,
  )
  expect((await suggest(twin.id)).status).toBe(409)
})

test('only the person who got a suggestion can answer it, within 14 days and while the role is open', async () => {
  const late = await makeSuggestion(15)
  expect([(await say(late.person, late.role_suggestion_id, 'yes')).status, (await world.read(late.person)).suggestions[0]?.state]).toEqual([409, 'expired'])
  const { person, role_suggestion_id } = await makeSuggestion()
  expect((await say(await world.applied(), role_suggestion_id, 'yes')).status).toBe(404)
  await app.db.execute(sql`update function_role set disabled_flag = true, was_public_flag = true where ref_function_role_id = ${other.ref_function_role_id}`)
  expect([(await say(person, role_suggestion_id, 'yes')).status, (await world.read(person)).suggestions[0]?.is_accepting]).toEqual([409, false])
  expect((await suggest((await world.applied()).id)).status).toBe(409)
  await app.db.execute(sql`update function_role set disabled_flag = false where ref_function_role_id = ${other.ref_function_role_id}`)
  expect((await say(person, role_suggestion_id, 'yes')).status).toBe(200)
})

test('a role can be suggested only once at a time, with consent and within scope, in an email that includes the link to answer', async () => {
  const { id } = await world.applied()
  const rejected = await Promise.all([
    suggest(id, { html: '<p>No link</p>' }),
    suggest(id, { html: '<p>{nam} {scheduling_link}</p>' }),
    suggest(id, { ref_function_role_id: world.ref_function_role_id }),
    suggest(id, { ref_function_role_id: 999_999 }),
    suggest(999_999),
    suggest(id, {}, await makeStaff(app, 'recruiter', { scope: [world.ref_function_role_id] })),
    suggest(id, {}, await makeStaff(app, 'auditor')),
  ])
  expect(rejected.map((one) => one.status)).toEqual([422, 422, 409, 409, 404, 404, 403])
  const first = await suggest(id)
  expect([first.status, (await suggest(id)).status]).toEqual([201, 409])
  expect((await app.call(listSuggestions, { id }, world.admin)).body).toMatchObject({ refusal: null, suggestions: [{ state: 'waiting' }] })
  expect((await app.call(undoCandidateEmail, { undo_token: first.body.undo_token }, world.admin)).status).toBe(200)
  expect((await suggest(id, { subject: 'Again' })).status).toBe(201)
  const shy = await world.applied()
  await app.db.execute(sql`update user_session_answer set user_answer_text_box = 'No' where user_session_id = ${shy.id} and question_name = 'opt_in_updates'`)
  expect((await suggest(shy.id)).body.detail).toBe("This applicant didn't agree to be contacted about other roles.")
})

test("if a candidate unsubscribes while an email about a role is being sent, it isn't tried again", async () => {
  const { id } = await world.applied()
  await app.outbox.sendDue()
  const { email_id } = (await suggest(id)).body
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  let tries = 0
  async function send({ unsubscribe_url }: Message): Promise<Delivery> {
    if (!unsubscribe_url) return { sent: true }
    tries++
    expect((await app.send('POST', new URL(unsubscribe_url).pathname, 'List-Unsubscribe=One-Click', { headers })).status).toBe(200)
    return { sent: false, final: false, cause: 'deferred', reason: 'The server is busy.' }
  }
  const outbox = openOutbox({ ...app.services, transport: { send } })
  await outbox.sendDue()
  await app.db.execute(sql`update email_outbox set send_after = now() where email_id = ${email_id}`)
  await outbox.sendDue()
  expect(tries).toBe(1)
  expect((await app.db.execute(sql`select state from email_outbox where email_id = ${email_id}`)).rows).toEqual([{ state: 'withdrawn' }])
})

const stateOf = async (email_id: number) =>
  (await app.db.execute<{ state: string }>(sql`select state from email_outbox where email_id = ${email_id}`)).rows[0]!.state

test("an email about a role isn't sent if the role stopped accepting applications while it waited", async () => {
  const { id } = await world.applied()
  await app.outbox.sendDue()
  const role = await makeRole(app.db, { function_role_name: 'Day Nurse' })
  const change = async (but: Record<string, unknown>) => {
    const { status, body } = await app.call(updateRole, { id: role.ref_function_role_id, ...but } as never, world.admin)
    expect([status, body]).toMatchObject([200, {}])
  }
  const suggestDay = async () => (await suggest(id, { ref_function_role_id: role.ref_function_role_id })).body.email_id
  for (const state of ['paused', 'closed'] as const) {
    const email_id = await suggestDay()
    await change({ state })
    await app.outbox.sendDue()
    expect([state, await stateOf(email_id)]).toEqual([state, 'withdrawn'])
    await change({ state: 'published' })
  }
  const dated = await suggestDay()
  await app.db.execute(sql`update function_role set closes_at = now() where ref_function_role_id = ${role.ref_function_role_id}`)
  await app.outbox.sendDue()
  expect(await stateOf(dated)).toBe('withdrawn')
  await change({ state: 'published', closes_at: null })
  const kept = await suggestDay()
  await change({ state: 'paused' })
  await change({ state: 'published' })
  await app.outbox.sendDue()
  expect(await stateOf(kept)).toBe('sent')
})

test("a role suggested in the moment someone unsubscribes isn't sent, and unsubscribing again withdraws it at once", async () => {
  const { id, email } = await world.applied()
  await app.outbox.sendDue()
  const { email_id } = (await suggest(id)).body
  const link = new URL(unsubscribeUrl(app.services, { kind: 'role-updates', email: mailboxHashes(app.services.keys, email)[0]! })).pathname
  const unsubscribe = () => app.send('POST', link, 'List-Unsubscribe=One-Click', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  // As if the suggestion had been stored right after the unsubscription.
  const storeLater = () => app.db.execute(sql`update email_outbox set state = 'queued' where email_id = ${email_id}`)
  await unsubscribe()
  await storeLater()
  await app.outbox.sendDue()
  expect(await stateOf(email_id)).toBe('withdrawn')
  await storeLater()
  await unsubscribe()
  expect(await stateOf(email_id)).toBe('withdrawn')
})

test("the candidate's page has a button for each answer and needs no script", async () => {
  const { person, role_suggestion_id } = await makeSuggestion()
  const page = async () => String((await app.send('GET', '/application', undefined, person.as)).body)
  for (const text of ['Another role for you: Night {Nurse}', 'Yes, consider me', 'No, thank you', 'Why nights?']) expect(await page()).toContain(text)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (action: string, body: string) =>
    app.send('POST', `/application/${person.id}/${action}`, `role_suggestion_id=${role_suggestion_id}&${body}`, { ...person.as, headers })
  const wrong = await post('accept-role', `${role_suggestion_id}.why_nights=`)
  expect([wrong.status, String(wrong.body)]).toEqual([422, expect.stringMatching(/id="field-\d+\.why_nights-fault"/)])
  expect((await post('accept-role', `${role_suggestion_id}.why_nights=Quiet`)).status).toBe(303)
  expect(await page()).toContain('You said yes.')
  expect(await countTheirs(person)).toBe(2)
})
