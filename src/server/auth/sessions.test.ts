import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { logout, logoutEverywhere, readSession, revokeAccess } from '#contract/auth/auth.ts'
import { listInterviews } from '#contract/interviews.ts'
import { openApp } from '#server/app.ts'
import { auth_session } from '#server/db/tables.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { ADMIN, signInFor } from '#test/signing-in.ts'
import { identify } from './identify.ts'
import { revokeSessions } from './end-sessions.ts'

describe('a session', () => {
  test('is an opaque 256-bit token, different each time', async () => {
    await using app = await startApp()
    const tokens: string[] = []
    for (let signed = 0; signed < 12; signed++) tokens.push((await signInFor(app, ADMIN)).body.token)
    expect(tokens.every((token) => /^[\w-]{43}$/.test(token) && Buffer.from(token, 'base64url').length === 32)).toBe(true)
    expect(new Set(tokens.map((token) => token.slice(0, 6))).size).toBe(tokens.length)
  })

  test('is stored only as a hash', async () => {
    await using app = await startApp()
    const { body } = await signInFor(app, ADMIN)
    const rows = JSON.stringify(await app.db.select().from(auth_session))
    expect(rows).not.toContain(body.token)
    expect(rows).not.toContain(Buffer.from(body.token, 'base64url').toString('hex'))
  })

  test('ends after 2 hours without use, but not after 1 hour 59', async () => {
    await using app = await startApp()
    const idle = await app.admin()
    await unseenFor(app, '119 minutes')
    expect(await statusOf(app, idle.token)).toBe(200)
    await unseenFor(app, '121 minutes')
    expect(await statusOf(app, idle.token)).toBe(401)
  })

  test("ends 12 hours after sign-in, no matter how much it's used", async () => {
    await using app = await startApp()
    const { token } = await app.admin()
    for (let hours = 0; hours < 12; hours++) {
      expect(await statusOf(app, token)).toBe(200)
      await later(app, '1 hour')
    }
    await later(app, '1 minute')
    expect(await statusOf(app, token)).toBe(401)
  })

  test('records its last use at most once a minute', async () => {
    await using app = await startApp()
    const { token } = await app.admin()
    const seen = async () => (await app.db.select().from(auth_session))[0]!.last_seen_at
    const first = await seen()
    await statusOf(app, token)
    expect(await seen()).toBe(first)
    await unseenFor(app, '2 minutes')
    await statusOf(app, token)
    expect(Date.parse(await seen())).toBeGreaterThanOrEqual(Date.parse(first))
  })

  test("can't be opened with a forged token", async () => {
    await using app = await startApp()
    const { token } = await app.admin()
    for (const authorization of forgeries(token)) {
      const { status } = await app.send('GET', readSession.path, undefined, { headers: { authorization } })
      expect(status, authorization.slice(0, 60)).toBe(401)
    }
    expect(await statusOf(app, token)).toBe(200)
  })

  test('survives a restart and works in a second process', async () => {
    await using app = await startApp()
    const { token } = await app.admin()
    const second = await openApp({ ...app.services, outbox: app.outbox })
    const answer = await second.inject({ url: readSession.path, headers: { authorization: `Bearer ${token}` } })
    await second.close()
    expect(answer.statusCode).toBe(200)
  })

  test("of an admin outside the company doesn't give access to the interviewer area, or vice versa", async () => {
    await using app = await startApp({ ADMIN_EMAILS: 'root@agency.example' })
    const admin = await app.admin('root@agency.example')
    const interviewer = await app.interviewer()
    expect((await app.call(readSession, {}, admin)).body.roles).toEqual(['admin'])
    expect((await app.call(readSession, {}, interviewer)).body.roles).toEqual(['interviewer'])
    expect((await app.call(revokeAccess, { email: ADMIN }, interviewer)).status).toBe(403)
    const both = {
      headers: {
        authorization: `Bearer ${interviewer.token}, Bearer ${admin.token}`,
        'x-authorization': `Bearer ${admin.token}`,
        cookie: `token=${admin.token}; admin_token=${admin.token}`,
      },
    }
    expect((await app.send('GET', readSession.path, undefined, both)).status).toBe(401)
  })

  test("ends immediately for an address that's removed from the list or leaves the company", async () => {
    await using app = await startApp({ ADMIN_EMAILS: 'root@agency.example' })
    const { token } = await app.admin('root@agency.example')
    const request = { headers: { authorization: `Bearer ${token}` }, ip: '127.0.0.1' } as never
    expect((await identify(app.services, request)).roles).toEqual(['admin'])
    expect((await identify({ ...app.services, env: { ...app.env, ADMIN_EMAILS: [] } }, request)).roles).toEqual([])
  })
})

