import { recordAudit } from '#server/audit/record-audit.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Refusal } from '#server/http/refusal.ts'
import type { Services } from '#server/services.ts'

/** Writes the refused address down, as nothing but the fact and its network address, and refuses. */
export async function refuseSignIn({ db }: Pick<Services, 'db'>, caller: Caller, refusal: Refusal): Promise<never> {
  await db.transaction((tx) => recordAudit(tx, { actor: caller, action: 'sign-in.refused', subject_kind: 'account', personal: { ip: caller.ip } }))
  throw refusal
}
