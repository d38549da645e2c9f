import { randomInt } from 'node:crypto'
import { CODE_DIGITS, type sendCode } from '#contract/auth/auth.ts'
import type { Input } from '#contract/endpoint.ts'
import { CODES_DISABLED } from '#contract/auth/single-sign-on.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import { acceptedSets, keyedHash, type Keys } from '#server/http/keys.ts'
import type { Caller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { canSend } from '#server/mail/open-transport.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { permittedAddress } from './address.ts'
import { storeCode, type CodeHolder } from './code-store.ts'
import { codeEmail } from './emails.ts'
import { accountHash, budgetOf, type Visitor } from './known-browser.ts'
import { rejectSignIn } from './reject-sign-in.ts'

const NO_MAIL_SERVER = "No mail server is set up yet, so we can't email codes. An owner can get one on the server with rounds sign-in code."

/**
 * Sends a code to an address that's allowed to sign in. The response is the same whether or not the mailbox exists. A browser that has signed in to
 * the address before has a separate budget and code, so strangers can't use up the budget or replace the code.
 */
export async function sendSignInCode(services: Services, input: Input<typeof sendCode>, { caller, browserOf }: Visitor): Promise<{ message: string }> {
  const { env, limits } = services
  if (env.SIGN_IN === 'oidc') throw new HttpError(403, CODES_DISABLED)
  if (!canSend(env)) throw new HttpError(403, NO_MAIL_SERVER)
  const email = await permittedAddress(services, input)
  const browser = typeof email === 'string' ? browserOf(email) : null
  if (!browser) await limits.take('send-code-client', caller.ip)
  if (typeof email !== 'string') return rejectSignIn(services, caller, email)
  await emailCode(services, caller, { email, browser })
  return { message: "We've emailed you a code." }
}

/** Emails a code that proves access to this mailbox. Throws 429 if too many were sent. */
export async function emailCode(services: Services, caller: Caller, holder: CodeHolder): Promise<void> {
  const { db, env, keys, limits } = services
  const { email } = holder
  await limits.take(...budgetOf('send-code', holder))
  const code = randomCode()
  await db.transaction(async (tx) => {
    await storeCode(tx, holder, codeHash(keys, email, code))
    await insertEmail(tx, codeEmail(await letterheadOf(env, tx), keys, { email, code }), 'staff')
    await recordAudit(tx, { actor: caller, action: 'sign-in.code-sent', subject_kind: 'account', facts: { account: accountHash(services, email) } })
  })
}

/** Returns eight digits, all equally likely. */
export function randomCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** Returns the code's hash for the database. It doesn't help anyone guess codes, and works only for this address. */
export function codeHash(keys: Keys, email: string, code: string): string {
  return keyedHash(keys.codes, `${email}.${code}`)
}

/** Like `codeHash`, with every key it may have been stored with. */
export function codeHashes(keys: Keys, email: string, code: string): string[] {
  return acceptedSets(keys).map(({ codes }) => keyedHash(codes, `${email}.${code}`))
}
