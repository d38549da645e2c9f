import { Anchor, Button, Fieldset, Group, Paper, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'
import { IDENTIFYING_NAMES, sortForForm, isListType, KNOWN_QUESTIONS, sectionOf, SECTIONS, type Section } from '#contract/questions/question-rules.ts'
import { chooseRoleQuestions, LICENSE_STATES_REQUIRED, readRoleQuestions, type RoleQuestion, type RoleQuestions } from '#contract/questions/role-questions.ts'
import { listQuestions } from '#contract/questions/questions.ts'
import { listAdminRoles } from '#contract/roles.ts'
import { call } from '#web/call.ts'
import { ConflictDialog } from '#web/ui/editor/conflict-dialog.tsx'
import { EditorForm } from '#web/ui/editor/editor-form.tsx'
import { RestoredNote } from '#web/ui/editor/restored-note.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { UnsavedGuard } from '#web/ui/editor/unsaved-guard.tsx'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { useEditing } from '#web/ui/editor/use-editing.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoveButtons } from '#web/ui/editor/move-buttons.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { FRESH, keyOf, useCall, readAgain } from '#web/ui/use-call.ts'
import { usePageLoading } from '#web/ui/waiting/page-loading.tsx'

type ChosenQuestion = Pick<RoleQuestion, 'ref_question_id' | 'required_flag'>
type QuestionsDraft = { questions: ChosenQuestion[] }
const LABELS = { questions: 'Questions' }

/** The questions a role asks, in order, and the library questions it could ask. */
export function RoleQuestionsTab({ ref_function_role_id: id }: { ref_function_role_id: number }): ReactNode {
  const query = useCall(readRoleQuestions, { id }, FRESH)
  usePageLoading(query.isPending)
  return (
    <Loaded
      query={query}
      waiting={<Skeleton height={400} aria-label="Loading the questions" />}
      failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
    >
      {(stored) => <QuestionChooser id={id} stored={stored} />}
    </Loaded>
  )
}

function useChoosing(id: number, stored: RoleQuestions) {
  const memory = useQueryClient()
  async function show(now: RoleQuestions): Promise<Versioned<QuestionsDraft>> {
    memory.setQueryData<RoleQuestions>(keyOf(readRoleQuestions, { id }), now)
    await Promise.all([listAdminRoles, listQuestions].map((changed) => memory.invalidateQueries({ queryKey: keyOf(changed) })))
    return toDraft(now)
  }
  return useEditing<QuestionsDraft>({
    draftKey: `role_questions_${id}`,
    stored: toDraft(stored),
    reread: async () => show(await readAgain(memory, readRoleQuestions, { id })),
    save: async ({ questions }, version) => show(await call(chooseRoleQuestions, { id, version, questions }, { retries: 0 })),
  })
}

/** Groups questions by the section of the form that candidates see them in. */
function toDraft({ version, questions }: RoleQuestions): Versioned<QuestionsDraft> {
  const asked = sortForForm(questions.filter((one) => one.asked_flag))
  const inSections = SECTIONS.flatMap((section) => asked.filter((one) => sectionOf(one) === section))
  return { version, text: { questions: inSections.map(({ ref_question_id, required_flag }) => ({ ref_question_id, required_flag })) } }
}

function QuestionChooser({ id, stored }: { id: number; stored: RoleQuestions }): ReactNode {
  const editing = useChoosing(id, stored)
  const { text, set } = editing
  const heading = useId()
  const known = new Map(stored.questions.map((one) => [one.ref_question_id, one]))
  const asked = text.questions.flatMap((one) => (known.has(one.ref_question_id) ? [{ ...known.get(one.ref_question_id)!, ...one }] : []))
  const others = stored.questions.filter((one) => !text.questions.some(({ ref_question_id }) => ref_question_id === one.ref_question_id))
  const names = ({ questions }: QuestionsDraft) => questions.map((one) => known.get(one.ref_question_id)?.question_name ?? `Question ${one.ref_question_id}`)
  return (
    <Stack>
      <RestoredNote isRestored={editing.isRestored} onDiscard={editing.discard} />
      <Paper withBorder p="lg" pb={0}>
        <EditorForm editing={editing} labels={LABELS} aria-labelledby={heading}>
          <Title order={2} size="h3" id={heading}>
            What this role asks
          </Title>
          <Text size="sm" c="dimmed" id={editing.idOf('questions')} tabIndex={-1}>
            Applications already in progress keep their questions.
          </Text>
          {SECTIONS.map((section) => (
            <AskedQuestions key={section} section={section} asked={asked} onChange={(questions) => set({ questions })} />
          ))}
          <Library
            others={others}
            onAsk={(one) => set({ questions: [...text.questions, { ref_question_id: one.ref_question_id, required_flag: one.required_flag }] })}
          />
          <Outcome
            saved={editing.isSaved && 'Questions updated successfully.'}
            failed={editing.failure && `Failed to update the questions. ${editing.failure}`}
          />
          <SaveBar label="Save Changes" isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard} />
        </EditorForm>
      </Paper>
      <ConflictDialog
        conflict={editing.conflict}
        mine={text}
        labels={LABELS}
        reads={(_, questions) => names({ questions }).join('\n')}
        onResolve={editing.resolve}
      />
      <UnsavedGuard isChanged={editing.isChanged} save={editing.submit} discard={editing.discard} />
    </Stack>
  )
}

