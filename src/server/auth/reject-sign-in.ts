import { recordAudit } from '#server/audit/record-audit.ts'
import type { Caller } from '#server/http/caller.ts'
import type { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'

/** Records only that an address was rejected and the network address, and rejects. */
export async function rejectSignIn({ db }: Pick<Services, 'db'>, caller: Caller, refusal: HttpError): Promise<never> {
  await db.transaction((tx) => recordAudit(tx, { actor: caller, action: 'sign-in.refused', subject_kind: 'account' }))
  throw refusal
}
