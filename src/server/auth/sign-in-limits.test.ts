import { describe, expect, test } from 'vitest'
import { revokeAccess, sendCode, verifyCode } from '#contract/auth/auth.ts'
import { audit_trail, email_outbox } from '#server/db/tables.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { ADMIN, codeFor, signInFor } from '#test/signing-in.ts'

const LIMITED = { LIMITS_SCALE: '1' }
const DOMAIN = 'meridianhealth.example'

describe('rate limits', () => {
  test('an address gets five codes an hour, then 429 with the time to wait', async () => {
    await using app = await startApp(LIMITED)
    const statuses: number[] = []
    for (let asked = 0; asked < 8; asked++) statuses.push((await app.call(sendCode, { email: ADMIN })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    const { headers } = await app.call(sendCode, { email: ADMIN })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.db.select().from(email_outbox)).length).toBe(5)
  })

  test('a client can request 20 codes an hour, across all addresses', async () => {
    await using app = await startApp(LIMITED)
    let sent = 0
    for (let asked = 0; asked < 25; asked++) if ((await app.call(sendCode, { email: `person${asked}@${DOMAIN}` })).status === 200) sent++
    expect(sent).toBe(20)
    expect((await app.call(sendCode, { email: 'stranger@elsewhere.example' })).status).toBe(429)
  })

  test("one client can't keep guessing codes forever", async () => {
    await using app = await startApp(LIMITED)
    const statuses = new Set<number>()
    for (let tried = 0; tried < 80; tried++) statuses.add((await app.call(verifyCode, { email: `person${tried}@${DOMAIN}`, code: '00000000' })).status)
    expect([...statuses].toSorted()).toEqual([401, 429])
  })

  test("strangers can't lock an admin out: a known browser has its own budget of codes and attempts", async () => {
    await using app = await startApp({ ...LIMITED, TRUST_PROXY: '1' })
    const known = await signInFor(app, ADMIN)
    for (let asked = 0; asked < 30; asked++) await from(app, `10.0.0.${asked}`, sendCode.path, { email: ADMIN })
    expect((await from(app, '10.0.1.1', sendCode.path, { email: ADMIN })).status).toBe(429)

    const code = await codeFor(app, ADMIN, { cookies: known.cookies })
    for (let tried = 0; tried < 40; tried++) await from(app, `10.0.2.${tried}`, verifyCode.path, { email: ADMIN, code: '00000000' })
    expect((await app.call(verifyCode, { email: ADMIN, code }, { cookies: known.cookies })).status).toBe(200)
  })

  test("a stranger's requests neither replace nor invalidate the code that the owner's browser requested", async () => {
    await using app = await startApp({ ...LIMITED, TRUST_PROXY: '1' })
    const known = await signInFor(app, ADMIN)
    const owners = await codeFor(app, ADMIN, { cookies: known.cookies })
    await from(app, '10.0.0.1', sendCode.path, { email: ADMIN })
    for (let tried = 0; tried < 5; tried++) await from(app, '10.0.0.1', verifyCode.path, { email: ADMIN, code: '00000000' })
    expect((await from(app, '10.0.0.2', verifyCode.path, { email: ADMIN, code: owners })).status).toBe(401)
    expect((await app.call(verifyCode, { email: ADMIN, code: owners }, { cookies: known.cookies })).status).toBe(200)
  })

  test("a known browser's code is invalidated by its own five wrong attempts and replaced by its own next code", async () => {
    await using app = await startApp(LIMITED)
    const { cookies } = await signInFor(app, ADMIN)
    const burned = await codeFor(app, ADMIN, { cookies })
    for (let tried = 0; tried < 5; tried++) await app.call(verifyCode, { email: ADMIN, code: '00000000' }, { cookies })
    expect((await app.call(verifyCode, { email: ADMIN, code: burned }, { cookies })).status).toBe(401)
    const replaced = await codeFor(app, ADMIN, { cookies })
    const latest = await codeFor(app, ADMIN, { cookies })
    expect((await app.call(verifyCode, { email: ADMIN, code: replaced }, { cookies })).status).toBe(401)
    expect((await app.call(verifyCode, { email: ADMIN, code: latest }, { cookies })).status).toBe(200)
    expect((await app.call(verifyCode, { email: ADMIN, code: latest }, { cookies })).status).toBe(401)
  })

  test("a crowd behind the same network address doesn't use up a known browser's budget", async () => {
    await using app = await startApp(LIMITED)
    const { cookies } = await signInFor(app, ADMIN)
    for (let asked = 0; asked < 25; asked++) await app.call(sendCode, { email: `person${asked}@${DOMAIN}` })
    for (let tried = 0; tried < 65; tried++) await app.call(verifyCode, { email: `person${tried}@${DOMAIN}`, code: '00000000' })
    expect((await app.call(sendCode, { email: ADMIN })).status).toBe(429)
    const code = await codeFor(app, ADMIN, { cookies })
    expect((await app.call(verifyCode, { email: ADMIN, code }, { cookies })).status).toBe(200)
  })

  test('all addresses of one IPv6 customer count as one client', async () => {
    await using app = await startApp({ ...LIMITED, TRUST_PROXY: '1' })
    const ask = (ip: string, person: number) => from(app, ip, sendCode.path, { email: `person${person}@${DOMAIN}` })
    let sent = 0
    for (let asked = 0; asked < 25; asked++) if ((await ask(`2001:db8:0:7::${asked.toString(16)}`, asked)).status === 200) sent++
    expect(sent).toBe(20)
    expect((await ask('2001:db8:0:8::1', 99)).status).toBe(200)
  })

  test('requests over a limit share one row in the audit trail', async () => {
    await using app = await startApp(LIMITED)
    for (let asked = 0; asked < 60; asked++) await app.call(sendCode, { email: `person${asked}@${DOMAIN}` })
    await app.fastify.close()
    const rows = (await app.db.select().from(audit_trail)).filter(({ action }) => action === 'limit.exceeded')
    expect(rows.map(({ facts }) => facts)).toEqual([{ rejected: { 'send-code-client': 40 } }])
  })

  test("a signed-in person who's repeatedly denied adds at most 60 rows an hour to the audit trail", async () => {
    await using app = await startApp(LIMITED)
    const as = await app.interviewer()
    for (let asked = 0; asked < 70; asked++) expect((await app.call(revokeAccess, { email: ADMIN }, as)).status).toBe(403)
    await app.fastify.close()
    const rows = await app.db.select().from(audit_trail)
    expect(rows.filter(({ action }) => action === 'access.refused')).toHaveLength(60)
    expect(rows.find(({ action }) => action === 'limit.exceeded')?.facts).toEqual({ rejected: { 'audited-denial': 10 } })
  })

  test("a stranger who uses up an address's attempts locks out strangers, not the browser that has signed in to it before", async () => {
    await using app = await startApp({ ...LIMITED, TRUST_PROXY: '1' })
    const known = await signInFor(app, ADMIN)
    for (let tried = 0; tried < 40; tried++) await from(app, `10.0.0.${tried}`, verifyCode.path, { email: ADMIN, code: '00000000' })

    const code = await codeFor(app, ADMIN)
    const stranger = await from(app, '10.0.1.1', verifyCode.path, { email: ADMIN, code })
    expect(stranger.status).toBe(429)
    const owner = await app.call(verifyCode, { email: ADMIN, code: await codeFor(app, ADMIN) }, { cookies: known.cookies })
    expect(owner.status).toBe(200)
  })

  test("a forged or foreign cookie doesn't make a browser known", async () => {
    await using app = await startApp({ ...LIMITED, TRUST_PROXY: '1' })
    const other = await signInFor(app, `nurse@${DOMAIN}`)
    for (let tried = 0; tried < 40; tried++) await from(app, `10.0.0.${tried}`, verifyCode.path, { email: ADMIN, code: '00000000' })
    const code = await codeFor(app, ADMIN)
    for (const browser of [other.cookies['browser']!, `${other.cookies['browser']}x`, 'e30.e30', '']) {
      expect((await app.call(verifyCode, { email: ADMIN, code }, { cookies: { browser } })).status).toBe(429)
    }
  })

  test('a header that claims another client counts only from a configured proxy', async () => {
    await using app = await startApp(LIMITED)
    let sent = 0
    for (let asked = 0; asked < 25; asked++)
      if ((await from(app, `10.9.9.${asked}`, sendCode.path, { email: `person${asked}@${DOMAIN}` })).status === 200) sent++
    expect(sent).toBe(20)
  })
})

describe('the cookie of a known browser', () => {
  test('is bound to the host, unreadable to scripts and not sent to any other site', async () => {
    await using app = await startApp({ BASE_URL: 'https://careers.corp.example', SMTP_URL: 'smtp://127.0.0.1:9' })
    const { headers } = await signInFor(app, ADMIN)
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-browser=/)
    for (const part of ['; Path=/', '; HttpOnly', '; Secure', '; SameSite=Strict']) expect(cookie).toContain(part)
    expect(cookie).not.toContain('Domain=')
    expect(decodeURIComponent(cookie)).not.toContain('admin')
  })
})

function from(app: TestApp, ip: string, path: string, body: unknown) {
  return app.send('POST', path, body, { headers: { 'x-forwarded-for': ip } })
}
