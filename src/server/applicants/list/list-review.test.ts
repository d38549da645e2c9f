import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  describeExport,
  exportShownApplicants,
  listReview,
  listReviewRows,
  MAX_COUNTED,
  MAX_LIST_ROWS,
  PAGE_SIZE,
} from '#contract/applicants/applicant-list.ts'
import { createQuestion, updateQuestion } from '#contract/questions/questions.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { REJECTED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { writeTexts } from '#server/applicants/search/open-text-writer.ts'
import { apply } from '#test/applying.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { parse } from '#test/setup/csv.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['admin']>>

beforeAll(async () => {
  app = await startApp()
  admin = await app.admin()
})
afterAll(() => app.close())

const role = async () => (await makeRole(app.db)).ref_function_role_id
const ask = async (requested: object) => (await app.call(listReview, requested as { roleId: number }, admin)).body

test('a list has the IDs in order, the first rows with truncated answers, and the columns', async () => {
  const roleId = await role()
  const long = 'a'.repeat(101)
  const old = await makeApplicant(app.db, { ref_function_role_id: roleId, daysAgo: 3 })
  const latest = await makeApplicant(app.db, { ref_function_role_id: roleId, answers: { why_this_role: long, care_story: 'Short' } })
  const list = await ask({ roleId })
  expect(list.ids).toEqual([latest.user_session_id, old.user_session_id])
  expect(list.total).toBe(2)
  expect(list.rows[0]).toMatchObject({ alias: latest.alias, answers: { why_this_role: `${'a'.repeat(100)}…`, care_story: 'Short' }, cut: ['why_this_role'] })
  expect(list.rows[0]).not.toHaveProperty('application_submitted_datetime_utc')
  expect(list.columns.map((one) => one.question_name)).toEqual(['why_this_role', 'proudest_work', 'care_story'])
  expect(list.yes_no.map((one) => one.question_name)).toContain('require_sponsorship')
  const rows = await app.call(listReviewRows, { roleId, ids: [old.user_session_id, latest.user_session_id, 987_654] }, admin)
  expect(rows.body.map((one) => one.user_session_id)).toEqual([old.user_session_id, latest.user_session_id])
})

test('the list can be filtered by status, sponsorship, other yes-or-no answers, resume and time', async () => {
  const roleId = await role()
  const make = (but: object) => makeApplicant(app.db, { ref_function_role_id: roleId, ...but })
  const sponsored = await make({ answers: { require_sponsorship: 'Yes', startup_previously: 'No' } })
  const reviewed = await make({ ref_application_status_id: UNDER_REVIEW, daysAgo: 5 })
  await app.db.execute(sql`insert into resume (user_session_id, storage_key, sha256, size_bytes) values (${reviewed.user_session_id}, 'some-key', '', 1)`)
  const [a, b] = [sponsored.user_session_id, reviewed.user_session_id]

  expect((await ask({ roleId, ref_application_status_id: SUBMITTED })).ids).toEqual([a])
  expect((await ask({ roleId, answered: [{ question_name: 'require_sponsorship', answer: 'Yes' }] })).ids).toEqual([a])
  expect((await ask({ roleId, answered: [{ question_name: 'startup_previously', answer: 'Yes' }] })).ids).toEqual([b])
  expect((await ask({ roleId, resume: 'yes' })).ids).toEqual([b])
  expect((await ask({ roleId, resume: 'no' })).ids).toEqual([a])
  expect((await ask({ roleId, since: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10) })).ids).toEqual([a])
  expect(await ask({ roleId, resume: 'yes', answered: [{ question_name: 'require_sponsorship', answer: 'Yes' }] })).toMatchObject({
    ids: [],
    has_applicants: true,
  })
  expect(await ask({ roleId: await role() })).toMatchObject({ ids: [], has_applicants: false })
})

test("every column sorts, and names sort only while they're shown", async () => {
  const roleId = await role()
  const make = (first_name: string, why_this_role: string, daysAgo: number) =>
    makeApplicant(app.db, { ref_function_role_id: roleId, first_name, daysAgo, answers: { why_this_role } })
  const [b, a, c] = [await make('Bea', 'zebra', 1), await make('Ann', 'Yak', 2), await make('Cyd', 'xerus', 3)].map((one) => one.user_session_id)
  const sorted = async (sort: string, identifiable = true) => (await ask({ roleId, sort, identifiable })).ids
  expect(await sorted('name.asc')).toEqual([a, b, c])
  expect(await sorted('name.desc')).toEqual([c, b, a])
  expect(await sorted('q_why_this_role.asc', false)).toEqual([c, a, b])
  expect(await sorted('applied.asc')).toEqual([c, a, b])
  expect([await sorted('name.asc', false), await sorted('applied.asc', false), await sorted('drop table.asc')]).toEqual([
    [b, a, c],
    [b, a, c],
    [b, a, c],
  ])
})

