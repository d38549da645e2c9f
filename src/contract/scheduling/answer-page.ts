import type { InterviewerAnswer } from './scheduling.ts'

/** The page where an interviewer accepts or declines an interview, or proposes another time, through a link; `interview` is null if the link is no longer valid. */
export type AnswerInterviewView = {
  page: 'answer-interview'
  interview: {
    interview_name: string
    /** The candidate's name. */
    name: string
    function_role_name: string
    starts_at: string
    /** The start time in words, with its time zone. */
    when: string
    minutes: number
    where_text: string
    join_url: string | null
    interviewer_answer: InterviewerAnswer | null
    /** The time the interviewer proposed instead, in words. */
    proposed_when: string | null
    /** The interviewer's time zone, for the time they can propose. */
    time_zone: string
  } | null
  refusal: string | null
  /** True if it was just declined on this page and a colleague is taking it over. */
  is_taken_over: boolean
}
