import { decideMany as decideManyCall } from '#contract/applicants/moves.ts'
import { updateInterview } from '#contract/interviews.ts'
import { readRolePlan as readRolePlanCall, saveRolePlan as saveRolePlanCall } from '#contract/scheduling/role-plan.ts'
import { readDuties as readDutiesCall, replacePerson as replacePersonCall } from '#contract/staff/replacement.ts'
import * as byHand from '#contract/scheduling/manual-booking.ts'
import * as ownTimes from '#contract/scheduling/own-times.ts'
import * as calls from '#contract/scheduling/scheduling.ts'
import { guardOwnCalls, identifyForInterviews, ownOf } from '#server/candidate/routes.ts'
import { decideMany } from '#server/applicants/decide/decide-many.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { ownInterviewerId } from '#server/interviewers/own-interviewer.ts'
import { answerInterview } from './answering/answer-interview.ts'
import { markInterview } from './answering/mark-interview.ts'
import { bookManually, listFreeTimes } from './book-manually.ts'
import { cancelByStaff, cancelOwn } from './cancel-booking.ts'
import { undoByStaff, undoOwn } from './undo-change.ts'
import { confirmTimes } from '#server/scheduling/times/confirm-times.ts'
import { holdTime } from '#server/scheduling/times/hold-time.ts'
import { previewOffer } from '#server/scheduling/times/preview-offer.ts'
import { readOwnTimes, sendPreferences } from '#server/scheduling/times/own-times.ts'
import { sendInvitation } from './own-calendar/send-invitation.ts'
import { answerPreferences, changeInterview, interviewPlannerFor, readPlan, savePlan, readRolePlan, saveRolePlan } from './plans.ts'
import { readDuties, replacePerson } from './replace-person.ts'
import { readWeek } from './read-week.ts'
import { readChecklist } from '#server/candidate/read-checklist.ts'
import { messageAfter, MESSAGES, type TimesAction } from '#server/scheduling/times/messages.ts'
import type { Services } from '#server/services.ts'
import { listOwnBookings } from './week-store.ts'

export async function schedulingRoutes(context: AppContext): Promise<void> {
  const { services } = context
  answer(context, calls.readPlan, ({ input, caller }) => readPlan(services, caller, input.user_session_id))
  answer(context, calls.savePlan, ({ input, caller }) => savePlan(services, caller, input))
  answer(context, decideManyCall, ({ input: { interviews, ...asked }, caller }) =>
    decideMany(services, caller, { ...asked, planning: interviews && interviewPlannerFor(services, caller, interviews) }),
  )
  answer(context, calls.answerPreferences, async ({ input, caller }) => {
    await answerPreferences(services, caller, input)
    return { message: "We're sending your answer to the candidate." }
  })
  answer(context, readRolePlanCall, ({ input, caller }) => readRolePlan(services.db, caller, input.id))
  answer(context, saveRolePlanCall, ({ input, caller }) => saveRolePlan(services.db, caller, input))
  answer(context, updateInterview, ({ input, caller }) => changeInterview(services, caller, input))
  answer(context, calls.cancelBooking, ({ input, caller }) => cancelByStaff(services, caller, input.id))
  answer(context, calls.undoBooking, ({ input, caller }) => undoByStaff(services, caller, input.id))
  answer(context, calls.previewOffer, ({ input, caller }) => previewOffer(services, caller, input))
  answer(context, calls.readWeek, ({ input, caller }) => readWeek(services, caller, input))
  answer(context, calls.listOwnBookings, async ({ caller }) => listOwnBookings(services.db, await ownInterviewerId(services.db, caller)))
  answer(context, calls.answerInterview, async ({ input: { id, ...said }, caller }) =>
    answerInterview(services, { interview_booking_id: id, ref_interviewer_id: await ownInterviewerId(services.db, caller), caller }, said),
  )
  answer(context, calls.markInterview, async ({ input: { id, ...marking }, caller }) =>
    markInterview(services, { interview_booking_id: id, ref_interviewer_id: await ownInterviewerId(services.db, caller), caller }, marking),
  )
  answer(context, byHand.listFreeTimes, ({ input, caller }) => listFreeTimes(services, caller, input))
  answer(context, readDutiesCall, ({ input }) => readDuties(services, input.id))
  answer(context, replacePersonCall, ({ input, caller }) => replacePerson(services, caller, input))
  answer(context, byHand.bookByHand, ({ input, caller }) => bookManually(services, caller, input))
  await context.app.register(async (scope) => {
    guardOwnCalls(scope, services, identifyForInterviews)
    ownRoutes({ ...context, app: scope })
  })
}

function ownRoutes(context: AppContext): void {
  const { services } = context
  answer(context, ownTimes.readOwnTimes, ({ input, request }) => readOwnTimes(services, ownOf(request.applicant!, input.id), input.zone))
  answer(context, ownTimes.downloadOwnInvitation, ({ input, request, reply }) =>
    sendInvitation(services, ownOf(request.applicant!, input.id), input.interview_booking_id, reply),
  )
  answer(context, ownTimes.holdTime, async ({ input: { id, ...requested }, request }) => {
    await holdTime(services, ownOf(request.applicant!, id), requested)
    return done(services, 'hold', id)
  })
  answer(context, ownTimes.confirmTimes, async ({ input, request }) => {
    await confirmTimes(services, ownOf(request.applicant!, input.id), input.times)
    return done(services, 'confirm', input.id)
  })
  answer(context, ownTimes.cancelOwnInterview, async ({ input, request }) => {
    await cancelOwn(services, ownOf(request.applicant!, input.id), input)
    return done(services, 'cancel', input.id)
  })
  answer(context, ownTimes.undoOwnChange, async ({ input, request }) => {
    await undoOwn(services, ownOf(request.applicant!, input.id), input)
    return done(services, 'undo', input.id)
  })
  answer(context, ownTimes.sendPreferences, async ({ input, request }) => {
    await sendPreferences(services, ownOf(request.applicant!, input.id), [input.first, input.second, input.third])
    return { message: MESSAGES.preferences }
  })
}

async function done({ db, env }: Services, action: TimesAction, user_session_id: number) {
  const checklist = await readChecklist(db, env, { user_session_id })
  return { message: messageAfter(action, checklist), checklist }
}
