import type { AskedQuestion } from '#contract/pages.ts'

export type FieldProps = {
  question: AskedQuestion
  /** The value the server returned, or ''. */
  value: string
  fault: string | null
  /** Whether this field's last edit is saved; '' while another field is being edited. */
  saved?: string
  /** The licenses already saved with this application, such as "RN TX". */
  listed?: string[]
  /** The link that brought the person here. */
  via?: string | null
  /** Whether to focus this field on page load: the first invalid one, when JavaScript is off. */
  takesFocus?: boolean
}

export function idOf({ question }: Pick<FieldProps, 'question'>): string {
  return `field-${question.question_name}`
}

export function describedBy(...ids: (string | false | null)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined
}

/** Attributes of a text field; `more`: the IDs of other elements that describe it. */
export function controlOf({ question, value, fault, takesFocus }: FieldProps, hint: string, ...more: string[]) {
  const id = idOf({ question })
  return {
    id,
    name: question.question_name,
    defaultValue: value,
    autoFocus: takesFocus || undefined,
    'aria-required': question.required_flag || undefined,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': describedBy(hint && `${id}-hint`, fault && `${id}-fault`, ...more),
  }
}
