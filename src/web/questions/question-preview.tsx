import { Paper, Text, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import type { AskedQuestion } from '#contract/pages.ts'
import { isQuestionType } from '#contract/questions/question-rules.ts'
import { AsPublished } from '#web/ui/editor/as-published.tsx'
import { toPreview, type QuestionDraft } from './question-text.ts'

/** A question as the application form shows it. */
export type QuestionComponent = ComponentType<{ question: AskedQuestion; value: string; fault: string | null; revision: number }>

/** Rendered with the application form's own component and styles; people can try it, but it sends nothing. */
export function QuestionPreview({ draft, QuestionField }: { draft: QuestionDraft; QuestionField: QuestionComponent }): ReactNode {
  const question = toPreview(draft)
  return (
    <Paper withBorder p="lg">
      <Title order={3} size="h4" mb="md">
        As the applicant sees it
      </Title>
      {isQuestionType(question.question_type) ? (
        <AsPublished>
          <QuestionField key={question.question_type + question.max_words} question={question} value="" fault={null} revision={0} />
        </AsPublished>
      ) : (
        <Text>Applicants don't see it: the form doesn't support the type ‘{question.question_type}’.</Text>
      )}
    </Paper>
  )
}
