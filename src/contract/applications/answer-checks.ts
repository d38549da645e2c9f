/** Checks for single answers. They don't use the schema library, because this file is part of the form candidates download. */
export const MAX_CHARACTERS = 4000
/** For one-line answers: a name, an address, a number. */
export const MAX_LINE_LENGTH = 500
/** Separates the choices in an answer to a multiple-checkbox question. */
export const CHOICE_SEPARATOR = '; '

export type AnswerRules = {
  question_name: string
  question_type: string
  required_flag: boolean
  max_words: number
  answers: { answer_text: string }[]
}

/** Returns an error addressed to the applicant, or null. The answer is trimmed and never empty. */
export type AnswerCheck = (answer: string, question: AnswerRules) => string | null

/** Counts words separated by white space in any script. */
export function countWords(text: string): number {
  return text.trim() === '' ? 0 : text.trim().split(/\s+/u).length
}

export function checkLength(answer: string, { max_words }: AnswerRules): string | null {
  if (countWords(answer) > max_words) return `Response exceeds maximum word limit of ${max_words}`
  if (answer.length > MAX_CHARACTERS) return `Response exceeds maximum character limit of ${MAX_CHARACTERS}`
  return null
}

export function checkSingleLine(answer: string): string | null {
  if (answer.length > MAX_LINE_LENGTH) return `Use at most ${MAX_LINE_LENGTH} characters`
  return /[\r\n]/.test(answer) ? 'Keep it to one line' : null
}

/** Deliberately stricter than the mail standards: an address that needs quoting could be used to reach someone else. */
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text)
}

export function checkEmail(answer: string): string | null {
  return isEmailAddress(answer) ? null : 'Please enter a valid email address'
}

export function checkLinkedInProfile(answer: string): string | null {
  const fits = answer.length <= MAX_LINE_LENGTH && /^https?:\/\/(www\.)?linkedin\.com\/\S+$/i.test(answer)
  return fits ? null : 'Please enter a valid LinkedIn profile URL'
}

export function checkYesOrNo(answer: string): string | null {
  return /^(yes|no)$/i.test(answer) ? null : 'Please select Yes or No'
}

export function checkMonths(answer: string): string | null {
  return /^\d{1,4}$/.test(answer) ? null : 'Enter a whole number of months, 0 or more'
}

export function checkChoices(answer: string, { answers }: AnswerRules): string | null {
  if (answers.length === 0) return checkYesOrNo(answer)
  const chosen = answer.split(CHOICE_SEPARATOR)
  return chosen.every((one) => answers.some((choice) => choice.answer_text === one)) ? null : 'Choose from the list'
}
