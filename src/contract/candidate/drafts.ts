import { z } from 'zod'
import { isEmailAddress } from '../applications/answer-checks.ts'
import { RETENTION_PERIODS } from './retention.ts'
import { Empty, endpoint, Id, Instant, Message, boundedText } from '../endpoint.ts'

/** Shown for any address, even one that has already received all of today's links. */
export const DRAFT_SENT = `We've saved your answers for ${RETENTION_PERIODS.draft} days. We'll email you a link that opens them on any device. Each address gets only a few links a day. If you don't get one, save again tomorrow.`

const DraftAnswer = z.object({
  question_name: boundedText(200),
  user_answer_text_box: z
    .string()
    .max(40_000, 'Use at most 40000 characters')
    .overwrite((text) => text.toWellFormed().replaceAll('\0', '')),
  /** Milliseconds since 1970; within a version, the later of two answers to a question wins. Defaults to now. */
  edited_at: z.number().nonnegative().optional(),
})

export const saveDraft = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/candidate/drafts',
  longText: true,
  summary: 'Save an unfinished application for 14 days and email a link to continue; the response is the same for every address',
  status: 202,
  body: z.object({
    ref_function_role_id: Id,
    email: boundedText(254).trim().toLowerCase().refine(isEmailAddress, 'Please enter a valid email address'),
    answers: z.array(DraftAnswer).max(200),
    /** The `via` of the link the person used; the emailed link keeps it. */
    via: boundedText(40).optional(),
    /** The saved version these answers are based on, as returned. If another device has saved since, both versions are kept. */
    saved_at: boundedText(40).optional(),
    /**
     * A random ID shared by all tabs of a browser. Tabs share what's typed, so a tab can build on a version that another tab saved, or whose response
     * was lost.
     */
    device: boundedText(40).optional(),
  }),
  output: Message.extend({
    saved_at: Instant,
    /** True if there's another version of the draft, which the form offers. */
    has_other: z.boolean(),
  }),
})

const params = z.object({ key: z.string().max(100) })
const Answers = z.array(DraftAnswer.required())

export const readDraft = endpoint({
  who: 'anyone',
  method: 'GET',
  path: '/api/candidate/drafts/{key}',
  summary: 'Get the answers saved under an emailed key, and a second version if two devices saved; 404 once expired, submitted or deleted',
  params,
  output: z.object({ ref_function_role_id: Id, saved_at: Instant, answers: Answers, other: Answers.nullable() }),
})

export const deleteDraft = endpoint({
  who: 'anyone',
  method: 'DELETE',
  path: '/api/candidate/drafts/{key}',
  summary: 'Delete the answers saved under an emailed key',
  status: 204,
  params,
  output: Empty,
})
