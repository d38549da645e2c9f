import { expect, test } from 'vitest'
import { GRAPH_KEYS, openGraphServer, say } from '#test/setup/graph-server.ts'
import { isBookingsAway } from './bookings-away.ts'
import { graphStaff } from './graph-staff.ts'

const HASTY = { requestMs: 400, listMs: 1_500, retries: 3, firstPauseMs: 5 }
const PAGE = 'Main.Clinic@meridianhealth.example'
const ana = { id: '1', displayName: 'Ana Ruiz', emailAddress: 'ana@m.example' }
const ben = { id: '2', displayName: 'Ben Oz', emailAddress: 'ben@m.example' }
const cleo = { id: '3', displayName: 'Cleo Park', emailAddress: 'Cleo@m.example' }

const someone = (row: typeof ana) => ({ interviewer_name: row.displayName, interviewer_email: row.emailAddress })

async function awayBecause(asked: Promise<unknown>): Promise<string> {
  const error = await asked.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isBookingsAway(error)) throw new Error('This should have been BOOKINGS_AWAY.', { cause: error })
  expect(error.message + JSON.stringify(error) + error.stack).not.toContain(GRAPH_KEYS.clientSecret)
  return error.message
}

test('everyone of a bookings page is listed by name, over several pages', async () => {
  await using graph = await openGraphServer({ [PAGE]: [cleo, ana, ben] })
  expect(await graphStaff(graph.place).list()).toEqual([someone(ana), someone(ben), someone(cleo)])
  expect(graph.requests[1]).toContain('bookingBusinesses/Main.Clinic%40meridianhealth.example/staffMembers')
  expect(graph.count('staffMembers')).toBe(2)
})

test('several bookings pages become one list, an address counts once in any case', async () => {
  const twice = { id: '9', displayName: 'Cleo P.', emailAddress: ' CLEO@M.example ' }
  await using graph = await openGraphServer({ [PAGE]: [ana, cleo], 'second/page': [twice, ben] })
  expect(await graphStaff(graph.place).list()).toEqual([someone(ana), someone(ben), someone(cleo)])
})

test('rows that hold only an id are asked for one by one, someone who is gone is left out', async () => {
  await using graph = await openGraphServer({ [PAGE]: [{ id: '1' }, { id: 'gone' }, { id: '2' }] }, [ana, ben])
  expect(await graphStaff(graph.place).list()).toEqual([someone(ana), someone(ben)])
  expect(graph.count('staffMembers/')).toBe(3)
})

test('entries without an e-mail are left out, one without a name is called by the e-mail', async () => {
  const rows = [{ id: '4', displayName: 'No Mail' }, { id: '5', displayName: 'Nil', emailAddress: null }, {}, ana]
  const nameless = { id: '6', displayName: '', emailAddress: 'z@m.example' }
  await using graph = await openGraphServer({ [PAGE]: [...rows, nameless, { id: '7', emailAddress: ' ' }] })
  expect(await graphStaff(graph.place).list()).toEqual([someone(ana), { interviewer_name: 'z@m.example', interviewer_email: 'z@m.example' }])
})

test('a token is used again until shortly before its end, and asked for once when many ask', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana], other: [ben] })
  const staff = graphStaff(graph.place)
  await Promise.all([staff.list(), staff.list()])
  await staff.list()
  expect(graph.count('/token')).toBe(1)
  expect(graph.count('staffMembers')).toBe(4)

  graph.state.expiresIn = 0.01
  const shortLived = graphStaff(graph.place)
  await shortLived.list()
  await new Promise((resolve) => setTimeout(resolve, 20))
  await shortLived.list()
  expect(graph.count('/token')).toBeGreaterThanOrEqual(3)
})

test('a token that was taken back is replaced once', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const staff = graphStaff(graph.place)
  await staff.list()
  graph.state.token += 1
  expect(await staff.list()).toEqual([someone(ana)])

  graph.state.trouble = ({ url }, response) => url !== '/token' && say(response, 401, {})
  const before = graph.requests.length
  expect(await awayBecause(staff.list())).toBe('Bookings does not accept the sign-in of this application.')
  expect(graph.requests.slice(before).filter((request) => request.includes('staffMembers'))).toHaveLength(2)
})

test('a wrong secret, a page that is not ours and one that does not exist are told apart and not asked for again', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const wrong = graphStaff({ ...graph.place, clientSecret: 'wrong' })
  expect(await awayBecause(wrong.list())).toBe('Bookings refused the sign-in of this application (401).')
  const unknown = graphStaff({ ...graph.place, businessIds: ['nobody'] })
  expect(await awayBecause(unknown.list())).toBe('One of the bookings pages does not exist.')
  graph.state.trouble = ({ url }, response) => url !== '/token' && say(response, 403, {})
  expect(await awayBecause(graphStaff(graph.place).list())).toBe('This application may not read the staff of Bookings.')
  expect(graph.requests).toHaveLength(5)
})

