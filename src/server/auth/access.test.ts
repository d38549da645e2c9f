import { describe, expect, test } from 'vitest'
import { sendCode, verifyCode } from '#contract/auth/auth.ts'
import { email_outbox } from '#server/db/tables.ts'
import { startApp } from '#test/setup/app.ts'
import { ADMIN, signInFor } from '#test/signing-in.ts'
import { canonicalAddress, permissionsOf } from './address.ts'

const DOMAIN = 'meridianhealth.example'

const HOSTILE_ADDRESSES = [
  `a@${DOMAIN}.evil.example`,
  `a@evil.example@${DOMAIN}`,
  `"a@evil.example x"@${DOMAIN}`,
  `a@${DOMAIN}(x)evil.example`,
  `a@${DOMAIN},x@evil.example`,
  `a@${DOMAIN}\r\nBcc: x@evil.example`,
  `x@evil.example\0@${DOMAIN}`,
  `<x@evil.example>a@${DOMAIN}`,
  `a@MERIDIANHEALTH.EXAMPLE.`,
  `a@meridi\u0430nhealth.example`,
  `\u0430dmin@${DOMAIN}`,
  `ａdmin@${DOMAIN}`,
  `\u212A@${DOMAIN}`,
  `a@sub.${DOMAIN}`,
  `a@x${DOMAIN}`,
  `@${DOMAIN}`,
  `a b@${DOMAIN}`,
  '',
  '@',
  DOMAIN,
  'root@localhost',
  `a@${DOMAIN}\n`.repeat(2),
]

describe('allowed addresses', () => {
  test('only a single plain company address gets an email', async () => {
    await using app = await startApp()
    for (const email of HOSTILE_ADDRESSES) {
      for (const role of ['admin', 'interviewer', undefined] as const) {
        const { status, body } = await app.call(sendCode, { email, ...(role && { role }) })
        expect(status, email).toBe(403)
        expect(body.detail).toBe(role === 'interviewer' ? `Only @${DOMAIN} emails are allowed.` : 'You are not authorized to access this area.')
        expect((await app.call(verifyCode, { email, code: '12345678', ...(role && { role }) })).status).toBe(403)
      }
    }
    expect(await app.db.select().from(email_outbox)).toEqual([])
  })

  test('case and surrounding spaces are ignored', async () => {
    await using app = await startApp()
    expect((await app.call(sendCode, { email: `  ADMIN@${DOMAIN.toUpperCase()} `, role: 'admin' })).status).toBe(200)
    const emails = await app.db.select().from(email_outbox)
    expect(emails.map(({ to_address }) => to_address)).toEqual([ADMIN])
  })

  test("an interviewer isn't an admin; an admin at the company is both", async () => {
    await using app = await startApp()
    expect((await app.call(sendCode, { email: `nurse@${DOMAIN}`, role: 'admin' })).status).toBe(403)
    expect((await signInFor(app, `nurse@${DOMAIN}`)).body.roles).toEqual(['interviewer'])
    expect(permissionsOf(app.env, ADMIN, null).roles).toEqual(['admin', 'interviewer'])
  })

  test("a number, a list or an object isn't an address", async () => {
    await using app = await startApp()
    for (const email of [1, null, [ADMIN], { address: ADMIN }, true]) expect((await app.send('POST', sendCode.path, { email })).status).toBe(422)
    expect(canonicalAddress('a'.repeat(300) + `@${DOMAIN}`)).toBeNull()
  })
})
