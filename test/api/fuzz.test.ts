import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { startApplying } from '#test/applying.ts'
import { makeStaff } from '#test/making-staff.ts'
import { makeRole } from '#test/make.ts'
import { startApp, type Actor } from '#test/setup/app.ts'
import { part } from '#test/plan/plan.ts'

const app = await startApp()
afterAll(() => app.close())
const role = await makeRole(app.db)
const admin = await app.admin()
const candidate = (await startApplying(app, role.ref_function_role_id)).as

const TRIES = part === 'short' || part === 'quick' ? 6 : 50

const HOSTILE = [
  null,
  true,
  '',
  ' ',
  'x\0y',
  '\uD800',
  '‮',
  'a'.repeat(100_000),
  -1,
  0,
  1.5,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER + 2,
  '1 or 1=1',
  "'; drop table user_session; --",
  '<img src=x onerror=alert(1)>',
  '${7*7}',
  [],
  [1],
  [[]],
  {},
  { $gt: '' },
  { constructor: { prototype: { polluted: true } } },
  '2026-13-45T99:99:99Z',
  Number.MAX_VALUE,
] as const

const fuzzed = ALL.filter(
  (endpoint) => endpoint.path.startsWith('/api/') && endpoint.consumes === 'json' && !endpoint.path.includes('/logout') && !endpoint.path.includes('/revoke'),
)
const scope = [role.ref_function_role_id]
const limited = [await makeStaff(app, 'recruiter', { scope }), await makeStaff(app, 'hiring-manager', { scope, may_decide_flag: true })]
const others = [await makeStaff(app, 'auditor'), await app.interviewer()]
/** Owners get furthest, but other roles' calls run different statements. */
const staff = fc.constantFrom<Actor>(admin, admin, admin, ...limited, ...others)
const actorsFor = ({ who }: Endpoint) => (who === 'candidate' ? fc.constant(candidate) : who === 'anyone' ? fc.constant({}) : staff)

function pathOf(endpoint: Endpoint, value: unknown, query: Record<string, unknown>): string {
  const path = endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent(text(value)))
  const search = new URLSearchParams(Object.entries(query).map(([name, one]) => [name, text(one)]))
  return search.size > 0 ? `${path}?${search}` : path
}

function text(value: unknown): string {
  const said = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return said.slice(0, 2000).toWellFormed()
}

const hostile = fc.oneof(
  { arbitrary: fc.constantFrom(...HOSTILE), weight: 4 },
  { arbitrary: fc.jsonValue(), weight: 1 },
  { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
)

test.each(fuzzed.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s handles any input without a server error',
  async (_, endpoint) => {
    const inBody = Object.keys(endpoint.body.shape)
    const inQuery = Object.keys(endpoint.query.shape)
    const values = (names: string[]) => fc.record(Object.fromEntries(names.map((name) => [name, hostile])), { requiredKeys: [] })

    await fc.assert(
      fc.asyncProperty(hostile, values(inQuery), fc.oneof(values(inBody), hostile), actorsFor(endpoint), async (id, query, body, as) => {
        const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
        const said = await app.send(endpoint.method, pathOf(endpoint, id, query), hasBody ? (JSON.stringify(body) ?? '') : undefined, {
          ...as,
          headers: hasBody ? { 'content-type': 'application/json' } : {},
        })
        expect(said.status, JSON.stringify(said.body)).not.toBe(500)
        if (said.status >= 400) {
          expect(said.body.detail).toBeTypeOf('string')
          expect(JSON.stringify(said.body)).not.toMatch(/node_modules|relation "|\bselect\b.*\bfrom\b|at \/|\/work\//i)
        }
      }),
      { numRuns: TRIES, endOnFailure: true },
    )
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  },
)

test("hostile input never changes an application's status", async () => {
  const { rows } = await app.db.execute(sql`select count(*)::int as n from user_session where ref_application_status_id <> 1`)
  expect(rows[0]).toEqual({ n: 0 })
})
