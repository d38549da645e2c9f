import { z } from 'zod'
import { endpoint, Id, IdText, Instant, boundedText, requiredText } from './endpoint.ts'
import { weekdayIn } from './time-zone.ts'

export const NO_INTERVIEW = 'Please select an interview type to update'
export const NO_INTERVIEW_NAME = 'Interview name is required'
/** The interviews for which the feedback review warns about missing feedback. */
export const EXPECTED_INTERVIEWS = ['Interview A', 'Interview B', 'Interview C']

/** When interviewers can see a candidate's answers: always, from the start of the interview, or never. */
export const AnswersVisibility = z.enum(['always', 'from-start', 'never'])
export type AnswersVisibility = z.infer<typeof AnswersVisibility>
/** Whether the resume is shown with the answers. */
export const ResumeVisibility = z.enum(['with-answers', 'never'])
export type ResumeVisibility = z.infer<typeof ResumeVisibility>

/**
 * The format and location of an interview: a link, a number and who calls, or an address. A video link can be added later; the others are required.
 */
export const InterviewLocation = z.object({
  kind: z.enum(['video', 'phone', 'address'], 'Choose video, phone or address'),
  text: boundedText(500).trim().nullable(),
})
export type InterviewLocation = z.infer<typeof InterviewLocation>

/** Times are offered only once this is true. A video call's link may still be missing. */
export function isSettled({ kind, text }: InterviewLocation): boolean {
  return kind === 'video' || !!text
}

/** Returns the link for joining a video call until it's over; `join_url` is the calendar service's. */
export function joinLinkOf({ where: { kind, text }, join_url, ends_at }: Omit<MeetingDetails, 'starts_at'>, now: number): string | null {
  if (kind !== 'video' || isOver({ ends_at }, now)) return null
  return join_url ?? (text && /^https?:\/\/\S+$/.test(text) ? text : null)
}

/** Returns "by video", "by phone: …" or "in person: …", shown next to an interview's name. */
export function shortLocation({ kind, text }: InterviewLocation): string {
  const boundedText = { video: 'by video', phone: 'by phone', address: 'in person' }[kind]
  return kind === 'video' || !text ? boundedText : `${boundedText}: ${text}`
}

const DAY = 24 * 60 * 60 * 1000

type MeetingDetails = { where: InterviewLocation; join_url: string | null; starts_at: string | null; ends_at: string | null }

function isOver({ ends_at }: Pick<MeetingDetails, 'ends_at'>, now: number): boolean {
  return ends_at !== null && Date.parse(ends_at) <= now
}

/**
 * Describes the format and location, for candidates and interviewers; a missing link is promised for the day before, and a video call that's
 * over has none. `starts_at` and `ends_at` are null until a time is picked.
 */
export function describePlace({ where, join_url, starts_at, ends_at }: MeetingDetails, time_zone: string, now: number): string {
  const { kind, text } = where
  if (kind === 'phone') return text ? `Phone: ${text}` : "Phone. We'll send the number."
  if (kind === 'address') return text || "In person. We'll send the address."
  if (isOver({ ends_at }, now)) return 'Video.'
  const known = join_url ?? text
  if (known) return `Video: ${known}`
  if (starts_at === null) return 'Video. The link follows at least a day before.'
  if (Date.parse(starts_at) <= now) return 'Video.'
  const by = Date.parse(starts_at) - DAY
  return by > now ? `Video. The link follows by ${weekdayIn(time_zone, by)}.` : 'Video. The link follows before it starts.'
}

/** What an interview covers and how to prepare, for candidates. */
const CandidateText = boundedText(4000).trim()

/** What a plan can override; null keeps the interview's own value. */
export const LocationOverride = { where: InterviewLocation.nullable().default(null), candidate_text: CandidateText.nullable().default(null) }

export const InterviewType = z.object({
  ref_interview_id: Id,
  interview_name: z.string(),
  /** Plain lines, each a list item, or HTML with the allowed markup. */
  interview_desc: z.string(),
  sees_answers: AnswersVisibility,
  sees_resume: ResumeVisibility,
  where: InterviewLocation,
  candidate_text: z.string(),
  version: z.int(),
  modified_at: Instant,
  modified_by_email: z.string().nullable(),
})
export type InterviewType = z.infer<typeof InterviewType>

export const listInterviews = endpoint({
  who: 'staff',
  method: 'GET',
  path: '/api/interviews',
  summary: 'List all interview types with the instructions for interviewers',
  output: z.array(InterviewType),
})

export const updateInterview = endpoint({
  who: 'admin',
  method: 'PUT',
  path: '/api/interviews/{id}',
  summary:
    "Change the name, the instructions, what interviewers see of the candidate, how and where it takes place (both sides of booked interviews are emailed), or what candidates read about it; 409 if `version` isn't the current one or the name is taken",
  params: z.object({ id: IdText }),
  body: z.object({
    interview_name: requiredText(200, NO_INTERVIEW_NAME).optional(),
    interview_desc: boundedText(50_000).optional(),
    sees_answers: AnswersVisibility.optional(),
    sees_resume: ResumeVisibility.optional(),
    where: InterviewLocation.optional(),
    candidate_text: CandidateText.optional(),
    version: z.int().optional(),
  }),
  output: InterviewType,
})
