import { z } from 'zod'
import { identifiable } from './applicants.ts'
import { Empty, endpoint, Id, IdText, Instant, requiredText } from '../endpoint.ts'

const ApplicantParams = z.object({ id: IdText })
const Assignee = z.string().trim().toLowerCase().max(254).nullable()

export const listColleagues = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/{id}/colleagues',
  summary: 'List who can be assigned to an applicant or mentioned in a note: everyone who can see the applicant',
  params: ApplicantParams,
  output: z.array(z.object({ email: z.string() })),
})

export const assignApplicant = endpoint({
  who: 'admin',
  may: 'read',
  method: 'PUT',
  path: '/api/applicants/{id}/assignment',
  summary: "Assign a colleague to an applicant, or no one (`null`); 422 for someone who can't see the applicant",
  params: ApplicantParams,
  body: z.object({ email: Assignee }),
  output: z.object({ assigned_to: z.string().nullable() }),
})

export const MAX_ASSIGNED = 500

export const assignMany = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/applicants/assign',
  summary: `Assign a colleague to up to ${MAX_ASSIGNED} applicants, or no one (\`null\`); each result has the status the single call would have returned`,
  body: z.object({ user_session_ids: z.array(Id).min(1).max(MAX_ASSIGNED), email: Assignee }),
  output: z.object({ results: z.array(z.object({ user_session_id: Id, status: z.int(), detail: z.string().nullable() })) }),
})

export const Note = z.object({
  note_id: Id,
  /** Markdown as typed; with identities hidden, the applicant's own name and address are masked. */
  note_text: z.string(),
  written_by_email: z.string(),
  created_at: Instant,
  /** Who it mentions. */
  mentions: z.array(z.string()),
  /** True if the caller wrote it; only the author can delete it. */
  is_own: z.boolean(),
})
export type Note = z.infer<typeof Note>

export const listNotes = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/{id}/notes',
  reveals: true,
  summary: "List colleagues' notes on an applicant, oldest first; marks the caller's mentions in them as read",
  params: ApplicantParams,
  query: z.object({ identifiable }),
  output: z.array(Note),
})

export const writeNote = endpoint({
  who: 'admin',
  may: 'read',
  method: 'POST',
  path: '/api/applicants/{id}/notes',
  summary: 'Add a note; `@name` or `@name@company.example` mentions a colleague who can see the applicant',
  status: 201,
  params: ApplicantParams,
  body: z.object({ note_text: requiredText(5000, 'Write something first') }),
  output: Note,
})

export const deleteNote = endpoint({
  who: 'admin',
  may: 'read',
  method: 'DELETE',
  path: '/api/applicants/{id}/notes/{note_id}',
  summary: "Delete one of the caller's notes",
  status: 204,
  params: ApplicantParams.extend({ note_id: IdText }),
  output: Empty,
})

const WaitingApplicant = { user_session_id: Id, alias: z.string(), function_role_name: z.string(), by_email: z.string(), at: Instant }

export const listWaitingForMe = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/applicants/waiting-for-me',
  summary: "List the caller's unread mentions and the open applications assigned to them",
  output: z.object({
    mentions: z.array(z.object({ ...WaitingApplicant, note_id: Id })),
    assigned: z.array(z.object({ ...WaitingApplicant, application_status: z.string() })),
  }),
})

/** Returns the names a note mentions, in lower case: `@name` or a full address. */
export function findMentions(note_text: string): string[] {
  return [...new Set([...note_text.matchAll(/(?<![\w@])@([\w.+-]+(?:@[\w-]+(?:\.[\w-]+)+)?)/g)].map(([, name]) => name!.toLowerCase().replace(/[.-]+$/, '')))]
}
