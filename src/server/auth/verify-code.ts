import { WRONG_CODE, type verifyCode } from '#contract/auth.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Caller } from '#server/http/caller.ts'
import { isSame, randomToken } from '#server/http/keys.ts'
import type { Limited } from '#server/http/limits.ts'
import { HttpError } from '#server/http/http-error.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { permittedAddress, rolesOf } from './address.ts'
import { tokenHash } from './bearer.ts'
import { accountHash } from './known-browser.ts'
import { newBrowserEmail } from './emails.ts'
import { rejectSignIn } from './reject-sign-in.ts'
import { codeHash } from './send-code.ts'
import { countTry, hasSignedInBefore, insertSession, openAccount, spendCode } from './store.ts'

/** Who tries: `browserOf` names the browser if it has signed in to the address before. */
type Visitor = { caller: Caller; browserOf: (email: string) => string | null }
type SignedInAnswer = Output<typeof verifyCode>

/** Signs in with a code. One and the same refusal for a wrong, a used, an expired code and for none ever sent. */
export async function signIn(services: Services, asked: Input<typeof verifyCode>, { caller, browserOf }: Visitor): Promise<SignedInAnswer> {
  const { db, env, keys, limits } = services
  await limits.take('verify-code-client', caller.ip)
  const email = permittedAddress(env, asked)
  if (typeof email !== 'string') return rejectSignIn(services, caller, email)

  // Taken before the code is looked at and given back when it is right: tries at the same time cannot slip past the budget.
  const browser = browserOf(email)
  const budget: [Limited, string] = browser ? ['wrong-code-known-browser', `${email}.${browser}`] : ['wrong-code-address', email]
  await limits.take(...budget)

  const live = await countTry(db, email)
  const given = codeHash(keys, email, asked.code.replace(/[\s-]/g, ''))
  if (!live || !isSame(live.code_hash, given)) return rejectCode(services, email, caller)
  const session = await openSession(services, email, { caller, live, isNewBrowser: browser === null })
  if (!session) return rejectCode(services, email, caller)
  await limits.giveBack(...budget)
  return { ...session, email, roles: rolesOf(env, email) }
}

type Live = { sign_in_code_id: number; code_hash: string }
type Opening = { caller: Caller; live: Live; isNewBrowser: boolean }

/** Null when somebody else spent the code in the meantime. */
async function openSession(services: Services, email: string, { caller, live, isNewBrowser }: Opening) {
  const token = randomToken()
  return services.db.transaction(async (tx) => {
    if (!(await spendCode(tx, live))) return null
    const staff_account_id = await openAccount(tx, email)
    const mustTell = isNewBrowser && (await hasSignedInBefore(tx, staff_account_id))
    const times = await insertSession(tx, tokenHash(token), staff_account_id)
    if (mustTell) await insertEmail(tx, newBrowserEmail(services, email))
    const actor = { ...caller, staff_account_id, roles: rolesOf(services.env, email) }
    await recordAudit(tx, {
      actor,
      action: 'sign-in.succeeded',
      subject_kind: 'account',
      subject_id: staff_account_id,
      facts: { account: accountHash(services, email), new_browser: isNewBrowser },
      personal: { ip: caller.ip },
    })
    return { token, ...times }
  })
}

async function rejectCode(services: Services, email: string, caller: Caller): Promise<never> {
  await services.db.transaction((tx) =>
    recordAudit(tx, {
      actor: caller,
      action: 'sign-in.failed',
      subject_kind: 'account',
      facts: { account: accountHash(services, email) },
      personal: { ip: caller.ip },
    }),
  )
  throw new HttpError(401, WRONG_CODE)
}
