import { expect, test } from 'vitest'
import { openGraphServer, respond } from '#test/setup/graph-server.ts'
import { graphStaff } from './graph-staff.ts'
import { PAGE, ana, ben, cleo, someone, unavailableMessage } from '#test/setup/graph-staff.ts'

test('everyone on a bookings page is listed by name, across several pages', async () => {
  await using graph = await openGraphServer({ [PAGE]: [cleo, ana, ben] })
  expect(await graphStaff(graph.place).list()).toEqual([someone(ana), someone(ben), someone(cleo)])
  expect(graph.requests[1]).toContain('bookingBusinesses/Main.Clinic%40meridianhealth.example/staffMembers')
  expect(graph.count('staffMembers')).toBe(2)
})

test('several bookings pages are merged into one list, and an address counts once, regardless of case', async () => {
  const twice = { id: '9', displayName: 'Cleo P.', emailAddress: ' CLEO@M.example ' }
  await using graph = await openGraphServer({ [PAGE]: [ana, cleo], 'second/page': [twice, ben] })
  expect(await graphStaff(graph.place).list()).toEqual([someone(ana), someone(ben), someone(cleo)])
})

test('rows with only an ID are fetched one by one, and people who no longer exist are left out', async () => {
  await using graph = await openGraphServer({ [PAGE]: [{ id: '1' }, { id: 'gone' }, { id: '2' }] }, [ana, ben])
  expect(await graphStaff(graph.place).list()).toEqual([someone(ana), someone(ben)])
  expect(graph.count('staffMembers/')).toBe(3)
})

test('entries without an email are left out, and one without a name shows its email', async () => {
  const rows = [{ id: '4', displayName: 'No Mail' }, { id: '5', displayName: 'Nil', emailAddress: null }, {}, ana]
  const nameless = { id: '6', displayName: '', emailAddress: 'z@m.example' }
  await using graph = await openGraphServer({ [PAGE]: [...rows, nameless, { id: '7', emailAddress: ' ' }] })
  expect(await graphStaff(graph.place).list()).toEqual([someone(ana), { interviewer_name: 'z@m.example', interviewer_email: 'z@m.example' }])
})

test('a token is reused until shortly before it expires, and requested once when many calls need it', async () => {
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

test('a revoked token is replaced once', async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const staff = graphStaff(graph.place)
  await staff.list()
  graph.state.token += 1
  expect(await staff.list()).toEqual([someone(ana)])

  graph.state.trouble = ({ url }, response) => url !== '/token' && respond(response, 401, {})
  const before = graph.requests.length
  expect(await unavailableMessage(staff.list())).toBe("Bookings doesn't accept this app's sign-in.")
  expect(graph.requests.slice(before).filter((request) => request.includes('staffMembers'))).toHaveLength(2)
})

test("a wrong secret, a page we don't have access to and a missing page each give a different error and aren't retried", async () => {
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const wrong = graphStaff({ ...graph.place, clientSecret: 'wrong' })
  expect(await unavailableMessage(wrong.list())).toBe("Bookings refused this app's sign-in (401).")
  const unknown = graphStaff({ ...graph.place, businessIds: ['nobody'] })
  expect(await unavailableMessage(unknown.list())).toBe("One of the bookings pages doesn't exist.")
  graph.state.trouble = ({ url }, response) => url !== '/token' && respond(response, 403, {})
  expect(await unavailableMessage(graphStaff(graph.place).list())).toBe("This app isn't allowed to read the staff in Bookings.")
  expect(graph.requests).toHaveLength(5)
})

test("the token isn't sent to any other server, through a next-page link or a redirect", async () => {
  await using other = await openGraphServer({})
  await using graph = await openGraphServer({ [PAGE]: [ana] })
  const nextLinks = [`${other.origin}/v1.0`, 'http://169.254.169.254/', '//evil.example/', 'no address', 'file:///etc/passwd']
  for (const nextLink of [...nextLinks, graph.origin.replace('http:', 'https:')]) {
    graph.state.trouble = ({ url }, response) => url !== '/token' && respond(response, 200, { value: [], '@odata.nextLink': nextLink })
    expect(await unavailableMessage(graphStaff(graph.place).list())).toBe('Bookings returned a next-page link to another server.')
  }
  for (const location of ['http://169.254.169.254/latest/meta-data/', `${other.origin}/token`, '/v1.0/elsewhere']) {
    for (const from of ['/token', '/v1.0']) {
      graph.state.trouble = ({ url }, response) => Boolean(url?.startsWith(from)) && respond(response, 307, {}, { location })
      expect(await unavailableMessage(graphStaff(graph.place).list())).toMatch('untrusted')
    }
  }
  expect(other.requests).toEqual([])
  expect(graph.count('elsewhere')).toBe(0)
})
