import * as status from '#contract/statuses.ts'
import type { ApplicationStatus } from '#contract/statuses.ts'

export const STATUSES: ApplicationStatus[] = [
  of(status.STARTED, 'Started (not submitted yet)', 'The form was opened; nothing has been sent yet.'),
  of(status.PROCEED, 'Proceed to Panel Interview', 'Invited to Interviews A, B and C.'),
  of(status.REJECTED, 'Rejected Before Panel', 'Turned down from the written application, before any interview.'),
  of(status.UNDER_REVIEW, 'Under Review', 'Read once and set aside for a second look.'),
  of(status.SUBMITTED, 'Submitted', 'Arrived and waiting for its first reader.'),
  of(status.POSITION_CLOSED, 'Position Closed', 'The role was filled or withdrawn before a decision about this person.'),
  of(status.REJECTED_AT_SCHEDULING, 'Rejected at Panel Scheduling', 'Ended while dates for the panel were being arranged.'),
  of(status.REJECTED_AFTER_A, 'Rejected After Interview A', 'Turned down after the first interview.'),
  of(status.REJECTED_AFTER_B, 'Rejected After Interview B', 'Turned down after the second interview.'),
  of(status.REJECTED_AFTER_C, 'Rejected After Interview C', 'Turned down after the third interview.'),
  of(status.REJECTED_AFTER_FINAL, 'Rejected After Final Review', 'All interviews were held; the final review decided against.'),
  of(status.DECLINED_OFFER, 'Declined Offer', 'An offer was made and the person said no.'),
  of(status.ACCEPTED_OFFER, 'Accepted Offer', 'An offer was made and the person said yes.'),
]

function of(ref_application_status_id: number, application_status: string, application_status_description: string): ApplicationStatus {
  return { ref_application_status_id, application_status, application_status_description }
}
