import { isQuestionType, QUESTION_TYPES } from '../questions/question-rules.ts'

/** What a question requires, as far as its time goes. */
type Asked = { question_type: string; required_flag: boolean; max_words: number }

/** Thinking and typing, on any device; most people write about half of the limit. */
const WORDS_A_MINUTE = 30
const SHARE_USED = 0.5

/** How long applying takes, from the limits of the required questions; in whole minutes, at least 1. */
export function minutesToApply(questions: Asked[]): number {
  const seconds = questions
    .filter((question) => question.required_flag)
    .map(({ question_type, max_words }) => {
      // A type the form can't show takes no time.
      if (!isQuestionType(question_type)) return 0
      return QUESTION_TYPES[question_type].seconds ?? (max_words * SHARE_USED * 60) / WORDS_A_MINUTE
    })
  return Math.max(1, Math.round(seconds.reduce((sum, one) => sum + one, 0) / 60))
}

export function minutesInWords(minutes: number): string {
  return minutes === 1 ? 'Takes about a minute' : `Takes about ${minutes} minutes`
}
