import { z } from 'zod'
import { endpoint, Id, IdText, Instant, Message, boundedText, requiredText } from '../endpoint.ts'
import { Checklist } from '../candidate/checklist.ts'
import { InterviewLocation } from '../interviews.ts'
import { Booking, CHANGE_CUTOFF_HOURS, HOLD_MINUTES, TimeZone } from './scheduling.ts'

/** What was done, in words, and what's left. */
const Done = Message.extend({ checklist: Checklist })

const own = { who: 'applicant', params: z.object({ id: IdText }) } as const

export const OwnTimes = z.object({
  user_session_id: Id,
  time_zone: z.string(),
  /** False if no time zone was chosen, so the browser's own is a better guess. */
  is_zone_known: z.boolean(),
  one_day: z.boolean(),
  interviews: z.array(
    z.object({
      ref_interview_id: Id,
      interview_name: z.string(),
      minutes: z.int(),
      where: InterviewLocation,
      /** The format and location, in words. */
      where_text: z.string(),
      /** What it covers and how to prepare; may be empty. */
      candidate_text: z.string(),
      /** The held or booked time, if any. */
      booking: Booking.pick({ starts_at: true, ends_at: true, state: true, held_until: true, interviewer_name: true, join_url: true }).nullable(),
      can_change: z.boolean(),
      /** The booked time has begun, or is over. */
      has_begun: z.boolean(),
      is_over: z.boolean(),
      /** True while the candidate's last move or cancellation can be undone, because its emails haven't been sent. */
      can_undo: z.boolean(),
      /** The time that undoing it restores; null if `can_undo` is false. */
      undo_starts_at: Instant.nullable(),
      free: z.array(Instant),
    }),
  ),
  checklist: Checklist,
  /** What the candidate asked for, and how staff replied. */
  preferences: z.string().nullable(),
  preferences_answer: z.string().nullable(),
  /** True if the calendar service is unavailable, so no times can be offered right now. */
  is_away: z.boolean(),
})
export type OwnTimes = z.infer<typeof OwnTimes>

export const readOwnTimes = endpoint({
  ...own,
  method: 'GET',
  path: '/api/candidate/applications/{id}/times',
  summary: "List the free times for each interview, and what's held or booked; 409 unless the candidate has been invited to interviews",
  query: z.object({ zone: TimeZone.optional() }),
  output: OwnTimes,
})

export const downloadOwnInvitation = endpoint({
  ...own,
  method: 'GET',
  path: '/api/candidate/applications/{id}/interviews/{interview_booking_id}/calendar',
  summary: "Get a booked interview as a calendar file (RFC 5545) for the candidate; 404 if it isn't booked",
  params: own.params.extend({ interview_booking_id: IdText }),
  produces: 'text/calendar',
  output: z.unknown(),
})

/** The time an interview had when a button was shown, so that pressing it again does nothing else. */
const AtTime = z.object({ ref_interview_id: z.coerce.number().pipe(Id), starts_at: z.iso.datetime({ offset: true }).optional() })

export const holdTime = endpoint({
  ...own,
  method: 'POST',
  path: '/api/candidate/applications/{id}/times/hold',
  summary: `Hold a time for ${HOLD_MINUTES} minutes; 409 if someone else has just taken it`,
  body: z.object({ ref_interview_id: z.coerce.number().pipe(Id), starts_at: z.iso.datetime({ offset: true, error: 'Choose a time.' }) }),
  output: Done,
})

export const confirmTimes = endpoint({
  ...own,
  method: 'POST',
  path: '/api/candidate/applications/{id}/times/confirm',
  summary:
    'Book every held time, or just `times`; invitations go to the candidate and the interviewers. 409 if nothing is held anymore, unless all `times` are booked already',
  body: z.object({ times: z.array(AtTime.required()).max(50).optional() }),
  output: Done,
})

export const cancelOwnInterview = endpoint({
  ...own,
  method: 'POST',
  path: '/api/candidate/applications/{id}/times/cancel',
  summary: `Cancel the candidate's own interview, or release a held time; 409 less than ${CHANGE_CUTOFF_HOURS} hours before it starts. With \`starts_at\`, only the time that starts then, and nothing if that's no longer booked or held`,
  body: AtTime,
  output: Done,
})

export const undoOwnChange = endpoint({
  ...own,
  method: 'POST',
  path: '/api/candidate/applications/{id}/times/undo',
  summary:
    "Undo the candidate's last move or cancellation of an interview while its emails are pending; 409 once one was sent, or if the time has been taken. With `starts_at`, nothing if the interview is booked at that time again already",
  body: AtTime,
  output: Done,
})

export const sendPreferences = endpoint({
  ...own,
  method: 'POST',
  path: '/api/candidate/applications/{id}/times/preferences',
  summary: 'Ask for something else: up to three times that would work, or another request about the interviews; the hiring lead is emailed',
  body: z.object({
    first: requiredText(1000, 'Tell us at least one time that works for you, or what else you need.'),
    second: boundedText(300).trim().default(''),
    third: boundedText(300).trim().default(''),
  }),
  output: Message,
})
