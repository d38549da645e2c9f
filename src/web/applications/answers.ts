import type { FieldError, FormValues } from '#contract/applications/form-values.ts'
import type { AskedQuestion } from '#contract/pages.ts'
import { CHOICE_SEPARATOR } from '#contract/applications/answer-checks.ts'
import { toStored, sortForForm, answerError, withoutInvisible } from '#contract/questions/question-rules.ts'

/** The form's current values, by `question_name`. */
export function valuesOf(form: HTMLFormElement, questions: { question_name: string }[]): FormValues {
  const content = new FormData(form)
  return Object.fromEntries(questions.map(({ question_name }) => [question_name, content.getAll(question_name).join(CHOICE_SEPARATOR)]))
}

/** The errors the server would return, in form order. */
export function findErrors(questions: AskedQuestion[], values: FormValues): FieldError[] {
  return sortForForm(questions).flatMap((question) => {
    const message = answerError(question, toStored(question, values[question.question_name] ?? ''))
    return message ? [{ path: question.question_name, message }] : []
  })
}

/** The server's errors in field order. */
export function sortLikeForm(faults: FieldError[], questions: AskedQuestion[]): FieldError[] {
  const names = sortForForm(questions).map(({ question_name }) => question_name)
  return faults.toSorted((a, b) => names.indexOf(a.path) - names.indexOf(b.path))
}

export const FILLED_EVENT = 'filled'

/** Sets only the fields named in `values`; fields that count words listen for the event. */
export function fill(form: HTMLFormElement, values: FormValues): void {
  for (const field of fieldsOf(form)) {
    const value = values[field.name]
    if (value === undefined) continue
    if (isChoice(field)) field.checked = value.split(CHOICE_SEPARATOR).includes(field.value)
    else field.value = value
  }
  form.dispatchEvent(new Event(FILLED_EVENT))
}

/** Removes invisible characters that the server would strip; returns true if there were any. */
export function stripInvisible(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  const text = withoutInvisible(field.value)
  if (text === field.value) return false
  field.value = text
  field.form?.dispatchEvent(new Event(FILLED_EVENT))
  return true
}

/** The fields a person used before this script loaded, including those they changed back to the original value. */
export function editedEarly(form: HTMLFormElement): string[] {
  const isEdited = (field: Field) => (isChoice(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue)
  return [...new Set(fieldsOf(form).flatMap((field) => (isEdited(field) || wasUsed(field) ? [field.name] : [])))]
}

/** The browser's record of whether a person, rather than a script, used the field. */
function wasUsed(field: Field): boolean {
  try {
    return field.matches(':user-valid, :user-invalid')
  } catch {
    return false
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement

function fieldsOf(form: HTMLFormElement): Field[] {
  const isField = (one: Element): one is Field => (one instanceof HTMLInputElement && one.type !== 'hidden') || one instanceof HTMLTextAreaElement
  return [...form.elements].filter(isField).filter((field) => field.name !== '')
}

function isChoice(field: Field): field is HTMLInputElement {
  return field.type === 'radio' || field.type === 'checkbox'
}
