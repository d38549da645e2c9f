import { CODE_MINUTES } from '#contract/auth/auth.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { isOwner } from '#server/auth/address.ts'
import { storeCode } from '#server/auth/code-store.ts'
import { accountHash } from '#server/auth/known-browser.ts'
import { codeHash, randomCode } from '#server/auth/send-code.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import type { Operator } from './operator.ts'

/**
 * Creates a sign-in code for an admin who isn't getting email; whoever runs this can read the whole database anyway. Like an emailed code, it works once, for
 * this address only, for ten minutes, and invalidates the previous one. The audit trail records that it wasn't sent.
 */
export async function makeSignInCode({ db, env }: Pick<Operator, 'db' | 'env'>, email: string): Promise<{ code: string; minutes: number }> {
  if (!(await isOwner({ db, env }, email))) throw new Error(`${email} isn't an owner: no code was made.`)
  const keys = await loadKeys(db, env.SECRET_KEY)
  const code = randomCode()
  await db.transaction(async (tx) => {
    await storeCode(tx, { email, browser: null }, codeHash(keys, email, code))
    await recordAudit(tx, { actor: null, action: 'sign-in.code-printed', subject_kind: 'account', facts: { account: accountHash({ keys }, email) } })
  })
  return { code, minutes: CODE_MINUTES }
}
