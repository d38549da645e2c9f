import type { AuditEntry } from '#server/audit/record-audit.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { isStaff, type Caller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'

type Deps = Pick<Services, 'db' | 'limits'>

/** Rejects a sign-in, recording only the network address and that an email address was rejected. */
export async function rejectSignIn(services: Deps, caller: Caller, refusal: HttpError): Promise<never> {
  await recordRejection(services, { actor: caller, action: 'sign-in.refused', subject_kind: 'account' })
  throw refusal
}

type SignInRejection = Pick<AuditEntry, 'action' | 'subject_kind' | 'facts'> & { actor: Caller }

/**
 * Records why a sign-in was rejected. Unknown people get one row a minute per kind; the rest are only counted, in the row about exceeded limits, so
 * outsiders can't flood the audit trail.
 */
export async function recordRejection({ db, limits }: Deps, refusal: SignInRejection): Promise<void> {
  const kind = [refusal.action, refusal.facts?.['method'] ?? 'code'].join(' ')
  const isOnlyCounted = !isStaff(refusal.actor) && (await limits.take('audited-stranger', kind).catch((over: unknown) => over instanceof HttpError))
  if (!isOnlyCounted) await db.transaction((tx) => recordAudit(tx, refusal))
}
