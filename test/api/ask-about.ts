import type { WorklistName } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { requestOf } from '#test/setup/app.ts'

const HAS_BODY = new Set(['POST', 'PUT'])

export type Subject = { user_session_id: number; ref_application_status_id: number; roleId: number | string; identifiable?: boolean; worklist?: WorklistName }

/** Builds a request whose IDs all refer to this applicant or opening. */
export function askAbout(
  endpoint: Endpoint,
  { user_session_id, ref_application_status_id, roleId, identifiable = true, worklist = 'waiting-submitted' }: Subject,
) {
  const given: Record<string, unknown> = {
    roleId,
    user_session_id,
    id: user_session_id,
    ids: [user_session_id],
    email_id: 1,
    statusId: ref_application_status_id,
    worklist,
    days_ago: 365,
    days: 365,
    identifiable,
    user_session_ids: [user_session_id],
    candidate_info: { user_session_id },
    template_name: 'Application Rejection',
    ref_application_status_id: UNDER_REVIEW,
    fgl_ref_red_flag_id: 1,
    fgl_hiring_decision_detail_id: 1,
    fgl_absent_flag: true,
    fgl_rationale: 'x',
    opted_out: true,
    overwrite: true,
    ref_interview_role_id: 1,
    interviewer_email: 'x@agency.example',
  }
  const { method, path, body } = requestOf(endpoint, given)
  return { method, path, body: HAS_BODY.has(method) ? (body ?? {}) : undefined }
}
