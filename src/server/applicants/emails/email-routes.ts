import {
  checkCandidateEmail as checkCall,
  emailMany as emailManyCall,
  listCandidateEmails,
  previewCandidateEmail as previewCall,
  retryCandidateEmail as retryCall,
  sendCandidateEmail as sendCall,
  undoCandidateEmail as undoCall,
} from '#contract/candidate/candidate-emails.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { checkCandidateEmail, emailMany, previewCandidateEmail, sendCandidateEmail } from './send-candidate-email.ts'
import { listEmailsTo, retryCandidateEmail, undoCandidateEmail } from './sent-emails.ts'

export function emailRoutes(context: AppContext): void {
  const { services } = context

  answer(context, sendCall, ({ input, caller }) => {
    const { candidate_info, template_name, subject, html, expected_status_id } = input
    return sendCandidateEmail(services, caller, { user_session_id: candidate_info.user_session_id, template_name, subject, html, expected_status_id })
  })
  answer(context, emailManyCall, ({ input, caller }) => emailMany(services, caller, input))
  answer(context, previewCall, ({ input, caller }) => previewCandidateEmail(services, caller, input))
  answer(context, checkCall, ({ input, caller }) => checkCandidateEmail(services.db, caller, input))
  answer(context, listCandidateEmails, ({ input, caller }) => listEmailsTo(services, caller, input))
  answer(context, undoCall, ({ input, caller }) => undoCandidateEmail(services, caller, input))
  answer(context, retryCall, ({ input, caller }) => retryCandidateEmail(services, caller, input))
}
