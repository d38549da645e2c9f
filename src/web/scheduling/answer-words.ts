import type { InterviewerAnswer } from '#contract/scheduling/scheduling.ts'

/** What interviewers are told about their own answer. */
export const ANSWERED: Record<InterviewerAnswer, string> = {
  accepted: 'You accepted this interview.',
  declined: 'You declined this interview. The hiring lead has been told.',
}

/** What staff see beside an interview to come. */
export function answerOf(answer: InterviewerAnswer | null): string {
  return answer ?? 'not answered'
}
