import type { AskedQuestion } from '#contract/pages.ts'

export type FieldProps = {
  question: AskedQuestion
  /** What the server put back, or ''. */
  value: string
  fault: string | null
}

export function idOf({ question }: Pick<FieldProps, 'question'>): string {
  return `field-${question.question_name}`
}

export function describedBy(...ids: (string | false | null)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined
}
