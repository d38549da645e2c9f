import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { readOwnLicenses } from '#contract/licenses/licenses.ts'
import { createQuestion, listQuestions, updateQuestion } from '#contract/questions/questions.ts'
import { createRoleLink } from '#contract/role-links.ts'
import { updateRole } from '#contract/roles.ts'
import { ACCEPTED_OFFER, PROCEED } from '#contract/statuses/statuses.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { apply, startApplying } from '#test/applying.ts'
import { goodAnswer, makeRole } from '#test/make.ts'
import { ownApplications } from '#test/own-applications.ts'
import { startApp, type Actor } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const { admin, applied, move } = await ownApplications(app)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const post = (path: string, fields: Record<string, string>, as: Actor) =>
  app.send('POST', path, new URLSearchParams(fields).toString(), { ...as, headers: FORM })
const RN = { license_type: 'RN', license_state: 'TX', license_number: 'RN 7', is_multistate: 'yes', home_state: 'TX', npi: '' }

test('without JavaScript, licenses are added and removed one by one after applying, and nothing typed is lost', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { license_states: ['TX', 'CA'] })
  const { as } = await apply(app, id, { email: 'plain@example.com' })
  const path = `/roles/${id}/licenses`
  expect(String((await app.send('GET', `/roles/${id}/resume`, undefined, as)).body)).toContain(`href="${path}"`)
  expect(String((await app.send('GET', path, undefined, as)).body)).toContain('patients in Texas and California')

  expect((await post(`${path}/add`, RN, as)).headers['location']).toBe(`${path}?done=add`)
  const rejectedForm = await post(`${path}/add`, { ...RN, license_state: '', license_number: 'Kept 99' }, as)
  expect([rejectedForm.status, String(rejectedForm.body)]).toEqual([
    422,
    expect.stringMatching(/Choose the state that issued the license[\s\S]*value="Kept 99"/),
  ])
  await post(`${path}/add`, { ...RN, license_type: 'NP', license_state: 'CA', is_multistate: '', expires_on: '2020-05-01' }, as)
  const licensesPage = String((await app.send('GET', path, undefined, as)).body)
  expect(licensesPage).toMatch(/Registered nurse \(RN\), Texas[\s\S]*Nurse practitioner \(NP\), California[\s\S]*Expired on May 1, 2020/)
  const license_id = /value="(\d+)" name="license_id"/.exec(licensesPage)![1]!
  const next = String((await app.send('GET', `/roles/${id}/resume`, undefined, as)).body)
  expect(unescaped(next)).toMatch(/You've listed RN TX and NP CA\. <a [^>]*>Change your licenses/)
  expect((await post(`${path}/remove`, { license_id }, as)).status).toBe(303)
  expect(String((await app.send('GET', path, undefined, as)).body)).not.toContain('Registered nurse (RN), Texas')
  expect((await app.send('GET', path)).headers['location']).toBe(`/roles/${id}/apply`)
})

test('an optional license question is asked if the role has license states or if staff add it', async () => {
  const listAsked = async (role: { ref_function_role_id: number }) =>
    (await startApplying(app, role.ref_function_role_id)).questions.filter(({ question_type }) => question_type === 'Licenses')
  const [licensed, plain] = [await makeRole(app.db, { license_states: ['TX'] }), await makeRole(app.db)]
  expect(await listAsked(licensed)).toMatchObject([{ question_name: 'licenses', required_flag: false }])
  expect(await listAsked(plain)).toEqual([])
  const listed = (await app.call(listQuestions, { include_disabled: false }, admin)).body.find((one) => one.question_type === 'Licenses')
  const change = (but: object) => app.call(updateQuestion, { ref_question_id: listed!.ref_question_id, ...but } as never, admin)
  expect((await change({ required_flag: true })).status).toBe(422)
  await change({ ref_function_role_ids: [plain.ref_function_role_id] })
  expect([(await listAsked(licensed)).length, (await listAsked(plain)).length]).toEqual([0, 1])
  expect((await change({ ref_function_role_ids: [] })).status).toBe(200)
  expect([(await listAsked(licensed)).length, (await listAsked(plain)).length]).toEqual([1, 0])
})

test('licenses can be listed before the form is submitted, and for an hour afterward in the same browser', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { license_states: ['TX'] })
  const { as, user_session_id } = await startApplying(app, id)
  const path = `/roles/${id}/licenses`
  const first = await app.send('GET', path, undefined, as)
  expect([first.status, String(first.body)]).toEqual([200, expect.stringContaining(`href="/roles/${id}/apply"`)])
  expect((await post(`${path}/add`, RN, as)).headers['location']).toBe(`${path}?done=add`)
  const form = async (who: object) => unescaped(String((await app.send('GET', `/roles/${id}/apply`, undefined, who)).body))
  expect(await form(as)).toContain("You've listed RN TX.")
  const withoutSeenCookie = { cookies: Object.fromEntries(Object.entries(as.cookies!).filter(([name]) => !name.includes('seen'))) }
  const later = String((await app.send('GET', path, undefined, withoutSeenCookie)).body)
  expect(later.includes('Is this still you?')).toBe(true)
  expect(later.includes('Texas')).toBe(false)
  expect((await form(withoutSeenCookie)).includes('RN TX')).toBe(false)
  expect((await post(`/roles/${id}/continue`, { next: 'licenses' }, withoutSeenCookie)).headers['location']).toBe(path)
  const { rows } = await app.db.execute(sql`select license_state from license where user_session_id = ${user_session_id}`)
  expect(rows).toEqual([{ license_state: 'TX' }])
})

