import type { InterviewLocation } from '#contract/interviews.ts'
import type { Booking } from '#contract/scheduling/scheduling.ts'
import type { Env } from '#server/env.ts'
import type { KnownIdentity } from '#server/people/mask/find-person.ts'
import { viewerOf, viewOf, type View } from '#server/people/view-of.ts'
import type { BookingRow } from './store.ts'

type BookingLocations = View['place']

/** How location texts for this applicant's interviews are shown to staff, who see plans with names hidden. */
export function locationsFor(env: Pick<Env, 'HIDE_PRONOUNS'>, applicant: KnownIdentity): BookingLocations {
  return viewOf(applicant, viewerOf(env, { identifiable: false })).place
}

export function whereShown({ kind, text }: InterviewLocation, places: BookingLocations): InterviewLocation {
  return { kind, text: text && places.hide(text) }
}

/** The parts of a booking that people see; the rest is for calendars. `places` is null for people who know the applicant's name. */
export function presentBooking(row: BookingRow, places: BookingLocations | null): Booking {
  const { interview_booking_id, user_session_id, ref_interview_id, interview_name, ref_interviewer_id, interviewer_name, other_interviewers } = row
  const { starts_at, ends_at, state, held_until, where, join_url, is_undoable, interviewer_answer, proposed_at, marked_as } = row
  return {
    interview_booking_id,
    user_session_id,
    ref_interview_id,
    interview_name,
    ref_interviewer_id,
    interviewer_name,
    other_interviewers,
    starts_at,
    ends_at,
    state,
    held_until,
    where: places ? whereShown(where, places) : where,
    join_url,
    is_undoable,
    interviewer_answer,
    proposed_at,
    marked_as,
  }
}
