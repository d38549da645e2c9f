import { z } from 'zod'
import { endpoint, Id, IdText, Instant, words } from './endpoint.ts'

export const NO_INTERVIEW = 'Please select an interview type to update'
export const NO_INTERVIEW_NAME = 'Interview name is required'
/** The interviews whose missing feedback the feedback review warns about. */
export const EXPECTED_INTERVIEWS = ['Interview A', 'Interview B', 'Interview C']

/** When interviewers see a candidate's answers: from the start, only once the interview starts, or not at all. */
export const SeesAnswers = z.enum(['always', 'from-start', 'never'])
export type SeesAnswers = z.infer<typeof SeesAnswers>
/** Whether the resume comes with the answers. */
export const SeesResume = z.enum(['with-answers', 'never'])
export type SeesResume = z.infer<typeof SeesResume>

export const InterviewType = z.object({
  ref_interview_id: Id,
  interview_name: z.string(),
  /** Plain lines, each an entry of a list, or HTML with the allowed markup. */
  interview_desc: z.string(),
  sees_answers: SeesAnswers,
  sees_resume: SeesResume,
  version: z.int(),
  modified_at: Instant,
  modified_by_email: z.string().nullable(),
})
export type InterviewType = z.infer<typeof InterviewType>

export const listInterviews = endpoint({
  who: 'staff',
  method: 'GET',
  path: '/api/interviews',
  summary: 'All interview types with the instructions for interviewers',
  output: z.array(InterviewType),
})

export const updateInterview = endpoint({
  who: 'admin',
  method: 'PUT',
  path: '/api/interviews/{id}',
  summary: 'Change the name, the instructions, or what interviewers see of the candidate; 409 when `version` is not the stored one or the name is taken',
  params: z.object({ id: IdText }),
  body: z.object({
    interview_name: words(200).trim().min(1, NO_INTERVIEW_NAME).optional(),
    interview_desc: words(50_000).optional(),
    sees_answers: SeesAnswers.optional(),
    sees_resume: SeesResume.optional(),
    version: z.int().optional(),
  }),
  output: InterviewType,
})
