import { Group, Loader, Select, Stack, Text, Title, Button, NativeSelect, Paper, Textarea, TextInput } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Message } from '#web/ui/message/message.tsx'
import {
  listInterviews,
  NO_INTERVIEW,
  EXPECTED_INTERVIEWS,
  NO_INTERVIEW_NAME,
  updateInterview,
  type InterviewType,
  type AnswersVisibility,
  type ResumeVisibility,
  type InterviewLocation,
} from '#contract/interviews.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { NothingSelected } from '#web/ui/message/empty.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { useCall, keyOf, readAgain } from '#web/ui/use-call.ts'
import { Editor } from '#web/ui/editor/editor.tsx'
import { EditorForm, textField } from '#web/ui/editor/editor-form.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { Bullets } from '#web/ui/safe-html.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { useEditing, type EditState } from '#web/ui/editor/use-editing.ts'
import { KINDS, missingNote, TEXT_OF } from './place-text.ts'

export function InterviewsScreen(): ReactNode {
  const interviews = useCall(listInterviews, {})
  return (
    <Stack>
      <Title order={1}>Interview Instructions Editor</Title>
      <Loaded
        query={interviews}
        waiting={<LoadingNotice>Loading interview types...</LoadingNotice>}
        failed={(why, again) => (
          <ErrorNotice title="Error Loading Interview Types" again={again}>
            {why}
          </ErrorNotice>
        )}
      >
        {(all) => <Choice all={all} isRefreshing={interviews.isFetching} />}
      </Loaded>
    </Stack>
  )
}

function Choice({ all, isRefreshing }: { all: InterviewType[]; isRefreshing: boolean }): ReactNode {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('interview')
  const interview = all.find((one) => String(one.ref_interview_id) === chosen)
  return (
    <>
      <Group align="end" gap="md">
        <Select
          label="Interview type"
          placeholder="Pick an interview type"
          w="min(32rem, 100%)"
          allowDeselect={false}
          value={interview ? chosen : null}
          onChange={(picked) => picked && picked !== chosen && setSearch({ interview: picked })}
          data={all.map((one) => ({ value: String(one.ref_interview_id), label: one.interview_name }))}
        />
        <output>{isRefreshing && <LoadingNotice>Refreshing interview types...</LoadingNotice>}</output>
      </Group>
      {interview ? (
        <InterviewForm key={chosen} interview={interview} />
      ) : (
        <NothingSelected label="Save Changes" refusal={NO_INTERVIEW}>
          Pick an interview type to see and edit its instructions.
        </NothingSelected>
      )}
    </>
  )
}

function LoadingNotice({ children }: { children: ReactNode }): ReactNode {
  return (
    <Group gap="sm">
      <Loader size="sm" aria-hidden="true" />
      <Text>{children}</Text>
    </Group>
  )
}

/** One interview type: its form, next to a preview of what the interviewer sees. */
function InterviewForm({ interview }: { interview: InterviewType }): ReactNode {
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
      <VisibilityFields editing={editing} />
      <SaveBar label="Save Changes" isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard}>
        <Button variant="default" onClick={onPreview}>
          Preview
        </Button>
      </SaveBar>
    </EditorForm>
  )
}

