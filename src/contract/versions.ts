import { z } from 'zod'
import { endpoint, flagText, Id, IdText } from './endpoint.ts'

/** What has versions. The wording of questions and red flags isn't tied to any applicant. */
export const VersionKind = z.enum(['rationale', 'feedback', 'answer', 'contact', 'note', 'mark', 'candidate_feedback', 'red_flag', 'question'])
export type VersionKind = z.infer<typeof VersionKind>

export const TextVersion = z.object({
  kind: VersionKind,
  /** The row in its kind's table: a red-flag decision, a feedback answer, a note, a mark, the application, or a red flag. */
  of_id: Id,
  version: z.int().min(1),
  /** For a mark, the current wording of its red flag; for a reworded question, its name; null for other kinds. */
  about: z.string().nullable(),
  /** The text; null once it's been deleted or erased. */
  text: z.string().nullable(),
  deleted: z.boolean(),
  /** Null for the candidate and for Rounds itself. */
  by_email: z.string().nullable(),
  by_candidate: z.boolean(),
  written_at: z.iso.datetime(),
  why: z.string().nullable(),
  after_decision: z.boolean(),
  is_newest: z.boolean(),
})
export type TextVersion = z.infer<typeof TextVersion>

export const listVersions = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/{id}/versions',
  reveals: true,
  summary:
    'What was changed or deleted about an applicant, version by version, with the wordings of their red flags and (with names) questions. A text without versions here is as it was first written. A caller who still owes interview feedback sees no opinions',
  params: z.object({ id: IdText }),
  query: z.object({ identifiable: flagText(false) }),
  output: z.array(TextVersion),
})
