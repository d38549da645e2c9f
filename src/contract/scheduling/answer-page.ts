import type { InterviewerAnswer } from './scheduling.ts'

/** Where an interviewer accepts or declines an interview by a link; `interview` is null when the link no longer opens one. */
export type AnswerInterviewView = {
  page: 'answer-interview'
  interview: {
    interview_name: string
    /** The candidate's. */
    name: string
    function_role_name: string
    starts_at: string
    /** The start in words, with its time zone. */
    when: string
    minutes: number
    where_text: string
    join_url: string | null
    interviewer_answer: InterviewerAnswer | null
  } | null
  refusal: string | null
}
