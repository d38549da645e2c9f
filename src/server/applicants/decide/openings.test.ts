import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { decideMany, undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { createRole, listAdminRoles, updateRole } from '#contract/roles.ts'
import { ACCEPTED_OFFER, DECLINED_OFFER, PROCEED } from '#contract/statuses/statuses.ts'
import { makeApplicant } from '#test/make-applicants.ts'
import { makeRole } from '#test/make.ts'
import { startApp } from '#test/setup/app.ts'

const app = await startApp()
afterAll(() => app.close())
const admin = await app.admin()
const isServer = process.env['ROUNDS_TEST_DB'] === 'postgres'

async function roleFor(openings: number | null, people: number) {
  const { ref_function_role_id } = await makeRole(app.db, { openings })
  const ids: number[] = []
  for (let made = 0; made < people; made++)
    ids.push((await makeApplicant(app.db, { ref_function_role_id, ref_application_status_id: PROCEED })).user_session_id)
  return { id: ref_function_role_id, ids }
}
const accept = (user_session_id: number) => app.call(updateStatus, { user_session_id, ref_application_status_id: ACCEPTED_OFFER }, admin)

async function filled(id: number) {
  const { body } = await app.call(listAdminRoles, {}, admin)
  return body.find((one) => one.ref_function_role_id === id)!.filled_openings
}

test('accepted offers fill openings: the last one shows a notice, one more is rejected with a message, and an undo frees the opening', async () => {
  const { id, ids } = await roleFor(2, 3)
  expect((await accept(ids[0]!)).body.openings_left).toBe(1)
  const last = await accept(ids[1]!)
  expect(last.body.openings_left).toBe(0)
  const late = await accept(ids[2]!)
  expect([late.status, late.body]).toMatchObject([
    409,
    { detail: "All 2 openings of this role are filled, so this offer can't be accepted. Add an opening first." },
  ])
  expect(await filled(id)).toBe(2)

  await app.call(undoStatus, { undo_token: last.body.undo_token! }, admin)
  expect(await filled(id)).toBe(1)
  const many = await app.call(decideMany, { user_session_ids: [ids[1]!, ids[2]!], ref_application_status_id: ACCEPTED_OFFER }, admin)
  expect(many.body.results.map(({ status }) => status)).toEqual([200, 409])
  const declined = await app.call(updateStatus, { user_session_id: ids[2]!, ref_application_status_id: DECLINED_OFFER }, admin)
  expect([declined.status, declined.body.openings_left]).toEqual([200, null])
})

test('when several people accept the last opening at once, only one is recorded', async () => {
  const { id, ids } = await roleFor(1, 4)
  const all = await inRace(() => Promise.all(ids.map(accept)))
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await filled(id)).toBe(1)
})

/** On a PostgreSQL server, holds a table lock until every request has passed its checks, before any is recorded. */
async function inRace<T>(requests: () => Promise<T>): Promise<T> {
  if (!isServer) return requests()
  let all: Promise<T> | undefined
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table status_change in share mode`)
    all = requests()
    const waiting = async () =>
      (await tx.execute(sql`select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`)).rows
        .length
    await expect.poll(waiting).toBeGreaterThanOrEqual(4)
  })
  return all!
}

test('lowering openings while someone accepts never leaves fewer openings than are filled', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, ids } = await roleFor(2, 2)
    await accept(ids[0]!)
    const [accepted, lowered] = await Promise.all([accept(ids[1]!), app.call(updateRole, { id, openings: 1 }, admin)])
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual([accepted.status, lowered.status])
  }
})

test("openings must be a whole number of at least 1, or empty for no limit, and can't drop below the number filled", async () => {
  const { id, ids } = await roleFor(null, 2)
  for (const one of ids) expect((await accept(one)).body.openings_left).toBeNull()
  for (const [openings, message] of [
    [-1, 'At least 1 opening'],
    [0, 'At least 1 opening'],
    [1.5, 'Use a whole number'],
    [1, "2 offers have already been accepted, so there can't be fewer than 2 openings"],
  ] as const) {
    const { status, body } = await app.send('PUT', `/api/open-roles/admin/${id}`, { openings }, admin)
    expect([status, body.errors]).toEqual([422, [{ path: 'openings', message }]])
  }
  expect((await app.call(updateRole, { id, openings: 2 }, admin)).body).toMatchObject({ openings: 2, filled_openings: 2 })
  expect((await app.call(updateRole, { id, openings: null }, admin)).body.openings).toBeNull()
  const made = { function_role_name: 'Night Nurse', hiring_lead_email: 'lead@meridianhealth.example', hiring_lead_name: 'Lena', openings: 3 }
  expect((await app.call(createRole, made, admin)).body).toMatchObject({ openings: 3, filled_openings: 0 })
})
