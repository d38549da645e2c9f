import { WRONG_CODE, type verifyCode } from '#contract/auth/auth.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { CODES_DISABLED } from '#contract/auth/single-sign-on.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { Caller } from '#server/http/caller.ts'
import { isSame } from '#server/http/keys.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { isOwner, permittedAddress } from './address.ts'
import { countAttempt, spendCode, type CodeHolder } from './code-store.ts'
import { accountHash, budgetOf, type Visitor } from './known-browser.ts'
import { rejectSignIn } from './reject-sign-in.ts'
import { codeHashes } from './send-code.ts'
import { openSession, type Opening } from './open-session.ts'
import { lockAccountOf } from './store.ts'

type SignedInAnswer = Output<typeof verifyCode>

/** Signs in with a code. The error is the same for a wrong, used or expired code and for one that was never sent. */
export async function signIn(services: Services, input: Input<typeof verifyCode>, visitor: Visitor): Promise<SignedInAnswer> {
  const { limits } = services
  const { caller, browserOf } = visitor
  const email = await permittedAddress(services, input)
  const browser = typeof email === 'string' ? browserOf(email) : null
  if (!browser) await limits.take('verify-code-client', caller.ip)
  if (typeof email !== 'string') return rejectSignIn(services, caller, email)
  const opening: Opening = { email, visitor, isNewBrowser: browser === null, method: 'code' }
  return enterCode(services, { email, browser, code: input.code, caller, wrong: 401 }, (tx) => openSession(tx, services, opening))
}

export type CodeEntry = CodeHolder & { code: string; caller: Caller; wrong: 401 | 403 }

/** Spends the code and runs what it authorizes in one transaction; fails with `wrong` if it isn't the live code. */
export async function enterCode<T>(services: Services, entered: CodeEntry, open: (tx: Db) => Promise<T>): Promise<T> {
  const { db, env, keys, limits } = services
  const { email, browser, code } = entered
  // With SSO only, the only codes are those that owners get from the command line.
  if (env.SIGN_IN === 'oidc' && !(await isOwner(services, email))) throw new HttpError(403, CODES_DISABLED)

  // Takes from the budget before checking the code and gives it back if it's correct, so concurrent attempts can't exceed it.
  const budget = budgetOf('wrong-code', { email, browser })
  await limits.take(...budget)

  const given = await tryCode(db, { email, browser }, codeHashes(keys, email, code.replace(/[\s-]/g, '')))
  if (!given) return rejectCode(services, entered)
  const { holder, code_hash } = given
  const opened = await db.transaction(async (tx) => {
    await lockAccountOf(tx, email)
    return (await spendCode(tx, holder, code_hash)) ? { what: await open(tx) } : null
  })
  // Null if another request has spent the code.
  if (!opened) return rejectCode(services, entered)
  await limits.giveBack(...budget)
  return opened.what
}

type MatchedCode = { holder: CodeHolder; code_hash: string }

/** Returns the live code that was entered. A known browser can also use one requested elsewhere, but others can't use the known browser's. */
async function tryCode(db: Db, { email, browser }: CodeHolder, given: string[]): Promise<MatchedCode | null> {
  const holders =
    browser === null
      ? [{ email, browser }]
      : [
          { email, browser },
          { email, browser: null },
        ]
  for (const holder of holders) {
    const code_hash = await countAttempt(db, holder)
    if (code_hash !== null && given.some((one) => isSame(code_hash, one))) return { holder, code_hash }
  }
  return null
}

async function rejectCode(services: Services, { email, caller, wrong }: CodeEntry): Promise<never> {
  await services.db.transaction((tx) =>
    recordAudit(tx, {
      actor: caller,
      action: 'sign-in.failed',
      subject_kind: 'account',
      facts: { account: accountHash(services, email) },
    }),
  )
  throw new HttpError(wrong, WRONG_CODE)
}
