import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { listInterviewers, type Interviewer } from '#contract/interviewers.ts'
import { listInterviews, type InterviewType } from '#contract/interviews.ts'
import { listAdminRoles } from '#contract/roles.ts'
import { readRolePlan, saveRolePlan, type RolePlan } from '#contract/scheduling/role-plan.ts'
import { call } from '#web/call.ts'
import { ConflictDialog } from '#web/ui/editor/conflict-dialog.tsx'
import { EditorForm } from '#web/ui/editor/editor-form.tsx'
import { RestoredNote } from '#web/ui/editor/restored-note.tsx'
import { SaveBar } from '#web/ui/editor/save-bar.tsx'
import { UnsavedGuard } from '#web/ui/editor/unsaved-guard.tsx'
import type { Versioned } from '#web/ui/editor/use-draft.ts'
import { useEditing } from '#web/ui/editor/use-editing.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { FRESH, keyOf, useCall, readAgain } from '#web/ui/use-call.ts'
import { usePageLoading } from '#web/ui/waiting/page-loading.tsx'
import { givenParts, PLAN_LABELS, planDraft, PlanFields, planFieldFormats, type PlanDraft } from './plan-fields.tsx'

/** A role's interviews, set up once for everyone who advances. */
export function RolePlanTab({ ref_function_role_id: id }: { ref_function_role_id: number }): ReactNode {
  const plan = useCall(readRolePlan, { id }, FRESH)
  const types = useCall(listInterviews, {})
  const people = useCall(listInterviewers, {})
  usePageLoading(plan.isPending)
  const failed = [plan, types, people].find((one) => one.isError && one.data === undefined)
  if (failed) return <ErrorNotice again={() => void failed.refetch()}>{errorMessage(failed.error)}</ErrorNotice>
  if (!plan.data || !types.data || !people.data) return <Skeleton height={400} aria-label="Loading the interviews" />
  return <RolePlanForm id={id} stored={plan.data} types={types.data} people={people.data} />
}

type Props = { id: number; stored: RolePlan; types: InterviewType[]; people: Interviewer[] }

function useRolePlanEditing({ id, stored, types }: Pick<Props, 'id' | 'stored' | 'types'>) {
  const toDraft = (plan: RolePlan): Versioned<PlanDraft> => ({ version: plan.version, text: planDraft(plan, types) })
  const memory = useQueryClient()
  async function show(now: RolePlan): Promise<Versioned<PlanDraft>> {
    memory.setQueryData<RolePlan>(keyOf(readRolePlan, { id }), now)
    await memory.invalidateQueries({ queryKey: keyOf(listAdminRoles) })
    return toDraft(now)
  }
  return useEditing<PlanDraft>({
    draftKey: `role_plan_${id}`,
    stored: toDraft(stored),
    reread: async () => show(await readAgain(memory, readRolePlan, { id })),
    save: async (draft, version) => show(await call(saveRolePlan, { id, version, ...givenParts(draft) }, { retries: 0 })),
  })
}

function RolePlanForm({ id, stored, types, people }: Props): ReactNode {
  const editing = useRolePlanEditing({ id, stored, types })
  const { text, set } = editing
  const heading = useId()
  return (
    <Stack>
      <RestoredNote isRestored={editing.isRestored} onDiscard={editing.discard} />
      <Paper withBorder p="lg" pb={0} maw={760}>
        <EditorForm editing={editing} labels={PLAN_LABELS} aria-labelledby={heading}>
          <Title order={2} size="h3" id={heading}>
            Interviews
          </Title>
          <Text size="sm" c="dimmed" id={editing.idOf('parts')} tabIndex={-1}>
            Clicking Proceed gives these to each candidate who moves on to the panel interview. You can change them for each candidate; anyone who already has a
            plan keeps it.
          </Text>
          <PlanFields draft={text} onChange={set} types={types} people={people} />
          <Outcome
            saved={editing.isSaved && 'Interviews updated successfully.'}
            failed={editing.failure && `Failed to update the interviews. ${editing.failure}`}
          />
          <SaveBar label="Save Changes" isSaving={editing.isSaving} isChanged={editing.isChanged} onDiscard={editing.discard} />
        </EditorForm>
      </Paper>
      <ConflictDialog conflict={editing.conflict} mine={text} labels={PLAN_LABELS} reads={planFieldFormats(types, people)} onResolve={editing.resolve} />
      <UnsavedGuard isChanged={editing.isChanged} save={editing.submit} discard={editing.discard} />
    </Stack>
  )
}
