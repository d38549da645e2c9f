import type { AskedQuestion } from '#contract/pages.ts'

export type FieldProps = {
  question: AskedQuestion
  /** What the server put back, or ''. */
  value: string
  fault: string | null
  /** Whether the last edit of this field is kept; '' while another field is edited. */
  saved?: string
}

export function idOf({ question }: Pick<FieldProps, 'question'>): string {
  return `field-${question.question_name}`
}

export function describedBy(...ids: (string | false | null)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined
}

/** Attributes of a field that takes text; `more` are ids of further texts about it. */
export function controlOf({ question, value, fault }: FieldProps, hint: string, ...more: string[]) {
  const id = idOf({ question })
  return {
    id,
    name: question.question_name,
    defaultValue: value,
    'aria-required': question.required_flag || undefined,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': describedBy(hint && `${id}-hint`, fault && `${id}-fault`, ...more),
  }
}
