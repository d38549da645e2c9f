import { desc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { applyAtOnce, openSession } from '#contract/applications/applications.ts'
import { exportApplicants } from '#contract/applicants/applicants.ts'
import { readPerson } from '#contract/applicants/person.ts'
import { saveDraft } from '#contract/candidate/drafts.ts'
import { duplicateRole } from '#contract/roles.ts'
import { createRoleLink, readRoleLinks } from '#contract/role-links.ts'
import { audit_trail, email_outbox, user_session } from '#server/db/tables.ts'
import { unseal } from '#server/mail/sealed.ts'
import { listAskedQuestions } from '#server/questions/store.ts'
import { goodAnswer, makeRoleId } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'
import { parse } from '#test/setup/csv.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

const make = (id: number, via: string) => app.call(createRoleLink, { id, via }, admin)
const read = async (id: number) => (await app.call(readRoleLinks, { id }, admin)).body
const answersFor = async (id: number, first_name = 'Ada') =>
  (await listAskedQuestions(app.db, id)).map(({ question_name, question_type }) => ({
    question_name,
    user_answer_text_box: question_name === 'first_name' ? first_name : goodAnswer(question_name, question_type),
  }))
const viasOf = async (id: number) =>
  (await app.db.select().from(user_session).where(eq(user_session.ref_function_role_id, id)).orderBy(user_session.user_session_id)).map((one) => one.via)

test("a link's name is carried from the role's page through the form to the application, without a script or cookie", async () => {
  const id = await makeRoleId(app.db)
  await make(id, 'Nurse-Fair')
  const page = await app.send('GET', `/roles/${id}?via=nurse-fair`)
  expect(String(page.body)).toContain(`href="/roles/${id}/apply?via=nurse-fair"`)
  expect(page.cookies).toEqual({})
  const form = await app.send('GET', `/roles/${id}/apply?via=nurse-fair`)
  expect(String(form.body)).toContain(`action="/roles/${id}/apply?via=nurse-fair"`)
  expect(String((await app.send('GET', `/roles/${id}`)).body)).not.toContain('via=')

  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const invalid = await app.send('POST', `/roles/${id}/apply?via=nurse-fair`, 'first_name=Ada', { headers })
  expect([invalid.status, String(invalid.body)]).toEqual([422, expect.stringContaining(`action="/roles/${id}/apply?via=nurse-fair"`)])
  const typed = new URLSearchParams((await answersFor(id)).map((one) => [one.question_name, one.user_answer_text_box]))
  expect((await app.send('POST', `/roles/${id}/apply?via=nurse-fair`, typed.toString(), { headers })).status).toBe(303)
  expect(await viasOf(id)).toEqual(['nurse-fair'])
})

test('a link name not created for this role counts as "other", and a missing one as "none"', async () => {
  const [id, another] = [await makeRoleId(app.db), await makeRoleId(app.db)]
  await make(id, 'board')
  expect(String((await app.send('GET', `/roles/${id}?via=Ada+Archer`)).body)).toContain(`/roles/${id}/apply?via=other"`)
  await app.call(openSession, { ref_function_role_id: id, via: 'BOARD' })
  await app.call(openSession, { ref_function_role_id: id, via: 'ada-archer' })
  await app.call(openSession, { ref_function_role_id: id })
  await app.call(openSession, { ref_function_role_id: another, via: 'board' })
  expect(await viasOf(id)).toEqual(['board', 'other', null])
  expect(await viasOf(another)).toEqual(['other'])
})

test('links are listed with their URLs, newest first, and show application counts of five or more', async () => {
  const id = await makeRoleId(app.db)
  await make(id, 'first')
  const { status, body } = await make(id, 'second')
  expect([status, body]).toEqual([201, { via: 'second', url: `${app.env.BASE_URL}/roles/${id}?via=second`, applications: null }])
  const send = async (n: number) => app.call(applyAtOnce, { id, via: 'first', answers: await answersFor(id, `Ada ${n}`) })
  for (let n = 0; n < 4; n++) await send(n)
  expect(await read(id)).toMatchObject([
    { via: 'second', applications: null },
    { via: 'first', applications: null },
  ])
  await send(4)
  expect((await read(id))[1]).toMatchObject({ via: 'first', applications: 5 })
  expect((await app.db.select().from(audit_trail).where(eq(audit_trail.action, 'role.link-created'))).at(-1)).toMatchObject({
    subject_id: id,
    facts: { via: 'second' },
  })
  const { body: copy } = await app.call(duplicateRole, { id }, admin)
  expect(await read(copy.ref_function_role_id)).toEqual([])
})

test.each([
  ['', 'Enter a name for the link'],
  ['nurse fair', 'Use letters, digits and hyphens, such as nurse-fair'],
  ['Other', "Choose another name: 'other' counts everyone who used a link name that wasn't created"],
])('the name %o is rejected with an error on its field', async (via, message) => {
  const { status, body } = await make(await makeRoleId(app.db), via)
  expect([status, body]).toMatchObject([422, { errors: [{ path: 'via', message }] }])
})

test('each name is used once per role, an unknown role is a 404, and only owners create links', async () => {
  const id = await makeRoleId(app.db)
  await make(id, 'board')
  expect(await make(id, 'BOARD')).toMatchObject({ status: 409, body: { errors: [{ path: 'via' }] } })
  expect((await make(999_999, 'board')).status).toBe(404)
  expect((await app.call(readRoleLinks, { id: 999_999 }, admin)).status).toBe(404)
  expect((await app.call(createRoleLink, { id, via: 'mine' }, await app.interviewer())).status).toBe(403)
})

async function openEmailedLink() {
  const [email] = await app.db.select().from(email_outbox).orderBy(desc(email_outbox.email_id)).limit(1)
  const [path] = /\/application\/draft\/\S+/.exec(unseal(app.services.keys, email!.text))!
  return app.send('GET', path)
}

test("the link's name stays with a draft that's continued on another device, with or without a script", async () => {
  const id = await makeRoleId(app.db)
  await make(id, 'nurse-fair')
  const draft = { ref_function_role_id: id, email: 'later@example.com', answers: [{ question_name: 'first_name', user_answer_text_box: 'Ada' }] }
  expect((await app.call(saveDraft, { ...draft, via: 'Nurse-Fair' })).status).toBe(202)
  const opened = await openEmailedLink()
  expect(opened.headers['location']).toBe(`/roles/${id}/apply?via=nurse-fair`)
  const form = String((await app.send('GET', `/roles/${id}/apply?via=nurse-fair`, undefined, { cookies: opened.cookies })).body)
  expect([form.includes('value="Ada"'), form.includes(`action="/roles/${id}/apply?via=nurse-fair"`)]).toEqual([true, true])
  expect(form).toContain(`formAction="/roles/${id}/draft?via=nurse-fair"`)

  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const plain = await app.send('POST', `/roles/${id}/draft?via=ada-archer`, 'first_name=Ada&email=plain%40example.com', { headers })
  expect(String(plain.body)).toContain(`action="/roles/${id}/apply?via=other"`)
  expect((await openEmailedLink()).headers['location']).toBe(`/roles/${id}/apply?via=other`)
  await app.call(saveDraft, draft)
  expect((await openEmailedLink()).headers['location']).toBe(`/roles/${id}/apply`)
})

test("the person's page and exports with names show the link; exports without names or without anyone who used a link have no such column", async () => {
  const [id, none] = [await makeRoleId(app.db), await makeRoleId(app.db)]
  await make(id, 'nurse-fair')
  const { body } = await app.call(applyAtOnce, { id, via: 'nurse-fair', answers: await answersFor(id, 'Linked') })
  await app.call(applyAtOnce, { id, answers: await answersFor(id, 'Unlinked') })
  await app.call(applyAtOnce, { id: none, answers: await answersFor(none, 'Alone') })
  const links = async (roleId: number, identifiable: boolean) => {
    const said = await app.call(exportApplicants, { roleId, identifiable }, admin)
    const [header, ...rows] = parse((said.body as unknown as string).slice(1))
    const place = header!.indexOf('Link')
    return place < 0 ? null : rows.map((row) => row[place])
  }
  expect([await links(id, true), await links(id, false), await links(none, true)]).toEqual([['', 'nurse-fair'], null, null])
  const person = await app.call(readPerson, { id: body.user_session_id, identifiable: true }, admin)
  expect(person.body.applications.find((one) => one.user_session_id === body.user_session_id)!.via).toBe('nurse-fair')
})