test('429 and 500 are asked again after the pause that was asked for', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const answers = [429, 500]
  graph.state.trouble = ({ url }, response) => {
    const status = url === '/token' ? undefined : answers.shift()
    return status !== undefined && say(response, status, {}, status === 429 ? { 'retry-after': '1' } : {})
  }
  const started = performance.now()
  expect(await graphStaff({ ...graph.place, patience: HASTY }).list()).toEqual([someone(ana)])
  expect(performance.now() - started).toBeGreaterThan(990)
  expect(graph.count('staffMembers')).toBe(3)
})

test('a pause that nobody would wait for is not waited for', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  for (const retryAfter of ['3600', new Date(Date.now() + 3_600_000).toUTCString()]) {
    graph.state.trouble = (_, response) => say(response, 429, {}, { 'retry-after': retryAfter })
    const staff = graphStaff({ ...graph.place, patience: HASTY })
    expect(await awayBecause(staff.list())).toBe('Bookings is asked too often at the moment.')
  }
  expect(graph.requests).toHaveLength(2)
})

test('a service with a fault is asked four times in all, also when several pages are read', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana], a: [], b: [] })
  graph.state.trouble = ({ url }, response) => url !== '/token' && say(response, 500, { error: 'x' })
  expect(await awayBecause(graphStaff({ ...graph.place, patience: HASTY }).list())).toBe('Bookings has a fault.')
  expect(graph.count('staffMembers')).toBeLessThanOrEqual(3 + 3)
})

test('a silent service and a silent token place are given up in time and not asked again', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const started = performance.now()
  for (const silent of ['/token', '/v1.0']) {
    graph.state.trouble = ({ url = '' }) => url.startsWith(silent)
    const staff = graphStaff({ ...graph.place, patience: HASTY })
    expect(await awayBecause(staff.list())).toBe('Bookings did not answer in time.')
  }
  graph.state.trouble = (_, response) => response.writeHead(200).write('{"value": [')
  expect(await awayBecause(graphStaff({ ...graph.place, patience: HASTY }).list())).toMatch('in time')
  expect(performance.now() - started).toBeLessThan(3_000)
  expect(graph.requests).toHaveLength(4)
})

test('a service that is not there is BOOKINGS_AWAY', async () => {
  const gone = await openGraphServer({ [PAGE]: [ana] })
  await gone[Symbol.asyncDispose]()
  const staff = graphStaff({ ...gone.place, patience: HASTY })
  expect(await awayBecause(staff.list())).toBe('Bookings cannot be reached (ECONNREFUSED).')
})

test.each([
  ['no JSON', '<html>Sign in</html>', 'not JSON'],
  ['nothing', '', 'no staff list'],
  ['other JSON', '{"value": "x"}', 'no staff list'],
  ['wrong types', '{"value": [{"id": 1, "emailAddress": {}}]}', 'no staff list'],
])('an answer of %s is BOOKINGS_AWAY', async (_, body, reason) => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  graph.state.trouble = ({ url }, response) => url !== '/token' && Boolean(response.end(body))
  expect(await awayBecause(graphStaff(graph.place).list())).toMatch(reason)
})

test('an answer of 100 MB is left after the first five', async () => {
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
  expect(await awayBecause(graphStaff(graph.place).list())).toBe('Bookings answered with more than it should.')
  expect(sent).toBeLessThan(30_000_000)
})

test('the token goes to no other server, neither by a next page nor by a redirect', async () => {
  await using other = await openGraphServer({})
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const nextLinks = [`${other.origin}/v1.0`, 'http://169.254.169.254/', '//evil.example/', 'no address', 'file:///etc/passwd']
  for (const nextLink of [...nextLinks, graph.origin.replace('http:', 'https:')]) {
    graph.state.trouble = ({ url }, response) => url !== '/token' && say(response, 200, { value: [], '@odata.nextLink': nextLink })
    expect(await awayBecause(graphStaff(graph.place).list())).toBe('Bookings named a next page on another server.')
  }
  for (const location of ['http://169.254.169.254/latest/meta-data/', `${other.origin}/token`, '/v1.0/elsewhere']) {
    for (const from of ['/token', '/v1.0']) {
      graph.state.trouble = ({ url }, response) => Boolean(url?.startsWith(from)) && say(response, 307, {}, { location })
      expect(await awayBecause(graphStaff(graph.place).list())).toMatch('not trusted')
    }
  }
  expect(other.requests).toEqual([])
  expect(graph.count('elsewhere')).toBe(0)
})

test('pages without an end come to an end', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  graph.state.trouble = ({ url }, response) => url !== '/token' && say(response, 200, { value: [], '@odata.nextLink': graph.origin + url })
  expect(await awayBecause(graphStaff(graph.place).list())).toBe('Bookings does not come to an end.')
})

test('after three failures the service is left in peace for a while', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  graph.state.trouble = (_, response) => say(response, 400, {})
  const staff = graphStaff(graph.place)
  for (let at = 0; at < 6; at += 1) expect(await awayBecause(staff.list())).toMatch('refused')
  expect(graph.requests).toHaveLength(3)
})
