import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateStatus } from '#contract/applicants/moves.ts'
import { findApplicants } from '#contract/applicants/find-applicants.ts'
import { readPerson } from '#contract/applicants/person.ts'
import { UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { apply } from '#test/applying.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeStaff } from '#test/making-staff.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let admin: Actor
beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
})
afterAll(() => app.close())

const person = (id: number, as: Actor = admin) => app.call(readPerson, { id, identifiable: true }, as)

test("a person's page lists all applications linked by address or profile, even indirectly, and shows the link", async () => {
  const ada = { first_name: 'Ada', last_name: 'Vermeulen' }
  const first = await makeApplicant(app.db, { ...ada, email: 'ada@example.com', daysAgo: 900 })
  const second = await makeApplicant(app.db, { ...ada, email: 'ada@example.com', linkedin_profile_url: 'https://linkedin.com/in/ada-v', daysAgo: 30 })
  const third = await makeApplicant(app.db, { first_name: 'A.', last_name: 'V', email: 'other@example.com', linkedin_profile_url: 'linkedin.com/in/ada-v' })
  const namesake = await makeApplicant(app.db, { ...ada, email: 'else@example.com' })
  const ids = [third, second, first].map((one) => one.user_session_id)
  for (const id of ids) {
    const { applications, same_name } = (await person(id)).body
    expect(applications.map((one) => one.user_session_id)).toEqual(ids)
    expect(same_name.map((one) => one.user_session_id)).toEqual([namesake.user_session_id])
    expect(applications[1]!.same_as).toEqual([
      { user_session_id: ids[0], on: 'linkedin' },
      { user_session_id: ids[2], on: 'email' },
      { user_session_id: ids[2], on: 'name' },
      { user_session_id: namesake.user_session_id, on: 'name' },
    ])
  }
})

test("people who entered the same LinkedIn page aren't linked if it's no one's profile", async () => {
  const { ref_function_role_id } = await makeRole(app.db)
  for (const page of ['feed/', 'in/', 'in/me/', 'mwlite/in/', 'profile/view?id=1']) {
    const strangers = ['One', 'Two'].map((last_name, n) => ({ last_name, email: `stranger${n}@example.com` }))
    for (const one of strangers) await apply(app, ref_function_role_id, { ...one, first_name: 'Pat', linkedin_profile_url: `https://www.linkedin.com/${page}` })
  }
  const { body: found } = await app.call(findApplicants, { text: 'Pat', identifiable: true }, admin)
  expect(found.map((one) => [one.last_name, one.applications]).toSorted()).toEqual([
    ['One', 5],
    ['Two', 5],
  ])
  for (const one of found) {
    const theirs = (await person(one.user_session_id)).body.applications
    expect([theirs.length, new Set(theirs.map(({ last_name }) => last_name)).size]).toEqual([5, 1])
  }
})

test("a person's page has the decisions, emails, files and interviews of each application", async () => {
  const { user_session_id } = await makeApplicant(app.db, { first_name: 'Bo', last_name: 'Lund' })
  await app.call(updateStatus, { user_session_id, ref_application_status_id: UNDER_REVIEW }, admin)
  await app.db.execute(sql`insert into resume (user_session_id, storage_key, sha256, size_bytes) values (${user_session_id}, 'made-bo', '', 7)`)
  await app.db.execute(sql`insert into email_outbox (purpose, user_session_id, message_id, to_address, subject, html, text, state)
    values ('candidate', ${user_session_id}, 'made-bo', 'bo@example.com', 'Hello Bo', '', '', 'sent'), ('own-page', ${user_session_id}, 'made-link', 'bo@example.com', 'Your link', '', '', 'sent')`)
  await app.db.execute(sql`insert into interviewer (interviewer_name, interviewer_email) values ('Ivo Interviewer', 'ivo@example.com')`)
  await app.db.execute(sql`insert into interview_header (user_session_id, ref_interview_id, ref_interviewer_id, interview_datetime_utc)
    select ${user_session_id}, (select min(ref_interview_id) from interview_type), max(ref_interviewer_id), now() from interviewer`)
  const [one] = (await person(user_session_id)).body.applications
  expect(one).toMatchObject({
    decisions: [{ to_status: 'Under Review', is_undone: false }],
    emails: [{ subject: 'Hello Bo', state: 'sent' }],
    files: [{ size_bytes: 7, is_current: true }],
    interviews: [{ interviewer_name: 'Ivo Interviewer', state: 'feedback begun' }],
  })
})

test('viewing a person page requires names, scope and read access, and each view is in the audit trail', async () => {
  const opening = (await makeRole(app.db)).ref_function_role_id
  const mine = await makeApplicant(app.db, { ref_function_role_id: opening, first_name: 'Cy', last_name: 'Ode', email: 'cy@example.com' })
  const hidden = await makeApplicant(app.db, { first_name: 'Cy', last_name: 'Ode', email: 'cy@example.com' })
  const blind = await app.call(readPerson, { id: mine.user_session_id, identifiable: false }, admin)
  expect([blind.status, JSON.stringify(blind.body)]).toEqual([409, expect.not.stringMatching(/cy|ode@/i)])
  const recruiter = await makeStaff(app, 'recruiter', { scope: [opening] })
  const seen = (await person(mine.user_session_id, recruiter)).body
  expect([seen.applications.map((one) => one.user_session_id), seen.same_name]).toEqual([[mine.user_session_id], []])
  expect((await person(hidden.user_session_id, recruiter)).status).toBe(404)
  expect((await person(mine.user_session_id, await app.interviewer())).status).toBe(403)
  await person(mine.user_session_id)
  const { rows } = await app.db.execute(sql`
    select subject_id from audit_trail where action = 'applicant.revealed' and facts ->> 'shown' = 'person' and subject_id in (${mine.user_session_id}, ${hidden.user_session_id})`)
  expect(rows).toHaveLength(3)
})

test("an erased applicant isn't linked to any person", async () => {
  const first = await makeApplicant(app.db, { email: 'di@example.com', first_name: 'Di', last_name: 'Marsh' })
  const gone = await makeApplicant(app.db, { email: 'di@example.com', first_name: 'Di', last_name: 'Marsh' })
  await app.db.execute(sql`update user_session set restricted_at = now() where user_session_id = ${gone.user_session_id}`)
  expect((await person(first.user_session_id)).body).toMatchObject({ applications: [{ user_session_id: first.user_session_id }], same_name: [] })
  expect((await person(gone.user_session_id)).status).toBe(404)
})
