import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignApplicant, deleteNote, listNotes, listWaitingForMe, findMentions, writeNote } from '#contract/applicants/collaboration.ts'
import { removePerson, updatePerson } from '#contract/staff/staff.ts'
import { exportApplicant } from '#server/operate/privacy/applicant-commands.ts'
import { sendColleagueDigests } from '#server/operate/morning/send-digests.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeStaff } from '#test/making-staff.ts'
import { readMailFiles } from '#test/own-page.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { kindOfRun } from '#test/setup/database.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['admin']>>
let hiring: Awaited<ReturnType<TestApp['admin']>>
beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
  hiring = await app.admin(app.env.ADMIN_EMAILS[1])
})
afterAll(() => app.close())

const write = (id: number, note_text: string, as = admin) => app.call(writeNote, { id, note_text }, as)
const waiting = async (as = hiring) => (await app.call(listWaitingForMe, {}, as)).body

test('a colleague mentioned in a note sees it on the home screen until they read it', async () => {
  const { user_session_id: id, alias } = await makeApplicant(app.db)
  const { status, body } = await write(id, '**Strong** on triage. @hiring, can you look? Not @nobody, mail x@hiring.example')
  expect([status, body.mentions, body.is_own]).toEqual([201, [app.env.ADMIN_EMAILS[1]], true])
  expect((await waiting()).mentions).toMatchObject([{ user_session_id: id, alias, note_id: body.note_id, by_email: app.env.ADMIN_EMAILS[0] }])
  expect((await waiting(admin)).mentions).toEqual([])
  const { body: notes } = await app.call(listNotes, { id, identifiable: false }, hiring)
  expect(notes).toMatchObject([{ note_text: expect.stringContaining('**Strong**'), is_own: false }])
  expect((await waiting()).mentions).toEqual([])
})

test('with names hidden, notes mask the applicant; only the author can delete a note; outsiders see none', async () => {
  const { user_session_id: id, ref_function_role_id } = await makeApplicant(app.db, { first_name: 'Zqname', last_name: 'Zqlast', email: 'zqmail@example.com' })
  const { body } = await write(id, 'Zqname Zqlast wrote from zqmail@example.com')
  const blind = JSON.stringify((await app.call(listNotes, { id, identifiable: false }, hiring)).body)
  expect(blind).not.toMatch(/zq/i)
  expect(JSON.stringify((await app.call(listNotes, { id, identifiable: true }, hiring)).body)).toContain('Zqname')
  const { document } = await exportApplicant(app.services, id)
  expect(JSON.stringify(document)).toContain('Zqname Zqlast wrote from')

  const outsider = await makeStaff(app, 'recruiter')
  expect((await app.call(listNotes, { id }, outsider)).status).toBe(404)
  expect((await write(id, 'x', outsider)).status).toBe(404)
  const insider = await makeStaff(app, 'hiring-manager', { scope: [ref_function_role_id] })
  expect((await app.call(deleteNote, { id, note_id: body.note_id }, insider)).status).toBe(404)
  expect((await app.call(deleteNote, { id, note_id: body.note_id }, admin)).status).toBe(204)
  expect((await app.call(listNotes, { id }, insider)).body).toEqual([])
})

test('mentions and assignments go out as one digest, at most hourly, without a name', async () => {
  await sendColleagueDigests(app.services)
  await app.db.execute(`update note_mention set told_at = now() - interval '2 hours'`)
  await app.db.execute(`update assignment set told_at = now() - interval '2 hours'`)
  const { user_session_id: id, alias } = await makeApplicant(app.db, { first_name: 'Zqsecret' })
  await write(id, '@hiring see Zqsecret')
  await app.call(assignApplicant, { id, email: app.env.ADMIN_EMAILS[1]! }, admin)
  expect((await waiting()).assigned).toMatchObject([{ user_session_id: id, alias }])
  expect(await sendColleagueDigests(app.services)).toBe(1)
  await write(id, '@hiring again')
  expect(await sendColleagueDigests(app.services)).toBe(0)
  await app.outbox.sendDue()
  const digest = (await readMailFiles(app.env)).find(({ subject }) => subject === '1 mention, 1 applicant for you')
  expect(digest!.to?.[0]?.address).toBe(app.env.ADMIN_EMAILS[1])
  expect(digest!.text).toContain(alias)
  expect(`${digest!.text}${digest!.html}`).not.toContain('Zqsecret')
})

test("someone removed or suspended before the digest doesn't get it", async () => {
  await sendColleagueDigests(app.services)
  const { user_session_id: id, ref_function_role_id } = await makeApplicant(app.db)
  const leaving = [
    await makeStaff(app, 'recruiter', { scope: [ref_function_role_id] }),
    await makeStaff(app, 'hiring-manager', { scope: [ref_function_role_id] }),
  ]
  expect((await write(id, leaving.map(({ email }) => `@${email}`).join(' '))).body.mentions).toHaveLength(2)
  await app.call(removePerson, { id: leaving[0]!.staff_account_id }, admin)
  await app.call(updatePerson, { id: leaving[1]!.staff_account_id, is_suspended: true }, admin)
  expect(await sendColleagueDigests(app.services)).toBe(0)
})

test('mentions are found in text, not in addresses', () => {
  expect(findMentions('@Ana and (@bo.li), mail me@home.example or @c@d.example.')).toEqual(['ana', 'bo.li', 'c@d.example'])
})

test('two notes that mention the same people in a different order are both saved', async () => {
  const { user_session_id: id } = await makeApplicant(app.db)
  const names = app.env.ADMIN_EMAILS.slice(1, 9).map((email) => `@${email}`)
  for (let round = 0; round < 4; round++) {
    const both = await Promise.all([write(id, names.join(' ')), write(id, names.toReversed().join(' '))])
    expect(both.map(({ status, body }) => [status, body.mentions.length])).toEqual([
      [201, names.length],
      [201, names.length],
    ])
  }
})

test('two people who mention each other at the same moment both save their notes', async () => {
  const { user_session_id: id } = await makeApplicant(app.db)
  const [ada, bob] = app.env.ADMIN_EMAILS.slice(1, 3) as [string, string]
  const [asAda, asBob] = [await app.admin(ada), await app.admin(bob)]
  for (let round = 0; round < 8; round++) {
    const both = await Promise.all([app.call(writeNote, { id, note_text: `@${bob}` }, asAda), app.call(writeNote, { id, note_text: `@${ada}` }, asBob)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
  }
})

// It takes two connections at the same time.
test.runIf(kindOfRun() === 'postgres')('a note that arrives during an erasure is not stored', async () => {
  const { user_session_id: id } = await makeApplicant(app.db)
  const { status } = await app.db
    .transaction(async (tx) => {
      await tx.execute(sql`update user_session set erased_at = now() where user_session_id = ${id}`)
      const writing = write(id, 'Ada called.')
      await new Promise((done) => setTimeout(done, 500))
      return { writing }
    })
    .then(({ writing }) => writing)
  const { rows } = await app.db.execute(sql`select note_id from note where user_session_id = ${id}`)
  expect([status, rows]).toEqual([404, []])
})
