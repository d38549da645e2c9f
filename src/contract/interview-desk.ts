import { z } from 'zod'
import { endpoint, Id, IdText, Instant } from './endpoint.ts'
import { AnswersVisibility } from './interviews.ts'

const params = { user_session_id: IdText, ref_interview_id: IdText }

/**
 * Why a candidate's answers and resume are or aren't shown. `before-start`: they're hidden until the interview starts. `not-yours`: someone else
 * conducts this interview.
 */
export const DeskAccess = z.enum(['shown', 'before-start', 'never', 'not-yours'])
export type DeskAccess = z.infer<typeof DeskAccess>

export const InterviewDesk = z.object({
  user_session_id: Id,
  ref_interview_id: Id,
  access: DeskAccess,
  sees_answers: AnswersVisibility,
  /** The start of the caller's booking, if any. */
  starts_at: Instant.nullable(),
  ends_at: Instant.nullable(),
  join_url: z.string().nullable(),
  function_role_name: z.string(),
  function_role_description: z.string(),
  function_role_requirements: z.string(),
  /** Without names, addresses and links; empty unless `access` is `shown`. */
  answers: z.array(z.object({ question_text: z.string(), applicants_answer: z.string() })),
  has_resume: z.boolean(),
})
export type InterviewDesk = z.infer<typeof InterviewDesk>

export const readInterviewDesk = endpoint({
  who: 'interviewer',
  method: 'GET',
  path: '/api/interviewer_feedback/desk',
  summary:
    "Get what an interviewer sees next to the form: the time, the role, and the candidate's answers as the interview's settings allow. 404 for a candidate outside the panel interview, unless the caller wrote feedback on them",
  query: z.object(params),
  output: InterviewDesk,
})

export const readInterviewResume = endpoint({
  who: 'interviewer',
  method: 'GET',
  path: '/api/interviewer_feedback/resume',
  summary: "Get the resume of a candidate the caller interviews; 403 if the interview's settings hide it, 404 if there's none. Each read is in the audit trail",
  query: z.object(params),
  produces: 'application/pdf',
  output: z.unknown(),
})
