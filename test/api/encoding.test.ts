import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test.each([
  ['br;q=0', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.9, br;q=0.2', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity, br;q=0.5', undefined],
  ['gzip, deflate, br, zstd', 'br'],
])('Accept-Encoding: %s gets %s', async (accepted, encoding) => {
  const { headers } = await app.send('GET', '/how-we-hire', undefined, { headers: { 'accept-encoding': accepted } })
  expect(headers['content-encoding']).toBe(encoding)
})

test.each([
  ['gzip;q=0', undefined],
  ['br, gzip;q=0.1', 'gzip'],
  ['*', 'gzip'],
  ['br', undefined],
])('for an API call, Accept-Encoding: %s gets %s', async (accepted, encoding) => {
  const { headers } = await app.fastify.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': accepted } })
  expect(headers['content-encoding']).toBe(encoding)
})

test.each(['', '{}'])('a call without required fields accepts %j as its JSON body', async (payload) => {
  const headers = { 'content-type': 'application/json', origin: app.env.BASE_URL }
  const answer = await app.fastify.inject({ method: 'POST', url: '/api/candidate/sign-out', headers, payload })
  expect(answer.statusCode).toBe(204)
})

test('a call with required fields names them for an empty JSON body', async () => {
  const { token } = await app.admin()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await app.fastify.inject({ method: 'POST', url: '/api/user-session/update_status', headers, payload: '' })
  expect([answer.statusCode, answer.json().errors.map(({ path }: { path: string }) => path)]).toEqual([422, ['user_session_id', 'ref_application_status_id']])
})
