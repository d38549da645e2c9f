import type { AskedQuestion } from '#contract/pages.ts'
import { DEFAULT_MAX_WORDS, isQuestionType, QUESTION_TYPE_NAMES, QUESTION_TYPES } from '#contract/questions/question-rules.ts'
import { createQuestion, updateQuestion, type ApplicationQuestion } from '#contract/questions/questions.ts'
import { validationErrors } from '#web/ui/editor/validation-errors.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import type { FieldErrors } from '#web/ui/editor/use-editing.ts'

/** A question as form state: numbers as typed, choices one per line; `place` is its new position, '' to keep the current one. */
export type QuestionDraft = Pick<
  ApplicationQuestion,
  'question_name' | 'question_type' | 'question_text' | 'question_placeholder' | 'required_flag' | 'disabled_flag' | 'all_roles_flag'
> & { max_words: string; place: string; ref_function_role_ids: string[]; answers: string }

export const LABELS: Record<keyof QuestionDraft, string> = {
  question_name: 'Question name',
  question_type: 'Question type',
  question_text: 'Question text',
  question_placeholder: 'Hint',
  answers: 'Choices',
  max_words: 'Word limit',
  place: 'Position',
  required_flag: 'Required',
  disabled_flag: 'Disabled',
  all_roles_flag: 'Asked for all roles',
  ref_function_role_ids: 'Asked for',
}

export const EMPTY: Versioned<QuestionDraft> = {
  version: 0,
  text: {
    question_name: '',
    question_type: QUESTION_TYPE_NAMES[0]!,
    question_text: '',
    question_placeholder: '',
    answers: '',
    max_words: String(DEFAULT_MAX_WORDS),
    place: '',
    required_flag: false,
    disabled_flag: false,
    all_roles_flag: false,
    ref_function_role_ids: [],
  },
}

export function toDraft(question: ApplicationQuestion): Versioned<QuestionDraft> {
  const { question_name, question_type, question_text, question_placeholder, required_flag, disabled_flag, all_roles_flag } = question
  return {
    version: question.version,
    text: {
      question_name,
      question_type,
      question_text,
      question_placeholder,
      answers: question.answers.map((one) => one.answer_text).join('\n'),
      max_words: String(question.max_words),
      place: '',
      required_flag,
      disabled_flag,
      all_roles_flag,
      ref_function_role_ids: question.ref_function_role_ids.map(String),
    },
  }
}

/** The wording that can be changed later, in request format. */
export function toRequest({ question_name: _name, question_type, place, answers, ...words }: QuestionDraft) {
  return {
    ...words,
    max_words: Number(words.max_words),
    ...(place.trim() !== '' && { place: Number(place) }),
    ref_function_role_ids: words.all_roles_flag ? [] : words.ref_function_role_ids.map(Number),
    ...(isQuestionType(question_type) &&
      QUESTION_TYPES[question_type].edits.choices && { answers: parseChoices(answers).map((answer_text) => ({ answer_text })) }),
  }
}

/** As an applicant sees it. */
export function toPreview(words: QuestionDraft): AskedQuestion {
  const { question_type, question_text, question_placeholder, required_flag } = words
  return {
    ref_question_id: 1,
    question_name: words.question_name || 'question',
    question_text: question_text || 'Question text',
    question_type,
    question_placeholder,
    required_flag,
    max_words: Number(words.max_words) || DEFAULT_MAX_WORDS,
    answers: (toRequest(words).answers ?? []).map((choice, place) => ({ ref_question_answer_id: place + 1, ...choice })),
  }
}

export function findErrors(words: QuestionDraft): FieldErrors {
  return validationErrors(updateQuestion.body, { ref_question_id: 1, ...toRequest(words) })
}

export function findNewErrors(words: QuestionDraft): FieldErrors {
  const { question_name, question_type } = words
  return validationErrors(createQuestion.body, { question_name, question_type, ...toRequest(words) })
}

/** Formats a value for display next to someone else's version. */
export function displayValue(_field: keyof QuestionDraft, value: QuestionDraft[keyof QuestionDraft]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.map((id) => `Role ${id}`).join(', ') : value
}

function parseChoices(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
