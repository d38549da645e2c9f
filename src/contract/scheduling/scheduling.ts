import { z } from 'zod'
import { identifiable } from '../applicants/applicants.ts'
import { endpoint, Id, IdText, Instant, Message, boundedText, requiredText } from '../endpoint.ts'
import { CalendarInput } from '../interviewers.ts'
import { LocationOverride, InterviewLocation } from '../interviews.ts'
import { isTimeZone } from '../time-zone.ts'

export const DEFAULT_MINUTES = 45
export const DEFAULT_WORKING_DAYS = 10
export const DEFAULT_BUFFER_MINUTES = 15
/** How long a time is held while a candidate decides. */
export const HOLD_MINUTES = 10
/** Candidates can move or cancel an interview themselves until this long before it. */
export const CHANGE_CUTOFF_HOURS = 24
export const MAX_FEEDBACK_REMINDERS = 5
export const TIME_TAKEN = 'Someone else just took this time. Please pick another one.'
export const TOO_LATE_TO_CHANGE = `This interview starts in less than ${CHANGE_CUTOFF_HOURS} hours. Please contact the hiring team to change it.`

export const BookingState = z.enum(['held', 'booked', 'canceled'])
export type BookingState = z.infer<typeof BookingState>

/** `proposed`: they can't make it and suggested another time. */
export const InterviewerAnswer = z.enum(['accepted', 'declined', 'proposed'], { error: 'Accept, decline or propose another time.' })
export type InterviewerAnswer = z.infer<typeof InterviewerAnswer>

/** Whether staff have to find another time or interviewer. */
export function isDeclined(answer: InterviewerAnswer | null): boolean {
  return answer === 'declined' || answer === 'proposed'
}

/** `no-show`: it didn't take place, for whatever reason; `overran`: it took longer than planned. */
export const BookingMark = z.enum(['no-show', 'overran'])
export type BookingMark = z.infer<typeof BookingMark>

export const TimeZone = boundedText(64).refine(isTimeZone, 'Use a time zone such as America/Chicago')

/** The maximum number of people who interview a candidate together. */
export const MAX_INTERVIEWERS = 4

export const PlanPart = z.object({
  ref_interview_id: Id,
  minutes: z.int().min(15, 'Use at least 15 minutes').max(240, 'Use at most 240 minutes'),
  /** Any of these people who are free; a single ID means that person. */
  interviewer_ids: z.array(Id).min(1, 'Choose at least one interviewer').max(50),
  /** How many of them interview at the same time. */
  interviewer_count: z.int().min(1, 'Use at least 1 interviewer').max(MAX_INTERVIEWERS, `Use at most ${MAX_INTERVIEWERS} interviewers`).default(1),
  ...LocationOverride,
})
export type PlanPart = z.infer<typeof PlanPart>

export const Booking = z.object({
  interview_booking_id: Id,
  user_session_id: Id,
  ref_interview_id: Id,
  interview_name: z.string(),
  ref_interviewer_id: Id,
  interviewer_name: z.string(),
  /** Everyone else who conducts this interview. */
  other_interviewers: z.array(z.object({ ref_interviewer_id: Id, interviewer_name: z.string(), interviewer_answer: InterviewerAnswer.nullable() })),
  starts_at: Instant,
  ends_at: Instant,
  state: BookingState,
  held_until: Instant.nullable(),
  where: InterviewLocation,
  join_url: z.string().nullable(),
  /** True while the last change can be undone because its emails are still queued. */
  is_undoable: z.boolean(),
  /** Null if the interviewer hasn't responded for this time. */
  interviewer_answer: InterviewerAnswer.nullable(),
  /** The start time the interviewer proposed instead; null unless they proposed one. */
  proposed_at: Instant.nullable(),
  /** How it went, if the interviewer marked it. */
  marked_as: BookingMark.nullable(),
})
export type Booking = z.infer<typeof Booking>

const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** `A, B, and C` */
export function joinNames(names: string[]): string {
  return AND.format(names)
}

/** Everyone who interviews: `A and B`. */
export function interviewersOf({ interviewer_name, other_interviewers }: Pick<Booking, 'interviewer_name' | 'other_interviewers'>): string {
  return joinNames([interviewer_name, ...other_interviewers.map((interviewer) => interviewer.interviewer_name)])
}

const DailyMaximum = z.int().min(1, 'Use at least 1').max(20, 'Use at most 20').nullable()

