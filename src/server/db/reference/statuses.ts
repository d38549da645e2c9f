import { STATUS_MEANINGS } from '#contract/statuses/status-meanings.ts'
import { STATUS_IDS, type ApplicationStatus } from '#contract/statuses/statuses.ts'

export const STATUSES: ApplicationStatus[] = STATUS_IDS.map((ref_application_status_id) => {
  const { application_status, application_status_description } = STATUS_MEANINGS[ref_application_status_id]
  return { ref_application_status_id, application_status, application_status_description }
})