test('a search requires every word, ignores case, and has no wildcard characters', async () => {
  const roleId = await role()
  const make = (first_name: string, why_this_role: string) => makeApplicant(app.db, { ref_function_role_id: roleId, first_name, answers: { why_this_role } })
  const night = await make('Odalys', 'I ran a Night shift at 100% with care. Call me Odalys.')
  await make('Ben', 'Days only')
  await writeTexts(app.services)
  const found = async (q: string, identifiable = false) => (await ask({ roleId, q, identifiable })).ids
  expect(await found(' care NIGHT ')).toEqual([night.user_session_id])
  expect(await found('100%')).toEqual([night.user_session_id])
  expect(await found('1_0%')).toEqual([])
  expect([await found('odalys'), await found('odalys', true)]).toEqual([[], [night.user_session_id]])
})

test("a list's CSV follows its filters, search and sort order", async () => {
  const roleId = await role()
  const make = (why_this_role: string) => makeApplicant(app.db, { ref_function_role_id: roleId, answers: { why_this_role } })
  const [second, first] = [await make('night, later'), await make('a night')]
  await make('day')
  await writeTexts(app.services)
  const { body } = await app.call(exportShownApplicants, { roleId, q: 'night', sort: 'q_why_this_role.asc' }, admin)
  expect(
    parse((body as unknown as string).slice(1))
      .slice(1)
      .map((row) => row[0]),
  ).toEqual([first.alias, second.alias])
})

/** Rejects an applicant at this time (in the employer's time zone) for this reason. */
async function rejectAt(roleId: number, at: string, reason: string) {
  const { user_session_id } = await makeApplicant(app.db, { ref_function_role_id: roleId, first_name: 'Quintessa', daysAgo: 900 })
  const { body } = await app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED, reason }, admin)
  await app.db.execute(sql`update status_change set changed_at = ${at}::timestamp at time zone ${app.env.TIME_ZONE} where user_session_id = ${user_session_id}`)
  return { user_session_id, undo_token: body.undo_token! }
}

test('people rejected between two dates are listed with the reason and who decided, whatever their status now, unless it was undone', async () => {
  const roleId = await role()
  const before = await rejectAt(roleId, '2026-05-03 23:59:59.9', 'Too early.')
  const first = await rejectAt(roleId, '2026-05-04 00:00', 'Quintessa has no license.')
  const last = await rejectAt(roleId, '2026-05-06 23:59:59.9', 'No nights.')
  const after = await rejectAt(roleId, '2026-05-07 00:00', 'Too late.')
  const undone = await rejectAt(roleId, '2026-05-05 12:00', 'By mistake.')
  await app.call(undoStatus, { undo_token: undone.undo_token }, admin)
  await app.call(updateStatus, { user_session_id: last.user_session_id, ref_application_status_id: UNDER_REVIEW }, admin)

  const by = app.env.ADMIN_EMAILS[0]!
  const requested = { roleId, days_ago: 36_500, decided: { as: 'rejected', from: '2026-05-04', to: '2026-05-06' } } as const
  const { rows, total } = await ask(requested)
  expect(total).toBe(2)
  expect(Object.fromEntries(rows.map((one) => [one.user_session_id, one.decision]))).toEqual({
    [first.user_session_id]: {
      application_status: 'Rejected Before Panel',
      decided_on: '2026-05-04',
      decided_by: by,
      reason: '[name] has no license.',
    },
    [last.user_session_id]: { application_status: 'Rejected Before Panel', decided_on: '2026-05-06', decided_by: by, reason: 'No nights.' },
  })
  const ids = [first.user_session_id]
  expect((await app.call(listReviewRows, { ...requested, ids, identifiable: true }, admin)).body[0]!.decision!.reason).toBe('Quintessa has no license.')
  expect((await app.call(listReviewRows, { roleId, ids }, admin)).body[0]).not.toHaveProperty('decision')
  expect((await ask({ ...requested, decided: { ...requested.decided, as: 'invited' } })).ids).toEqual([])
  const any = await ask({ ...requested, decided: { as: 'any', from: '2026-05-03', to: '2026-05-07' } })
  expect(any.ids.toSorted()).toEqual([before, first, last, after].map((one) => one.user_session_id).toSorted())

  const { body } = await app.call(exportShownApplicants, requested, admin)
  const [header, ...lines] = parse((body as unknown as string).slice(1))
  expect((await app.call(describeExport, requested, admin)).body).toMatchObject({ rows: 2, columns: header })
  const from = header!.indexOf('Decision Reason')
  expect(header!.slice(from, from + 4)).toEqual(['Decision Reason', 'Decision', 'Decided On', 'Decided By'])
  expect(lines.map((line) => line.slice(from, from + 4)).toSorted()).toEqual([
    ['No nights.', 'Rejected Before Panel', '2026-05-06', by],
    ['[name] has no license.', 'Rejected Before Panel', '2026-05-04', by],
  ])
})

