import type { ApplicantName } from '#contract/applicants/applicants.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import type { Services } from '#server/services.ts'
import { recordList } from '#server/applicants/one/record-reveal.ts'
import { listNamesByStatus } from '#server/applicants/one/store.ts'

const EVER = 36_500

/**
 * Applicants in a status by last name. Registered interviewers get those they may meet, by name (403 for any other status). Until they ask
 * for names, readers get aliases, in an order that says nothing about names.
 */
export async function listNames(
  { db }: Pick<Services, 'db'>,
  caller: StaffCaller,
  asked: { statusId: number; identifiable: boolean },
): Promise<ApplicantName[]> {
  const isReader = caller.powers.includes('read')
  if (!isReader && !meaningOf(asked.statusId).takesFeedback) throw new HttpError(403, 'Interviewers see the candidates of the panel only.')
  if (!isReader) await ownInterviewerId(db, caller)
  const names = await listNamesByStatus(db, asked.statusId, isReader ? caller.scope : 'everyone')
  if (isReader && !asked.identifiable) return names.map(withoutName).toSorted((a, b) => a.user_session_id - b.user_session_id)

  await recordList(db, caller, 'applicants.revealed', { roleId: 'all', days_ago: EVER, ref_application_status_id: asked.statusId, identifiable: true })
  return isReader ? names : names.map(withoutAlias)
}

function withoutName(one: ApplicantName): ApplicantName {
  return omit(one, ['first_name', 'last_name'])
}

function withoutAlias(one: ApplicantName): ApplicantName {
  return omit(one, ['alias'])
}

function omit(one: ApplicantName, keys: string[]): ApplicantName {
  return Object.fromEntries(Object.entries(one).filter(([key]) => !keys.includes(key))) as ApplicantName
}
