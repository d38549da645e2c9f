import { randomInt } from 'node:crypto'
import { CODE_DIGITS, type sendCode } from '#contract/auth.ts'
import type { Input } from '#contract/endpoint.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Caller } from '#server/http/caller.ts'
import { keyedHash, type Keys } from '#server/http/keys.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { permittedAddress } from './address.ts'
import { accountHash } from './known-browser.ts'
import { codeEmail } from './emails.ts'
import { rejectSignIn } from './reject-sign-in.ts'
import { putCode } from './store.ts'

/** Sends a code to an address that may sign in. The same answer whether anybody reads that mailbox. */
export async function sendSignInCode(services: Services, asked: Input<typeof sendCode>, caller: Caller): Promise<{ message: string }> {
  const { db, limits } = services
  await limits.take('send-code-client', caller.ip)
  const email = permittedAddress(services.env, asked)
  if (typeof email !== 'string') return rejectSignIn(services, caller, email)
  await limits.take('send-code-address', email)

  const code = randomCode()
  await db.transaction(async (tx) => {
    await putCode(tx, email, codeHash(services.keys, email, code))
    await insertEmail(tx, codeEmail(services, email, code))
    await recordAudit(tx, {
      actor: caller,
      action: 'sign-in.code-sent',
      subject_kind: 'account',
      facts: { account: accountHash(services, email) },
      personal: { ip: caller.ip },
    })
  })
  return { message: 'A code is on its way to your mailbox.' }
}

/** Eight digits, each as likely as any other. */
export function randomCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** As the database keeps it: nobody who reads the database can try codes against it, and it opens only this address. */
export function codeHash(keys: Keys, email: string, code: string): string {
  return keyedHash(keys.codes, `${email}.${code}`)
}
