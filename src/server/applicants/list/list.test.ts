import { sql } from 'drizzle-orm'
import { parse } from '#test/setup/csv.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  csvFileName,
  downloadResume,
  exportApplicants,
  listApplicants,
  listApplicantsByStatus,
  listLinkedApplications,
  readApplicant,
} from '#contract/applicants/applicants.ts'
import { exportShownApplicants } from '#contract/applicants/applicant-list.ts'
import { QUESTION_TYPE_NAMES, QUESTION_TYPES } from '#contract/questions/question-rules.ts'
import { NOT_AN_INTERVIEWER } from '#contract/interviewers.ts'
import { listStatuses, PROCEED, STATUS_IDS, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { user_session } from '#server/db/tables.ts'
import { makeInterviewer } from '#test/interviewing.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['admin']>>

beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
})
afterAll(() => app.close())

const role = async () => (await makeRole(app.db)).ref_function_role_id
const ids = async (ask: Parameters<typeof app.call<typeof listApplicants>>[1]) =>
  (await app.call(listApplicants, ask, admin)).body.map((one) => one.user_session_id)

test('submitted applications of a role are listed, newest first, within the days', async () => {
  const [ref_function_role_id, other] = [await role(), await role()]
  const old = await makeApplicant(app.db, { ref_function_role_id, daysAgo: 40 })
  const middle = await makeApplicant(app.db, { ref_function_role_id, daysAgo: 5 })
  const latest = await makeApplicant(app.db, { ref_function_role_id, daysAgo: 0.5 })
  await makeApplicant(app.db, { ref_function_role_id: other })
  await app.db.insert(user_session).values({ ref_function_role_id, capability_hash: 'only-started' })

  expect(await ids({ roleId: ref_function_role_id })).toEqual([latest.user_session_id, middle.user_session_id])
  expect(await ids({ roleId: ref_function_role_id, days_ago: 90 })).toEqual([latest.user_session_id, middle.user_session_id, old.user_session_id])
  const empty = await app.send('GET', `/api/user-session/applicants_with_answers/${ref_function_role_id}?days_ago=`, undefined, admin)
  expect((empty.body as unknown as unknown[]).length).toBe(1)
})

test('the status filters, and an unknown role is 404', async () => {
  const ref_function_role_id = await role()
  await makeApplicant(app.db, { ref_function_role_id })
  const reviewed = await makeApplicant(app.db, { ref_function_role_id, ref_application_status_id: UNDER_REVIEW })
  expect(await ids({ roleId: ref_function_role_id, ref_application_status_id: UNDER_REVIEW })).toEqual([reviewed.user_session_id])
  expect((await app.call(listApplicants, { roleId: 999_999 }, admin)).status).toBe(404)
})

test('who was erased is in no list', async () => {
  const ref_function_role_id = await role()
  const { user_session_id } = await makeApplicant(app.db, { ref_function_role_id })
  await app.db.execute(sql`update user_session set restricted_at = now() where user_session_id = ${user_session_id}`)
  expect(await ids({ roleId: ref_function_role_id })).toEqual([])
  expect((await app.call(readApplicant, { id: user_session_id }, admin)).status).toBe(404)
})

test('an application has its answers in the order of the form', async () => {
  const { user_session_id } = await makeApplicant(app.db, {
    answers: { why_this_role: 'A "quoted"\nanswer \u001e with \u001f marks', require_sponsorship: 'Yes' },
  })
  const { body } = await app.call(readApplicant, { id: user_session_id, identifiable: true }, admin)
  expect(body.answers.slice(0, 5).map((one) => one.question_name)).toEqual(['first_name', 'last_name', 'email', 'linkedin_profile_url', 'require_sponsorship'])
  expect(body.answers).toContainEqual({
    question_name: 'why_this_role',
    question_type: 'Extended Open Text Box',
    question_text: 'Why this role, and why now?',
    applicants_answer: 'A "quoted"\nanswer \u001e with \u001f marks',
  })
  const missing = await app.call(readApplicant, { id: 987_654 }, admin)
  expect([missing.status, missing.body.detail]).toEqual([404, 'Applicant with user_session_id=987654 was not found'])
})

