import { previewCandidateEmail as previewCall, retryCandidateEmail as retryCall, sendCandidateEmail as sendCall } from '#contract/candidate-emails.ts'
import { listCandidateEmails } from '#contract/candidate-emails.ts'
import { answer, type House } from '#server/http/answer.ts'
import { listLettersTo } from './list-letters-to.ts'
import { previewCandidateEmail } from './preview-candidate-email.ts'
import { retryCandidateEmail } from './retry-candidate-email.ts'
import { sendCandidateEmail } from './send-candidate-email.ts'

export function letterRoutes(house: House): void {
  const { services } = house

  answer(house, sendCall, ({ input, caller }) => {
    const { candidate_info, template_name, expected_status_id } = input
    return sendCandidateEmail(services, caller, { user_session_id: candidate_info.user_session_id, template_name, expected_status_id })
  })
  answer(house, previewCall, ({ input, caller }) => previewCandidateEmail(services, caller, input))
  answer(house, listCandidateEmails, ({ input, caller }) => listLettersTo(services, caller, input))
  answer(house, retryCall, ({ input, caller }) => retryCandidateEmail(services, caller, input))
}
