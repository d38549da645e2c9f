import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { logout, readSession, sendCode, verifyCode } from '#contract/auth/auth.ts'
import { audit_trail, email_outbox } from '#server/db/tables.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { ADMIN, codeFor, signInFor } from '#test/signing-in.ts'

describe('a new sign-in', () => {
  test('creates a new session and ignores any that the browser sends', async () => {
    await using app = await startApp()
    const offered = 'A'.repeat(43)
    const code = await codeFor(app)
    const { body } = await app.call(verifyCode, { email: ADMIN, code, role: 'admin' }, { token: offered, cookies: { session: offered } })
    expect(body.token).not.toBe(offered)
    expect((await app.call(readSession, {}, { token: offered })).status).toBe(401)
    expect((await app.call(readSession, {}, { token: body.token })).status).toBe(200)
  })

  test('returns the token, the address, its roles and an expiry 12 hours from now', async () => {
    await using app = await startApp()
    const { body, status } = await signInFor(app, ADMIN)
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: ADMIN, roles: ['admin', 'interviewer'] })
    expect(body.token).toMatch(/^[\w-]{43}$/)
    const hours = (Date.parse(body.expires_at) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(11.9)
    expect(hours).toBeLessThanOrEqual(12.01)
  })

  test('from a new browser is reported to the address by email', async () => {
    await using app = await startApp()
    const first = await signInFor(app, ADMIN)
    expect(await notices(app)).toBe(0)
    await signInFor(app, ADMIN, { cookies: first.cookies })
    expect(await notices(app)).toBe(0)
    await signInFor(app, ADMIN)
    expect(await notices(app)).toBe(1)
  })

  test('rejects every well-known code', async () => {
    await using app = await startApp()
    await codeFor(app)
    for (const code of ['000000', '123456', '00000000', '12345678']) expect((await app.call(verifyCode, { email: ADMIN, code })).status).toBe(401)
  })

  test('sending, success, failure, rejection and logout are in the audit trail without an address', async () => {
    await using app = await startApp()
    await app.call(sendCode, { email: 'stranger@elsewhere.example', role: 'admin' })
    await codeFor(app)
    await app.call(verifyCode, { email: ADMIN, code: '1', role: 'admin' })
    const { body } = await signInFor(app, ADMIN)
    await app.call(logout, {}, { token: body.token })
    const rows = await app.db.select().from(audit_trail).orderBy(audit_trail.audit_id)
    expect(rows.map(({ action }) => action)).toEqual([
      'sign-in.refused',
      'sign-in.code-sent',
      'sign-in.failed',
      'sign-in.code-sent',
      'sign-in.succeeded',
      'session.ended',
    ])
    expect(JSON.stringify(rows)).not.toContain('@')
  })
})

async function notices(app: TestApp): Promise<number> {
  return (await app.db.select().from(email_outbox).where(eq(email_outbox.purpose, 'notice'))).length
}
