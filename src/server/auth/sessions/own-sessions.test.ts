import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSession } from '#contract/auth/auth.ts'
import { endOwnSession, endSessionOf, listOwnSessions, listSessionsOf } from '#contract/auth/sessions.ts'
import { browserNameOf } from '#server/auth/known-browser.ts'
import { email_outbox } from '#server/db/tables.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { ADMIN, codeFor } from '#test/signing-in.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const EDGE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function signInWith(userAgent: string, email = ADMIN): Promise<{ token: string }> {
  const body = { email, code: await codeFor(app, email) }
  const { body: session } = await app.send('POST', '/api/auth/verify-code', body, { headers: { 'user-agent': userAgent } })
  return session as unknown as { token: string }
}

const statusOf = async (as: { token: string }) => (await app.call(readSession, {}, as)).status

test("people see where they're signed in, with browser and last use, and can end a single session", async () => {
  const [desk, phone] = [await signInWith(FIREFOX), await signInWith(IPHONE)]
  const { body: sessions } = await app.call(listOwnSessions, {}, desk)
  expect(sessions.map(({ browser, is_current, sign_in_method }) => [browser, is_current, sign_in_method])).toEqual([
    ['Safari on iOS', false, 'code'],
    ['Firefox on Windows', true, 'code'],
  ])
  expect(Date.parse(sessions[0]!.last_seen_at)).toBeGreaterThan(Date.now() - 60_000)
  expect(JSON.stringify(sessions)).not.toContain('token')

  expect((await app.call(endOwnSession, { id: sessions[0]!.auth_session_id }, desk)).status).toBe(204)
  expect([await statusOf(phone), await statusOf(desk)]).toEqual([401, 200])
  expect((await app.call(endOwnSession, { id: sessions[0]!.auth_session_id }, desk)).status).toBe(404)
})

test("no one can end someone else's session by its ID; owners can, with the call for that person's sessions", async () => {
  const [nurse, owner] = [await signInWith(EDGE, 'nurse@meridianhealth.example'), await app.admin('people@meridianhealth.example')]
  const [session] = (await app.call(listOwnSessions, {}, nurse)).body
  const session_id = session!.auth_session_id
  expect((await app.call(endOwnSession, { id: session_id }, owner)).status).toBe(404)
  expect((await app.call(endSessionOf, { id: owner.staff_account_id, session_id }, owner)).status).toBe(404)

  const nurses = await app.interviewer('nurse@meridianhealth.example')
  const { body: seen } = await app.call(listSessionsOf, { id: nurses.staff_account_id }, owner)
  expect(seen.map(({ browser }) => browser)).toContain('Edge on Windows')
  expect((await app.call(endSessionOf, { id: nurses.staff_account_id, session_id }, owner)).status).toBe(204)
  expect([await statusOf(nurse), await statusOf(nurses)]).toEqual([401, 200])
})

test('the new-browser email names the browser and says where to end the session', async () => {
  await signInWith(FIREFOX, 'billing@meridianhealth.example')
  await signInWith(IPHONE, 'billing@meridianhealth.example')
  const emails = await app.db.select().from(email_outbox).where(eq(email_outbox.to_address, 'billing@meridianhealth.example'))
  const notices = emails.filter(({ purpose }) => purpose === 'notice')
  expect(notices.map(({ text }) => text)).toEqual([expect.stringMatching(/Safari on iOS[^]*\/admin\/sessions/)])
})

test('a User-Agent that no browser sends shows as an unknown browser, and none of it is stored', () => {
  expect(browserNameOf('<script>alert(1)</script>')).toBe('Unknown browser')
  expect(browserNameOf(undefined)).toBe('Unknown browser')
})
