import { Badge, Button, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { isQuestionType } from '#contract/questions/question-rules.ts'
import type { ApplicationQuestion } from '#contract/questions/questions.ts'
import { Empty } from '#web/ui/table/empty.tsx'
import classes from './questions-table.module.css'

const LONGEST = 200

type Props = { questions: ApplicationQuestion[]; chosen: string | null; onEdit: (ref_question_id: number) => void }

export function QuestionsTable({ questions, chosen, onEdit }: Props): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be scrollable by keyboard
    <div className={classes['scroll']} role="region" aria-label="Application questions" tabIndex={0}>
      <Table stickyHeader verticalSpacing="xs" miw="52rem">
        <Table.Thead>
          <Table.Tr>
            {['Place', 'Question', 'Name', 'Type', 'Required', 'Status', 'Edit'].map((title) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {questions.map((question) => (
            <Row key={question.ref_question_id} question={question} isChosen={String(question.ref_question_id) === chosen} onEdit={onEdit} />
          ))}
        </Table.Tbody>
      </Table>
      {questions.length === 0 && <Empty>No questions to show. Select ‘New Question’ to add one, or show disabled ones.</Empty>}
    </div>
  )
}

function Row({ question, isChosen, onEdit }: { question: ApplicationQuestion; isChosen: boolean; onEdit: Props['onEdit'] }): ReactNode {
  const { ref_question_id, question_name, question_text, question_type, required_flag, disabled_flag, place } = question
  return (
    <Table.Tr data-chosen={isChosen || undefined}>
      <Table.Td>{place}</Table.Td>
      <Table.Td className={classes['text'] ?? ''}>{question_text.length > LONGEST ? `${question_text.slice(0, LONGEST)}…` : question_text}</Table.Td>
      <Table.Td>{question_name}</Table.Td>
      <Table.Td>
        {question_type}{' '}
        {!isQuestionType(question_type) && (
          <Badge miw="max-content" color="orange">
            Unsupported
          </Badge>
        )}
      </Table.Td>
      <Table.Td>{required_flag ? 'Yes' : 'No'}</Table.Td>
      <Table.Td>
        <Badge miw="max-content" color={disabled_flag ? 'gray' : 'green'}>
          {disabled_flag ? 'Disabled' : 'Active'}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Button size="compact-sm" variant="default" aria-label={`Edit ${question_name}`} onClick={() => onEdit(ref_question_id)}>
          Edit
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
