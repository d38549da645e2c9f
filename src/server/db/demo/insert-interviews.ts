import { asc } from 'drizzle-orm'
import * as status from '#contract/statuses/statuses.ts'
import { continueAfter } from '#server/db/reference/seed-reference.ts'
import { interview_feedback_detail, interview_header, interview_type, interviewer_feedback_question } from '#server/db/tables.ts'
import type { RoleKey } from '#demo/roles.ts'
import { FEEDBACK_A } from '#demo/texts/feedback-a.ts'
import { FEEDBACK_B } from '#demo/texts/feedback-b.ts'
import { FEEDBACK_C } from '#demo/texts/feedback-c.ts'
import { DRAFTS, INJECTION, SARCASM } from '#demo/texts/feedback-odd.ts'
import type { Tone } from '#demo/texts/tone.ts'
import type { Applicant } from './applicant.ts'
import { momentOf } from './journey.ts'
import { inBatches, type Scene } from './scene.ts'
import { deckOf, fillSlots, randomFrom, type Random } from './random.ts'

/** One interviewer's answer to one feedback question. */
export type DemoFeedback = {
  if_interview_feedback_detail_id: number
  user_session_id: number
  interview_name: string
  interviewer: number
  interviewer_feedback: string
}

const NAMES = ['Interview A', 'Interview B', 'Interview C'] as const

/** Inserts interviews and their feedback, and returns the feedback. */
export async function insertInterviews({ tx, applicants, interviewers, now }: Scene): Promise<DemoFeedback[]> {
  const types = await tx.select().from(interview_type).orderBy(asc(interview_type.ref_interview_id)).limit(NAMES.length)
  const questions = await tx.select().from(interviewer_feedback_question).orderBy(asc(interviewer_feedback_question.sort_order))
  const feedbackOf = feedbackDecks()
  const all = applicants.flatMap((applicant) => feedbackOf(applicant).map((held) => ({ applicant, held })))

  const headers = all.map(({ applicant, held }, index) => ({
    interview_header_id: index + 1,
    user_session_id: applicant.user_session_id,
    ref_interview_id: types[held.interview]!.ref_interview_id,
    ref_interviewer_id: interviewers[held.interviewer]!,
    ...timesOf(applicant, held, now),
  }))
  const details = all.flatMap(({ applicant, held }, place) => {
    const askedQuestions = questions.filter((one) => one.ref_interview_role_id === types[held.interview]!.ref_interview_id)
    return held.texts.flatMap((text, question) =>
      text === null || !askedQuestions[question] ? [] : [{ text, question: askedQuestions[question], header: headers[place]!, applicant, held }],
    )
  })
  await inBatches(headers, (rows) => tx.insert(interview_header).values(rows))
  const rows = details.map(({ text, question, header }, place) => ({
    if_interview_feedback_detail_id: place + 1,
    if_interview_header_id: header.interview_header_id,
    if_interviewer_role_feedback_question_id: question.if_interviewer_role_feedback_question_id,
    interviewer_feedback: text,
    row_created_user_id: header.ref_interviewer_id,
    modified_at: header.submitted_at ?? header.created_at,
  }))
  await inBatches(rows, (portion) => tx.insert(interview_feedback_detail).values(portion))
  await continueAfter(tx, interview_header, interview_header.interview_header_id)
  await continueAfter(tx, interview_feedback_detail, interview_feedback_detail.if_interview_feedback_detail_id)
  return details.map(({ text, header, held }, place) => ({
    if_interview_feedback_detail_id: place + 1,
    user_session_id: header.user_session_id,
    interview_name: types[held.interview]!.interview_name,
    interviewer: held.interviewer,
    interviewer_feedback: text,
  }))
}

function timesOf(applicant: Applicant, { interview, isDraft }: HeldInterview, now: Date) {
  const heldAt = momentOf(applicant, NAMES[interview]!, now)
  const after = (minutes: number) => new Date(heldAt.getTime() + minutes * 60_000).toISOString()
  return { interview_datetime_utc: heldAt.toISOString(), created_at: after(50), submitted_at: isDraft ? null : after(95) }
}

type HeldInterview = {
  /** 0, 1 or 2 for Interview A, B or C. */
  interview: number
  /** Index into the list of interviewers. */
  interviewer: number
  isDraft: boolean
  /** One per question; null if nothing has been written yet. */
  texts: (string | null)[]
}

