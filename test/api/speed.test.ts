import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listApplicants } from '#contract/applicants/applicants.ts'
import { makeManyApplicants } from '#test/many-applicants.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { drain } from '#lab/bench/ask.ts'
import { jsonOf, recentOf } from '#lab/bench/json-of.ts'
import { load } from '#lab/bench/load.ts'
import { inTurns, fastest } from '#lab/bench/measure.ts'

/**
 * Relative to what the machine can do at the same moment, so slow or busy machines give the same result. The limits are at most half of what `npm run
 * bench` publishes: a test fails only if something queries the database per visitor or responds row by row. With one query per visitor, pages dropped
 * from 0.45 of bare HTTP to 0.11.
 */
const MIN_OF_BARE_HTTP = 0.15
const MIN_OF_JSON_AGG = 0.2
const ROUNDS = 5
/** Many short rounds, because each side needs a moment when nothing else is running. */
const SHORT_ROUNDS = 15

let app: TestApp
let url: string
beforeAll(async () => {
  app = await startApp()
  await makeManyApplicants(app.services.database.pool, { applications: 1_500, recent: 1_000 })
  url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test.each(['/', '/roles/{id}', '/api/open-roles'])('%s is sent at a reasonable fraction of the speed of bare node:http', async (template) => {
  const path = template.replace('{id}', String(await firstRole()))
  const encoding = { 'accept-encoding': 'br' }
  await fetch(url + path, { headers: encoding })
  const answer = await app.fastify.inject({ url: path, headers: encoding })
  const bare = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': answer.rawPayload.length })
    response.end(answer.rawPayload)
  }).listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const floor = `http://127.0.0.1:${(bare.address() as AddressInfo).port}${path}`
  const rates: [number[], number[]] = [[], []]
  for (const address of [url + path, floor]) await load(address, { connections: 8, seconds: 1 })
  for (let round = 0; round <= SHORT_ROUNDS; round++) {
    for (const [place, address] of [url + path, floor].entries()) {
      const { requests, seconds } = await load(address, { connections: 8, seconds: 0.15 })
      if (round > 0) rates[place]!.push(requests / seconds)
    }
  }
  bare.close()

  // Other programs can only slow a round down, so each side's best round says the most.
  expect(Math.max(...rates[0]) / Math.max(...rates[1])).toBeGreaterThan(MIN_OF_BARE_HTTP)
})

test("a role's list, blind or not, isn't many times slower than the same JSON straight from the database", async () => {
  const { token } = await app.admin()
  const role = await firstRole()
  const list = `${url}${listApplicants.path.replace('{roleId}', String(role))}?days_ago=30`
  const works = [
    () => drain(`${list}&identifiable=true`, token),
    () => drain(`${list}&identifiable=false`, token),
    () => app.services.database.pool.query(jsonOf(recentOf(role))),
  ]
  const [named, blind, floor] = (await inTurns(ROUNDS, works, fastest)) as [number, number, number]

  expect(floor / named).toBeGreaterThan(MIN_OF_JSON_AGG)
  expect(floor / blind).toBeGreaterThan(MIN_OF_JSON_AGG)
})

async function firstRole(): Promise<number> {
  const { rows } = await app.services.database.pool.query(`select ref_function_role_id as id from function_role where function_role_name = 'Role 1'`)
  return rows[0].id
}
