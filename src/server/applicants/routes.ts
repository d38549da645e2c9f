import { listApplicantsByStatus, listHistory as listHistoryCall, listLinkedApplications, readApplicant as readApplicantCall } from '#contract/applicants.ts'
import { undoStatus, updateStatus } from '#contract/moves.ts'
import { answer, type House } from '#server/http/answer.ts'
import { fileRoutes } from './file-routes.ts'
import { letterRoutes } from './letter-routes.ts'
import { listRoutes } from './list-routes.ts'
import { listHistory } from './list-history.ts'
import { listLinkedOf } from './list-linked-of.ts'
import { listNames } from './list-names.ts'
import { moveApplicant } from './move-applicant.ts'
import { readApplicant } from './read-applicant.ts'
import { undoMove } from './undo-move.ts'
import { viewRoutes } from './view-routes.ts'

export function applicantsRoutes(house: House): void {
  const { services } = house

  listRoutes(house)
  fileRoutes(house)
  letterRoutes(house)
  viewRoutes(house)
  answer(house, listApplicantsByStatus, ({ input, caller }) => listNames(services, caller, input))
  answer(house, updateStatus, ({ input, caller }) => moveApplicant(services, caller, input))
  answer(house, undoStatus, ({ input, caller }) => undoMove(services, caller, input.undo_token))
  answer(house, readApplicantCall, ({ input, caller }) => readApplicant(services, caller, { user_session_id: input.id, identifiable: input.identifiable }))
  answer(house, listLinkedApplications, ({ input, caller }) => listLinkedOf(services, caller, input))
  answer(house, listHistoryCall, ({ input, caller }) => listHistory(services, caller, { user_session_id: input.id, identifiable: input.identifiable }))
}
