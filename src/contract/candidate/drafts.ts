import { z } from 'zod'
import { isEmailAddress } from '../applications/answer-checks.ts'
import { Empty, endpoint, Id, Instant, Message, words } from '../endpoint.ts'

export const DRAFT_DAYS = 14
/** Shown for every address, even one that has already received today's links. */
export const DRAFT_SENT = `We've saved your answers for ${DRAFT_DAYS} days. We'll email you a link that opens them on any device. We send only a few links a day to one address: if none arrives, save again tomorrow.`

const DraftAnswer = z.object({
  question_name: words(200),
  user_answer_text_box: z
    .string()
    .max(40_000, 'Use at most 40000 characters')
    .overwrite((text) => text.toWellFormed().replaceAll('\0', '')),
  /** Milliseconds since 1970; the later of two answers to a question wins. Defaults to now. */
  edited_at: z.number().nonnegative().optional(),
})

export const saveDraft = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/candidate/drafts',
  longText: true,
  summary: 'Keep an unfinished application for 14 days and email a link to continue; the response is the same for every address',
  status: 202,
  body: z.object({
    ref_function_role_id: Id,
    email: words(254).trim().toLowerCase().refine(isEmailAddress, 'Please enter a valid email address'),
    answers: z.array(DraftAnswer).max(200),
    /** The `via` of the link the person used; the emailed link keeps it. */
    via: words(40).optional(),
  }),
  output: Message,
})

const params = z.object({ key: z.string().max(100) })

export const readDraft = endpoint({
  who: 'anyone',
  method: 'GET',
  path: '/api/candidate/drafts/{key}',
  summary: 'The answers behind an emailed key; 404 once they ended, were submitted or deleted',
  params,
  output: z.object({ ref_function_role_id: Id, saved_at: Instant, answers: z.array(DraftAnswer.required()) }),
})

export const deleteDraft = endpoint({
  who: 'anyone',
  method: 'DELETE',
  path: '/api/candidate/drafts/{key}',
  summary: 'Delete the answers behind an emailed key',
  status: 204,
  params,
  output: Empty,
})