export const Plan = z.object({
  user_session_id: Id,
  /** Times are offered within this many business days from today. */
  working_days: z.int().min(1).max(60),
  /** True if all interviews must be on the same day. */
  one_day: z.boolean(),
  buffer_minutes: z.int().min(0).max(120),
  /** Days on which an interviewer already has this many interviews aren't offered; null uses the interviewer's own maximum. */
  daily_maximum: DailyMaximum,
  parts: z.array(PlanPart),
  /** What the candidate asked for instead of the times and formats offered; null if nothing. */
  preferences: z.string().nullable(),
  preferences_at: Instant.nullable(),
  /** How staff replied; null until they do. */
  preferences_answer: z.string().nullable(),
  /** Held and booked interviews, plus canceled ones as long as the cancellation can be undone. */
  bookings: z.array(Booking),
  /** Free times left, by interview. */
  free_times: z.array(z.object({ ref_interview_id: Id, count: z.int() })),
  /** True if the calendar service is unavailable, so the number of free times isn't known. */
  is_away: z.boolean(),
  /** Incremented each time staff save; 0 until then. */
  version: z.int(),
})
export type Plan = z.infer<typeof Plan>

export const readPlan = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/scheduling/plans/{user_session_id}',
  summary: "Get a candidate's interviews: who can give them, what's booked and how many times are left; 404 until there's a plan",
  params: z.object({ user_session_id: IdText }),
  output: Plan,
})

export const savePlan = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'PUT',
  path: '/api/scheduling/plans/{user_session_id}',
  longText: true,
  summary:
    "Set who can interview a candidate, how many of them at a time, for how long and when, and how and where if that differs from the interview; 409 outside the panel interview or if `version` isn't the current one, 422 for an unknown interview or interviewer, or for more interviewers at a time than can give it",
  params: z.object({ user_session_id: IdText }),
  body: z.object({
    working_days: z.int().min(1).max(60).default(DEFAULT_WORKING_DAYS),
    one_day: z.boolean().default(false),
    buffer_minutes: z.int().min(0).max(120).default(DEFAULT_BUFFER_MINUTES),
    daily_maximum: DailyMaximum.default(null),
    /** Leaves the plans of candidates who already have one unchanged. */
    keeps_existing: z.boolean().default(false),
    with_decision: z.boolean().default(false).describe('Part of the decision just made: the history shows both as one row'),
    /** The version this change is based on; 0 if there was no plan. */
    version: z.int().optional(),
    parts: z.array(PlanPart).min(1, 'Choose at least one interview').max(20),
  }),
  output: Plan,
})

export const previewOffer = endpoint({
  who: 'staff',
  method: 'POST',
  path: '/api/scheduling/offer-preview',
  example: { ref_interviewer_id: 1 },
  summary:
    "Preview when candidates could start an interview with one interviewer if these were the hours, minus what's booked; nothing is saved. Interviewers can ask about themselves, and staff who can read applicants about anyone",
  body: CalendarInput.extend({
    /** Defaults to the caller. */
    ref_interviewer_id: Id.optional(),
    minutes: z.int().min(15).max(240).default(DEFAULT_MINUTES),
    working_days: z.int().min(1).max(60).default(DEFAULT_WORKING_DAYS),
  }),
  output: z.object({ starts: z.array(Instant) }),
})

export const answerPreferences = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/scheduling/plans/{user_session_id}/answer',
  summary:
    "Answer a candidate's request about their interviews, by email and on their page; 409 if it was already answered, or they've since asked for something else",
  params: z.object({ user_session_id: IdText }),
  body: z.object({
    message: requiredText(2000, 'Write an answer.'),
    /** The time of the request that was displayed; if the candidate has since asked for something else, staff have to read that first. */
    preferences_at: z.iso.datetime({ offset: true, error: "Send the time of the request you're answering." }),
  }),
  output: Message,
})

export const cancelBooking = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/scheduling/bookings/{id}/cancel',
  summary: "Cancel an interview; both sides are emailed once it can't be undone. 404 outside the caller's openings, 409 if it's over or already canceled",
  params: z.object({ id: IdText }),
  output: Booking,
})

export const undoBooking = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/scheduling/bookings/{id}/undo',
  summary: 'Undo the last change to a booking while its emails are pending; 409 once one was sent, or if the earlier time has been taken',
  params: z.object({ id: IdText }),
  output: Booking,
})