test('pages follow each other without a gap, by a cursor that tells no date', async () => {
  const ref_function_role_id = await role()
  for (let place = 0; place < 7; place++) await makeApplicant(app.db, { ref_function_role_id, daysAgo: 1 + (place % 3) })
  const whole = await ids({ roleId: ref_function_role_id })
  const seen: number[] = []
  let path: string | undefined = `/api/user-session/applicants_with_answers/${ref_function_role_id}?limit=3`
  for (; path;) {
    const page = await app.send('GET', path, undefined, admin)
    seen.push(...(page.body as unknown as { user_session_id: number }[]).map((one) => one.user_session_id))
    path = /<http:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(page.headers['link'] ?? ''))?.[1]
    if (path) expect(path).toMatch(/cursor=\d+$/)
  }
  expect(seen).toEqual(whole)
})

test('a list longer than one statement is whole', async () => {
  const ref_function_role_id = await role()
  await makeApplicant(app.db, { ref_function_role_id })
  await app.db.execute(sql`
    insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc)
    select ${ref_function_role_id}, 5, 'many' || i, now() - make_interval(secs => i % 7) from generate_series(1, 749) i`)
  const all = await ids({ roleId: ref_function_role_id })
  expect([all.length, new Set(all).size]).toEqual([750, 750])
})

test('the CSV has every filtered row, quotes every cell, and disarms formulas', async () => {
  const ref_function_role_id = await role()
  const hostile = { why_this_role: '=HYPERLINK("http://evil")', proudest_work: '+1', care_story: '-1\nsecond line, with comma' }
  const { email } = await makeApplicant(app.db, { ref_function_role_id, first_name: '@cmd', answers: { ...hostile, require_sponsorship: 'Yes' } })
  await makeApplicant(app.db, { ref_function_role_id, daysAgo: 3, answers: { why_this_role: '\tTab' } })

  const said = await app.call(exportApplicants, { roleId: ref_function_role_id, identifiable: true }, admin)
  expect(said.headers['content-disposition']).toBe(`attachment; filename="${csvFileName(new Date())}"`)
  const text = said.body as unknown as string
  expect(text.startsWith('\uFEFF"Applied Date","Name","Email","Requires H1B","Status","LinkedIn","Why this role')).toBe(true)
  const [header, first, second] = parse(text.slice(1))
  expect(header!.slice(6)).toEqual(['Why this role, and why now?', expect.any(String), expect.any(String)])
  expect(first!.slice(1)).toEqual([`'@cmd Ashgrove`, email, 'Yes', 'Submitted', '', `'=HYPERLINK("http://evil")`, "'+1", "'-1\nsecond line, with comma"])
  expect(second![6]).toBe("'\tTab")
})

test('the CSV of what is shown has just these rows in just this order, and none from outside of the filter', async () => {
  const [ref_function_role_id, other] = [await role(), await role()]
  const made = await Promise.all([1, 2, 3].map((daysAgo) => makeApplicant(app.db, { ref_function_role_id, daysAgo })))
  const [first, second, third] = made.map((one) => one.user_session_id)
  const { user_session_id: stranger } = await makeApplicant(app.db, { ref_function_role_id: other })
  const asked = { roleId: ref_function_role_id, identifiable: true, user_session_ids: [third!, stranger, first!, third!, 999_999] }
  const { body, headers } = await app.call(exportShownApplicants, asked, admin)

  expect(headers['content-disposition']).toBe(`attachment; filename="${csvFileName(new Date())}"`)
  const [, ...rows] = parse((body as unknown as string).slice(1))
  expect(rows.map((row) => row[2])).toEqual([third, first].map((id) => made.find((one) => one.user_session_id === id)!.email))
  expect(rows.flat()).not.toContain(made.find((one) => one.user_session_id === second)!.email)
})

