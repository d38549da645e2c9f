import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'
import type { Power } from '#contract/staff/access.ts'
import type { Endpoint, Who } from '#contract/endpoint.ts'
import { auth_session } from '#server/db/tables.ts'
import { exampleRequest } from '#server/http/docs/examples.ts'
import { answersTo, apply, formWith, startApplying, type Applying } from '#test/applying.ts'
import { makeRole } from '#test/make.ts'
import { makeStaff } from '#test/making-staff.ts'
import { openOwnPage } from '#test/own-page.ts'
import { startApp, requestOf, type Actor, type TestApp } from '#test/setup/app.ts'

const ROOT = 'root@agency.example'
const PDF = { filename: 'resume.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7\n%%EOF\n') }
const ACTORS = [
  'no one',
  'candidate of another application',
  'candidate on their own page',
  'interviewer',
  'admin',
  'recruiter',
  'hiring manager',
  'hiring manager who may decide',
  'auditor',
  'suspended recruiter',
  'expired session',
  'address taken off the list',
] as const
type ActorName = (typeof ACTORS)[number]
/** 'in' means the caller was let in, whatever the response says. */
type Verdict = 'in' | 401 | 403

/** Who can make each kind of call. Repeats the contract on purpose, so a change there has to be made here, too. */
const TABLE: Record<Who, Record<ActorName, Verdict>> = {
  anyone: row('in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in', 'in'),
  candidate: row(403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403),
  applicant: row(401, 401, 'in', 401, 401, 401, 401, 401, 401, 401, 401, 401),
  interviewer: row(401, 401, 401, 'in', 403, 403, 403, 403, 403, 401, 401, 401),
  admin: row(401, 401, 401, 403, 'in', 403, 403, 403, 403, 401, 401, 401),
  staff: row(401, 401, 401, 'in', 'in', 'in', 'in', 'in', 'in', 401, 401, 401),
}

/** For calls that require a power, everyone who has it is allowed, too. */
const POWER_TABLE: Record<Power, Record<ActorName, Verdict>> = {
  read: row(401, 401, 401, 403, 'in', 'in', 'in', 'in', 403, 401, 401, 401),
  decide: row(401, 401, 401, 403, 'in', 'in', 403, 'in', 403, 401, 401, 401),
  export: row(401, 401, 401, 403, 'in', 'in', 403, 403, 403, 401, 401, 401),
  audit: row(401, 401, 401, 403, 'in', 403, 403, 403, 'in', 401, 401, 401),
}

/** Staff calls that return candidates' data and check the caller's role themselves, by name. */
const OWN_RULES: Record<string, Partial<Record<ActorName, Verdict>>> = {
  'GET /api/user-session/applicants_by_status/{statusId}': { interviewer: 403, auditor: 403 },
  // An unregistered interviewer has no record.
  'GET /api/interviews/interviewers/own-calendar': { interviewer: 403 },
  'GET /api/scheduling/own-bookings': { interviewer: 403 },
  'GET /api/interviewer_feedback/own-interviews': { interviewer: 403 },
  'GET /api/interviews/interviewers/by-email': { recruiter: 403, 'hiring manager': 403, 'hiring manager who may decide': 403, auditor: 403 },
}

let app: TestApp
let opening: number
let victim: Applying
let stranger: Applying

beforeAll(async () => {
  app = await startApp({ ADMIN_EMAILS: ROOT })
  const { ref_function_role_id } = await makeRole(app.db)
  opening = ref_function_role_id
  victim = await startApplying(app, ref_function_role_id)
  stranger = await apply(app, ref_function_role_id, { email: 'stranger@example.com' })
})
afterAll(() => app.close())

describe('access to each call', () => {
  for (const endpoint of ALL) {
    test(nameOf(endpoint), async () => {
      const found = {} as Record<ActorName, Verdict | string>
      for (const actor of ACTORS) found[actor] = verdictOf(await ask(endpoint, await actAs(actor)))
      const expected = endpoint.may ? POWER_TABLE[endpoint.may] : TABLE[endpoint.who]
      expect(found).toEqual({ ...expected, ...OWN_RULES[nameOf(endpoint)] })
    })
  }
})

describe("candidates can't reach another person's application from their own page", () => {
  const theirs = ALL.filter(({ who, path }) => who === 'applicant' && path.includes('{id}'))
  test.each(theirs.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_name, endpoint) => {
    const { user_session_id } = await apply(app, opening, { email: 'victim@example.com', why_this_role: crypto.randomUUID() })
    const row = async () => (await app.db.execute(sql`select * from user_session where user_session_id = ${user_session_id}`)).rows
    const before = await row()
    const { method, path, body } = requestOf(endpoint, { ...exampleRequest(endpoint), id: user_session_id })
    const form = endpoint.consumes === 'multipart' ? formWith({}, PDF) : null
    const said = await app.send(method, path, form?.body ?? body, {
      ...(await openOwnPage(app, 'stranger@example.com')),
      ...(form && { headers: form.headers }),
    })
    expect([said.status, await row()]).toEqual([404, before])
  })
})

