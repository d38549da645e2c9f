import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRoleId } from '#test/make.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const TOO_LONG = 'Use at most 40000 characters'
const NO_ADDRESS = 'Please enter a valid email address'

/** The fields that the error summary leads to, each with its message. */
async function faultsOf(role_id: number, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status, body } = await app.send('POST', `/roles/${role_id}/draft`, new URLSearchParams(fields).toString(), { headers })
  const html = String(body).replaceAll('<!-- -->', '')
  const summary = /id="error-summary".*?<\/ul>/s.exec(html)?.[0] ?? ''
  return { status, faults: [...summary.matchAll(/href="#field-(\w+)"[^>]*>(.*?)<\/a>/g)].map(([, field, text]) => [field, text!.replace(/.*: /, '')]) }
}

test('without JavaScript, a draft that can’t be saved names the field with the error', async () => {
  const role_id = await makeRoleId(app.db)
  const long = 'x'.repeat(40_001)
  expect(await faultsOf(role_id, { email: 'ada@example.com', why_this_role: long })).toEqual({ status: 422, faults: [['why_this_role', TOO_LONG]] })
  expect(await faultsOf(role_id, { email: 'nobody' })).toEqual({ status: 422, faults: [['email', NO_ADDRESS]] })
  expect(await faultsOf(role_id, { email: '', first_name: long })).toEqual({
    status: 422,
    faults: [
      ['first_name', TOO_LONG],
      ['email', NO_ADDRESS],
    ],
  })
})
