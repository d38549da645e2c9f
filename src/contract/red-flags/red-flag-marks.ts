import { z } from 'zod'
import { Empty, endpoint, flagText, Id, IdText, Instant, boundedText } from '../endpoint.ts'
import { Stance } from './red-flags.ts'

/** What a marked sentence is an example of; `none` means it has nothing to do with the red flag. */
export const MarkMeaning = z.enum([...Stance.options, 'none'])
export type MarkMeaning = z.infer<typeof MarkMeaning>

export const RedFlagMark = z.object({
  red_flag_mark_id: Id,
  fgl_ref_red_flag_id: Id,
  if_interview_feedback_detail_id: Id,
  /** Complete sentences from the answer, as of when they were marked. */
  quote: z.string(),
  stance: MarkMeaning,
  marked_at: Instant,
  marked_by_email: z.string(),
})
export type RedFlagMark = z.infer<typeof RedFlagMark>

export const listRedFlagMarks = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/red-flags/marks',
  reveals: true,
  summary: 'List the sentences about an applicant that staff marked as examples',
  query: z.object({ user_session_id: IdText, identifiable: flagText(false) }),
  output: z.array(RedFlagMark),
})

export const markSentence = endpoint({
  who: 'admin',
  may: 'decide',
  reveals: true,
  method: 'POST',
  path: '/api/red-flags/marks',
  summary:
    "Mark a sentence as an example of a red flag for all applicants' reviews, so similar ones are found from then on. It's widened to whole sentences, and a second mark replaces the first. 422 if the answer doesn't contain it",
  status: 201,
  body: z.object({
    user_session_id: Id,
    fgl_ref_red_flag_id: Id,
    if_interview_feedback_detail_id: Id,
    quote: boundedText(2000).min(1),
    stance: MarkMeaning,
    identifiable: z.boolean().default(false),
  }),
  output: RedFlagMark,
})

export const removeMark = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'DELETE',
  path: '/api/red-flags/marks/{id}',
  summary: 'Remove a mark',
  status: 204,
  params: z.object({ id: IdText }),
  output: Empty,
})
