import {
  carryOutErasure as carryOutCall,
  handleAccommodation as handleCall,
  listCandidateRequests as listCall,
} from '#contract/candidate/candidate-requests.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { carryOutErasure, handleAccommodation, listRequests } from './handle-requests.ts'

export function requestRoutes(context: AppContext): void {
  const { services } = context

  answer(context, listCall, ({ caller }) => listRequests(services, caller))
  answer(context, handleCall, async ({ input, caller }) => {
    await handleAccommodation(services, caller, input.id)
    return { message: 'Marked as arranged.' }
  })
  answer(context, carryOutCall, ({ input, caller }) => carryOutErasure(services, caller, input.id))
}
