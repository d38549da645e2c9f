import { expect, test } from 'vitest'
import { openGraphServer, respond } from '#test/setup/graph-server.ts'
import { graphStaff } from './graph-staff.ts'
import { IMPATIENT, PAGE, ana, someone, unavailableMessage } from '#test/setup/graph-staff.ts'
import { elapsedIn } from '#test/setup/moved-clock.ts'

test('429 and 500 are retried after the requested delay', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const answers = [429, 500]
  graph.state.trouble = ({ url }, response) => {
    const status = url === '/token' ? undefined : answers.shift()
    return status !== undefined && respond(response, status, {}, status === 429 ? { 'retry-after': '1' } : {})
  }
  const started = performance.now()
  expect(await graphStaff({ ...graph.place, timeouts: IMPATIENT }).list()).toEqual([someone(ana)])
  expect(performance.now() - started).toBeGreaterThan(990)
  expect(graph.count('staffMembers')).toBe(3)
})

test('a call fails immediately if its Retry-After is too long', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  for (const retryAfter of ['3600', new Date(Date.now() + 3_600_000).toUTCString()]) {
    graph.state.trouble = (_, response) => respond(response, 429, {}, { 'retry-after': retryAfter })
    const staff = graphStaff({ ...graph.place, timeouts: IMPATIENT })
    expect(await unavailableMessage(staff.list())).toBe('Bookings is receiving too many requests right now.')
  }
  expect(graph.requests).toHaveLength(2)
})

test('a failing service gets four requests in total, even when several pages are read', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana], a: [], b: [] })
  graph.state.trouble = ({ url }, response) => url !== '/token' && respond(response, 500, { error: 'x' })
  expect(await unavailableMessage(graphStaff({ ...graph.place, timeouts: IMPATIENT }).list())).toBe('Bookings returned an error.')
  expect(graph.count('staffMembers')).toBeLessThanOrEqual(3 + 3)
})

test("a service or token endpoint that never responds times out and isn't retried", async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const took = await elapsedIn(async () => {
    for (const silent of ['/token', '/v1.0']) {
      graph.state.trouble = ({ url = '' }) => url.startsWith(silent)
      const staff = graphStaff({ ...graph.place, timeouts: IMPATIENT })
      expect(await unavailableMessage(staff.list())).toBe('Bookings took too long to respond.')
    }
    graph.state.trouble = (_, response) => response.writeHead(200).write('{"value": [')
    expect(await unavailableMessage(graphStaff({ ...graph.place, timeouts: IMPATIENT }).list())).toMatch('too long')
  })
  expect(took).toBeLessThan(3_000)
  expect(graph.requests).toHaveLength(4)
})

test('an unreachable service is BOOKINGS_UNAVAILABLE', async () => {
  const gone = await openGraphServer({ [PAGE]: [ana] })
  await gone[Symbol.asyncDispose]()
  const staff = graphStaff({ ...gone.place, timeouts: IMPATIENT })
  expect(await unavailableMessage(staff.list())).toBe("Bookings can't be reached (ECONNREFUSED).")
})

test.each([
  ['no JSON', '<html>Sign in</html>', "isn't JSON"],
  ['nothing', '', 'valid staff list'],
  ['other JSON', '{"value": "x"}', 'valid staff list'],
  ['wrong types', '{"value": [{"id": 1, "emailAddress": {}}]}', 'valid staff list'],
])('a response of %s is BOOKINGS_UNAVAILABLE', async (_, body, reason) => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  graph.state.trouble = ({ url }, response) => url !== '/token' && Boolean(response.end(body))
  expect(await unavailableMessage(graphStaff(graph.place).list())).toMatch(reason)
})

test('a 100 MB response is cut off at 5 MB', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  let sent = 0
  graph.state.trouble = ({ url }, response) => {
    if (url === '/token') return false
    const piece = Buffer.alloc(1_000_000, ' ')
    const send = () => {
      while (sent < 100_000_000 && !response.destroyed) {
        sent += piece.length
        if (!response.write(piece)) return
      }
      response.end()
    }
    response.on('drain', send)
    send()
    return true
  }
  expect(await unavailableMessage(graphStaff(graph.place).list())).toBe("Bookings sent a response that's too large.")
  expect(sent).toBeLessThan(30_000_000)
})

test('pagination is capped', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  graph.state.trouble = ({ url }, response) => url !== '/token' && respond(response, 200, { value: [], '@odata.nextLink': graph.origin + url })
  expect(await unavailableMessage(graphStaff(graph.place).list())).toBe('Bookings returned too many pages.')
})

test('a token response over 1 MB is discarded', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const access_token = 'x'.repeat(1_100_000)
  graph.state.trouble = ({ url }, response) => url === '/token' && respond(response, 200, { access_token, expires_in: 3600 })
  expect(await unavailableMessage(graphStaff(graph.place).list())).toBe("Bookings sent a response that's too large.")
})

test('reading stops once pages add up to 20 MB', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const value = Array.from({ length: 40_000 }, (_, id) => ({ id: `${id}`, displayName: 'Somebody'.repeat(10), emailAddress: `${id}@m.example` }))
  graph.state.trouble = ({ url }, response) => url !== '/token' && respond(response, 200, { value, '@odata.nextLink': graph.origin + url })
  expect(await unavailableMessage(graphStaff(graph.place).list())).toBe("Bookings sent a response that's too large.")
  expect(graph.count('staffMembers')).toBeLessThan(8)
})

test("after three failures, the service isn't called for a while", async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  graph.state.trouble = (_, response) => respond(response, 400, {})
  const staff = graphStaff(graph.place)
  for (let at = 0; at < 6; at += 1) expect(await unavailableMessage(staff.list())).toMatch('refused')
  expect(graph.requests).toHaveLength(3)
})
