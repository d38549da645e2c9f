import { z } from 'zod'
import { endpoint, flagText, Id, IdText, Instant, boundedText } from './endpoint.ts'
import { countWords } from './applications/answer-checks.ts'
import { TextVersion } from './versions.ts'

export const MAX_FEEDBACK_WORDS = 2000
/** Enough for 2,000 words in any language. */
const MAX_FEEDBACK_CHARACTERS = 40_000
export const TOO_MANY_WORDS = `Response exceeds maximum word limit of ${MAX_FEEDBACK_WORDS}`
export const NO_FEEDBACK_QUESTIONS = 'No feedback questions found.'
const MAX_ANSWERS = 100
/** How long feedback started on time can still be finished after the candidate leaves the panel interview. */
export const LATE_AFTER_HOURS = 72

export function hasTooManyWords(text: string): boolean {
  return countWords(text) > MAX_FEEDBACK_WORDS
}

/** Returns the key of a browser draft: one per candidate, interview and interviewer. */
export function draftKey(of: { user_session_id: number; ref_interview_id: number; ref_interviewer_id: number }): string {
  return `feedback_${of.user_session_id}_${of.ref_interview_id}_${of.ref_interviewer_id}`
}

const FeedbackText = boundedText(MAX_FEEDBACK_CHARACTERS).refine((text) => !hasTooManyWords(text), TOO_MANY_WORDS)
const Moment = z.iso.datetime({ offset: true, error: 'Enter a date and time like 2026-05-04T09:30:00Z' })

export const FeedbackQuestion = z.object({
  if_interviewer_role_feedback_question_id: Id,
  ref_interview_role_id: Id,
  interview_feedback_question: z.string(),
})
export type FeedbackQuestion = z.infer<typeof FeedbackQuestion>

export const listFeedbackQuestions = endpoint({
  who: 'staff',
  method: 'GET',
  path: '/api/interviewer_feedback/questions',
  summary: "List an interview's questions in order; `ref_interview_role_id` is the interview's id",
  query: z.object({ ref_interview_role_id: IdText }),
  output: z.array(FeedbackQuestion),
})

/** One interviewer's feedback on a candidate in one interview; a draft until `submitted_at` is set. */
export const InterviewHeader = z.object({
  interview_header_id: Id,
  user_session_id: Id,
  ref_interview_id: Id,
  ref_interviewer_id: Id,
  interview_datetime_utc: Instant,
  submitted_at: Instant.nullable(),
  /** The last edit after submission. */
  edited_at: Instant.nullable(),
  /** True if anything was written after the candidate left the panel interview. */
  late: z.boolean(),
  /** False until someone confirms when the interview was; until then, `interview_datetime_utc` is when the interviewer started writing. */
  time_confirmed: z.boolean(),
  /** When editing closes; null while the candidate is in the panel interview. */
  writable_until: Instant.nullable(),
})
export type InterviewHeader = z.infer<typeof InterviewHeader>

export const openHeader = endpoint({
  who: 'interviewer',
  method: 'POST',
  path: '/api/interviewer_feedback/header',
  summary:
    'Start feedback; a repeat for the same candidate, interview and interviewer returns the same header (200). 409 for a new one unless the candidate is in status 2',
  status: 201,
  body: z.object({
    user_session_id: Id,
    ref_interview_id: Id,
    /** The caller's own ID; anyone else's is a 403. */
    ref_interviewer_id: Id,
    interview_datetime_utc: Moment,
    /** False if the time is a guess. */
    time_confirmed: z.boolean().default(true),
  }),
  output: InterviewHeader,
})

export const correctInterviewTime = endpoint({
  who: 'interviewer',
  method: 'PUT',
  path: '/api/interviewer_feedback/header/{id}',
  summary: "Set when the caller's interview took place; 404 for someone else's header, 409 once the time to write is over",
  params: z.object({ id: IdText }),
  body: z.object({ interview_datetime_utc: Moment }),
  output: InterviewHeader,
})

/** An interview by the signed-in interviewer, regardless of the candidate's current status. */
export const OwnInterview = InterviewHeader.extend({
  interview_name: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  function_role_name: z.string(),
})
export type OwnInterview = z.infer<typeof OwnInterview>

