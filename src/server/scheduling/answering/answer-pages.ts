import { Temporal } from 'temporal-polyfill'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerInterviewView } from '#contract/scheduling/answer-page.ts'
import { joinLinkOf, describePlace } from '#contract/interviews.ts'
import { AnswerToInterview } from '#contract/scheduling/scheduling.ts'
import { findCalendar } from '#server/calendar/store.ts'
import { readSite } from '#server/careers/pages/site.ts'
import type { AppContext } from '#server/http/answer.ts'
import { asHttpError } from '#server/http/errors.ts'
import { HIDDEN, mountPrivatePages, sendPage, type Pages } from '#server/http/pages.ts'
import { findBooking } from '#server/scheduling/store.ts'
import { candidateOf, timeIn } from '#server/scheduling/notifications/emails.ts'
import { findCandidate } from '#server/scheduling/week-store.ts'
import type { Services } from '#server/services.ts'
import { answerInterview, isOpen } from './answer-interview.ts'
import { ANSWER_PAGE, readAnswerLink } from './answer-link.ts'

type LinkRequest = FastifyRequest<{ Params: { token: string } }>
type Context = { services: Services; pages: Pages }
type ViewContext = { refusal: string | null; status: number; is_taken_over?: boolean }

/**
 * The page behind the link in an interviewer's email, with a plain form. Email programs open links automatically, so only a POST records an answer.
 */
export async function answerPages({ app, services }: AppContext, pages: Pages): Promise<void> {
  const desk = { services, pages }
  await mountPrivatePages(app, (scope) => {
    scope.get(`${ANSWER_PAGE}/:token`, HIDDEN, (request: LinkRequest, reply) => renderAnswerPage(desk, { request, reply }, { refusal: null, status: 200 }))
    scope.post(`${ANSWER_PAGE}/:token`, HIDDEN, (request: LinkRequest, reply) => recordAnswer(desk, request, reply))
  })
}

async function recordAnswer(desk: Context, request: LinkRequest, reply: FastifyReply): Promise<FastifyReply> {
  const whose = readAnswerLink(desk.services, request.params.token)
  const form = request.body instanceof URLSearchParams ? Object.fromEntries(request.body) : {}
  const answer = AnswerToInterview.safeParse(whose ? await withProposal(desk.services, whose, form) : form)
  if (!whose) return renderAnswerPage(desk, { request, reply }, { refusal: null, status: 404 })
  if (!answer.success) return renderAnswerPage(desk, { request, reply }, { refusal: answer.error.issues[0]!.message, status: 422 })
  try {
    const { ref_interviewer_id } = await answerInterview(desk.services, { ...whose, caller: null }, answer.data)
    if (ref_interviewer_id !== whose.ref_interviewer_id) return renderAnswerPage(desk, { request, reply }, { refusal: null, status: 200, is_taken_over: true })
  } catch (fault) {
    const { status, message } = asHttpError(fault as Parameters<typeof asHttpError>[0])
    return renderAnswerPage(desk, { request, reply }, { refusal: message, status })
  }
  return reply.redirect(`${ANSWER_PAGE}/${request.params.token}`, 303)
}

/** The form's day and time are in the interviewer's time zone, which the page names. Without a valid one, nothing is proposed. */
async function withProposal({ db }: Services, whose: { ref_interviewer_id: number }, { proposed_local = '', ...form }: Record<string, string>) {
  if (form['answer'] !== 'proposed' || proposed_local === '') return form
  const { time_zone } = await findCalendar(db, whose.ref_interviewer_id)
  try {
    return { ...form, proposed_at: Temporal.PlainDateTime.from(proposed_local).toZonedDateTime(time_zone).toInstant().toString() }
  } catch {
    return form
  }
}

async function renderAnswerPage(
  { services, pages }: Context,
  { request, reply }: { request: LinkRequest; reply: FastifyReply },
  shown: ViewContext,
): Promise<FastifyReply> {
  const interview = await findLinkedInterview(services, request.params.token)
  // Without an interview, the page explains why.
  const is_taken_over = shown.is_taken_over === true
  const view = { page: 'answer-interview' as const, interview, refusal: interview && shown.refusal, is_taken_over }
  return sendPage(reply, await pages.render(view, await readSite(services)), interview || is_taken_over ? shown.status : 404)
}

/** Null unless the link is for an upcoming interview that's still this interviewer's; if null, the page says nothing about the candidate. */
async function findLinkedInterview({ db, keys }: Services, token: string): Promise<AnswerInterviewView['interview']> {
  const whose = readAnswerLink({ keys }, token)
  const booking = whose && (await findBooking(db, whose.interview_booking_id))
  if (!booking || !isOpen(booking) || booking.ref_interviewer_id !== whose.ref_interviewer_id) return null
  const candidate = await findCandidate(db, booking.user_session_id)
  if (!candidate) return null
  const { interview_name, starts_at, ends_at, interviewer_answer, proposed_at } = booking
  const { time_zone } = await findCalendar(db, booking.ref_interviewer_id)
  return {
    interview_name,
    name: candidateOf(candidate).name,
    function_role_name: candidate.function_role_name,
    starts_at: new Date(starts_at).toISOString(),
    when: timeIn(time_zone, starts_at),
    minutes: Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000),
    where_text: describePlace(booking, time_zone, Date.now()),
    join_url: joinLinkOf(booking, Date.now()),
    interviewer_answer,
    proposed_when: proposed_at && timeIn(time_zone, proposed_at),
    time_zone,
  }
}