test.each([
  [{ from: '2026-05-06', to: '2026-05-05' }, 'decided.to'],
  [{ from: '2026-05-06T08:00:00Z', to: '2026-05-07' }, 'decided.from'],
  [{ from: '0000-01-01', to: '2026-05-07' }, 'decided.from'],
])('%j is not a valid date range, so nothing is listed', async (days, path) => {
  const { status, body } = await app.send('POST', listReview.path, { decided: { as: 'rejected', ...days } }, admin)
  expect([status, (body as { errors: { path: string }[] }).errors[0]!.path]).toEqual([422, path])
})

test('5,000 applicants load in 60 KiB, and the total may exceed the number listed', async () => {
  const roleId = await role()
  const made = MAX_COUNTED + 5
  await app.db.execute(sql`
    insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc)
    select ${roleId}, 5, 'many' || i, now() - make_interval(secs => i) from generate_series(1, ${made}) i`)
  await app.db.execute(sql`
    insert into user_session_answer (user_session_id, ref_question_id, question_name, question_text, question_type, question_placeholder, required_flag, max_words, sort_order, user_answer_text_box)
    select user_session_id, q.ref_question_id, q.question_name, q.question_text, q.question_type, '', false, 300, q.sort_order, md5(user_session_id::text || q.question_name) || repeat(' and more', 30)
    from user_session s cross join application_question q where s.ref_function_role_id = ${roleId}`)
  const body = { roleId }
  const headers = { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'gzip' }
  const response = await app.fastify.inject({ method: 'POST', url: listReview.path, payload: body, headers })
  expect(response.headers['content-encoding']).toBe('gzip')
  expect(response.rawPayload.length).toBeLessThan(60 * 1024)
  const list = JSON.parse(gunzipSync(response.rawPayload).toString())
  expect([list.ids.length, list.rows.length, list.total]).toEqual([MAX_LIST_ROWS, PAGE_SIZE, MAX_COUNTED + 1])

  const whole = await app.fastify.inject({ url: `/api/user-session/applicants_with_answers/${roleId}?identifiable=false`, headers })
  expect(JSON.parse(gunzipSync(whole.rawPayload).toString())).toHaveLength(made)
  expect(whole.rawPayload.length).toBeLessThan(gunzipSync(whole.rawPayload).length / 4)
})

test("a reworded question's column uses its latest wording as the heading, whatever letters it starts with", async () => {
  const roleId = await role()
  const zeal = { question_name: 'why_zeal', question_type: 'Text', question_text: 'Zeal: why?' } as const
  const { ref_question_id } = (await app.call(createQuestion, { ...zeal, ref_function_role_ids: [roleId] }, admin)).body
  await apply(app, roleId, { why_zeal: 'Nights.' })
  await app.call(updateQuestion, { ref_question_id, question_text: 'Ardor: why?' }, admin)
  await apply(app, roleId, { why_zeal: 'Days.' })
  expect((await ask({ roleId })).columns).toContainEqual({ question_name: 'why_zeal', question_text: 'Ardor: why?' })
})

test("one question's answers across applicants are shown in full, with names in them still hidden, and never reveal an identity", async () => {
  const roleId = await role()
  const long = `${'a '.repeat(100)}and my friends call me Juniper.`
  const one = await makeApplicant(app.db, { ref_function_role_id: roleId, answers: { why_this_role: long, care_story: long } })
  const [row] = (await ask({ roleId, whole: 'why_this_role' })).rows
  expect(row!.answers['why_this_role']).toBe(long.replace('Juniper', '[name]'))
  expect(row!.cut).toEqual(['care_story'])
  const ids = [one.user_session_id]
  const rows = await app.call(listReviewRows, { roleId, ids, whole: 'why_this_role', identifiable: true }, admin)
  expect(rows.body[0]!.answers['why_this_role']).toBe(long)
  expect((await app.call(listReviewRows, { roleId, ids, whole: 'first_name' }, admin)).body[0]!.answers).not.toHaveProperty('first_name')
})