export const listOwnInterviews = endpoint({
  who: 'interviewer',
  method: 'GET',
  path: '/api/interviewer_feedback/own-interviews',
  summary: 'List the interviews the caller has started feedback on, latest first, including candidates who have moved on; 403 for an unregistered address',
  output: z.array(OwnInterview),
})

export const findHeader = endpoint({
  who: 'interviewer',
  method: 'GET',
  path: '/api/interviewer_feedback/header',
  summary: "Get the caller's feedback header; 404 if there's none or it's another interviewer's",
  query: z.object({ user_session_id: IdText, ref_interview_id: IdText, ref_interviewer_id: IdText }),
  output: InterviewHeader,
})

export const FeedbackDetail = z.object({
  if_interview_feedback_detail_id: Id,
  if_interview_header_id: Id,
  if_interviewer_role_feedback_question_id: Id,
  interviewer_feedback: z.string(),
  /** The interviewer, from the session. */
  row_created_user_id: Id,
  modified_at: Instant,
})
export type FeedbackDetail = z.infer<typeof FeedbackDetail>

export const listOwnFeedback = endpoint({
  who: 'interviewer',
  method: 'GET',
  path: '/api/interviewer_feedback/feedback-details',
  summary: "List the answers under the caller's header; 404 for someone else's",
  query: z.object({ if_interview_header_id: IdText }),
  output: z.array(FeedbackDetail),
})

export const OwnVersion = TextVersion.extend({ if_interviewer_role_feedback_question_id: Id })
export type OwnVersion = z.infer<typeof OwnVersion>

export const listOwnVersions = endpoint({
  who: 'interviewer',
  method: 'GET',
  path: '/api/interviewer_feedback/versions',
  summary: "List what the answers under the caller's header said before they were changed, oldest first; 404 for someone else's",
  query: z.object({ if_interview_header_id: IdText }),
  output: z.array(OwnVersion),
})

export const FeedbackAnswer = z.object({
  if_interview_header_id: Id,
  if_interviewer_role_feedback_question_id: Id,
  interviewer_feedback: FeedbackText,
  /** The `modified_at` of the answer this replaces, or null if there wasn't one; 409 if it has since changed elsewhere. */
  replaces: Instant.nullable().optional(),
})
export type FeedbackAnswer = z.infer<typeof FeedbackAnswer>

export const saveFeedbackAnswer = endpoint({
  who: 'interviewer',
  method: 'POST',
  path: '/api/interviewer_feedback/feedback-detail',
  summary: 'Save one answer; a second one for the same question replaces the first (200)',
  status: 201,
  body: FeedbackAnswer,
  output: FeedbackDetail,
})

export const saveFeedback = endpoint({
  who: 'interviewer',
  method: 'POST',
  path: '/api/interviewer_feedback/feedback-details',
  longText: true,
  summary: "Submit a header's answers, all or none, or save them as a draft with `submitted: false`; changes after a submission are marked",
  status: 201,
  body: z.object({ feedbacks: z.array(FeedbackAnswer).min(1, 'There is nothing to save').max(MAX_ANSWERS), submitted: z.boolean().default(true) }),
  output: InterviewHeader.extend({ feedbacks: z.array(FeedbackDetail) }),
})

export const OWN_FEEDBACK_FIRST = "You interview this candidate. You'll see what others wrote once your own feedback is submitted."

/** All feedback by one interviewer from one interview, including drafts (`submitted_at` is null). */
export const FeedbackGroup = z.object({
  interview_header_id: Id,
  interview_name: z.string(),
  interviewer_name: z.string(),
  interview_datetime_utc: Instant,
  submitted_at: Instant.nullable(),
  edited_at: Instant.nullable(),
  late: z.boolean(),
  time_confirmed: z.boolean(),
  feedback: z.array(
    z.object({ if_interview_feedback_detail_id: Id, interview_feedback_question: z.string(), interviewer_feedback: z.string(), modified_at: Instant }),
  ),
})
export type FeedbackGroup = z.infer<typeof FeedbackGroup>

export const readFullFeedback = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/interviewer_feedback/full-feedback-details',
  reveals: true,
  summary: "List all feedback on an applicant by interview; each read is in the audit trail. 403 for one of their interviewers who hasn't submitted theirs",
  query: z.object({ user_session_id: IdText, identifiable: flagText(false) }),
  output: z.array(FeedbackGroup),
})
