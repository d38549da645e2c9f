import {
  checkLinkedInProfile,
  checkMonths,
  checkEmail,
  checkChoices,
  checkSingleLine,
  checkLength,
  checkYesOrNo,
  type AnswerRules,
  type AnswerCheck,
} from '../applications/answer-checks.ts'
import { isBlank } from '../text/is-blank.ts'

/**
 * The rules of an application form, for both the server and the browser. They don't use the schema library, because this file is part of the form
 * candidates download, even on old phones.
 */
export const DEFAULT_MAX_WORDS = 300

/** The sections of the form, in order. */
export const SECTIONS = ['Personal Information', 'Work Authorization', 'Previous Experience', 'Opt-Ins', 'Free Response'] as const
export type Section = (typeof SECTIONS)[number]

type TypeRules = {
  check: AnswerCheck
  /** True if answers identify someone; with identities hidden, they never leave the server. */
  identifies: boolean
  /** True if it has its own column in the table and the CSV. */
  column: boolean
  /** Returns the answer as shown in the CSV, before quoting. */
  csv: (answer: string) => string
  /** Returns the answer as stored: equal answers are spelled the same. */
  stored: (answer: string, question: AnswerRules) => string
  section: Section
  /** True if it comes before other types in the form. */
  isEarly: boolean
  /** What staff can set in addition to the wording. */
  edits: { choices: boolean; wordLimit: boolean }
  /**
   * Answered as a list on a separate page, so the answer here stays empty and is never required. Unless staff choose roles, only roles that name
   * license states ask it.
   */
  isList?: true
}

const keepAsWritten = (answer: string) => answer
const written = { csv: keepAsWritten, stored: keepAsWritten, section: 'Free Response', isEarly: false, column: true } as const
const noEdits = { choices: false, wordLimit: false }

/** The properties of each type; its form field is in `web/applications/fields`. */
export const QUESTION_TYPES = {
  'Extended Open Text Box': { ...written, check: checkLength, identifies: false, edits: { choices: false, wordLimit: true } },
  Text: { ...written, check: checkSingleLine, identifies: false, edits: noEdits },
  'Email Input': { ...written, check: checkEmail, identifies: true, edits: noEdits },
  'Yes/No Questions': { ...written, check: checkYesOrNo, identifies: false, stored: parseYesOrNo, edits: noEdits },
  Checkboxes: {
    ...written,
    check: checkChoices,
    identifies: false,
    stored: parseTicked,
    section: 'Opt-Ins',
    isEarly: true,

    edits: { choices: true, wordLimit: false },
  },
  Licenses: {
    ...written,
    check: () => null,
    identifies: true,
    stored: () => '',
    section: 'Work Authorization',
    column: false,

    edits: noEdits,
    isList: true,
  },
} satisfies Record<string, TypeRules>

export type QuestionType = keyof typeof QUESTION_TYPES
export const QUESTION_TYPE_NAMES = Object.keys(QUESTION_TYPES) as QuestionType[]

export function isQuestionType(type: string): type is QuestionType {
  return Object.hasOwn(QUESTION_TYPES, type)
}

function rulesOf(question_type: string): TypeRules | null {
  return isQuestionType(question_type) ? QUESTION_TYPES[question_type] : null
}

export function isListType(type: string): boolean {
  return rulesOf(type)?.isList === true
}

export const LIST_TYPES = QUESTION_TYPE_NAMES.filter(isListType)

type NameRules = {
  check?: AnswerCheck
  section: Section
  /** True if it identifies someone; shown next to an application, not among its answers. */
  identifies: boolean
  /** What's lost without an answer; null if nothing uses it. */
  lost: string | null
}

const personal = { section: 'Personal Information', identifies: true } as const

/** Questions that the product reads by name, in form order. */
export const KNOWN_QUESTIONS: Record<string, NameRules | undefined> = {
  first_name: { ...personal, check: checkSingleLine, lost: 'Emails to applicants and the review screen use the first name.' },
  last_name: { ...personal, check: checkSingleLine, lost: 'Emails to applicants and the review screen use the last name.' },
  email: { ...personal, check: checkEmail, lost: "Without it, we can't email the applicant, not even the confirmation." },
  linkedin_profile_url: { ...personal, check: checkLinkedInProfile, lost: 'The review screen shows the profile and links applications by it.' },
  require_sponsorship: { section: 'Work Authorization', identifies: false, check: checkYesOrNo, lost: 'Shown as a column on the review screen.' },
  opt_in_legally_authorized: { section: 'Work Authorization', identifies: false, lost: null },
  startup_previously: { section: 'Previous Experience', identifies: false, lost: 'Shown next to the applicant on the review screen.' },
  recent_role_tenure: { section: 'Previous Experience', identifies: false, check: checkMonths, lost: 'Shown next to the applicant on the review screen.' },
}
const KNOWN_NAMES = Object.keys(KNOWN_QUESTIONS)

