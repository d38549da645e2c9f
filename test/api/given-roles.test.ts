import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sendCode, verifyCode, WRONG_CODE } from '#contract/auth/auth.ts'
import { AssignedRole } from '#contract/staff/access.ts'
import { updatePerson, invitePerson, removePerson } from '#contract/staff/staff.ts'
import { exampleRequest } from '#server/http/docs/examples.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeStaff } from '#test/making-staff.ts'
import { makeRole } from '#test/make.ts'
import { requestOf, startApp, type Actor, type TestApp } from '#test/setup/app.ts'
import { codeFor } from '#test/signing-in.ts'

let app: TestApp
let owner: Actor
beforeAll(async () => {
  app = await startApp()
  owner = await app.admin()
})
afterAll(() => app.close())

describe.each(AssignedRole.options)('a %s', (given_role) => {
  const email = `${given_role}@agency.example`
  let id: number
  beforeAll(async () => {
    id = (await app.call(invitePerson, { email, given_role }, owner)).body.staff_account_id!
  })

  test("can't get a code for the interviewer area, and their own code doesn't work there", async () => {
    expect((await app.call(sendCode, { email, role: 'interviewer' })).status).toBe(403)
    expect((await app.call(verifyCode, { email, role: 'interviewer', code: await codeFor(app, email) })).status).toBe(403)
  })

  test("can't use a code sent before they were suspended or removed", async () => {
    const tries: [number, string | undefined][] = []
    const tryCode = async (code: string) => {
      const { status, body } = await app.call(verifyCode, { email, code })
      tries.push([status, status === 401 ? body.detail : undefined])
    }
    const suspended = await codeFor(app, email)
    await app.call(updatePerson, { id, is_suspended: true }, owner)
    await tryCode(suspended)
    await app.call(updatePerson, { id, is_suspended: false }, owner)
    await tryCode(suspended)
    const removed = await codeFor(app, email)
    await app.call(removePerson, { id }, owner)
    await tryCode(removed)
    await app.call(invitePerson, { email, given_role }, owner)
    await tryCode(removed)
    expect(tries).toEqual([
      [403, undefined],
      [401, WRONG_CODE],
      [403, undefined],
      [401, WRONG_CODE],
    ])
  })
})

describe.each(['recruiter', 'hiring-manager'] as const)('for a %s', (given_role) => {
  test("someone else's applicant and one that doesn't exist are indistinguishable in every call", async () => {
    const own = await makeRole(app.db)
    // An ID that isn't used anywhere else.
    await app.db.execute(
      sql`select setval(pg_get_serial_sequence('user_session', 'user_session_id'), greatest(1000000006, (select max(user_session_id) from user_session)))`,
    )
    const { user_session_id: foreign } = await makeApplicant(app.db)
    const as = await makeStaff(app, given_role, { scope: [own.ref_function_role_id], may_decide_flag: true })
    const differing = []
    for (const endpoint of ALL.filter(namesAnApplicant)) {
      const said = []
      for (const id of [foreign, 2_000_000_000]) {
        const ids = { id, user_session_id: id, user_session_ids: [id], ids: [id], candidate_info: { user_session_id: id } }
        const { method, path, body } = requestOf(endpoint, { ...exampleRequest(endpoint), ...ids })
        const answer = await app.send(method, path, body, as)
        said.push(`${answer.status} ${JSON.stringify(answer.body)}`.replaceAll(String(id), 'N').replaceAll(/"request_id":"[^"]*"/g, ''))
      }
      if (said[0] !== said[1]) differing.push([endpoint.path, ...said])
    }
    expect(differing).toEqual([])
  })
})

const NUMBERS = ['id', 'user_session_id', 'user_session_ids', 'ids', 'candidate_info']

function namesAnApplicant({ may, params, query, body }: Endpoint): boolean {
  return may !== undefined && NUMBERS.some((name) => name in { ...params.shape, ...query.shape, ...body.shape })
}
