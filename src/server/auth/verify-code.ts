import { WRONG_CODE, type verifyCode } from '#contract/auth.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { Caller } from '#server/http/caller.ts'
import { isSame, randomToken } from '#server/http/keys.ts'
import { HttpError } from '#server/http/http-error.ts'
import { insertEmail } from '#server/mail/store.ts'
import type { Services } from '#server/services.ts'
import { permittedAddress, standingOf } from './address.ts'
import { tokenHash } from './bearer.ts'
import { countTry, spendCode, type Holder } from './code-store.ts'
import { newBrowserEmail } from './emails.ts'
import { accountHash, budgetOf, type Visitor } from './known-browser.ts'
import { rejectSignIn } from './reject-sign-in.ts'
import { codeHash } from './send-code.ts'
import { findMember, hasSignedInBefore, insertSession, openAccount } from './store.ts'

type SignedInAnswer = Output<typeof verifyCode>

/** Signs in with a code. The error is the same for a wrong, used or expired code and for one that was never sent. */
export async function signIn(services: Services, asked: Input<typeof verifyCode>, { caller, browserOf }: Visitor): Promise<SignedInAnswer> {
  const { db, keys, limits } = services
  const email = await permittedAddress(services, asked)
  const browser = typeof email === 'string' ? browserOf(email) : null
  if (!browser) await limits.take('verify-code-client', caller.ip)
  if (typeof email !== 'string') return rejectSignIn(services, caller, email)

  // Taken before the code is looked at and given back when it's right: parallel tries can't slip past the budget.
  const budget = budgetOf('wrong-code', { email, browser })
  await limits.take(...budget)

  const opened = await tryCode(db, { email, browser }, codeHash(keys, email, asked.code.replace(/[\s-]/g, '')))
  if (!opened) return rejectCode(services, email, caller)
  const session = await openSession(services, email, { caller, opened, isNewBrowser: browser === null })
  if (!session) return rejectCode(services, email, caller)
  await limits.giveBack(...budget)
  return { ...session, email }
}

type Opened = { holder: Holder; code_hash: string }

/** The live code that was given. A known browser may also enter one that was asked for elsewhere; a stranger can't enter the known browser's. */
async function tryCode(db: Db, { email, browser }: Holder, given: string): Promise<Opened | null> {
  const holders =
    browser === null
      ? [{ email, browser }]
      : [
          { email, browser },
          { email, browser: null },
        ]
  for (const holder of holders) {
    const code_hash = await countTry(db, holder)
    if (code_hash !== null && isSame(code_hash, given)) return { holder, code_hash }
  }
  return null
}

type Opening = { caller: Caller; opened: Opened; isNewBrowser: boolean }

/** Null when another request has spent the code. */
async function openSession(services: Services, email: string, { caller, opened, isNewBrowser }: Opening) {
  const token = randomToken()
  return services.db.transaction(async (tx) => {
    if (!(await spendCode(tx, opened.holder, opened.code_hash))) return null
    const staff_account_id = await openAccount(tx, email)
    const mustTell = isNewBrowser && (await hasSignedInBefore(tx, staff_account_id))
    const times = await insertSession(tx, tokenHash(token), staff_account_id)
    if (mustTell) await insertEmail(tx, newBrowserEmail(services, email))
    const { roles, powers, scope } = standingOf(services.env, email, await findMember(tx, email))
    const actor = { ...caller, staff_account_id, roles, powers, scope }
    await recordAudit(tx, {
      actor,
      action: 'sign-in.succeeded',
      subject_kind: 'account',
      subject_id: staff_account_id,
      facts: { account: accountHash(services, email), new_browser: isNewBrowser },
      personal: { ip: caller.ip },
    })
    return { token, ...times, roles, powers }
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
