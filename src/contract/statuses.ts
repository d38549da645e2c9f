import { z } from 'zod'
import { endpoint, Id } from './endpoint.ts'
import type { TemplateName } from './templates.ts'

export const STARTED = 1
export const PROCEED = 2
export const REJECTED = 3
export const UNDER_REVIEW = 4
export const SUBMITTED = 5
export const POSITION_CLOSED = 6
export const REJECTED_AT_SCHEDULING = 7
export const REJECTED_AFTER_A = 8
export const REJECTED_AFTER_B = 9
export const REJECTED_AFTER_C = 10
export const REJECTED_AFTER_FINAL = 11
export const DECLINED_OFFER = 12
export const ACCEPTED_OFFER = 13

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
  summary: 'All application statuses',
  output: z.array(ApplicationStatus),
})

export type Badge = 'approved' | 'pending' | 'rejected' | 'waiting'

export type StatusMeaning = {
  badge: Badge
  /** A decision for good: only an undo within its time leads out again. */
  isFinal: boolean
  /** The email that the dialog offers; null: none. */
  offers: TemplateName | null
  /** In the dropdown: `asks` opens a dialog first, `at-once` does not, `absent` is not there and is never set by hand. */
  inDropdown: 'asks' | 'at-once' | 'absent'
}

/** All that the product knows about a status; browser and server ask this table and nothing else. */
export const STATUS_MEANINGS: Record<number, StatusMeaning> = {
  [STARTED]: { badge: 'waiting', isFinal: false, offers: null, inDropdown: 'absent' },
  [PROCEED]: { badge: 'approved', isFinal: false, offers: 'Schedule Panel Interview', inDropdown: 'asks' },
  [REJECTED]: { badge: 'rejected', isFinal: false, offers: 'Application Rejection', inDropdown: 'at-once' },
  [UNDER_REVIEW]: { badge: 'pending', isFinal: false, offers: null, inDropdown: 'at-once' },
  [SUBMITTED]: { badge: 'waiting', isFinal: false, offers: null, inDropdown: 'absent' },
  [POSITION_CLOSED]: { badge: 'rejected', isFinal: true, offers: null, inDropdown: 'at-once' },
  [REJECTED_AT_SCHEDULING]: { badge: 'rejected', isFinal: true, offers: 'Application Rejection', inDropdown: 'asks' },
  [REJECTED_AFTER_A]: { badge: 'rejected', isFinal: true, offers: 'Rejection After Interview', inDropdown: 'asks' },
  [REJECTED_AFTER_B]: { badge: 'rejected', isFinal: true, offers: 'Rejection After Interview', inDropdown: 'asks' },
  [REJECTED_AFTER_C]: { badge: 'rejected', isFinal: true, offers: 'Rejection After Interview', inDropdown: 'asks' },
  [REJECTED_AFTER_FINAL]: { badge: 'rejected', isFinal: true, offers: 'Rejection After Interview', inDropdown: 'asks' },
  [DECLINED_OFFER]: { badge: 'rejected', isFinal: true, offers: null, inDropdown: 'asks' },
  [ACCEPTED_OFFER]: { badge: 'approved', isFinal: true, offers: 'First Day Prep', inDropdown: 'asks' },
}

export function meaningOf(ref_application_status_id: number): StatusMeaning {
  return STATUS_MEANINGS[ref_application_status_id] ?? { badge: 'waiting', isFinal: false, offers: null, inDropdown: 'absent' }
}

/** Where an applicant stands: the status, and whether an email was written to them in it. */
export type Standing = { ref_application_status_id: number; has_emailed_application_status: boolean }

export function isLocked({ ref_application_status_id, has_emailed_application_status }: Standing): boolean {
  return meaningOf(ref_application_status_id).isFinal || (ref_application_status_id === REJECTED && has_emailed_application_status)
}

/** The sentence for a person who wants to move somebody who stays; null when nothing is locked. */
export function whyLocked(standing: Standing): string | null {
  if (!isLocked(standing)) return null
  return standing.ref_application_status_id === REJECTED ? 'This applicant has been told of the rejection: the decision stands.' : 'This application is closed.'
}

/** Whether a person may move an applicant who stands here to `to`; moving to where they stand is allowed and changes nothing. */
export function mayMove(standing: Standing, to: number): boolean {
  if (standing.ref_application_status_id === STARTED) return false
  return !isLocked(standing) && meaningOf(to).inDropdown !== 'absent'
}

export type Action = 'proceed' | 'under-review' | 'reject' | 'update-status'

/** The buttons that an applicant's page shows, in their order. */
export function actionsOpenTo(standing: Standing): Action[] {
  if (standing.ref_application_status_id === STARTED || isLocked(standing)) return []
  if (standing.ref_application_status_id !== PROCEED) return ['proceed', 'under-review', 'reject']
  return standing.has_emailed_application_status ? ['update-status'] : ['proceed', 'under-review', 'reject', 'update-status']
}

/** What the dropdown can be set to. */
export function dropdownStatuses<S extends { ref_application_status_id: number }>(statuses: S[]): S[] {
  return statuses.filter((status) => meaningOf(status.ref_application_status_id).inDropdown !== 'absent')
}

/** A resume can be added or replaced while no decision has been made. */
export function takesResume(ref_application_status_id: number): boolean {
  return [SUBMITTED, UNDER_REVIEW].includes(ref_application_status_id)
}

/** Statuses that record a decision about an applicant. */
export const DECIDED = Object.keys(STATUS_MEANINGS)
  .map(Number)
  .filter((id) => id !== STARTED && !takesResume(id))
