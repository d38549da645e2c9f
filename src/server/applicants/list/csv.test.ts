import { sql } from 'drizzle-orm'
import { parse } from '#test/setup/csv.ts'
import { afterAll, expect, test } from 'vitest'
import { createQuestion, updateQuestion } from '#contract/questions/questions.ts'
import { apply } from '#test/applying.ts'
import { csvFileName, exportApplicants, listApplicants } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { describeExport, exportShownApplicants, listReview } from '#contract/applicants/applicant-list.ts'
import { QUESTION_TYPE_NAMES, QUESTION_TYPES } from '#contract/questions/question-rules.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { REJECTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRoleId } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()

test('the CSV has every filtered row, quotes every cell, and disarms formulas', async () => {
  const ref_function_role_id = await makeRoleId(app.db)
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

test('exporting by ID returns exactly those rows in order, regardless of date, and is recorded in each timeline', async () => {
  const [ref_function_role_id, other] = [await makeRoleId(app.db), await makeRoleId(app.db)]
  const made = await Promise.all([1, 2, 90].map((daysAgo) => makeApplicant(app.db, { ref_function_role_id, daysAgo })))
  const [first, second, third] = made.map((one) => one.user_session_id)
  const { user_session_id: stranger, email } = await makeApplicant(app.db, { ref_function_role_id: other })
  const asked = { roleId: ref_function_role_id, identifiable: true, ids: [third!, stranger, first!, third!, 999_999] }
  const { body, headers } = await app.call(exportShownApplicants, asked, admin)

  expect(headers['content-disposition']).toBe(`attachment; filename="${csvFileName(new Date())}"`)
  const [header, ...rows] = parse((body as unknown as string).slice(1))
  const emails = [made[2]!.email, email, made[0]!.email]
  expect(rows.map((row) => row[2])).toEqual(emails)
  expect((await app.call(describeExport, { ids: asked.ids, roleId: ref_function_role_id, with_names: true }, admin)).body).toEqual({
    rows: 3,
    columns: header,
    is_cut: false,
  })
  expect((await app.call(listReview, { ids: asked.ids }, admin)).body.ids.toSorted()).toEqual([first, third, stranger].toSorted())

  const got = await app.send('GET', `/api/applicants/export.csv?identifiable=true&ids=${[third, stranger, first].join(',')}`, undefined, admin)
  expect(
    parse(String(got.body).slice(1))
      .slice(1)
      .map((row) => row[2]),
  ).toEqual(emails)
  expect((await app.send('GET', '/api/applicants/export.csv?ids=1;2', undefined, admin)).status).toBe(422)
  const exports = async (id: number) => (await app.call(listHistory, { id }, admin)).body.filter((one) => one.kind === 'export').length
  expect([await exports(third!), await exports(second!)]).toEqual([2, 0])
})

test("answers to a reworded question are exported under the wording people saw, and the export's column descriptions match", async () => {
  const ref_function_role_id = await makeRoleId(app.db)
  const nights = { question_name: 'why_nights', question_type: 'Text', question_text: 'Why nights?' } as const
  const { ref_question_id } = (await app.call(createQuestion, { ...nights, ref_function_role_ids: [ref_function_role_id] }, admin)).body
  await apply(app, ref_function_role_id, { why_nights: 'I sleep by day.' })
  await app.call(updateQuestion, { ref_question_id, question_text: 'How long have you worked nights?' }, admin)
  const columns = async () => (await app.call(describeExport, { roleId: ref_function_role_id }, admin)).body.columns
  expect((await columns()).slice(-1)).toEqual(['Why nights?'])
  await apply(app, ref_function_role_id, { why_nights: 'Ten years.' })

  const { body } = await app.call(exportApplicants, { roleId: ref_function_role_id }, admin)
  const [header, ...rows] = parse((body as unknown as string).slice(1))
  expect(header!.slice(-2)).toEqual(['How long have you worked nights?', 'Why nights?'])
  // With names hidden, applications from the same day are in no particular order.
  expect(rows.map((row) => row.slice(-2)).toSorted()).toEqual([
    ['', 'I sleep by day.'],
    ['Ten years.', ''],
  ])
  expect((await columns()).slice(-2)).toEqual(header!.slice(-2))
})

// The embedded database has one connection, so nothing can run concurrently.
test.skipIf(app.services.database.embedded)(
  'someone who answers a reworded question just as an export starts is never exported without that answer',
  async () => {
    const ref_function_role_id = await makeRoleId(app.db)
    const days = { question_name: 'why_days', question_type: 'Text', question_text: 'Why days?' } as const
    const { ref_question_id } = (await app.call(createQuestion, { ...days, ref_function_role_ids: [ref_function_role_id] }, admin)).body
    await apply(app, ref_function_role_id, { why_days: 'I sleep by night.' })
    await app.call(updateQuestion, { ref_question_id, question_text: 'How long have you worked days?' }, admin)
    await apply(app, ref_function_role_id, { why_days: 'Ten years.' })
    await app.call(updateQuestion, { ref_question_id, question_text: 'When did you last work days?' }, admin)
    const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const exporting = await app.db.transaction(async (tx) => {
      await tx.execute(sql`lock table license_holder in access exclusive mode`)
      const exported = app.call(exportApplicants, { roleId: ref_function_role_id }, admin)
      await expect.poll(async () => (await app.db.execute(isWaiting)).rows.length, { timeout: 30_000 }).toBe(1)
      await apply(app, ref_function_role_id, { why_days: 'In 2024.' })
      return { exported }
    })
    const [header, ...rows] = parse(((await exporting.exported).body as unknown as string).slice(1))
    const isAboutDays = header!.map((name) => name.endsWith(' days?'))
    expect(rows.length).toBeGreaterThanOrEqual(2)
    for (const row of rows) expect(row.filter((cell, index) => isAboutDays[index] && cell !== '')).toHaveLength(1)
  },
)

test('the CSV without names has aliases instead', async () => {
  const ref_function_role_id = await makeRoleId(app.db)
  await makeApplicant(app.db, { ref_function_role_id, answers: { why_this_role: 'Juniper says "hello"' } })
  const { body } = await app.call(exportApplicants, { roleId: ref_function_role_id }, admin)
  const [header, row] = parse((body as unknown as string).slice(1))
  expect(header!.slice(0, 4)).toEqual(['Applicant', 'Requires H1B', 'Status', 'Why this role, and why now?'])
  expect(row!.slice(0, 4)).toEqual([expect.stringMatching(/^Applicant [0-9A-F]{4}$/), 'No', 'Submitted', '[name] says "hello"'])
})

test.each([
  ['https://www.linkedin.com/in/9999%22', '9999",=HYPERLINK(A1),'],
  ['https://www.linkedin.com/in/9999%22%2C%22', '9999",","=1+1'],
  ['https://www.linkedin.com/in/%22%2C%22', 'a","=1+1,"'],
])('masking a name in the CSV never starts a new cell or a formula: %s', async (linkedin_profile_url, why_this_role) => {
  const ref_function_role_id = await makeRoleId(app.db)
  await makeApplicant(app.db, { ref_function_role_id, linkedin_profile_url, answers: { why_this_role, care_story: `=${linkedin_profile_url}` } })
  const { body } = await app.call(exportApplicants, { roleId: ref_function_role_id }, admin)
  const [header, row, ...more] = parse((body as unknown as string).slice(1))
  expect([row!.length, more]).toEqual([header!.length, []])
  expect(row!.filter((cell) => /^[=+\-@\t\r\0]/.test(cell))).toEqual([])
})

test('answers to identifying and unknown question types stay on the server while identities are hidden', async () => {
  const ref_function_role_id = await makeRoleId(app.db)
  const types = [...QUESTION_TYPE_NAMES, 'Blood Type']
  for (const [index, type] of types.entries()) {
    await app.db.execute(sql`insert into application_question (question_name, question_text, question_type) values (${`own_${index}`}, ${type}, ${type})`)
  }
  await makeApplicant(app.db, { ref_function_role_id, answers: Object.fromEntries(types.map((_, index) => [`own_${index}`, `canary${index}`])) })
  const list = JSON.stringify((await app.call(listApplicants, { roleId: ref_function_role_id, identifiable: false }, admin)).body)
  const csv = String((await app.call(exportApplicants, { roleId: ref_function_role_id }, admin)).body)
  await app.db.execute(sql`delete from user_session_answer where question_name like 'own_%'`)
  await app.db.execute(sql`delete from application_question where question_name like 'own_%'`)

  const shown = (text: string) => types.filter((_, index) => text.includes(`canary${index}`))
  const unidentifying = QUESTION_TYPE_NAMES.filter((type) => !QUESTION_TYPES[type].identifies)
  expect([shown(list), shown(csv)]).toEqual([unidentifying, unidentifying])
})

test('the CSV has the reason for the current decision, masked while names are hidden, and omits the column if there are no reasons', async () => {
  const ref_function_role_id = await makeRoleId(app.db)
  const { user_session_id } = await makeApplicant(app.db, { ref_function_role_id, first_name: 'Quintessa', ref_application_status_id: UNDER_REVIEW })
  const cells = async (identifiable: boolean) => {
    const { body } = await app.call(exportApplicants, { roleId: ref_function_role_id, identifiable }, admin)
    const [header, row] = parse((body as unknown as string).slice(1))
    return row![header!.indexOf('Decision Reason')]
  }
  expect(await cells(true)).toBeUndefined()
  await app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED, reason: '=Quintessa has no license.' }, admin)
  expect([await cells(true), await cells(false)]).toEqual(["'=Quintessa has no license.", "'=[name] has no license."])
})