describe("paths that don't match any call", () => {
  test('an unknown path returns 404 in JSON, and a wrong method returns 405 with the allowed ones', async () => {
    const unknown = await app.send('GET', '/api/nothing')
    expect([unknown.status, unknown.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    const wrong = await app.send('DELETE', '/api/auth/send-code')
    expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'POST'])
    for (const path of ['/api/openapi.json', '/api/docs']) {
      const described = await app.send('POST', path, {})
      expect([path, described.status, described.headers['allow']]).toEqual([path, 405, 'GET, HEAD'])
    }
    expect((await app.send('GET', '/api/auth/session/')).status).toBe(404)
  })

  test("each literal path in the contract accepts only its own methods, even where another call's parameter would match it", async () => {
    for (const path of new Set(ALL.map((endpoint) => endpoint.path).filter((one) => !one.includes('{')))) {
      const own = ALL.filter((endpoint) => endpoint.path === path).map(({ method }) => method)
      for (const method of (['GET', 'POST', 'PUT', 'DELETE'] as const).filter((one) => !own.includes(one))) {
        const { status, headers } = await app.send(method, path)
        const allowed = [...own, ...(own.includes('GET') ? ['HEAD'] : [])]
        expect([status, String(headers['allow']).split(', ').toSorted()], `${method} ${path}`).toEqual([405, allowed.toSorted()])
      }
    }
  })

  test.each(['OPTIONS', 'HEAD', 'PUT', 'PATCH', 'TRACE'])("%s doesn't give anyone access to any call", async (method) => {
    for (const { who, path } of ALL) {
      if (who === 'anyone') continue
      const { status, body } = await app.send(method, path.replace(/\{\w+\}/g, '1'))
      expect([401, 403, 404, 405], `${method} ${path}`).toContain(status)
      expect(JSON.stringify(body ?? '')).not.toMatch(/@(?!corp)/)
    }
  })
})

async function actAs(actor: ActorName): Promise<Actor> {
  if (actor === 'no one') return {}
  if (actor === 'recruiter' || actor === 'auditor') return makeStaff(app, actor, { scope: actor === 'recruiter' ? [opening] : [] })
  if (actor === 'suspended recruiter') return makeStaff(app, 'recruiter', { is_suspended: true })
  if (actor === 'hiring manager') return makeStaff(app, 'hiring-manager')
  if (actor === 'hiring manager who may decide') return makeStaff(app, 'hiring-manager', { may_decide_flag: true })
  if (actor === 'candidate of another application') return stranger.as
  // Opens the page again each time, because signing out is one of the calls.
  if (actor === 'candidate on their own page') return openOwnPage(app, 'stranger@example.com')
  if (actor === 'admin') return app.admin(ROOT)
  if (actor === 'interviewer') return app.interviewer()
  if (actor === 'address taken off the list') return app.admin('former@agency.example')
  const left = await app.admin('late@meridianhealth.example')
  await app.db
    .update(auth_session)
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where(sql`staff_account_id = ${left.staff_account_id}`)
  return left
}

/** Only the caller should matter, so staff calls send an almost empty body, and candidate calls a valid one for someone else's application. */
async function ask(endpoint: Endpoint, as: Actor) {
  if (endpoint.path === '/api/user-session/licenses')
    return app.send('PUT', endpoint.path, { user_session_id: victim.user_session_id, home_state: 'TX', licenses: [] }, as)
  if (endpoint.path === '/api/user-session/answers') return app.send('POST', endpoint.path, { answers: answersTo(victim.questions) }, as)
  if (endpoint.consumes === 'multipart') {
    const form = formWith({ user_session_id: String(victim.user_session_id) }, PDF)
    return app.send('POST', endpoint.path, form.body, { ...as, headers: form.headers })
  }
  const params = Object.fromEntries(Object.keys(endpoint.params.shape).map((name) => [name, name === 'statusId' ? 2 : 1]))
  const { method, path } = requestOf(endpoint, { ...params, ...OWN[endpoint.path] })
  return app.send(method, path, method === 'GET' || method === 'DELETE' ? undefined : {}, as)
}

/** Calls that interviewers may make only about themselves. */
const OWN: Record<string, Record<string, unknown>> = {
  '/api/interviews/interviewers/by-email': { interviewer_email: 'interviewer@meridianhealth.example' },
}

function verdictOf({ status }: { status: number }): Verdict | string {
  if (status === 401 || status === 403) return status
  return status >= 500 ? `fault ${status}` : 'in'
}

function row(...verdicts: Verdict[]): Record<ActorName, Verdict> {
  return Object.fromEntries(ACTORS.map((actor, at) => [actor, verdicts[at]])) as Record<ActorName, Verdict>
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}
