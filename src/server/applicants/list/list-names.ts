import type { ApplicantName } from '#contract/applicants/applicants.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import { NO_ONE, viewerOf, viewOf } from '#server/people/view-of.ts'
import type { Services } from '#server/services.ts'
import { recordList } from '#server/applicants/one/record-reveal.ts'
import { listNamesByStatus } from '#server/applicants/one/store.ts'

const ALL_TIME = 36_500

/**
 * Applicants in a status by last name. Registered interviewers get the applicants they may meet, by name (403 for any other status). Until names are
 * requested, staff get aliases, in an order that reveals nothing about names.
 */
export async function listNames(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  request: { statusId: number; identifiable: boolean },
): Promise<ApplicantName[]> {
  const isReader = caller.powers.includes('read')
  if (!isReader && !meaningOf(request.statusId).takesFeedback) throw new HttpError(403, 'Interviewers can only see candidates in the panel.')
  if (!isReader) await ownInterviewerId(db, caller)
  const scope = isReader ? caller.scope : 'everyone'
  const names = await listNamesByStatus(db, request.statusId, scope)
  if (isReader && !request.identifiable)
    return names.map((one) => viewOf(NO_ONE, viewerOf(env, request)).show('name', one)).toSorted((a, b) => a.alias.localeCompare(b.alias))

  const filter = { roleId: 'all', days_ago: ALL_TIME, ref_application_status_id: request.statusId, scope, order: { time_zone: env.TIME_ZONE } } as const
  await recordList(db, caller, 'applicants.revealed', { ...filter, identifiable: true })
  return isReader ? names : names.map(({ alias: _alias, ...one }) => one)
}
