import type { confirmWithCode, RecentProof } from '#contract/auth/passkeys.ts'
import type { Output } from '#contract/endpoint.ts'
import type { SessionKey } from '#server/auth/bearer.ts'
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import type { Services } from '#server/services.ts'
import type { Visitor } from './known-browser.ts'
import { setProved } from './store.ts'
import { enterCode } from './verify-code.ts'

type CodeConfirmation = { code: string; session: SessionKey; visitor: Visitor }

/** Confirms the caller's identity with an emailed code, the same proof as a sign-in. Throws 403 for a wrong code. */
export async function confirmByCode(services: Services, caller: StaffCaller, given: CodeConfirmation): Promise<Output<typeof confirmWithCode>> {
  const { email } = caller
  const entered = { email, browser: given.visitor.browserOf(email), code: given.code, caller, wrong: 403 as const }
  return enterCode(services, entered, async (tx) => {
    await recordAudit(tx, confirmation(caller, 'code'))
    return { confirmed_until: await setProved(tx, given.session, 'proved_at') }
  })
}

export function confirmation(actor: StaffCaller, method: RecentProof): AuditEntry {
  return { actor, action: 'sign-in.confirmed', subject_kind: 'account', subject_id: actor.staff_account_id, facts: { method } }
}
