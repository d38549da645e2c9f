import { z } from 'zod'
import { identifiable } from '../applicants/applicants.ts'
import { endpoint, IdText, Instant, boundedText } from '../endpoint.ts'

const params = z.object({ id: IdText })
const call = { who: 'admin', may: 'decide', params } as const

export const CandidateFeedback = z.object({
  /** Null if no feedback was written. */
  feedback_text: z.string().nullable(),
  written_by_email: z.string().nullable(),
  written_at: Instant.nullable(),
  /** The reviewer's email address; feedback isn't sent until someone has reviewed it. */
  reviewed_by_email: z.string().nullable(),
  version: z.int(),
})
export type CandidateFeedback = z.infer<typeof CandidateFeedback>

export const readCandidateFeedback = endpoint({
  ...call,
  method: 'GET',
  path: '/api/applicants/{id}/candidate-feedback',
  summary: 'Get the feedback a candidate will get with a rejection after interviews; the name is masked while names are hidden',
  query: z.object({ identifiable }),
  reveals: true,
  output: CandidateFeedback,
})

export const writeCandidateFeedback = endpoint({
  ...call,
  method: 'PUT',
  path: '/api/applicants/{id}/candidate-feedback',
  summary: 'Write the feedback (hiring lead only; an empty text removes it); each change needs a new review',
  body: z.object({ feedback_text: boundedText(3000).trim(), version: z.int().optional() }),
  output: CandidateFeedback,
})

export const reviewCandidateFeedback = endpoint({
  ...call,
  method: 'POST',
  path: '/api/applicants/{id}/candidate-feedback/review',
  summary: 'Approve the feedback as a second person; 409 for its author, or if it has changed since `version`',
  body: z.object({ version: z.int() }),
  output: CandidateFeedback,
})
