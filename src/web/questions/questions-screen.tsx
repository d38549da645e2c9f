import { Button, Group, Skeleton, Stack, Switch, Title, Badge, Table } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { isQuestionType } from '#contract/questions/question-rules.ts'
import { listQuestions, NO_QUESTION_SELECTED, type ApplicationQuestion } from '#contract/questions/questions.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Empty, NothingSelected } from '#web/ui/message/empty.tsx'
import { usePageLoading } from '#web/ui/waiting/page-loading.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { useGoToForm } from '#web/ui/editor/use-go-to-form.ts'
import { QuestionForm } from './question-form.tsx'
import type { QuestionComponent } from './question-preview.tsx'
import { BlockTable } from '#web/ui/table/block-table.tsx'
import classes from './questions-table.module.css'
import { ALL_QUESTIONS } from './use-question-editing.ts'
import { Message } from '#web/ui/message/message.tsx'

const NEW = 'new'

/** `QuestionField` is the application form's own component, passed in by the table of screens because questions don't know about forms. */
export function QuestionsScreen({ QuestionField }: { QuestionField: QuestionComponent }): ReactNode {
  const questions = useCall(listQuestions, ALL_QUESTIONS)
  usePageLoading(questions.isPending)
  return (
    <Stack>
      <Title order={1}>Application Question Editor</Title>
      <Loaded
        query={questions}
        waiting={<Skeleton height={350} aria-label="Loading the questions" />}
        failed={(_, again) => <ErrorNotice again={again}>Failed to load application questions. Please try again later.</ErrorNotice>}
      >
        {(all) => <Questions all={all} QuestionField={QuestionField} />}
      </Loaded>
    </Stack>
  )
}

function Questions({ all, QuestionField }: { all: ApplicationQuestion[]; QuestionField: QuestionComponent }): ReactNode {
  const [search, setSearch] = useSearchParams()
  const [withDisabled, setWithDisabled] = useState(false)
  const chosen = search.get('question')
  const question = all.find((one) => String(one.ref_question_id) === chosen)

  const goToForm = useGoToForm(chosen, 'question-form')

  function open(id: string) {
    if (id !== chosen) setSearch({ question: id })
    goToForm(id)
  }
  return (
    <>
      <Group justify="space-between">
        <Switch label="Show Disabled Questions" checked={withDisabled} onChange={(event) => setWithDisabled(event.currentTarget.checked)} />
        <Button onClick={() => open(NEW)}>New Question</Button>
      </Group>
      <Unsupported all={all} />
      <QuestionsTable questions={all.filter((one) => withDisabled || !one.disabled_flag)} chosen={chosen} onEdit={(id) => open(String(id))} />
      {question || chosen === NEW ? (
        <QuestionForm key={chosen} question={question ?? null} QuestionField={QuestionField} />
      ) : (
        <NothingSelected label="Save Changes" refusal={NO_QUESTION_SELECTED}>
          Select ‘Edit’ next to a question, or create a new one.
        </NothingSelected>
      )}
    </>
  )
}

function Unsupported({ all }: { all: ApplicationQuestion[] }): ReactNode {
  const names = all.filter((one) => !isQuestionType(one.question_type)).map((one) => `${one.question_name} (${one.question_type})`)
  if (names.length === 0) return null
  return (
    <Message tone="warn" title="Applicants don't see these questions">
      The form doesn't support their type: {names.join(', ')}.
    </Message>
  )
}

const LONGEST = 200

type Props = { questions: ApplicationQuestion[]; chosen: string | null; onEdit: (ref_question_id: number) => void }

function QuestionsTable({ questions, chosen, onEdit }: Props): ReactNode {
  if (questions.length === 0) return <Empty>No questions to show. Select ‘New Question’ to add one, or show disabled ones.</Empty>
  return (
    <BlockTable
      label="Application questions"
      columns={['Place', 'Question', 'Name', 'Type', 'Required', 'Status', 'Edit']}
      spacing="xs"
      pinsLast
      boxClass={classes['rows']}
    >
      {questions.map((question) => (
        <Row key={question.ref_question_id} question={question} isChosen={String(question.ref_question_id) === chosen} onEdit={onEdit} />
      ))}
    </BlockTable>
  )
}

function Row({ question, isChosen, onEdit }: { question: ApplicationQuestion; isChosen: boolean; onEdit: Props['onEdit'] }): ReactNode {
  const { ref_question_id, question_name, question_text, question_type, required_flag, disabled_flag, place } = question
  return (
    <Table.Tr role="row" data-chosen={isChosen || undefined}>
      <Table.Td role="cell" data-label="Place">
        {place}
      </Table.Td>
      <Table.Td role="cell" className={classes['text'] ?? ''}>
        {question_text.length > LONGEST ? `${question_text.slice(0, LONGEST)}…` : question_text}
      </Table.Td>
      <Table.Td role="cell" data-label="Name">
        {question_name}
      </Table.Td>
      <Table.Td role="cell" data-label="Type">
        {question_type}{' '}
        {!isQuestionType(question_type) && (
          <Badge miw="max-content" color="orange">
            Unsupported
          </Badge>
        )}
      </Table.Td>
      <Table.Td role="cell" data-label="Required">
        {required_flag ? 'Yes' : 'No'}
      </Table.Td>
      <Table.Td role="cell">
        <Badge miw="max-content" color={disabled_flag ? 'gray' : 'green'}>
          {disabled_flag ? 'Disabled' : 'Active'}
        </Badge>
      </Table.Td>
      <Table.Td role="cell">
        <Button size="compact-sm" variant="default" aria-label={`Edit ${question_name}`} onClick={() => onEdit(ref_question_id)}>
          Edit
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