test('without JavaScript or a cookie, licenses are listed before the form is submitted and sent along with it', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { license_states: ['TX'] })
  const listing = `/roles/${id}/list-licenses`
  expect(String((await app.send('GET', `/roles/${id}/apply`)).body)).toMatch(/formaction="list-licenses"/i)
  const questions = await listAskedQuestions(app.db, id)
  const validAnswers = Object.fromEntries(questions.map(({ question_name, question_type }) => [question_name, goodAnswer(question_name, question_type)]))
  const answers = { ...validAnswers, licenses: '', email: 'before@example.com', first_name: 'Ada "Quo" & Ida' }
  const open = async (path: string, fields: Record<string, string>) => {
    const { status, body } = await post(path, fields, {})
    const carried = (name: string) => unescaped(new RegExp(`name="${name}" value="([^"]*)"`).exec(String(body))?.[1] ?? '')
    return { status, page: String(body), carried: { answers: carried('answers'), licenses: carried('licenses') }, listed: carried('licenses') }
  }
  const first = await open(listing, answers)
  expect([first.status, first.page]).toEqual([200, expect.stringContaining('Nothing has been sent yet')])
  const rejectedForm = await open(`${listing}/add`, { ...first.carried, ...RN, npi: '1234567898' })
  expect([rejectedForm.status, rejectedForm.page]).toEqual([
    422,
    expect.stringMatching(/id="npi-fault"[\s\S]*?typo[\s\S]*?aria-invalid="true"[^>]*value="1234567898"/),
  ])
  const added = await open(`${listing}/add`, { ...rejectedForm.carried, ...RN, moved_on: '2026-11-01', privileges: '' })
  expect(added.page).toContain('Registered nurse (RN), Texas')
  const edit = await open(`${listing}/edit`, { ...added.carried, license_id: '1' })
  expect(edit.page).toMatch(/Change this license[\s\S]*name="edited" value="1"[\s\S]*value="RN 7"/)
  const changed = await open(`${listing}/change`, { ...edit.carried, ...RN, edited: '1', license_number: 'RN 8', moved_on: '2026-11-01' })
  expect(changed.page).toMatch(/License updated[\s\S]*Number RN 8/)
  const back = await open(`/roles/${id}/form`, changed.carried)
  expect([back.status, back.page]).toEqual([200, expect.stringMatching(/value="Ada &quot;Quo&quot; &amp; Ida"[\s\S]*listed RN TX/)])
  expect((await post(`/roles/${id}/apply`, { ...answers, licenses: '{"licenses"' }, {})).status).toBe(422)
  expect((await post(`/roles/${id}/apply`, { ...answers, licenses: changed.listed }, {})).status).toBe(303)
  const { rows } = await app.db.execute(sql`
    select license_number, home_state, moved_on::text as moved_on, application_submitted_datetime_utc is not null as is_sent
    from license join license_holder using (user_session_id) join user_session u using (user_session_id) where u.email = 'before@example.com'`)
  expect(rows).toEqual([{ license_number: 'RN 8', home_state: 'TX', moved_on: '2026-11-01', is_sent: true }])
})

test("without JavaScript, listing licenses keeps the link's name, a saved draft, and answers from a role that closed", async () => {
  const [{ ref_function_role_id: closed }, { ref_function_role_id: id }] = [await makeRole(app.db), await makeRole(app.db, { license_states: ['TX'] })]
  const only = await app.call(
    createQuestion,
    { question_name: 'only_there', question_type: 'Text', question_text: 'Only there?', ref_function_role_ids: [closed] },
    admin,
  )
  expect(only.status).toBe(201)
  await app.call(createRoleLink, { id, via: 'nurse-fair' }, admin)
  await app.call(updateRole, { id: closed, disabled_flag: true }, admin)
  expect(String((await app.send('GET', `/roles/${id}/apply?via=nurse-fair`)).body)).toMatch(/formaction="list-licenses\?via=nurse-fair"/i)

  const carriedFrom = { 'draft-saved-at': '2026-11-20T10:00:00.000Z', 'draft-has-other': 'yes', 'draft-left-from': String(closed), only_there: 'A ledger' }
  const hidden = (page: string) =>
    Object.fromEntries([...page.matchAll(/type="hidden" name="(answers|licenses|via)" value="([^"]*)"/g)].map(([, name, value]) => [name!, unescaped(value!)]))
  const listing = `/roles/${id}/list-licenses`
  const first = hidden(String((await post(`${listing}?via=nurse-fair`, { first_name: 'Ada', ...carriedFrom }, {})).body))
  const added = hidden(String((await post(`${listing}/add`, { ...first, ...RN }, {})).body))
  const removed = hidden(String((await post(`${listing}/remove`, { ...added, license_id: '1' }, {})).body))
  expect([added['licenses'], removed['licenses']]).toEqual([expect.stringContaining('RN 7'), expect.not.stringContaining('RN 7')])
  const form = String((await post(`/roles/${id}/form`, removed, {})).body)
  expect(form).toContain(`action="/roles/${id}/apply?via=nurse-fair"`)
  expect(form).toMatch(/name="draft-saved-at" value="2026-11-20T10:00:00.000Z"[\s\S]*name="draft-has-other" value="yes"[\s\S]*Show the other version/)
  expect(form).toContain(`name="draft-left-from" value="${closed}"`)
  expect(form).toContain('name="only_there" value="A ledger"')
  expect(form).toContain('value="Ada"')
})

test('without JavaScript, if a role closes while someone is listing licenses, they get back everything they typed', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { license_states: ['TX'] })
  const listing = String((await post(`/roles/${id}/list-licenses`, { first_name: 'Ada', why_this_role: 'Because <nights> matter.' }, {})).body)
  const answers = unescaped(/name="answers" value="([^"]*)"/.exec(listing)![1]!)
  await app.call(updateRole, { id, disabled_flag: true }, admin)
  const back = await post(`/roles/${id}/form`, { answers, licenses: '' }, {})
  expect([back.status, String(back.body)]).toEqual([410, expect.stringMatching(/closed while you were applying[\s\S]*Because &lt;nights&gt; matter\./)])
})