test('the CSV without names has aliases in their place', async () => {
  const ref_function_role_id = await role()
  await makeApplicant(app.db, { ref_function_role_id, answers: { why_this_role: 'Juniper says "hello"' } })
  const { body } = await app.call(exportApplicants, { roleId: ref_function_role_id }, admin)
  const [header, row] = parse((body as unknown as string).slice(1))
  expect(header!.slice(0, 4)).toEqual(['Applicant', 'Requires H1B', 'Status', 'Why this role, and why now?'])
  expect(row!.slice(0, 4)).toEqual([expect.stringMatching(/^Applicant [0-9A-F]{4}$/), 'No', 'Submitted', '[hidden] says "hello"'])
})

test.each([
  ['https://www.linkedin.com/in/9999%22', '9999",=HYPERLINK(A1),'],
  ['https://www.linkedin.com/in/9999%22%2C%22', '9999",","=1+1'],
  ['https://www.linkedin.com/in/%22%2C%22', 'a","=1+1,"'],
])('no name that is masked in the CSV opens a cell or begins a formula: %s', async (linkedin_profile_url, why_this_role) => {
  const ref_function_role_id = await role()
  await makeApplicant(app.db, { ref_function_role_id, linkedin_profile_url, answers: { why_this_role, care_story: `=${linkedin_profile_url}` } })
  const { body } = await app.call(exportApplicants, { roleId: ref_function_role_id }, admin)
  const [header, row, ...more] = parse((body as unknown as string).slice(1))
  expect([row!.length, more]).toEqual([header!.length, []])
  expect(row!.filter((cell) => /^[=+\-@\t\r\0]/.test(cell))).toEqual([])
})

test('answers to every type of question that identifies, and to unknown types, stay on the server while identities are hidden', async () => {
  const ref_function_role_id = await role()
  const types = [...QUESTION_TYPE_NAMES, 'Blood Type']
  for (const [place, type] of types.entries()) {
    await app.db.execute(sql`insert into application_question (question_name, question_text, question_type) values (${`own_${place}`}, ${type}, ${type})`)
  }
  await makeApplicant(app.db, { ref_function_role_id, answers: Object.fromEntries(types.map((_, place) => [`own_${place}`, `canary${place}`])) })
  const list = JSON.stringify((await app.call(listApplicants, { roleId: ref_function_role_id, identifiable: false }, admin)).body)
  const csv = String((await app.call(exportApplicants, { roleId: ref_function_role_id }, admin)).body)
  await app.db.execute(sql`delete from user_session_answer where question_name like 'own_%'`)
  await app.db.execute(sql`delete from application_question where question_name like 'own_%'`)

  const shown = (text: string) => types.filter((_, place) => text.includes(`canary${place}`))
  const unidentifying = QUESTION_TYPE_NAMES.filter((type) => !QUESTION_TYPES[type].identifies)
  expect([shown(list), shown(csv)]).toEqual([unidentifying, unidentifying])
})

test('applications of one person find each other by address, profile and name', async () => {
  const one = await makeApplicant(app.db, {
    first_name: 'José',
    last_name: 'Núñez',
    email: 'jose.n+a@gmail.com',
    linkedin_profile_url: 'https://linkedin.com/in/josen',
  })
  const same = { ref_function_role_id: one.ref_function_role_id }
  const byEmail = await makeApplicant(app.db, { ...same, first_name: 'J', last_name: 'N', email: 'JoseN@googlemail.com', daysAgo: 10 })
  const byName = await makeApplicant(app.db, { ...same, first_name: 'jose', last_name: 'NUNEZ', email: 'other@example.com', daysAgo: 5.5 })
  const profile = { linkedin_profile_url: 'http://www.linkedin.com/in/JoseN/' }
  const byProfile = await makeApplicant(app.db, { ...same, ...profile, first_name: 'P', last_name: 'N', email: 'p@example.com', daysAgo: 0.2 })
  await makeApplicant(app.db, { ...same, first_name: 'Jose', last_name: 'Other', email: 'x@example.com' })
  const { body } = await app.call(listLinkedApplications, { user_session_id: one.user_session_id }, admin)
  expect(body.map(({ user_session_id, matched_on, days_ago }) => ({ user_session_id, matched_on, days_ago }))).toEqual([
    { user_session_id: byProfile.user_session_id, matched_on: ['linkedin'], days_ago: 1 },
    { user_session_id: byName.user_session_id, matched_on: ['name'], days_ago: 5 },
    { user_session_id: byEmail.user_session_id, matched_on: ['email'], days_ago: 10 },
  ])
})

