import {
  findHeader as findHeaderCall,
  listFeedbackQuestions,
  listOwnFeedback,
  openHeader as openHeaderCall,
  readFullFeedback as readFullFeedbackCall,
  saveFeedback as saveFeedbackCall,
  saveFeedbackAnswer,
} from '#contract/feedback.ts'
import { answer, type House } from '#server/http/answer.ts'
import { openHeader } from './open-header.ts'
import { readFullFeedback } from './read-full-feedback.ts'
import { findOwnFeedback, listOwnDetails } from './read-own-feedback.ts'
import { saveFeedback } from './save-feedback.ts'
import { listQuestions } from './store.ts'

export function feedbackRoutes(house: House): void {
  const { services } = house

  answer(house, listFeedbackQuestions, ({ input }) => listQuestions(services.db, input.ref_interview_role_id))

  answer(house, openHeaderCall, async ({ input, caller, reply }) => {
    const { header, isFirst } = await openHeader(services, caller, input)
    if (!isFirst) reply.code(200)
    return header
  })

  answer(house, findHeaderCall, ({ input, caller }) => findOwnFeedback(services, caller, input))

  answer(house, listOwnFeedback, ({ input, caller }) => listOwnDetails(services, caller, input.if_interview_header_id))

  answer(house, saveFeedbackAnswer, async ({ input, caller, reply }) => {
    const { feedbacks, isFirst } = await saveFeedback(services, caller, { feedbacks: [input], submitted: false })
    if (!isFirst) reply.code(200)
    return feedbacks[0]!
  })

  answer(house, saveFeedbackCall, async ({ input, caller, reply }) => {
    const { isFirst, ...saved } = await saveFeedback(services, caller, input)
    if (!isFirst) reply.code(200)
    return saved
  })

  answer(house, readFullFeedbackCall, ({ input, caller }) => readFullFeedback(services, caller, input.user_session_id))
}
