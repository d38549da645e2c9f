import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { Interviewer } from '#contract/interviewers.ts'
import type { InterviewType } from '#contract/interviews.ts'
import { readPlan, savePlan, type Plan } from '#contract/scheduling/scheduling.ts'
import { call } from '#web/call.ts'
import { givenParts, PLAN_LABELS, planDraft, PlanFields, planFieldFormats, type PlanDraft } from '#web/interviewers/plan-fields.tsx'
import { ConflictDialog } from '#web/ui/editor/conflict-dialog.tsx'
import { EditorForm } from '#web/ui/editor/editor-form.tsx'
import { RestoredNote } from '#web/ui/editor/restored-note.tsx'
import { UnsavedGuard } from '#web/ui/editor/unsaved-guard.tsx'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { useEditing } from '#web/ui/editor/use-editing.ts'
import { notify } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, readAgain } from '#web/ui/use-call.ts'

type Props = { user_session_id: number; plan: Plan | null; types: InterviewType[]; people: Interviewer[] }

function usePlanEditing({ user_session_id, plan, types }: Props) {
  const toDraft = (stored: Plan | null): Versioned<PlanDraft> => ({ version: stored?.version ?? 0, text: planDraft(stored, types) })
  const memory = useQueryClient()
  return useEditing<PlanDraft>({
    draftKey: `plan_${user_session_id}`,
    stored: toDraft(plan),
    reread: async () => toDraft(await readAgain(memory, readPlan, { user_session_id })),
    save: async (draft, version) => {
      const now = await call(savePlan, { user_session_id, version, ...givenParts(draft) }, { retries: 0 })
      memory.setQueryData<Plan>(keyOf(readPlan, { user_session_id }), now)
      return toDraft(now)
    },
    onSaved: () => notify('Interviews saved. Once invited, the candidate can pick times on their own page.'),
  })
}

/** Edits and saves who interviews a candidate; if someone else saved first, shows both versions. */
export function PlanForm(props: Props): ReactNode {
  const { plan, types, people } = props
  const editing = usePlanEditing(props)
  const { text, set, isChanged, discard } = editing
  const heading = useId()
  const isEmpty = givenParts(text).parts.length === 0
  return (
    <Stack>
      <RestoredNote isRestored={editing.isRestored} onDiscard={discard} />
      <EditorForm editing={editing} labels={PLAN_LABELS} aria-labelledby={heading}>
        <Title order={2} size="h3" id={heading}>
          Interviewers
        </Title>
        <div id={editing.idOf('parts')} tabIndex={-1}>
          <PlanFields draft={text} onChange={set} types={types} people={people} freeTimes={plan?.free_times} />
        </div>
        {editing.failure && <ErrorNotice>{editing.failure}</ErrorNotice>}
        <Group>
          <Button type="submit" loading={editing.isSaving} disabled={isEmpty} aria-describedby="plan-wants">
            Save interviews
          </Button>
          {isChanged && (
            <Button variant="subtle" color="gray" c="var(--mantine-color-text)" onClick={discard}>
              Discard changes
            </Button>
          )}
          <Text size="sm" c="dimmed" id="plan-wants">
            {isEmpty && 'Choose at least one interviewer first.'}
          </Text>
        </Group>
      </EditorForm>
      <ConflictDialog conflict={editing.conflict} mine={text} labels={PLAN_LABELS} reads={planFieldFormats(types, people)} onResolve={editing.resolve} />
      <UnsavedGuard isChanged={isChanged} save={editing.submit} discard={discard} />
    </Stack>
  )
}