/** Questions whose names contain any of these don't get their own column in the table and the CSV. */
const UNSTORED = ['opt_in', 'require_sponsorship', 'recent_role_tenure', 'startup_previously']

type QuestionKey = { question_name: string; question_type: string }

/** Names of questions whose answers identify someone, and types whose answers don't. Answers of unknown types are treated as identifying. */
export const IDENTIFYING_NAMES = KNOWN_NAMES.filter((name) => KNOWN_QUESTIONS[name]!.identifies)
export const UNIDENTIFYING_TYPES = QUESTION_TYPE_NAMES.filter((type) => !QUESTION_TYPES[type].identifies)

export function hasOwnColumn({ question_name, question_type }: QuestionKey): boolean {
  const isBeside = IDENTIFYING_NAMES.includes(question_name) || UNSTORED.some((part) => question_name.includes(part))
  return !isBeside && (rulesOf(question_type)?.column ?? true)
}

/** Returns an answer as shown in a CSV, before quoting. */
export function toCsvText(question_type: string, answer: string): string {
  return rulesOf(question_type)?.csv(answer) ?? answer
}

/** Returns what's wrong with an answer, worded for the applicant; null if it's fine. */
export function answerError(question: AnswerRules, answer: string): string | null {
  const rules = rulesOf(question.question_type)
  if (!rules) return null
  if (isBlank(answer)) return question.required_flag ? 'This field is required' : null
  return (KNOWN_QUESTIONS[question.question_name]?.check ?? rules.check)(answer.trim(), question)
}

/** Control characters, and characters that reverse the text direction: invisible when pasted, misleading when read. */
// oxlint-disable-next-line no-control-regex -- PostgreSQL can't store NUL, and no answer needs the others
const INVISIBLE_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\u202a-\u202e\u2066-\u2069\ufeff]/g

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE_CHARACTERS, '')
}

/** Returns an answer for display. An unchecked box isn't shown as "No", because the person didn't say that. */
export function displayedAnswer({ question_type, question_text }: { question_type: string; question_text: string }, answer: string): string {
  const isBox = rulesOf(question_type)?.stored === parseTicked && !question_text.trimEnd().endsWith('?')
  return isBox && answer === 'No' ? 'Not checked' : answer
}

/** Stores 'yes', 'YES' and 'Yes' as the same answer. Boolean answers become 'Yes' or 'No'; an unchecked optional box is a 'No'. */
export function toStored(question: AnswerRules, answer: string): string {
  const text = isBlank(answer) ? '' : withoutInvisible(answer.replace(/\r\n/g, '\n')).trim()
  return rulesOf(question.question_type)?.stored(text, question) ?? text
}

function parseYesOrNo(text: string): string {
  if (/^yes$/i.test(text)) return 'Yes'
  return /^no$/i.test(text) ? 'No' : text
}

function parseTicked(text: string, { answers, required_flag }: AnswerRules): string {
  if (answers.length > 0) return text
  return text === '' && !required_flag ? 'No' : parseYesOrNo(text)
}

export function sectionOf({ question_name, question_type }: QuestionKey): Section {
  return KNOWN_QUESTIONS[question_name]?.section ?? rulesOf(question_type)?.section ?? 'Free Response'
}

/** Sorts personal fields first, then checkboxes, then the rest; within each group, in the order set by staff. */
export function sortForForm<Q extends QuestionKey>(questions: Q[]): Q[] {
  const rank = (one: Q) => {
    if (IDENTIFYING_NAMES.includes(one.question_name)) return IDENTIFYING_NAMES.indexOf(one.question_name)
    return rulesOf(one.question_type)?.isEarly ? KNOWN_NAMES.length : KNOWN_NAMES.length + 1
  }
  return questions
    .map((question, index) => ({ one: question, place: index }))
    .toSorted((a, b) => rank(a.one) - rank(b.one) || a.place - b.place)
    .map(({ one }) => one)
}
