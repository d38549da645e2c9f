import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'
import { listApplicants } from '#contract/applicants/applicants.ts'
import { readDashboard } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { updateStatus } from '#contract/applicants/moves.ts'
import { listAdminRoles } from '#contract/roles.ts'
import { UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { staff_department } from '#server/db/tables.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeStaff } from '#test/making-staff.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type Actor, type TestApp } from '#test/setup/app.ts'
import { askAbout } from './ask-about.ts'

const NAMES = ['Zanzibar', 'Qanary', 'zanzibar@example.com']
const CANARIES = [...NAMES, 'CANARY-TEXT', 'Forbidden Opening']

let app: TestApp
let nursing: number
let surgery: number
let nurse: Awaited<ReturnType<typeof makeApplicant>>
let surgeon: Awaited<ReturnType<typeof makeApplicant>>

beforeAll(async () => {
  app = await startApp()
  nursing = (await makeRole(app.db, { function_role_name: 'Nursing Opening', department: 'Nursing' })).ref_function_role_id
  surgery = (await makeRole(app.db, { function_role_name: 'Forbidden Opening', department: 'Surgery' })).ref_function_role_id
  nurse = await makeApplicant(app.db, {
    ref_function_role_id: nursing,
    first_name: 'Nina',
    last_name: 'Nurse',
    linkedin_profile_url: 'https://www.linkedin.com/in/one',
  })
  surgeon = await makeApplicant(app.db, {
    ref_function_role_id: surgery,
    first_name: 'Zanzibar',
    last_name: 'Qanary',
    email: 'zanzibar@example.com',
    linkedin_profile_url: 'https://www.linkedin.com/in/one',
    answers: { why_this_role: 'CANARY-TEXT' },
    daysAgo: 60,
  })
})
afterAll(() => app.close())

const ROLES = ['recruiter', 'recruiter by department', 'hiring-manager', 'auditor', 'interviewer', 'visitor'] as const

async function actAs(role: (typeof ROLES)[number]): Promise<Actor> {
  if (role === 'visitor') return {}
  if (role === 'interviewer') return app.interviewer()
  if (role !== 'recruiter by department')
    return makeStaff(app, role, { scope: role === 'auditor' ? [] : [nursing], may_decide_flag: role === 'hiring-manager' })
  const as = await makeStaff(app, 'recruiter')
  await app.db.insert(staff_department).values({ staff_account_id: as.staff_account_id, department: 'Nursing' }).onConflictDoNothing()
  return as
}

describe.each(ROLES)('as %s for nursing', (role) => {
  test.each(ALL.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s reveals nothing about an applicant for surgery',
    async (_, endpoint) => {
      const as = await actAs(role)
      // Open positions are public, and interviewers choose from all names.
      const isPublic = endpoint.who === 'anyone' || role === 'interviewer'
      // An auditor can read every packet, without names.
      const isPacket = role === 'auditor' && endpoint.path.startsWith('/api/applicants/{id}/packet.')
      const hidden = isPacket ? NAMES : [...CANARIES.slice(0, isPublic ? -1 : undefined), surgeon.alias]
      for (const ids of [{ roleId: 'all' }, { roleId: surgery }]) {
        const { method, path, body } = askAbout(endpoint, { ...surgeon, ...ids })
        const said = await app.send(method, path, body, as)
        const text = `${JSON.stringify(said.body)}${JSON.stringify(said.headers)}`
        for (const canary of hidden) expect(text, canary).not.toContain(canary)
        expect(said.status).toBeLessThan(500)
        // An auditor can read the whole trail; it contains no names.
        const isTrail = endpoint.may === 'audit' && role === 'auditor'
        const isEmpty = said.status === 200 && JSON.stringify(said.body) === '[]'
        if (endpoint.may && !isTrail && !isPacket && !isEmpty && namesAnApplicant(endpoint)) expect([401, 403, 404, 409, 422]).toContain(said.status)
      }
    },
  )

  test('leaves the applicant for surgery unchanged', async () => {
    const { rows } = await app.db.execute(sql`
      select u.ref_application_status_id, u.rationale_opt_out_flag, (select count(*)::int from email_outbox o where o.user_session_id = u.user_session_id) as emails,
        (select count(*)::int from hiring_decision_detail d where d.user_session_id = u.user_session_id) as decisions
      from user_session u where user_session_id = ${surgeon.user_session_id}`)
    expect(rows[0]).toEqual({ ref_application_status_id: surgeon.ref_application_status_id, rationale_opt_out_flag: false, emails: 0, decisions: 0 })
  })
})

test('a nursing recruiter can see, count and decide on the applicants for nursing', async () => {
  const as = await makeStaff(app, 'recruiter', { scope: [nursing] })
  const list = await app.call(listApplicants, { roleId: 'all', identifiable: true, days_ago: 365 }, as)
  expect(list.body.map((one) => one.user_session_id)).toEqual([nurse.user_session_id])
  const { body: home } = await app.call(readDashboard, { days: 365 }, as)
  expect(home.standing.reduce((sum, one) => sum + one.applications, 0)).toBe(1)
  expect(home.weeks.reduce((sum, one) => sum + one.applications, 0)).toBe(1)
  expect((await app.call(listAdminRoles, {}, as)).body.map((role) => role.ref_function_role_id)).toEqual([nursing])
  expect((await app.call(updateStatus, { user_session_id: nurse.user_session_id, ref_application_status_id: UNDER_REVIEW }, as)).status).toBe(200)
})

test('an owner can see both', async () => {
  const list = await app.call(listApplicants, { roleId: 'all', days_ago: 365 }, await app.admin())
  expect(list.body.map((one) => one.user_session_id).toSorted()).toEqual([nurse.user_session_id, surgeon.user_session_id].toSorted())
})

function namesAnApplicant({ path, body, query }: Endpoint): boolean {
  return (
    /\/applicants\/(by-id|matches|\{id\})|\{user_session_id\}/.test(path) ||
    'user_session_id' in { ...body.shape, ...query.shape } ||
    'candidate_info' in body.shape
  )
}
