/**
 * The rules of an application form, for both sides. No schema library here: this file is part of the form that candidates
 * download, on old phones too.
 */
export const QUESTION_TYPES = ['Extended Open Text Box', 'Text', 'Email Input', 'Yes/No Questions', 'Checkboxes'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

export const DEFAULT_MAX_WORDS = 300
export const MAX_CHARACTERS = 4000
/** One-line answers: a name, an address, a number. */
export const MAX_LINE = 500
/** Between the choices of an answer to a question with several checkboxes. */
export const CHOICE_SEPARATOR = '; '

export type Asked = {
  question_name: string
  question_type: string
  required_flag: boolean
  max_words: number
  answers: { answer_text: string }[]
}

export function isQuestionType(type: string): type is QuestionType {
  return (QUESTION_TYPES as readonly string[]).includes(type)
}

/** Words between white space of any script. */
export function countWords(text: string): number {
  return text.trim() === '' ? 0 : text.trim().split(/\s+/u).length
}

/** The refusal of one answer in the words for the applicant, or null when it is fine. */
export function whatIsWrong(question: Asked, answer: string): string | null {
  if (!isQuestionType(question.question_type)) return null
  if (answer.trim() === '') return question.required_flag ? 'This field is required' : null
  return (BY_NAME[question.question_name] ?? BY_TYPE[question.question_type])(answer.trim(), question)
}

type Check = (answer: string, question: Asked) => string | null

const BY_TYPE: Record<QuestionType, Check> = {
  'Extended Open Text Box': withinLimits,
  Text: oneLine,
  'Email Input': anEmail,
  'Yes/No Questions': yesOrNo,
  Checkboxes: ofTheChoices,
}

const BY_NAME: Record<string, Check | undefined> = {
  first_name: oneLine,
  last_name: oneLine,
  email: anEmail,
  linkedin_profile_url: aLinkedInProfile,
  require_sponsorship: yesOrNo,
  recent_role_tenure: aNumberOfMonths,
}

function withinLimits(answer: string, { max_words }: Asked): string | null {
  if (countWords(answer) > max_words) return `Response exceeds maximum word limit of ${max_words}`
  if (answer.length > MAX_CHARACTERS) return `Response exceeds maximum character limit of ${MAX_CHARACTERS}`
  return null
}

function oneLine(answer: string): string | null {
  if (answer.length > MAX_LINE) return `Use at most ${MAX_LINE} characters`
  return /[\r\n]/.test(answer) ? 'Use one line only' : null
}

/** Stricter than the mail standards on purpose: an address that needs quoting is a way to reach somebody else. */
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text)
}

function anEmail(answer: string): string | null {
  return isEmailAddress(answer) ? null : 'Please enter a valid email address'
}

function aLinkedInProfile(answer: string): string | null {
  const fits = answer.length <= MAX_LINE && /^https?:\/\/(www\.)?linkedin\.com\/\S+$/i.test(answer)
  return fits ? null : 'Please enter a valid LinkedIn profile URL'
}

function yesOrNo(answer: string): string | null {
  return /^(yes|no)$/i.test(answer) ? null : 'Please select Yes or No'
}

function aNumberOfMonths(answer: string): string | null {
  return /^\d{1,4}$/.test(answer) ? null : 'Enter a whole number of months, 0 or more'
}

function ofTheChoices(answer: string, { answers }: Asked): string | null {
  if (answers.length === 0) return yesOrNo(answer)
  const chosen = answer.split(CHOICE_SEPARATOR)
  return chosen.every((one) => answers.some((choice) => choice.answer_text === one)) ? null : 'Choose from the list'
}

/** 'yes', 'YES' and 'Yes' are one answer; boolean answers are stored as 'Yes' or 'No', and a box left empty is a 'No'. */
export function asStored(question: Asked, answer: string): string {
  const text = answer.replace(/\r\n/g, '\n').trim()
  const isBox = question.question_type === 'Checkboxes' && question.answers.length === 0
  if (!isBox && question.question_type !== 'Yes/No Questions') return text
  if (/^yes$/i.test(text)) return 'Yes'
  if (/^no$/i.test(text) || (isBox && text === '' && !question.required_flag)) return 'No'
  return text
}

/** The parts of the form, in order. */
export const SECTIONS = ['Personal Information', 'Work Authorization', 'Previous Experience', 'Opt-Ins', 'Free Response'] as const
export type Section = (typeof SECTIONS)[number]

const PERSONAL = ['first_name', 'last_name', 'email', 'linkedin_profile_url']
const WORK_AUTHORIZATION = ['require_sponsorship', 'opt_in_legally_authorized']
const EXPERIENCE = ['startup_previously', 'recent_role_tenure']

export function sectionOf(question: { question_name: string; question_type: string }): Section {
  if (PERSONAL.includes(question.question_name)) return 'Personal Information'
  if (WORK_AUTHORIZATION.includes(question.question_name)) return 'Work Authorization'
  if (EXPERIENCE.includes(question.question_name)) return 'Previous Experience'
  return question.question_type === 'Checkboxes' ? 'Opt-Ins' : 'Free Response'
}

/** Personal fields first, then checkboxes, then the rest; otherwise as staff ordered them. */
export function inFormOrder<Q extends { question_name: string; question_type: string }>(questions: Q[]): Q[] {
  const rank = (one: Q) => {
    const place = PERSONAL.indexOf(one.question_name)
    if (place >= 0) return place
    return one.question_type === 'Checkboxes' ? 10 : 20
  }
  return questions
    .map((one, place) => ({ one, place }))
    .toSorted((a, b) => rank(a.one) - rank(b.one) || a.place - b.place)
    .map(({ one }) => one)
}
