import type { AskedQuestion, FieldFault, Values } from '#contract/pages.ts'
import { CHOICE_SEPARATOR } from '#contract/answer-checks.ts'
import { asStored, whatIsWrong } from '#contract/question-rules.ts'

/** What stands in the form now, by `question_name`. */
export function valuesOf(form: HTMLFormElement, questions: AskedQuestion[]): Values {
  const content = new FormData(form)
  return Object.fromEntries(questions.map(({ question_name }) => [question_name, content.getAll(question_name).join(CHOICE_SEPARATOR)]))
}

/** The refusals that the server would give, in the order of the form. */
export function faultsOf(questions: AskedQuestion[], values: Values): FieldFault[] {
  return questions.flatMap((question) => {
    const message = whatIsWrong(question, asStored(question, values[question.question_name] ?? ''))
    return message ? [{ path: question.question_name, message }] : []
  })
}

export const FILLED = 'filled'

/** Puts answers back, but never over something that was typed meanwhile; fields that count are told by an event. */
export function fill(form: HTMLFormElement, values: Values): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    const value = values[field.name]
    if (value === undefined) continue
    if (field.type === 'radio' || field.type === 'checkbox') (field as HTMLInputElement).checked = value.split(CHOICE_SEPARATOR).includes(field.value)
    else if (field.value === field.defaultValue) field.value = value
  }
  form.dispatchEvent(new Event(FILLED))
}

export function empty(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')) field.checked = false
    else if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'hidden')) field.value = ''
  }
  form.dispatchEvent(new Event(FILLED))
}