describe('ending sessions', () => {
  test('logout revokes the token on the server and clears the browser; a second logout is rejected without a server error', async () => {
    await using app = await startApp()
    const as = await app.admin()
    const left = await app.call(logout, {}, as)
    expect([left.status, left.headers['clear-site-data']]).toEqual([204, '"storage"'])
    expect(await statusOf(app, as.token)).toBe(401)
    expect((await app.call(logout, {}, as)).status).toBe(401)
  })

  test("signing out everywhere ends all of the person's sessions and no one else’s", async () => {
    await using app = await startApp()
    const [here, there, other] = [await app.admin(), await app.admin(), await app.interviewer()]
    expect((await app.call(logoutEverywhere, {}, here)).status).toBe(204)
    expect([await statusOf(app, here.token), await statusOf(app, there.token), await statusOf(app, other.token)]).toEqual([401, 401, 200])
  })

  test("an admin can end another person's sessions", async () => {
    await using app = await startApp()
    const [admin, first, second] = [await app.admin(), await app.interviewer(), await app.interviewer()]
    const { body } = await app.call(revokeAccess, { email: ' Interviewer@MeridianHealth.example ' }, admin)
    expect(body).toEqual({ message: 'Ended 2 sessions.', ended: 2 })
    expect([await statusOf(app, first.token), await statusOf(app, second.token), await statusOf(app, admin.token)]).toEqual([401, 401, 200])
    expect((await app.call(revokeAccess, { email: 'nobody@meridianhealth.example' }, admin)).body.ended).toBe(0)
  })

  test("the operator can end a person's sessions too", async () => {
    await using app = await startApp()
    const { token } = await app.interviewer()
    expect(await revokeSessions(app.db, 'interviewer@meridianhealth.example')).toBe(1)
    expect(await statusOf(app, token)).toBe(401)
  })

  test('denied requests from signed-in people are in the audit trail', async () => {
    await using app = await startApp()
    await app.call(revokeAccess, { email: ADMIN }, await app.interviewer())
    const rows = await app.services.database.pool.query(`select facts from audit_trail where action = 'access.refused'`)
    expect(rows.rows).toEqual([{ facts: { method: 'POST', route: '/api/auth/revoke' } }])
  })

  test('responses to someone signed in are never cached', async () => {
    await using app = await startApp()
    const { headers } = await app.call(listInterviews, {}, await app.interviewer())
    expect(headers['cache-control']).toBe('no-store')
  })
})

async function statusOf(app: TestApp, token: string): Promise<number> {
  return (await app.call(readSession, {}, { token })).status
}

async function unseenFor(app: TestApp, interval: string): Promise<void> {
  await app.db.update(auth_session).set({ last_seen_at: sql`now() - ${interval}::interval` })
}

/** Simulates this much time passing while the session is in use. */
async function later(app: TestApp, interval: string): Promise<void> {
  await app.db.update(auth_session).set({ created_at: sql`created_at - ${interval}::interval`, expires_at: sql`expires_at - ${interval}::interval` })
}

function forgeries(token: string): string[] {
  const bare = [
    String(Date.now()),
    `token_${Date.now()}`,
    '1',
    '0',
    '-1',
    'null',
    'undefined',
    'NaN',
    'true',
    '[]',
    '{}',
    'A'.repeat(43),
    '_'.repeat(43),
    token.slice(1),
    token.slice(0, -1),
    `${token}a`,
    `${token}${token}`,
    token.toUpperCase(),
    token.toLowerCase(),
    [...token].toReversed().join(''),
    `Bearer ${token}`,
    `${token}=`,
    `${token}%00`,
    ` ${token}`,
    `${token},${token}`,
    "' or '1'='1",
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  ]
  return [...bare.map((word) => `Bearer ${word}`), token, `bearer ${token}`, `Basic ${token}`, `Bearer${token}`, 'Bearer ', 'Bearer', '']
}
