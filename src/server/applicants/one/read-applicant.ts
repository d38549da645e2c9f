import type { Applicant } from '#contract/applicants/applicants.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { viewerOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { findApplicantRow } from '#server/applicants/list/list-store.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { presentApplicant } from '#server/applicants/list/present-applicant.ts'
import { recordReveal } from './record-reveal.ts'

/** One submitted application, masked as in the list if identities are hidden. Throws 404 when there is none. */
export async function readApplicant(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { user_session_id, identifiable }: { user_session_id: number; identifiable: boolean },
): Promise<Applicant> {
  const row = await findApplicantRow(db, { user_session_id, scope: caller.scope }, { withIdentity: identifiable, time_zone: env.TIME_ZONE })
  if (!row) throw notFound(user_session_id)
  if (identifiable) await recordReveal(db, caller, { user_session_id, shown: 'application' })
  return presentApplicant(row, viewerOf(env, { identifiable }))
}
