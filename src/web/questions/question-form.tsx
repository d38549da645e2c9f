import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApplicationQuestion } from '#contract/questions/questions.ts'
import { Editor } from '#web/ui/editor/editor.tsx'
import { EditorForm } from '#web/ui/editor/editor-form.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { useShowingCreated } from '#web/ui/editor/use-showing-created.ts'
import { AskingFields, NewQuestionFields, WordingFields } from './question-fields.tsx'
import { QuestionPreview, type ShowQuestion } from './question-preview.tsx'
import { LABELS, readable } from './question-words.ts'
import { useQuestionEditing } from './use-question-editing.ts'

type Props = { question: ApplicationQuestion | null; QuestionField: ShowQuestion }

/** One question: its form and, beside it, a preview of what the applicant sees. */
export function QuestionForm({ question, QuestionField }: Props): ReactNode {
  const editing = useQuestionEditing(question)
  const created = useShowingCreated(question ? null : createdAs(editing))
  const saved = editing.isSaved ? 'Question updated successfully.' : !editing.isChanged && created
  return (
    <Editor
      editing={editing}
      labels={LABELS}
      reads={readable}
      above={
        <Title order={2} size="h3" id="question-form" tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
          {question ? `Edit ‘${question.question_name}’` : 'New Question'}
        </Title>
      }
      previewLabel="Preview of the question"
      preview={<QuestionPreview words={editing.text} QuestionField={QuestionField} />}
    >
      {() => <Fields question={question} editing={editing} saved={saved || null} />}
    </Editor>
  )
}

type FieldsProps = { question: ApplicationQuestion | null; editing: ReturnType<typeof useQuestionEditing>; saved: string | null }

function Fields({ question, editing, saved }: FieldsProps): ReactNode {
  return (
    <EditorForm editing={editing} labels={LABELS} aria-labelledby="question-form">
      {!question && <NewQuestionFields {...editing} />}
      {question && (
        <Text size="sm" c="dimmed">
          {question.question_type}
          {question.has_answers && '. Applicants have already answered it: their answers keep the original wording.'}
        </Text>
      )}
      <WordingFields {...editing} now={question?.place} />
      <AskingFields {...editing} stored={question} />
      <Outcome saved={saved} failed={editing.failure && `Failed to ${question ? 'update' : 'create'} question. Please try again. ${editing.failure}`} />
      <SaveBar label={question ? 'Save Changes' : 'Create Question'} isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard} />
    </EditorForm>
  )
}

function createdAs(editing: ReturnType<typeof useQuestionEditing>) {
  if (!editing.isSaved || !editing.saved) return null
  const { ref_question_id, question_name } = editing.saved
  return { query: `question=${ref_question_id}`, words: `Question '${question_name}' created successfully.` }
}