/** The format and location. Candidates and interviewers with booked interviews are notified of changes. */
function Place({ editing }: Pick<FieldsProps, 'editing'>): ReactNode {
  const { where_kind, where_text } = editing.text
  return (
    <Group grow align="flex-start">
      <NativeSelect
        id={editing.idOf('where_kind')}
        label={LABELS.where_kind}
        data={optionsOf(KINDS)}
        value={where_kind}
        onChange={(event) => editing.set({ where_kind: event.currentTarget.value as InterviewLocation['kind'] })}
      />
      <TextInput
        {...textField(editing, 'where_text')}
        label={TEXT_OF[where_kind]}
        description={missingNote({ kind: where_kind, text: where_text })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={500}
      />
    </Group>
  )
}

const ANSWERS: Record<AnswersVisibility, string> = {
  always: 'Interviewers see them',
  'from-start': 'Interviewers see them once the interview starts',
  never: "Interviewers don't see them",
}
const RESUME: Record<ResumeVisibility, string> = { 'with-answers': 'Shown with the answers', never: 'Not shown' }
const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

/** What interviewers see next to the form. */
function VisibilityFields({ editing: { text, set, idOf } }: Pick<FieldsProps, 'editing'>): ReactNode {
  return (
    <Group grow align="flex-start">
      <NativeSelect
        id={idOf('sees_answers')}
        label={LABELS.sees_answers}
        data={optionsOf(ANSWERS)}
        value={text.sees_answers}
        onChange={(event) => set({ sees_answers: event.currentTarget.value as AnswersVisibility })}
      />
      <NativeSelect
        id={idOf('sees_resume')}
        label={LABELS.sees_resume}
        data={optionsOf(RESUME)}
        value={text.sees_resume}
        onChange={(event) => set({ sees_resume: event.currentTarget.value as ResumeVisibility })}
        disabled={text.sees_answers === 'never'}
      />
    </Group>
  )
}

function Renamed({ from, to }: { from: string; to: string }): ReactNode {
  if (!EXPECTED_INTERVIEWS.includes(from) || to.trim() === from) return null
  return <Message tone="warn">The feedback review looks for an interview named ‘{from}’ and will warn that it has no feedback.</Message>
}

type Props = { interview_name: string; interview_desc: string }

/** An interview as its interviewer sees it: the name, and the instructions as a list. */
function Instructions({ interview_name, interview_desc }: Props): ReactNode {
  return (
    <>
      <Title order={2} size="h3" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {interview_name}
      </Title>
      <div style={{ overflowWrap: 'anywhere' }}>
        <Bullets text={interview_desc} />
      </div>
    </>
  )
}

type Plain = Pick<InterviewType, 'interview_name' | 'interview_desc' | 'sees_answers' | 'sees_resume' | 'candidate_text'>
type InterviewWords = Plain & { where_kind: InterviewLocation['kind']; where_text: string }

const LABELS: Record<keyof InterviewWords, string> = {
  interview_name: 'Interview name',
  interview_desc: 'Instructions',
  sees_answers: "Candidate's answers",
  sees_resume: 'Resume',
  where_kind: 'How it takes place',
  where_text: 'Where',
  candidate_text: 'For candidates: what it covers, and how to prepare',
}

function useInterviewEditing(interview: InterviewType): EditState<InterviewWords> {
  const memory = useQueryClient()
  const { ref_interview_id: id } = interview

  async function save({ where_kind, where_text, ...words }: InterviewWords, version: number): Promise<Versioned<InterviewWords>> {
    // Sent only once: a retry after a lost response would be rejected as someone else's change.
    const where = { kind: where_kind, text: where_text.trim() || null }
    const stored = await call(updateInterview, { id, version, ...words, where }, { retries: 0 })
    void memory.invalidateQueries({ queryKey: keyOf(listInterviews) })
    return wordsOf(stored)
  }

  async function reread(): Promise<Versioned<InterviewWords>> {
    const all = await readAgain(memory, listInterviews, {})
    return wordsOf(all.find((one) => one.ref_interview_id === id)!)
  }

  return useEditing<InterviewWords>({
    draftKey: `interview_${id}`,
    stored: wordsOf(interview),
    check: (words) => (words.interview_name.trim() === '' ? { interview_name: NO_INTERVIEW_NAME } : {}) as Record<string, string>,
    save,
    reread,
  })
}

function wordsOf({ interview_name, interview_desc, sees_answers, sees_resume, where, candidate_text, version }: InterviewType): Versioned<InterviewWords> {
  const place = { where_kind: where.kind, where_text: where.text ?? '' }
  return { version, text: { interview_name, interview_desc, sees_answers, sees_resume, candidate_text, ...place } }
}