/** Who conducts Interview B: someone from the role's own profession. */
const FROM_PROFESSION: Record<RoleKey, number> = {
  nurse: 0,
  informatics: 1,
  coordinator: 2,
  auditor: 3,
  scheduling: 2,
  analyst: 5,
  therapist: 4,
  pharmacist: 0,
}

/** Which interviews of each invited applicant have feedback, in cast order; lowercase means a draft. */
const INVITED = ['ABC', 'AB', 'Ab', '', 'ABC', 'AC', 'a', 'ABC', 'ABc', 'A', 'ABC', 'a']

const HELD: Record<number, string> = {
  [status.REJECTED_AFTER_A]: 'A',
  [status.REJECTED_AFTER_B]: 'AB',
  [status.REJECTED_AFTER_C]: 'ABC',
  [status.REJECTED_AFTER_FINAL]: 'ABC',
  [status.DECLINED_OFFER]: 'ABC',
  [status.ACCEPTED_OFFER]: 'ABC',
}

/** Returns a function that writes one applicant's feedback at a time. */
export function feedbackDecks(): (applicant: Applicant) => HeldInterview[] {
  const random = randomFrom(4_711)
  const decks = [FEEDBACK_A, FEEDBACK_B, FEEDBACK_C].map((questions) =>
    questions.map(({ good, mixed, poor }) => ({ good: deckOf(random, good), mixed: deckOf(random, mixed), poor: deckOf(random, poor) })),
  )
  let invited = 0
  let final = 0
  return (applicant) => {
    const plan = applicant.status === status.PROCEED ? INVITED[invited++ % INVITED.length]! : planOf(applicant, () => final++)
    const interviewers = panelOf(applicant)
    const held = [...plan].map((letter) => {
      const interview = 'ABC'.indexOf(letter.toUpperCase())
      const isDraft = letter !== letter.toUpperCase()
      const texts = decks[interview]!.map((deck, question) => feedbackText(applicant, deck, { interview, question }))
      return { interview, interviewer: interviewers[interview]!, isDraft, texts: isDraft ? drafted(texts, applicant.random) : texts }
    })
    return withQuirk(held, applicant)
  }
}

/** One applicant got to final review without Interview B, as happens in practice. */
function planOf({ status: reached }: Applicant, count: () => number): string {
  const plan = HELD[reached] ?? ''
  return reached === status.REJECTED_AFTER_FINAL && count() === 1 ? 'AC' : plan
}

function panelOf({ role, random }: Applicant): number[] {
  const trade = FROM_PROFESSION[role]
  const [first, last] = random.shuffled([0, 1, 2, 3, 4, 5].filter((one) => one !== trade))
  return [first!, trade, last!]
}

type Question = { interview: number; question: number }

function feedbackText({ random, slots, ...applicant }: Applicant, deck: Record<Tone, () => string>, { interview, question }: Question): string {
  const tone = toneOf(applicant.status, { interview, question }, random)
  const first = deck[tone]()
  // Two criticisms in one answer would often contradict each other; two strengths wouldn't.
  const second = tone === 'good' && random.chance(0.5) ? deck.good() : first
  return fillSlots(second === first ? first : `${first} ${second}`, slots)
}

/** Someone rejected after an interview did poorly in it; someone with an offer wasn't necessarily perfect. */
function toneOf(reached: number, { interview, question }: Question, random: Random): Tone {
  const chance = random.next()
  const turnedDownAfter = reached - status.REJECTED_AFTER_A
  if (turnedDownAfter === interview) return chance < 0.6 ? 'poor' : chance < 0.85 ? 'mixed' : 'good'
  if (reached === status.REJECTED_AFTER_FINAL && question === 2) return 'poor'
  if (reached === status.ACCEPTED_OFFER || reached === status.DECLINED_OFFER) return chance < 0.88 ? 'good' : 'mixed'
  return chance < 0.58 ? 'good' : chance < 0.88 ? 'mixed' : 'poor'
}

function drafted(texts: string[], random: Random): (string | null)[] {
  return texts.map((text, index) => (index === 0 ? text : index === 1 ? random.pick(DRAFTS) : null))
}

function withQuirk(held: HeldInterview[], { quirk }: Applicant): HeldInterview[] {
  const quirkText = quirk.feedback && { injection: INJECTION, sarcasm: SARCASM }[quirk.feedback]
  if (!quirkText) return held
  const last = held.length - 1
  return held.map((one, index) => (index === last ? { ...one, texts: one.texts.map((text, question) => (question === 2 ? quirkText : text)) } : one))
}
