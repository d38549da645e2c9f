/** What a question asks for, as far as its time goes. */
type Asked = { question_type: string; required_flag: boolean; max_words: number }

/** Reading and answering, by type; seconds. */
const SECONDS: Record<string, number | undefined> = { Text: 15, 'Email Input': 20, 'Yes/No Questions': 10, Checkboxes: 10 }
/** Thinking and typing, on a phone as on a desk; and most people write about half of what they may. */
const WORDS_A_MINUTE = 30
const SHARE_USED = 0.5

/** How long applying takes, from the limits of the questions that need an answer; whole minutes, at least 1. */
export function minutesToApply(questions: Asked[]): number {
  const seconds = questions
    .filter((question) => question.required_flag)
    .map(({ question_type, max_words }) => SECONDS[question_type] ?? (max_words * SHARE_USED * 60) / WORDS_A_MINUTE)
  return Math.max(1, Math.round(seconds.reduce((sum, one) => sum + one, 0) / 60))
}

export function minutesInWords(minutes: number): string {
  return minutes === 1 ? 'Takes about a minute' : `Takes about ${minutes} minutes`
}
