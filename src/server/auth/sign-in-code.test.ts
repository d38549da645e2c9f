import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sendCode, verifyCode, WRONG_CODE } from '#contract/auth/auth.ts'
import { email_outbox, sign_in_code } from '#server/db/tables.ts'
import { randomCode } from '#server/auth/send-code.ts'
import { startApp, type TestApp } from '#test/setup/app.ts'
import { hostileCodes } from '#test/hostile/codes.ts'
import { ADMIN, codeFor, codesOf, signInFor } from '#test/signing-in.ts'

describe('the code', () => {
  test('has eight digits, differs each time, and uses every digit in every position', async () => {
    await using app = await startApp()
    const codes: string[] = []
    for (let asked = 0; asked < 150; asked++) codes.push(await codeFor(app))
    expect(codes.every((code) => /^\d{8}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBe(codes.length)
    const digits = new Set(codes.map((code) => code[0]))
    expect(digits.size).toBe(10)
  })

  test('uses every digit about equally often in every position', () => {
    const codes = Array.from({ length: 20_000 }, randomCode)
    for (let place = 0; place < 8; place++) {
      const counts = Array.from({ length: 10 }, (_, digit) => codes.filter((code) => code[place] === String(digit)).length)
      const chiSquare = counts.reduce((sum, count) => sum + (count - 2_000) ** 2 / 2_000, 0)
      // Nine degrees of freedom: fair digits exceed this once in a million runs.
      expect(chiSquare).toBeLessThan(46)
    }
  })

  test('takes as long to send to an address that has signed in before as to one that never has', async () => {
    await using app = await startApp()
    const [known, other] = [ADMIN, app.env.ADMIN_EMAILS[1]!]
    await signInFor(app, ADMIN)
    const took: Record<string, number[]> = { [known]: [], [other]: [] }
    for (let round = 0; round < 60; round++) {
      for (const email of [known, other]) {
        const asked = performance.now()
        expect((await app.call(sendCode, { email, role: 'admin' })).status).toBe(200)
        took[email]!.push(performance.now() - asked)
      }
    }
    const [ofKnown, ofOther] = [known, other].map((email) => took[email]!.toSorted((a, b) => a - b)[30]!)
    expect(Math.abs(ofKnown! - ofOther!)).toBeLessThan(Math.max(5, 0.25 * ofKnown!))
  })

  test('works once', async () => {
    await using app = await startApp()
    const code = await codeFor(app)
    expect((await app.call(verifyCode, { email: ADMIN, code, role: 'admin' })).status).toBe(200)
    const again = await app.call(verifyCode, { email: ADMIN, code, role: 'admin' })
    expect(again.status).toBe(401)
    expect(again.body.detail).toBe(WRONG_CODE)
  })

  test('works for exactly one of twenty concurrent attempts', async () => {
    await using app = await startApp()
    const code = await codeFor(app)
    const attempts = await Promise.all(Array.from({ length: 20 }, () => app.call(verifyCode, { email: ADMIN, code, role: 'admin' })))
    expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 401)])
  })

  test('works after 9 minutes 55 seconds but not after 10 minutes 5 seconds', async () => {
    await using app = await startApp()
    const inTime = await codeFor(app)
    await age(app, '9 minutes 55 seconds')
    expect((await app.call(verifyCode, { email: ADMIN, code: inTime, role: 'admin' })).status).toBe(200)
    const late = await codeFor(app)
    await age(app, '10 minutes 5 seconds')
    const rejected = await app.call(verifyCode, { email: ADMIN, code: late, role: 'admin' })
    expect(rejected.status).toBe(401)
    expect(rejected.body.detail).toBe(WRONG_CODE)
  })

  test('is replaced by a newer one', async () => {
    await using app = await startApp()
    const first = await codeFor(app)
    const second = await codeFor(app)
    expect((await app.call(verifyCode, { email: ADMIN, code: first, role: 'admin' })).status).toBe(401)
    expect((await app.call(verifyCode, { email: ADMIN, code: second, role: 'admin' })).status).toBe(200)
  })

  test('works only for the address it was sent to', async () => {
    await using app = await startApp()
    await codeFor(app, ADMIN)
    const other = await codeFor(app, app.env.ADMIN_EMAILS[1])
    expect((await app.call(verifyCode, { email: ADMIN, code: other, role: 'admin' })).status).toBe(401)
  })

  test('is invalidated by five wrong attempts, even simultaneous ones; a new one works', async () => {
    await using app = await startApp()
    const code = await codeFor(app)
    const wrong = code === '00000000' ? '11111111' : '00000000'
    const attempts = await Promise.all(Array.from({ length: 5 }, () => app.call(verifyCode, { email: ADMIN, code: wrong, role: 'admin' })))
    expect(attempts.every(({ status }) => status === 401)).toBe(true)
    expect((await app.call(verifyCode, { email: ADMIN, code, role: 'admin' })).status).toBe(401)
    const fresh = await codeFor(app)
    expect((await app.call(verifyCode, { email: ADMIN, code: fresh, role: 'admin' })).status).toBe(200)
  })

  test('can be pasted with spaces and dashes', async () => {
    await using app = await startApp()
    const code = await codeFor(app)
    const spaced = ` ${code.slice(0, 4)}-${code.slice(4)} `
    expect((await app.call(verifyCode, { email: ADMIN, code: spaced, role: 'admin' })).status).toBe(200)
  })

  test.each(['none', 'live', 'expired'])('is never matched by a malicious body whose code is %s', async (kind) => {
    await using app = await startApp()
    const code = kind === 'none' ? '' : await codeFor(app)
    if (kind === 'expired') await age(app, '11 minutes')
    for (const hostile of hostileCodes(code)) {
      const { status } = await app.send('POST', verifyCode.path, { email: ADMIN, code: hostile, role: 'admin' })
      expect([400, 401, 413, 422], JSON.stringify(hostile)?.slice(0, 60)).toContain(status)
    }
    expect((await app.send('POST', verifyCode.path, { email: ADMIN, role: 'admin' })).status).toBe(422)
  })

  test("isn't anywhere in the database: not in plain text, encoded or hashed without a key", async () => {
    await using app = await startApp()
    const code = await codeFor(app)
    const { createHash } = await import('node:crypto')
    const forms = [
      code,
      Buffer.from(code).toString('base64').replace(/=+$/, ''),
      Buffer.from(code).toString('hex'),
      createHash('sha256').update(code).digest('hex'),
      createHash('md5').update(code).digest('hex'),
    ]
    const dump = await everyRow(app)
    expect(dump).toContain('sealed:')
    for (const form of forms) expect(dump).not.toContain(form)
  })

  test("isn't in the response or the subject", async () => {
    await using app = await startApp()
    const asked = await app.call(sendCode, { email: ADMIN, role: 'admin' })
    const [code] = await codesOf(app, ADMIN)
    const [email] = await app.db.select().from(email_outbox).where(eq(email_outbox.to_address, ADMIN))
    expect(JSON.stringify([asked.body, asked.headers])).not.toContain(code)
    expect(email!.subject).not.toMatch(/\d/)
  })

  test('is bound to the site in the last line of the email', async () => {
    await using app = await startApp({ BASE_URL: 'https://careers.corp.example', SMTP_URL: 'smtp://127.0.0.1:9' })
    const code = await codeFor(app)
    const email = (await codesOf(app, ADMIN, 'text'))[0]!
    expect(email.split('\n').at(-1)).toBe(`@careers.corp.example #${code}`)
  })
})

/** Makes every code this much older. */
async function age(app: TestApp, interval: string) {
  await app.db.update(sign_in_code).set({ created_at: sql`created_at - ${interval}::interval`, expires_at: sql`expires_at - ${interval}::interval` })
}

async function everyRow({ services: { database } }: TestApp): Promise<string> {
  const tables = await database.pool.query<{ name: string }>(`select table_name as name from information_schema.tables where table_schema = 'public'`)
  const dumps: string[] = []
  for (const { name } of tables.rows) dumps.push(JSON.stringify((await database.pool.query(`select t::text from "${name}" t`)).rows))
  return dumps.join('\n')
}
