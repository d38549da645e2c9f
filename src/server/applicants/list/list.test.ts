import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { downloadResume, exportApplicants, listApplicants, listApplicantsByStatus, readApplicant } from '#contract/applicants/applicants.ts'
import { NOT_AN_INTERVIEWER } from '#contract/interviewers.ts'
import { listStatuses, PROCEED, STATUS_IDS, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { user_session } from '#server/db/tables.ts'
import { makeInterviewer } from '#test/interviewing.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRoleId } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

const ids = async (ask: Parameters<typeof app.call<typeof listApplicants>>[1]) =>
  (await app.call(listApplicants, ask, admin)).body.map((one) => one.user_session_id)

test("a role's recent applications are listed, newest first", async () => {
  const [ref_function_role_id, other] = [await makeRoleId(app.db), await makeRoleId(app.db)]
  const old = await makeApplicant(app.db, { ref_function_role_id, daysAgo: 40 })
  const middle = await makeApplicant(app.db, { ref_function_role_id, daysAgo: 5 })
  const latest = await makeApplicant(app.db, { ref_function_role_id, daysAgo: 0.5 })
  await makeApplicant(app.db, { ref_function_role_id: other })
  await app.db.insert(user_session).values({ ref_function_role_id, capability_hash: 'only-started' })

  expect(await ids({ roleId: ref_function_role_id })).toEqual([latest.user_session_id, middle.user_session_id])
  expect(await ids({ roleId: ref_function_role_id, days_ago: 90 })).toEqual([latest.user_session_id, middle.user_session_id, old.user_session_id])
  const lengthFor = async (days: string) =>
    (
      (await app.send('GET', `/api/user-session/applicants_with_answers/${ref_function_role_id}?days_ago=${days}`, undefined, admin))
        .body as unknown as unknown[]
    ).length
  expect([await lengthFor(''), await lengthFor('0'), await lengthFor('99999999999')]).toEqual([1, 1, 3])
})

test('the list can be filtered by status, and an unknown role returns 404', async () => {
  const ref_function_role_id = await makeRoleId(app.db)
  await makeApplicant(app.db, { ref_function_role_id })
  const reviewed = await makeApplicant(app.db, { ref_function_role_id, ref_application_status_id: UNDER_REVIEW })
  expect(await ids({ roleId: ref_function_role_id, ref_application_status_id: UNDER_REVIEW })).toEqual([reviewed.user_session_id])
  expect((await app.call(listApplicants, { roleId: 999_999 }, admin)).status).toBe(404)
})

test("an erased applicant doesn't appear in any list", async () => {
  const ref_function_role_id = await makeRoleId(app.db)
  const { user_session_id } = await makeApplicant(app.db, { ref_function_role_id })
  await app.db.execute(sql`update user_session set restricted_at = now() where user_session_id = ${user_session_id}`)
  expect(await ids({ roleId: ref_function_role_id })).toEqual([])
  expect((await app.call(readApplicant, { id: user_session_id }, admin)).status).toBe(404)
})

test("answers are in the form's order", async () => {
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

test("pages continue without gaps, using a cursor that doesn't reveal any dates", async () => {
  const ref_function_role_id = await makeRoleId(app.db)
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

test.each(['0', '1001', '-1', 'ten', '2.5', ''])("a page size of '%s' is rejected instead of returning everyone", async (limit) => {
  const { status, body } = await app.send('GET', `/api/user-session/applicants_with_answers/all?limit=${limit}`, undefined, admin)
  expect([status, body.errors]).toEqual([422, [{ path: 'limit', message: 'Enter a whole number from 1 to 1000' }]])
})

test('a list read with more than one statement is complete', async () => {
  const ref_function_role_id = await makeRoleId(app.db)
  await makeApplicant(app.db, { ref_function_role_id })
  await app.db.execute(sql`
    insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc)
    select ${ref_function_role_id}, 5, 'many' || i, now() - make_interval(secs => i % 7) from generate_series(1, 749) i`)
  const all = await ids({ roleId: ref_function_role_id })
  expect([all.length, new Set(all).size]).toEqual([750, 750])
})

test("someone at the company who isn't registered as an interviewer can't see candidates", async () => {
  await makeApplicant(app.db, { ref_application_status_id: PROCEED })
  const { status, body } = await app.call(listApplicantsByStatus, { statusId: PROCEED }, await app.interviewer('stranger@meridianhealth.example'))
  expect([status, body.detail]).toEqual([403, NOT_AN_INTERVIEWER])
})

test('an interviewer sees the candidates in the panel interview, by name, and no one else', async () => {
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

test('a resume is served in a way that keeps it from running, and each download is audited', async () => {
  const { user_session_id } = await makeApplicant(app.db)
  const without = await app.call(downloadResume, { id: user_session_id }, admin)
  expect(without.status).toBe(404)

  const content = Buffer.from('%PDF-1.7 small')
  await app.services.files.put('resumes/one.pdf', content)
  await app.db.execute(
    sql`insert into resume (user_session_id, storage_key, sha256, size_bytes) values (${user_session_id}, 'resumes/one.pdf', ${createHash('sha256').update(content).digest('hex')}, ${content.length})`,
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
