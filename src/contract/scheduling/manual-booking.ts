import { z } from 'zod'
import { endpoint, Id, IdText, Instant } from '../endpoint.ts'
import { Booking, MAX_INTERVIEWERS } from './scheduling.ts'

/** How far ahead staff can book. */
export const MAX_DAYS_AHEAD = 180

export const listFreeTimes = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'GET',
  path: '/api/scheduling/plans/{user_session_id}/free-times',
  summary:
    "List when an interviewer, with others if you name them, is free for one of a candidate's planned interviews, whether or not the plan names them; 404 if the interview isn't planned",
  params: z.object({ user_session_id: IdText }),
  query: z.object({
    ref_interview_id: IdText,
    ref_interviewer_id: IdText,
    /** Interviewers who must also be free then, separated by commas. */
    other_interviewer_ids: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9}){0,2}$/, 'Use IDs separated by commas')
      .transform((text) => text.split(',').map(Number))
      .optional(),
  }),
  output: z.object({ starts: z.array(Instant) }),
})

export const bookByHand = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'POST',
  path: '/api/scheduling/bookings',
  summary: `Book or move a planned interview for a candidate, or give it to another interviewer at the same time. Working hours and notice don't apply; other bookings and daily maximums do. 409 if the time is taken, the candidate hasn't been invited, or the booking has changed since it was displayed; 422 if the time is past or more than ${MAX_DAYS_AHEAD} days ahead, or for another number of interviewers than planned`,
  body: z.object({
    user_session_id: Id,
    ref_interview_id: Id,
    ref_interviewer_id: Id,
    /** The other interviewers; defaults to those already booked. */
    other_interviewer_ids: z
      .array(Id)
      .max(MAX_INTERVIEWERS - 1)
      .optional(),
    starts_at: z.iso.datetime({ offset: true, error: 'Choose a time.' }),
    /** The booking that was displayed: its time and interviewer; null if there wasn't one. */
    instead_of: Booking.pick({ starts_at: true, ref_interviewer_id: true }).nullable(),
  }),
  output: Booking,
})
