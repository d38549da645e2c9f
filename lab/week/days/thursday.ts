import { listInterviewers } from '#contract/interviewers.ts'
import { listFeedbackQuestions, openHeader, saveFeedback } from '#contract/feedback.ts'
import {
  generateRationale,
  listHiringDecisionDetails,
  listRedFlags,
  updateHiringDecisionDetail,
  createHiringDecisionDetail,
} from '#contract/red-flags/red-flags.ts'
import { decideMany } from '#contract/applicants/moves.ts'
import { readPacketJson } from '#contract/packet/packet.ts'
import { cancelOwnInterview, confirmTimes, holdTime, readOwnTimes } from '#contract/scheduling/own-times.ts'
import { answerInterview, listOwnBookings, savePlan } from '#contract/scheduling/scheduling.ts'
import { PROCEED, REJECTED_AFTER_A, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { canariesIn, canary } from '#lab/between/cast.ts'
import { openStandInModel } from '#test/setup/stand-in-model.ts'
import { at } from '../clock.ts'
import { call, must, openOwnPage, settleMail, uniqueText, type Entry, type Week } from '../week.ts'

const INTERVIEW_A = 1
const MAX_INTERVIEWED = 8
const MIN_INVITED = 6
/** The invited people who move their interview, and the one whose interviewer declines. */
const [MOVED, DECLINED] = [2, 3]
const dayOf = (day: number) => at(day, '00:00')

/**
 * Thursday: interviews are planned, booked and canceled; interviewers write feedback; rationales are drafted and signed; one person is rejected, and
 * their packet is sealed.
 */
export async function thursday(week: Week): Promise<void> {
  await inviteMore(week)
  const isInvited = ({ status }: Entry) => status === PROCEED
  const invited = [...week.entries.values()]
    .filter(isInvited)
    .toSorted((one, other) => one.role - other.role)
    .slice(0, MAX_INTERVIEWED)
  const ids = (await must(week, { staff: week.staff['owner']! }, listInterviewers, {})).map((one) => one.ref_interviewer_id)
  for (const entry of invited) await plan(week, entry, ids)
  await settleMail(week)
  const [canceled] = invited
  for (const [index, entry] of invited.entries()) await pick(week, entry, index)
  week.story.push(`${invited.length} people picked a time${canceled ? ', one canceled it again, and another moved it' : ''}.`)
  if (invited[DECLINED]) await decline(week, invited[DECLINED])
  await settleMail(week)
  for (const entry of invited.slice(1)) await write(week, entry, ids)
  week.story.push(`An interviewer wrote about ${Math.max(0, invited.length - 1)} people.`)
  const rejected = invited[1]
  if (!rejected) return void week.findings.push('No one was left to interview.')
  await draftWithLiar(week, invited[2] ?? rejected)
  await decide(week, rejected)
}

/** Invites more people for the first role: with few applicants, few have been invited, and the second role closes on Friday. */
async function inviteMore(week: Week): Promise<void> {
  const recruiter = { staff: week.staff['recruiter 3']! }
  const ofFirstRole = [...week.entries.values()].filter(({ role }) => role === 0)
  const missing = MIN_INVITED - ofFirstRole.filter(({ status }) => status === PROCEED).length
  for (const entry of ofFirstRole.filter(({ status }) => status === UNDER_REVIEW || status === SUBMITTED).slice(0, Math.max(0, missing))) {
    const { subject, html, expected } = uniqueText(week, entry)
    const email = { template_name: 'Schedule Panel Interview', subject, html }
    await must(week, recruiter, decideMany, { user_session_ids: [entry.id], ref_application_status_id: PROCEED, email })
    week.promised.push(expected)
    Object.assign(entry, { status: PROCEED, decisions: entry.decisions + 1 })
  }
}

async function plan(week: Week, { id }: Entry, interviewer_ids: number[]): Promise<void> {
  const parts = [{ ref_interview_id: INTERVIEW_A, minutes: 45, interviewer_ids }]
  await must(week, { staff: week.staff['recruiter 3']! }, savePlan, { user_session_id: id, parts })
}

async function pick(week: Week, entry: Entry, turn: number): Promise<void> {
  const who = await openOwnPage(week, entry)
  const { interviews } = await must(week, who, readOwnTimes, { id: entry.id, zone: 'America/Chicago' })
  const all = interviews[0]?.free ?? []
  const monday = all.filter((time) => Date.parse(time) >= dayOf(7).getTime() && Date.parse(time) < dayOf(8).getTime())
  const free = turn >= MOVED && monday.length > 1 ? monday : all
  const index = Math.floor(week.chance() * free.length)
  const starts_at = free[index]
  if (!starts_at) return void week.findings.push(`Application ${entry.id} has no times to choose from.`)
  const book = async (time: string) => {
    await must(week, who, holdTime, { id: entry.id, ref_interview_id: INTERVIEW_A, starts_at: time })
    await must(week, who, confirmTimes, { id: entry.id })
    week.booked.set(entry.id, time)
  }
  await book(starts_at)
  if (turn === MOVED) await book(free[(index + 1) % free.length]!)
  if (turn > 0 || Date.parse(starts_at) < Date.now() + 25 * 3_600_000) return
  await must(week, who, cancelOwnInterview, { id: entry.id, ref_interview_id: INTERVIEW_A })
  week.booked.delete(entry.id)
}

/** Has the chosen interviewer decline; the other one takes over. */
async function decline(week: Week, { id }: Entry): Promise<void> {
  for (const name of ['interviewer 1', 'interviewer 2']) {
    const who = { staff: week.staff[name]! }
    const booking = (await must(week, who, listOwnBookings, {})).find((one) => one.user_session_id === id && one.state === 'booked')
    if (!booking) continue
    const { interview_booking_id, starts_at } = booking
    await must(week, who, answerInterview, { id: interview_booking_id, answer: 'declined', starts_at })
    return void week.story.push(`${name} declined an interview.`)
  }
  week.findings.push(`No interviewer sees the interview with ${id}.`)
}

async function write(week: Week, { id, text }: Entry, interviewerIds: number[]): Promise<void> {
  const who = { staff: week.staff['interviewer 1']! }
  const questions = await must(week, who, listFeedbackQuestions, { ref_interview_role_id: INTERVIEW_A })
  const header = {
    user_session_id: id,
    ref_interview_id: INTERVIEW_A,
    ref_interviewer_id: interviewerIds[0]!,
    interview_datetime_utc: new Date().toISOString(),
  }
  const { interview_header_id } = await must(week, who, openHeader, header)
  const feedbacks = questions.slice(0, 2).map(({ if_interviewer_role_feedback_question_id }, at) => ({
    if_interview_header_id: interview_header_id,
    if_interviewer_role_feedback_question_id,
    interviewer_feedback: feedbackAbout(text.owner)[at]!,
  }))
  await must(week, who, saveFeedback, { feedbacks, submitted: true })
}

const feedbackAbout = (owner: number) => [`${canary(owner, 'b')}. She blamed her colleagues for every mistake.`, 'He kept careful records.']

const INVENTED_QUOTE = 'She stole morphine from the ward.'

/** Asks for drafts from a model that first invents a quote and then answers with nonsense; neither may leave anything behind. */
async function draftWithLiar(week: Week, { id, text }: Entry): Promise<void> {
  const { site, findings } = week
  const recruiter = { staff: week.staff['recruiter 3']! }
  const [flag] = await must(week, { staff: week.staff['owner']! }, listRedFlags, {})
  const draft = { user_session_id: id, fgl_ref_red_flag_id: flag!.fgl_ref_red_flag_id }
  const stored = () => must(week, recruiter, listHiringDecisionDetails, { user_session_id: String(id) as never })
  await using model = await openStandInModel(({ feedback }, count) => (count === 1 ? lieAbout(feedback) : 'I would rather not.'))
  Object.assign(site.settings, { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'liar' })
  await site.roll()
  const rationale = await must(week, recruiter, generateRationale, draft)
  if (JSON.stringify([rationale, await stored()]).includes(INVENTED_QUOTE)) findings.push('A quote that a model invented became part of a rationale.')
  const written = feedbackAbout(text.owner).join('\n')
  findings.push(...rationale.citations.filter(({ quote }) => !written.includes(quote)).map(({ quote }) => `A draft quotes what no one wrote: ${quote}`))
  const before = JSON.stringify(await stored())
  const response = await call(week, recruiter, generateRationale, { ...draft, overwrite: true })
  week.planned.add(response)
  if (response.status !== 502) findings.push(`Invalid model output returned ${response.status}: ${response.body.slice(-300)}`)
  if (JSON.stringify(await stored()) !== before) findings.push("A model's nonsense changed a rationale.")
  const told = canariesIn(model.asked.map(({ body }) => body).join(' ')).filter(({ field }) => 'flkm'.includes(field))
  findings.push(...told.map(({ word }) => `The model was told ${word} about application ${text.user_session_id}.`))
  for (const name of ['LLM_BASE_URL', 'LLM_MODEL']) delete site.settings[name]
  await site.roll()
  week.story.push(`A lying model was asked ${model.asked.length} times; its invention was dropped and its nonsense refused.`)
}

function lieAbout([first]: { feedback_id: number; answer: string }[]): string {
  const { feedback_id, answer = '' } = first ?? { feedback_id: 1 }
  const quote = answer.split('. ').at(-1)!
  const cite = (words: string) => ({ feedback_id, quote: words, stance: 'for' })
  return JSON.stringify({ absent: false, citations: [cite(INVENTED_QUOTE), cite(quote)] })
}

/** Has the finder draft a rationale that a person corrects, makes the decision with its email, and reads the packet. */
async function decide(week: Week, entry: Entry): Promise<void> {
  const recruiter = { staff: week.staff['recruiter 3']! }
  const [flag, second] = await must(week, { staff: week.staff['owner']! }, listRedFlags, {})
  const about = { user_session_id: entry.id, fgl_ref_red_flag_id: flag!.fgl_ref_red_flag_id }
  const { saved } = await must(week, recruiter, generateRationale, about)
  const signed = { ...about, fgl_absent_flag: false, fgl_rationale: `${canary(entry.text.owner, 'd')}: they blamed colleagues.`, reviewed: true, decided: true }
  if (saved) await must(week, recruiter, updateHiringDecisionDetail, { ...signed, fgl_hiring_decision_detail_id: saved.fgl_hiring_decision_detail_id })
  else await must(week, recruiter, createHiringDecisionDetail, signed)
  await must(week, recruiter, createHiringDecisionDetail, {
    ...about,
    fgl_ref_red_flag_id: second!.fgl_ref_red_flag_id,
    fgl_absent_flag: true,
    fgl_rationale: null,
  })
  const { subject, html, expected } = uniqueText(week, entry)
  const email = { template_name: 'Rejection After Interview', subject, html }
  const decision = {
    user_session_ids: [entry.id],
    ref_application_status_id: REJECTED_AFTER_A,
    reason: `${canary(entry.text.owner, 'q')}: not the right fit yet.`,
    email,
  }
  const { results } = await must(week, recruiter, decideMany, decision)
  if (results[0]?.status !== 200) return void week.findings.push(`The decision about ${entry.id} returned ${results[0]?.status}: ${results[0]?.detail}`)
  Object.assign(entry, { status: REJECTED_AFTER_A, decisions: entry.decisions + 1 })
  week.promised.push(expected)
  week.rejected = entry
  week.rationales.push(signed.fgl_rationale)
  await settleMail(week)
  await must(week, { staff: week.staff['auditor']! }, readPacketJson, { id: entry.id, blind: true })
  week.story.push(`Application ${entry.id} was rejected after the interview, with a rationale; the packet was sealed.`)
}