test('a linked application says in which answers it differs, and never by who somebody is', async () => {
  const twin = { ref_function_role_id: await role(), first_name: 'Tamsin', last_name: 'Twice', email: 'tamsin@example.com' }
  const one = await makeApplicant(app.db, { ...twin, answers: { why_this_role: 'For the nights.', care_story: 'The same.' } })
  await makeApplicant(app.db, { ...twin, first_name: 'T', daysAgo: 2, answers: { why_this_role: 'For the days.', care_story: ' The same. ' } })
  const { body } = await app.call(listLinkedApplications, { user_session_id: one.user_session_id, identifiable: false }, admin)

  expect(body.map(({ differs_in }) => differs_in)).toEqual([['Why this role, and why now?']])
})

test('a company address that is not registered as an interviewer reads no candidates', async () => {
  await makeApplicant(app.db, { ref_application_status_id: PROCEED })
  const { status, body } = await app.call(listApplicantsByStatus, { statusId: PROCEED }, await app.interviewer('stranger@meridianhealth.example'))
  expect([status, body.detail]).toEqual([403, NOT_AN_INTERVIEWER])
})

test('an interviewer sees candidates in the panel interview by name and no one else', async () => {
  const { user_session_id } = await makeApplicant(app.db, { first_name: 'Zed', last_name: 'Aaronson', ref_application_status_id: PROCEED })
  const { as: interviewer } = await makeInterviewer(app)
  for (const statusId of STATUS_IDS) {
    const { status } = await app.call(listApplicantsByStatus, { statusId }, interviewer)
    expect(status).toBe(statusId === PROCEED ? 200 : 403)
  }
  const { body } = await app.call(listApplicantsByStatus, { statusId: PROCEED }, interviewer)
  const one = body.find((candidate) => candidate.user_session_id === user_session_id)!
  expect(Object.keys(one).toSorted()).toEqual([
    'application_status',
    'first_name',
    'function_role_name',
    'last_name',
    'ref_application_status_id',
    'ref_function_role_id',
    'user_session_id',
  ])
  expect((await app.call(listApplicants, { roleId: 'all' }, interviewer)).status).toBe(403)
  expect((await app.call(exportApplicants, {}, interviewer)).status).toBe(403)
  expect((await app.call(listStatuses, {}, interviewer)).body).toHaveLength(14)
})

test('a resume comes as a file that nothing runs, and each download is in the audit trail', async () => {
  const { user_session_id } = await makeApplicant(app.db)
  const without = await app.call(downloadResume, { id: user_session_id }, admin)
  expect(without.status).toBe(404)

  const content = Buffer.from('%PDF-1.7 small')
  await app.services.files.put('resumes/one.pdf', content)
  await app.db.execute(
    sql`insert into resume (user_session_id, storage_key, sha256, size_bytes) values (${user_session_id}, 'resumes/one.pdf', 'x', ${content.length})`,
  )
  const said = await app.call(downloadResume, { id: user_session_id }, admin)
  expect(said.body).toBe('%PDF-1.7 small')
  expect(said.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="resume-${user_session_id}.pdf"`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  const { rows } = await app.db.execute(sql`select actor_id from audit_trail where action = 'resume.downloaded' and subject_id = ${user_session_id}`)
  expect(rows).toEqual([{ actor_id: admin.staff_account_id }])
  for (const as of [{}, await app.interviewer()]) expect((await app.call(downloadResume, { id: user_session_id }, as)).status).toBeGreaterThanOrEqual(401)
})
