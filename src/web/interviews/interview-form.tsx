import { Alert, Button, Group, NativeSelect, Paper, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { EXPECTED_INTERVIEWS, type InterviewType, type SeesAnswers, type SeesResume, type Where } from '#contract/interviews.ts'
import { Editor } from '#web/ui/editor/editor.tsx'
import { EditorForm, textField } from '#web/ui/editor/editor-form.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { Instructions } from './instructions.tsx'
import { LABELS, useInterviewEditing } from './use-interview-editing.ts'
import { KINDS, missingOf, TEXT_OF } from './where-words.ts'

/** One interview type: its form and, beside it, a preview of what the interviewer sees. */
export function InterviewForm({ interview }: { interview: InterviewType }): ReactNode {
  const editing = useInterviewEditing(interview)
  const preview = useRef<HTMLElement>(null)
  return (
    <Editor
      editing={editing}
      labels={LABELS}
      above={
        <Outcome
          saved={editing.isSaved && 'Interview type updated successfully!'}
          failed={editing.failure === null ? null : `Failed to update interview type. ${editing.failure || 'Please try again.'}`}
        />
      }
      previewLabel="Preview of the instructions"
      previewRef={preview}
      preview={
        <Paper withBorder p="lg">
          <Instructions {...editing.text} />
        </Paper>
      }
    >
      {(show) => (
        <Fields
          interview={interview}
          editing={editing}
          onPreview={() => {
            show('preview')
            requestAnimationFrame(() => preview.current?.focus())
          }}
        />
      )}
    </Editor>
  )
}

type FieldsProps = { interview: InterviewType; editing: ReturnType<typeof useInterviewEditing>; onPreview: () => void }

function Fields({ interview, editing, onPreview }: FieldsProps): ReactNode {
  return (
    <EditorForm editing={editing} labels={LABELS}>
      <Title order={2} size="h3">
        Edit interview type
      </Title>
      <TextInput label={LABELS.interview_name} required {...textField(editing, 'interview_name')} />
      <Renamed from={interview.interview_name} to={editing.text.interview_name} />
      <Textarea label={LABELS.interview_desc} rows={15} {...textField(editing, 'interview_desc')} />
      <Text size="sm" c="dimmed">
        Tip: each line becomes a list item. You can also write HTML list items yourself, such as &lt;ul&gt;&lt;li&gt;Item&lt;/li&gt;&lt;/ul&gt;.
      </Text>
      <Place editing={editing} />
      <Textarea
        label={LABELS.candidate_text}
        description="Shown in the email and on the candidate's page. Instructions for interviewers aren't shown there."
        rows={4}
        {...textField(editing, 'candidate_text')}
      />
      <Seen editing={editing} />
      <SaveBar label="Save Changes" isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard}>
        <Button variant="default" onClick={onPreview}>
          Preview
        </Button>
      </SaveBar>
    </EditorForm>
  )
}

/** How and where. Both sides of booked interviews are notified of a change. */
function Place({ editing }: Pick<FieldsProps, 'editing'>): ReactNode {
  const { where_kind, where_text } = editing.text
  return (
    <Group grow align="flex-start">
      <NativeSelect
        id={editing.idOf('where_kind')}
        label={LABELS.where_kind}
        data={optionsOf(KINDS)}
        value={where_kind}
        onChange={(event) => editing.set({ where_kind: event.currentTarget.value as Where['kind'] })}
      />
      <TextInput
        {...textField(editing, 'where_text')}
        label={TEXT_OF[where_kind]}
        description={missingOf({ kind: where_kind, text: where_text })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={500}
      />
    </Group>
  )
}

const ANSWERS: Record<SeesAnswers, string> = {
  always: 'Interviewers see them',
  'from-start': 'Interviewers see them once the interview starts',
  never: "Interviewers don't see them",
}
const RESUME: Record<SeesResume, string> = { 'with-answers': 'Shown with the answers', never: 'Not shown' }
const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

/** What interviewers see beside the form. */
function Seen({ editing: { text, set, idOf } }: Pick<FieldsProps, 'editing'>): ReactNode {
  return (
    <Group grow align="flex-start">
      <NativeSelect
        id={idOf('sees_answers')}
        label={LABELS.sees_answers}
        data={optionsOf(ANSWERS)}
        value={text.sees_answers}
        onChange={(event) => set({ sees_answers: event.currentTarget.value as SeesAnswers })}
      />
      <NativeSelect
        id={idOf('sees_resume')}
        label={LABELS.sees_resume}
        data={optionsOf(RESUME)}
        value={text.sees_resume}
        onChange={(event) => set({ sees_resume: event.currentTarget.value as SeesResume })}
        disabled={text.sees_answers === 'never'}
      />
    </Group>
  )
}

function Renamed({ from, to }: { from: string; to: string }): ReactNode {
  if (!EXPECTED_INTERVIEWS.includes(from) || to.trim() === from) return null
  return <Alert color="yellow">The feedback review looks for an interview named ‘{from}’ and will warn that it has no feedback.</Alert>
}
