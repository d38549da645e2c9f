import type { InterviewerAnswer } from '#contract/scheduling/scheduling.ts'

/** What interviewers are told about their own answer. */
export const ANSWERED: Record<InterviewerAnswer, string> = {
  accepted: 'You accepted this interview.',
  declined: "You declined this interview. We've told the hiring lead.",
}

/** What an interviewer is told once a colleague has it. */
export const TAKEN_OVER = "A colleague will take over this interview. There's nothing else you need to do."

/** What staff see beside an upcoming interview. */
export function answerOf(answer: InterviewerAnswer | null): string {
  return answer ?? 'not answered'
}