type AskedProps = { section: Section; asked: RoleQuestion[]; onChange: (questions: ChosenQuestion[]) => void }

/** One part of the form. Names and addresses are always asked in the same order. */
function AskedQuestions({ section, asked, onChange }: AskedProps): ReactNode {
  const own = asked.filter((one) => sectionOf(one) === section)
  if (own.length === 0) return null
  const chosen = (all: RoleQuestion[]) => onChange(all.map(({ ref_question_id, required_flag }) => ({ ref_question_id, required_flag })))
  function move(one: RoleQuestion, by: -1 | 1): void {
    const [from, to] = [asked.indexOf(one), asked.indexOf(own[own.indexOf(one) + by]!)]
    chosen(asked.with(from, asked[to]!).with(to, one))
  }
  return (
    <Fieldset legend={section} miw={0}>
      <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {own.map((one, place) => (
          <Group key={one.ref_question_id} component="li" justify="space-between" gap="xs">
            <QuestionText question={one} />
            <Group gap="xs">
              {!isListType(one.question_type) && (
                <Switch
                  label="Required"
                  aria-label={`Required: ${one.question_name}`}
                  checked={one.required_flag}
                  onChange={(event) => {
                    const { checked } = event.currentTarget
                    chosen(asked.map((other) => (other === one ? { ...one, required_flag: checked } : other)))
                  }}
                />
              )}
              {!IDENTIFYING_NAMES.includes(one.question_name) && (
                <MoveButtons name={one.question_name} isFirst={place === 0} isLast={place === own.length - 1} onMove={(by) => move(one, by)} />
              )}
              <Button
                variant="default"
                size="compact-md"
                id={leaveId(one)}
                aria-label={`Leave out ${one.question_name}`}
                onClick={() => {
                  chosen(asked.filter((other) => other !== one))
                  focusOn(askId(one))
                }}
              >
                Leave out
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Fieldset>
  )
}

/** Focuses the button that undoes the last action, because the one just used is gone. */
function focusOn(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus({ preventScroll: true }))
}

const askId = ({ ref_question_id }: RoleQuestion) => `ask-${ref_question_id}`
const leaveId = ({ ref_question_id }: RoleQuestion) => `leave-${ref_question_id}`

function QuestionText({ question: { question_text, question_name } }: { question: RoleQuestion }): ReactNode {
  return (
    <div style={{ flex: '1 1 16rem', minInlineSize: 0, overflowWrap: 'anywhere' }}>
      {question_text}
      <Text size="sm" c="dimmed">
        {question_name}
      </Text>
    </div>
  )
}

/** Questions that this role doesn't ask. */
function Library({ others, onAsk }: { others: RoleQuestion[]; onAsk: (question: RoleQuestion) => void }): ReactNode {
  return (
    <Fieldset legend="Not asked for this role" miw={0}>
      <Stack gap="xs">
        {others.map((one) => (
          <Group key={one.ref_question_id} justify="space-between" gap="xs">
            <QuestionText question={one} />
            {one.needs_license_states && !one.asked_flag ? (
              <Text size="sm" maw="24rem">
                {LICENSE_STATES_REQUIRED}.
              </Text>
            ) : (
              <Button
                variant="default"
                size="compact-md"
                id={askId(one)}
                aria-label={`Ask ${one.question_name}`}
                onClick={() => {
                  onAsk(one)
                  focusOn(leaveId(one))
                }}
              >
                Ask
              </Button>
            )}
            {KNOWN_QUESTIONS[one.question_name]?.lost && (
              <Text size="sm" w="100%">
                {KNOWN_QUESTIONS[one.question_name]!.lost}
              </Text>
            )}
          </Group>
        ))}
        <Text size="sm">
          {others.length === 0 && 'This role asks every question in the library. '}
          <Anchor component={Link} to="/admin/questions?question=new" inherit>
            Create a new question
          </Anchor>
        </Text>
      </Stack>
    </Fieldset>
  )
}
