import type { LinkedApplication } from '#contract/applicants/applicants.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { NO_ONE, viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { recordReveal } from './record-reveal.ts'
import { listLinked } from './store.ts'

/** Other applications that may be from the same person; dates are omitted while identities are hidden. Throws 404 for an unknown application. */
export async function listLinkedOf(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  { user_session_id, identifiable }: { user_session_id: number; identifiable: boolean },
): Promise<LinkedApplication[]> {
  const linked = await listLinked(db, { user_session_id, scope: caller.scope, order: { time_zone: env.TIME_ZONE, isBlind: !identifiable } })
  if (!linked) throw notFound(user_session_id)
  if (identifiable && linked.length > 0) await recordReveal(db, caller, { user_session_id, shown: 'linked applications' })
  const { show } = viewOf(NO_ONE, viewerOf(env, { identifiable }))
  return linked.map(({ submitted, ...one }) => show('linked', { ...one, application_submitted_datetime_utc: new Date(submitted).toISOString() }))
}