test('without JavaScript, tampering with the hidden answers field still leads back to the form', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { license_states: ['TX'] })
  const answers = '{"first_name":{"toString":1},"why_this_role":"Kept"}'
  const { status, body } = await post(`/roles/${id}/form`, { answers, licenses: '' }, {})
  expect([status, String(body)]).toEqual([200, expect.stringContaining('Kept</textarea>')])
})

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')

test('candidates can change their licenses until the application ends, even after an invitation', async () => {
  const person = await applied()
  const path = `/application/${person.id}/licenses`
  expect(String((await app.send('GET', '/application', undefined, person.as)).body)).toContain(`href="${path}"`)
  await post(`${path}/add`, { ...RN, home_state: 'abroad' }, person.as)
  expect((await app.call(readOwnLicenses, { id: person.id }, person.as)).body).toMatchObject({ home_state: null, licenses: [{ license_type: 'RN' }] })
  const exported = await app.send('GET', `/application/${person.id}/export`, undefined, person.as)
  expect(String(exported.body)).toContain('RN TX, number RN 7, multistate')
  const licensesPage = String((await app.send('GET', path, undefined, person.as)).body)
  const license_id = /value="(\d+)" name="license_id"/.exec(licensesPage)![1]!
  const form = String((await post(`${path}/edit`, { license_id }, person.as)).body)
  expect(form).toMatch(/Change this license[\s\S]*value="RN 7"/)
  const moved = { ...RN, license_number: 'RN 9', edited: license_id, moved_on: '2026-11-01' }
  expect((await post(`${path}/change`, moved, person.as)).headers['location']).toBe(`${path}?done=change`)
  expect((await app.call(readOwnLicenses, { id: person.id }, person.as)).body).toMatchObject({
    moved_on: '2026-11-01',
    licenses: [{ license_id: Number(license_id), license_number: 'RN 9' }],
  })
  expect((await post(`${path}/change`, { ...moved, edited: '999999' }, person.as)).status).toBe(409)
  await post(`${path}/change`, { ...moved, license_number: 'RN 7' }, person.as)
  const lateResponse = await post(`${path}/add`, RN, person.as)
  expect([lateResponse.status, String(lateResponse.body)]).toEqual([422, expect.stringContaining('already on the list')])
  await move(person.id, PROCEED)
  await app.db.execute(sql`insert into email_outbox (purpose, state, to_address, subject, html, text, message_id, user_session_id, ref_application_status_id)
    values ('candidate', 'sent', 'ada@example.com', 'Come', '', '', 'invited', ${person.id}, ${PROCEED})`)
  expect((await post(`${path}/about`, RN, person.as)).headers['location']).toBe(`${path}?done=about`)
  expect(String((await app.send('GET', path, undefined, person.as)).body)).toContain('Add this license')
  await move(person.id, ACCEPTED_OFFER)
  expect((await post(`${path}/about`, RN, person.as)).status).toBe(409)
  expect((await post(`${path}/about`, RN, (await applied()).as)).headers['location']).toBe('/application?ended')
})

test('the licenses page ignores a result that doesn’t exist', async () => {
  const { ref_function_role_id: id } = await makeRole(app.db, { license_states: ['TX'] })
  const { as } = await apply(app, id, { email: 'odd.result@example.com' })
  for (const done of ['constructor', '__proto__', 'toString', 'nothing']) {
    const { status, body } = await app.send('GET', `/roles/${id}/licenses?done=${done}`, undefined, as)
    expect([done, status, String(body).includes('class="notice good"')]).toEqual([done, 200, false])
  }
  expect(String((await app.send('GET', `/roles/${id}/licenses?done=add`, undefined, as)).body)).toContain('License added.')
})
