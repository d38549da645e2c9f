import {
  correctInterviewTime as correctInterviewTimeCall,
  findHeader as findHeaderCall,
  listFeedbackQuestions,
  listOwnFeedback,
  listOwnInterviews,
  listOwnVersions,
  openHeader as openHeaderCall,
  readFullFeedback as readFullFeedbackCall,
  saveFeedback as saveFeedbackCall,
  saveFeedbackAnswer,
} from '#contract/feedback.ts'
import { readInterviewDesk, readInterviewResume } from '#contract/interview-desk.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import { openHeader } from './open-header.ts'
import { readDesk, readDeskResume, findOwnFeedback, listOwnDetails, readFullFeedback, readOwnVersions } from './read-feedback.ts'
import { saveFeedback, correctInterviewTime } from './save-feedback.ts'
import { listHeadersOf, listQuestions } from './store.ts'

export function feedbackRoutes(context: AppContext): void {
  const { services } = context

  answer(context, listFeedbackQuestions, ({ input }) => listQuestions(services.db, input.ref_interview_role_id))

  answer(context, openHeaderCall, async ({ input, caller, reply }) => {
    const { header, isFirst } = await openHeader(services, caller, input)
    if (!isFirst) reply.code(200)
    return header
  })

  answer(context, findHeaderCall, ({ input, caller }) => findOwnFeedback(services, caller, input))

  answer(context, correctInterviewTimeCall, ({ input, caller }) => correctInterviewTime(services, caller, input))

  answer(context, listOwnInterviews, async ({ caller }) => listHeadersOf(services.db, await ownInterviewerId(services.db, caller)))

  answer(context, listOwnFeedback, ({ input, caller }) => listOwnDetails(services, caller, input.if_interview_header_id))

  answer(context, listOwnVersions, ({ input, caller }) => readOwnVersions(services, caller, input.if_interview_header_id))

  answer(context, saveFeedbackAnswer, async ({ input, caller, reply }) => {
    const { feedbacks, isFirst } = await saveFeedback(services, caller, { feedbacks: [input], submitted: false })
    if (!isFirst) reply.code(200)
    return feedbacks[0]!
  })

  answer(context, saveFeedbackCall, async ({ input, caller, reply }) => {
    const { isFirst, ...saved } = await saveFeedback(services, caller, input)
    if (!isFirst) reply.code(200)
    return saved
  })

  answer(context, readInterviewDesk, ({ input, caller }) => readDesk(services, caller, input))

  answer(context, readInterviewResume, async ({ input, caller, reply }) => {
    const content = await readDeskResume(services, caller, input)
    // A stranger's upload never runs on this origin: not as a page, through scripts, or embedded in another page.
    reply
      .header('content-type', 'application/pdf')
      .header('content-length', content.length)
      .header('content-disposition', `attachment; filename="resume-${input.user_session_id}.pdf"`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'no-store')
    return reply.send(content)
  })

  answer(context, readFullFeedbackCall, ({ input, caller }) => readFullFeedback(services, caller, input))
}
