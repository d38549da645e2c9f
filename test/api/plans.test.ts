import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportApplicants, listApplicants, listApplicantsByStatus, listLinkedApplications, readApplicant } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { exportShownApplicants, listReview, MAX_LIST_ROWS } from '#contract/applicants/applicant-list.ts'
import { findApplicants } from '#contract/applicants/find-applicants.ts'
import { LIST_COLUMNS } from '#contract/applicants/list-columns.ts'
import { readPerson } from '#contract/applicants/person.ts'
import { listAudit } from '#contract/audit-trail.ts'
import { sendCode } from '#contract/auth/auth.ts'
import { listOwnApplications, requestLink } from '#contract/candidate/candidate.ts'
import { listCandidateEmails, sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { listCandidateRequests } from '#contract/candidate/candidate-requests.ts'
import { listWorklist, readDashboard, WORKLISTS } from '#contract/dashboard.ts'
import { findHeader, listOwnInterviews, readFullFeedback } from '#contract/feedback.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { listHiringDecisionDetails } from '#contract/red-flags/red-flags.ts'
import { listAdminRoles, listOpenRoles } from '#contract/roles.ts'
import { readWeek } from '#contract/scheduling/scheduling.ts'
import { PROCEED, REJECTED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { runNightlyJobs } from '#server/operate/privacy/nightly.ts'
import { claimFeedbackDue, claimReminders } from '#server/scheduling/notifications/reminder-store.ts'
import { apply } from '#test/applying.ts'
import { makeInterviewer, type Interviewing } from '#test/interviewing.ts'
import { makeManyApplicants, makeManyHistories } from '#test/many-applicants.ts'
import { openOwnPage } from '#test/own-page.ts'
import { startApp, type Actor } from '#test/setup/app.ts'
import { statementsOf, type Statement } from '#test/setup/statements.ts'

/** Tables that grow over the years. All others contain only what staff entered. */
const BIG = [
  'user_session',
  'user_session_answer',
  'email_outbox',
  'audit_trail',
  'status_change',
  'resume',
  'interview_header',
  'interview_feedback_detail',
  'hiring_decision_detail',
  'applicant_text',
  'interview_booking',
]

const app = await startApp({ RETENTION_DAYS: '3650' })
afterAll(() => app.close())
const { pool } = app.services.database
const id = 4_200
const days_ago = 30
let admin: Actor
let interviewer: Interviewing
let applicant: Actor
let role: number

beforeAll(async () => {
  await makeManyApplicants(pool, { applications: 24_000, recent: 120 })
  await makeManyHistories(pool)
  admin = await app.admin()
  interviewer = await makeInterviewer(app)
  await app.call(requestLink, { email: `person${id}@example.com` })
  applicant = await openOwnPage(app, `person${id}@example.com`)
  role = (await pool.query(`select ref_function_role_id as id from function_role where function_role_name = 'Role 1'`)).rows[0].id
})

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/** Returns the big tables that a statement scans in full, according to the planner. */
async function bigReads({ text, values }: Statement): Promise<string[]> {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return []
  const { rows } = await pool.query(`explain (format json) ${text}`, values)
  const walk = (plan: Plan): string[] => [
    ...(plan['Node Type'] === 'Seq Scan' && BIG.includes(plan['Relation Name']!) ? [plan['Relation Name']!] : []),
    ...(plan.Plans ?? []).flatMap(walk),
  ]
  return walk(rows[0]['QUERY PLAN'][0].Plan)
}

async function readsOf(work: () => Promise<unknown>) {
  const statements = await statementsOf(pool, work)
  const read = await Promise.all(statements.map(async (one) => ({ tables: await bigReads(one), ...one })))
  return { count: statements.length, whole: read.filter(({ tables }) => tables.length > 0).map(({ tables, text }) => `${tables.join(', ')}: ${text}`) }
}

const SORTED = [...Object.entries(LIST_COLUMNS).flatMap(([column, { sort }]) => (sort && column !== 'answer' ? [column] : [])), 'q_why_this_role']
const FILTERS: Parameters<typeof app.call<typeof listReview>>[1][] = [
  { due: 'late' },
  { due: 'week' },
  { licenses: 'some' },
  { resume: 'no' },
  { mine: true },
  { answered: [{ question_name: 'require_sponsorship', answer: 'Yes' }] },
]
const CALLERS = [`Last${id}`, `person${id}@example.com`, '(212) 555-0143', `Lats${id}`]
const TRAILS: Parameters<typeof app.call<typeof listAudit>>[1][] = [{}, { action: 'applicant.' }, { who: 'lead@' }, { user_session_id: id }, { before: 9_000 }]

async function inTurn<T>(all: readonly T[], ask: (one: T) => Promise<{ status: number }>): Promise<{ status: number }[]> {
  const answers = []
  for (const one of all) answers.push(await ask(one))
  return answers
}

const WORK: Record<string, () => Promise<{ status: number }[]>> = {
  'the list of a role': async () => [await app.call(listApplicants, { roleId: role, days_ago }, admin)],
  'the list of a status': async () => [await app.call(listApplicants, { roleId: 'all', days_ago, ref_application_status_id: SUBMITTED }, admin)],
  'the list of a role and a status': async () => [await app.call(listApplicants, { roleId: role, days_ago, ref_application_status_id: UNDER_REVIEW }, admin)],
  'a page of everything, and the one after it': async () => {
    const first = await app.call(listApplicants, { roleId: 'all', days_ago: 3_000, limit: 50 }, admin)
    return [first, await app.call(listApplicants, { roleId: 'all', days_ago: 3_000, limit: 50, cursor: first.body.at(-1)!.user_session_id }, admin)]
  },
  'a page of a status over all years': async () => [
    await app.call(listApplicants, { roleId: 'all', days_ago: 4_000, ref_application_status_id: SUBMITTED, limit: 100, identifiable: true }, admin),
  ],
  'the CSV of a role': async () => [await app.call(exportApplicants, { roleId: role, days_ago, identifiable: true }, admin)],
  'a search, with names hidden and shown': () =>
    Promise.all([true, false].map((identifiable) => app.call(listReview, { roleId: 'all', days_ago: 4_000, q: 'town77 phone', identifiable }, admin))),
  'the names in a status': async () => [await app.call(listApplicantsByStatus, { statusId: PROCEED }, interviewer.as)],
  'one application with all that belongs to it': async () => [
    await app.call(readApplicant, { id, identifiable: true }, admin),
    await app.call(listLinkedApplications, { user_session_id: id, identifiable: true }, admin),
    await app.call(listCandidateEmails, { user_session_id: id, identifiable: true }, admin),
    await app.call(listHistory, { id, identifiable: true }, admin),
    await app.call(readFullFeedback, { user_session_id: id }, admin),
    await app.call(listHiringDecisionDetails, { user_session_id: id }, admin),
  ],
  'a decision, its email and its undo': async () => {
    const { rows } = await pool.query('select max(user_session_id) as user_session_id from user_session where ref_application_status_id = $1', [SUBMITTED])
    const { user_session_id } = rows[0] as { user_session_id: number }
    const moved = await app.call(updateStatus, { user_session_id, ref_application_status_id: REJECTED }, admin)
    const email = { candidate_info: { user_session_id }, template_name: 'Application Rejection' }
    const sent = await app.call(sendCandidateEmail, email, admin)
    return [moved, sent, await app.call(undoStatus, { undo_token: moved.body.undo_token! }, admin)]
  },
  'the numbers of the admin home': async () => [await app.call(readDashboard, { days: 30 }, admin)],
  'the worklists': () => Promise.all(WORKLISTS.map((worklist) => app.call(listWorklist, { worklist }, admin))),
  'opening and submitting an application': async () => {
    await apply(app, role)
    return []
  },
  'feedback of an interviewer': async () => {
    const header = { user_session_id: id, ref_interview_id: 1, ref_interviewer_id: interviewer.ref_interviewer_id }
    return [{ status: (await app.call(findHeader, header, interviewer.as)).status === 404 ? 200 : 500 }]
  },
  "a role's list, sorted by each column and by an answer": async () =>
    inTurn(SORTED, (column) => app.call(listReview, { roleId: role, days_ago, sort: `${column}.desc`, identifiable: true }, admin)),
  "a role's list, with each filter": async () =>
    inTurn(FILTERS, (filter) => app.call(listReview, { roleId: role, days_ago, identifiable: true, ...filter }, admin)),
  'a selection with all its answers': async () => [await app.call(exportShownApplicants, { ids: [id, id + 1], identifiable: true }, admin)],
  'a caller, by name, address, phone number and a mistyped name': async () =>
    inTurn(CALLERS, (text) => app.call(findApplicants, { text, identifiable: true }, admin)),
  'all applications of a person': async () => [await app.call(readPerson, { id, identifiable: true }, admin)],
  'the audit trail, with each filter': async () => inTurn(TRAILS, (filter) => app.call(listAudit, { days_ago: 3_650, ...filter }, admin)),
  'the requests of candidates': async () => [await app.call(listCandidateRequests, {}, admin)],
  'a week of interviews': async () => [await app.call(readWeek, { from: new Date().toISOString().slice(0, 10) }, admin)],
  "an interviewer's own interviews": async () => [await app.call(listOwnInterviews, {}, interviewer.as)],
  'a link to the own page': async () => [await app.call(requestLink, { email: `person${id + 1}@example.com` })],
  'the own page': async () => [await app.call(listOwnApplications, {}, applicant), await app.send('GET', '/application', undefined, applicant)],
  'a sign-in code': async () => [await app.call(sendCode, { email: app.env.ADMIN_EMAILS[0]!, role: 'admin' })],
  'the openings, and the roles as staff edit them': async () => [await app.call(listOpenRoles, {}), await app.call(listAdminRoles, {}, admin)],
  'the emails that are due': async () => {
    await app.outbox.sendDue()
    return []
  },
  'the reminders that are due': async () => {
    await app.db.transaction((tx) => claimReminders(tx, 10))
    await app.db.transaction((tx) => claimFeedbackDue(tx, 10))
    return []
  },
  'the work of the night': async () => {
    await runNightlyJobs(app.services)
    return []
  },
}

test.each(Object.keys(WORK))('%s: no statement does a full scan of a big table', async (name) => {
  const { count, whole } = await readsOf(async () => {
    const said = await WORK[name]!()
    expect(said.filter(({ status }) => status >= 300)).toEqual([])
  })

  expect(count).toBeGreaterThan(0)
  expect(whole).toEqual([])
})

test.each(['brand.changed', 'brand.'])('a rare action is found in the audit trail using its index (%s)', async (action) => {
  const statements = await statementsOf(pool, () => app.call(listAudit, { days_ago: 3_650, action }, admin))
  const [search] = statements.filter(({ text }) => text.includes('from audit_trail t'))
  const { rows } = await pool.query(`explain ${search!.text}`, search!.values)
  expect(rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')).toContain('audit_trail_action')
})

test.each([true, false])(
  'the first page of all applicants is read in index order; with names hidden, only the days in it are sorted (%s)',
  async (identifiable) => {
    const statements = await statementsOf(pool, () => app.call(listReview, { roleId: 'all', days_ago: 4_000, identifiable }, admin))
    const pages = statements.filter(({ text }) => text.includes('limit') && text.includes('array_to_json'))
    expect(pages).toHaveLength(1)
    const { rows } = await pool.query(`explain ${pages[0]!.text}`, pages[0]!.values)
    const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index Scan using user_session_submitted')
    expect(plan).not.toContain(identifiable ? 'Sort' : 'Seq Scan')
    // Expecting to sort a third of a small table makes PostgreSQL read all of a large one.
    const [sorted] = /Sort Key[^]*/.exec(plan) ?? ['']
    expect(Math.max(0, ...sorted.matchAll(/ rows=(\d+)/g).map(([, expected]) => Number(expected)))).toBeLessThan(24_000 / 50)
  },
)

test.each(['Yes', 'No'] as const)('filtering by an answer reads few answers, whether everyone gave it or no one did (%s)', async (answer) => {
  const filter = { answered: [{ question_name: 'require_sponsorship', answer }] }
  const statements = await statementsOf(pool, () => app.call(listReview, { roleId: 'all', days_ago: 4_000, identifiable: true, ...filter }, admin))
  const [filtered] = statements.filter(({ text }) => text.includes('lower(btrim(') && text.includes('array_to_json'))
  const { rows } = await pool.query(`explain (analyze, format json) ${filtered!.text}`, filtered!.values)
  expect(answersReadIn(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThanOrEqual(answer === 'Yes' ? MAX_LIST_ROWS : 0)
})

test("due replies are counted per role from an index alone, without reading anyone's row", async () => {
  await pool.query('vacuum analyze user_session')
  const statements = await statementsOf(pool, () => app.call(listAdminRoles, {}, admin))
  const [counting] = statements.filter(({ text }) => text.includes('has_emailed_application_status'))
  const { rows } = await pool.query(`explain ${counting!.text}`, counting!.values)
  expect(rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')).toContain('Index Only Scan using user_session_owed')
})

test('the home screen reads waiting applicants only twice, however many there are, and only from an index', async () => {
  await pool.query(`update user_session set ref_application_status_id = ${SUBMITTED}, has_emailed_application_status = false where user_session_id % 6 = 0`)
  await pool.query('vacuum analyze user_session')
  const { rows: counted } = await pool.query(
    `select count(*)::int as waiting from user_session where ref_application_status_id in (${PROCEED}, ${UNDER_REVIEW}, ${SUBMITTED})`,
  )
  const statements = await statementsOf(pool, () => app.call(readDashboard, { days: 30 }, admin))
  const reads = statements
    .filter(({ text }) => /^\s*(select|with)\b/i.test(text))
    .map(async ({ text, values }) => readIn((await pool.query(`explain (analyze, format json) ${text}`, values)).rows[0]['QUERY PLAN'][0].Plan, 'user_session'))
  const all = (await Promise.all(reads)).flat()
  const crowds = all.filter(({ rows }) => rows > counted[0].waiting / 10)
  expect(new Set(crowds.map(({ way }) => way))).toEqual(new Set(['Index Only Scan']))
  expect(crowds.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(counted[0].waiting * 2.2)
})

test('an export of everyone starts immediately, even with a question no one was asked', async () => {
  await pool.query(`insert into application_question (question_name, question_text, question_type) values ('unasked', 'Unasked?', 'Open Text Box')`)
  const statements = await statementsOf(pool, () => app.call(exportApplicants, { roleId: 'all', days_ago: 4_000, identifiable: false }, admin))
  const [search] = statements.filter(({ text }) => text.includes('a.ref_question_id') && !text.includes('sponsorship'))
  const { rows } = await pool.query(`explain (analyze, format json) ${search!.text}`, search!.values)
  expect(answersReadIn(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(1_000)
})

type Done = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Done[] }

/** Returns how many answer rows a plan read. */
function answersReadIn(done: Done): number {
  return readIn(done, 'user_session_answer').reduce((sum, { rows }) => sum + rows, 0)
}

/** Returns how a plan reads a table, and how many rows it reads each time. */
function readIn(done: Done, table: string): { way: string; rows: number }[] {
  const rows = (done['Actual Rows'] + (done['Rows Removed by Filter'] ?? 0)) * done['Actual Loops']
  const own = done['Relation Name'] === table ? [{ way: done['Node Type'], rows }] : []
  return [...own, ...(done.Plans ?? []).flatMap((part) => readIn(part, table))]
}
