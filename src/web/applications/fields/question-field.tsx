import type { ReactNode } from 'react'
import { isQuestionType, type QuestionType } from '#contract/questions/question-rules.ts'
import { CheckboxesField, YesNoField } from './choice-fields.tsx'
import type { FieldProps } from './field-props.ts'
import { EmailField, LineField } from './line-field.tsx'
import { LongField } from './long-field.tsx'
import { LicensesField } from './licenses-field.tsx'

const FIELDS = {
  'Extended Open Text Box': LongField,
  Text: LineField,
  'Email Input': EmailField,
  'Yes/No Questions': YesNoField,
  Checkboxes: CheckboxesField,
  Licenses: LicensesField,
} satisfies Record<QuestionType, (props: FieldProps) => ReactNode>

/** An unsupported type renders nothing. */
export function QuestionField(props: FieldProps): ReactNode {
  const { question_type } = props.question
  if (!isQuestionType(question_type)) return null
  const Field = FIELDS[question_type]
  return <Field {...props} />
}