export const InterviewerLoad = z.object({
  ref_interviewer_id: Id,
  interviewer_name: z.string(),
  bookings: z.int(),
  minutes: z.int(),
  /** Past interviews without submitted feedback, with candidates who are still in the panel interview. */
  feedback_due: z.int(),
  /** When they're free in the rest of those days. Null if the calendar service can't tell, or for staff who see only some roles. */
  free: z.array(z.object({ from: Instant, to: Instant })).nullable(),
})

/** The alias is shown instead of the name unless names are requested. */
const Name = { alias: z.string(), first_name: z.string().nullable(), last_name: z.string().nullable() }

export const WaitingCandidate = z.object({
  user_session_id: Id,
  ...Name,
  function_role_name: z.string(),
  /** Planned interviews that aren't booked. */
  missing: z.array(z.object({ ref_interview_id: Id, interview_name: z.string() })),
  preferences: z.string().nullable(),
  has_no_times: z.boolean(),
})

export const WeekBooking = Booking.extend({ ...Name, function_role_name: z.string() })
export type WeekBooking = z.infer<typeof WeekBooking>

export const readWeek = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/scheduling/week',
  reveals: true,
  summary:
    "Get seven days of interviews, each interviewer's load and free times, candidates who still have to pick times, and interviewers who haven't accepted; each read with names is in the audit trail",
  query: z.object({
    from: z.iso.date({ error: 'Enter a date like 2026-05-04' }),
    /** The time zone in which days are counted; defaults to UTC. */
    zone: TimeZone.optional(),
    identifiable,
  }),
  output: z.object({
    bookings: z.array(WeekBooking),
    load: z.array(InterviewerLoad),
    waiting: z.array(WaitingCandidate),
    /** All upcoming interviews, in any week, that the interviewer declined or hasn't responded to; soonest first. */
    not_accepted: z.array(WeekBooking),
    /** True if the calendar service is unavailable, so it isn't known whether any times are left. */
    is_away: z.boolean(),
  }),
})

/** An upcoming or recent interview of the signed-in interviewer. */
export const OwnBooking = WeekBooking.omit({ alias: true }).extend({ submitted_at: Instant.nullable() })
export type OwnBooking = z.infer<typeof OwnBooking>

export const listOwnBookings = endpoint({
  who: 'interviewer',
  method: 'GET',
  path: '/api/scheduling/own-bookings',
  summary: "List the caller's interviews since 30 days ago, soonest first; 403 for an unregistered address",
  output: z.array(OwnBooking),
})

export const AnswerToInterview = z.object({
  answer: InterviewerAnswer,
  /** The start time that was displayed; if the interview has since moved, the interviewer is asked again. */
  starts_at: z.iso.datetime({ offset: true, error: "Send the interview time you're responding to." }),
  /** When they'd be available instead; only with `proposed`. */
  proposed_at: z.iso.datetime({ offset: true, error: 'Enter the day and time you propose.' }).optional(),
})
export type AnswerToInterview = z.infer<typeof AnswerToInterview>

export const answerInterview = endpoint({
  who: 'interviewer',
  method: 'POST',
  path: '/api/scheduling/own-bookings/{id}/answer',
  summary:
    "Accept or decline the caller's own interview, or propose another time. A declined one goes to another interviewer in the plan who's free then; otherwise, and for proposals, the hiring lead is emailed. 404 for someone else's, 409 once it starts or if it was canceled or moved, 422 for a proposal without a future time",
  params: z.object({ id: IdText }),
  body: AnswerToInterview,
  output: Booking,
})

export const markInterview = endpoint({
  who: 'interviewer',
  method: 'POST',
  path: '/api/scheduling/own-bookings/{id}/mark',
  summary:
    "Mark the caller's own interview as a no-show or as running over, or clear the mark with null; the candidate isn't told. 404 for someone else's, 409 before it starts (`overran`: before it ends), if it was canceled or moved, or for a `no-show` with submitted feedback",
  params: z.object({ id: IdText }),
  body: z.object({
    mark: BookingMark.nullable(),
    /** The start time that was displayed, so an interview that has since moved isn't marked by mistake. */
    starts_at: z.iso.datetime({ offset: true, error: "Send the time of the interview you're marking." }),
  }),
  output: Booking,
})
