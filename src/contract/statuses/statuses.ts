import { z } from 'zod'
import { endpoint, Id } from '../endpoint.ts'
import { STAGES, STATUS_MEANINGS, type Stage, type StatusId, type StatusMeaning } from './status-meanings.ts'

export const STARTED = 1 satisfies StatusId
export const PROCEED = 2 satisfies StatusId
export const REJECTED = 3 satisfies StatusId
export const UNDER_REVIEW = 4 satisfies StatusId
export const SUBMITTED = 5 satisfies StatusId
export const POSITION_CLOSED = 6 satisfies StatusId
export const REJECTED_AT_SCHEDULING = 7 satisfies StatusId
export const REJECTED_AFTER_A = 8 satisfies StatusId
export const REJECTED_AFTER_B = 9 satisfies StatusId
export const REJECTED_AFTER_C = 10 satisfies StatusId
export const REJECTED_AFTER_FINAL = 11 satisfies StatusId
export const DECLINED_OFFER = 12 satisfies StatusId
export const ACCEPTED_OFFER = 13 satisfies StatusId
export const WITHDRAWN = 14 satisfies StatusId

export const ApplicationStatus = z.object({
  ref_application_status_id: Id,
  application_status: z.string(),
  application_status_description: z.string(),
})
export type ApplicationStatus = z.infer<typeof ApplicationStatus>

export const listStatuses = endpoint({
  who: 'staff',
  method: 'GET',
  path: '/api/user-session/application_statuses',
  summary: 'List all application statuses',
  output: z.array(ApplicationStatus),
})

const UNKNOWN: StatusMeaning = { ...STATUS_MEANINGS[STARTED], application_status: 'Unknown', application_status_description: '' }

export const STATUS_IDS = Object.keys(STATUS_MEANINGS).map(Number) as StatusId[]

export function isStatusId(id: number): id is StatusId {
  return id in STATUS_MEANINGS
}

export function meaningOf(ref_application_status_id: number): StatusMeaning {
  return isStatusId(ref_application_status_id) ? STATUS_MEANINGS[ref_application_status_id] : UNKNOWN
}

/** Returns the statuses that match, in order; also used to build SQL, which mustn't compare status numbers either. */
export function statusesWhere(isTrue: (meaning: StatusMeaning) => boolean): StatusId[] {
  return STATUS_IDS.filter((id) => isTrue(STATUS_MEANINGS[id]))
}

/** Returns the statuses that imply this stage or a later one. */
export function statusesFrom(stage: Stage): StatusId[] {
  return statusesWhere((meaning) => meaning.stage !== null && STAGES.indexOf(meaning.stage) >= STAGES.indexOf(stage))
}

/** Returns false while the application has been started but not submitted. */
export function isSubmitted(ref_application_status_id: number): boolean {
  return meaningOf(ref_application_status_id).stage !== null
}

export function isWithdrawn(ref_application_status_id: number): boolean {
  return meaningOf(ref_application_status_id).candidateSees.stage === 'withdrawn'
}

/** An applicant's status, and whether they've been emailed about it. */
export type StatusState = { ref_application_status_id: number; has_emailed_application_status: boolean }

export function isLocked({ ref_application_status_id, has_emailed_application_status }: StatusState): boolean {
  const { isFinal, isFinalOnceEmailed } = meaningOf(ref_application_status_id)
  return isFinal || (isFinalOnceEmailed && has_emailed_application_status)
}

/** Candidates can change their licenses until the application ends; an invitation doesn't end it. */
export function areLicensesOpen(ref_application_status_id: number): boolean {
  const { isFinal, isFinalOnceEmailed } = meaningOf(ref_application_status_id)
  return !isFinal && !isFinalOnceEmailed
}

/** Returns why staff can't change an applicant's status; null if they can. */
export function lockedReason(state: StatusState): string | null {
  if (!isLocked(state)) return null
  return meaningOf(state.ref_application_status_id).isFinal
    ? 'This application is closed.'
    : 'This applicant has been told about the rejection, so the decision is final.'
}

/** Returns whether staff can change an applicant's status to `to`; setting the current status is allowed and does nothing. */
export function canMove(state: StatusState, to: number): boolean {
  return isSubmitted(state.ref_application_status_id) && !isLocked(state) && meaningOf(to).inDropdown !== 'absent'
}

/** Returns whether the candidate is still waiting to hear from us, which means there's a reply date. */
export function isOwedReply({ ref_application_status_id, has_emailed_application_status }: StatusState): boolean {
  const { owesReply } = meaningOf(ref_application_status_id)
  return owesReply === 'yes' || (owesReply === 'until-emailed' && !has_emailed_application_status)
}

export type Action = 'proceed' | 'under-review' | 'reject' | 'update-status'

/** Returns the buttons on an applicant's page, in order. */
export function actionsOpenTo(state: StatusState): Action[] {
  const { takesFeedback } = meaningOf(state.ref_application_status_id)
  if (!isSubmitted(state.ref_application_status_id) || isLocked(state)) return []
  if (!takesFeedback) return ['proceed', 'under-review', 'reject']
  return state.has_emailed_application_status ? ['update-status'] : ['proceed', 'under-review', 'reject', 'update-status']
}

/** Returns the statuses the dropdown can be set to. */
export function dropdownStatuses<S extends { ref_application_status_id: number }>(statuses: S[]): S[] {
  return statuses.filter((status) => meaningOf(status.ref_application_status_id).inDropdown !== 'absent')
}
