import { listApplicantsByStatus, listLinkedApplications, readApplicant as readApplicantCall } from '#contract/applicants/applicants.ts'
import { listHistory as listHistoryCall } from '#contract/applicants/history.ts'
import { findApplicants as findApplicantsCall } from '#contract/applicants/find-applicants.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { needMoreTime as needMoreTimeCall } from '#contract/applicants/promise.ts'
import { updateRole } from '#contract/roles.ts'
import { readPerson as readPersonCall } from '#contract/applicants/person.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { findApplicants } from './find/find-applicants.ts'
import * as candidateFeedback from '#contract/candidate/candidate-feedback.ts'
import { findFeedback, reviewFeedback, writeFeedback } from './candidate-feedback/write-feedback.ts'
import { fileRoutes } from './one/file-routes.ts'
import { emailRoutes } from './emails/email-routes.ts'
import { listRoutes } from './list/list-routes.ts'
import { listHistory } from './one/list-history.ts'
import { listLinkedOf } from './one/list-linked-of.ts'
import { listNames } from './list/list-names.ts'
import { moveApplicant } from './decide/move-applicant.ts'
import { readApplicant } from './one/read-applicant.ts'
import { readPerson } from './person/read-person.ts'
import { changeRole } from './decide/close-role.ts'
import { needMoreTime } from './decide/more-time.ts'
import { undoMove } from './decide/undo-move.ts'
import { collaborationRoutes } from './together/collaboration-routes.ts'
import { viewRoutes } from './views/view-routes.ts'

export function applicantsRoutes(context: AppContext): void {
  const { services } = context

  listRoutes(context)
  fileRoutes(context)
  emailRoutes(context)
  viewRoutes(context)
  collaborationRoutes(context)
  answer(context, listApplicantsByStatus, ({ input, caller }) => listNames(services, caller, input))
  answer(context, findApplicantsCall, ({ input, caller }) => findApplicants(services, caller, input))
  answer(context, updateStatus, ({ input, caller }) => moveApplicant(services, caller, input))
  answer(context, needMoreTimeCall, ({ input, caller }) => needMoreTime(services, caller, input))
  answer(context, updateRole, ({ input, caller }) => changeRole(services, caller, input))
  answer(context, candidateFeedback.readCandidateFeedback, ({ input, caller }) => findFeedback(services, caller, input))
  answer(context, candidateFeedback.writeCandidateFeedback, ({ input, caller }) => writeFeedback(services, caller, input))
  answer(context, candidateFeedback.reviewCandidateFeedback, ({ input, caller }) => reviewFeedback(services, caller, input))
  answer(context, undoStatus, ({ input, caller }) => undoMove(services, caller, input.undo_token))
  answer(context, readApplicantCall, ({ input, caller }) => readApplicant(services, caller, { user_session_id: input.id, identifiable: input.identifiable }))
  answer(context, readPersonCall, ({ input, caller }) => readPerson(services, caller, { user_session_id: input.id, identifiable: input.identifiable }))
  answer(context, listLinkedApplications, ({ input, caller }) => listLinkedOf(services, caller, input))
  answer(context, listHistoryCall, ({ input, caller }) => listHistory(services, caller, { user_session_id: input.id, identifiable: input.identifiable }))
}
