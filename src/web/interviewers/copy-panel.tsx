import { Skeleton, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { listInterviewers, type Interviewer } from '#contract/interviewers.ts'
import { listInterviews, type InterviewType } from '#contract/interviews.ts'
import { readRolePlan, saveRolePlan, type RolePlan } from '#contract/scheduling/role-plan.ts'
import type { PlanPart } from '#contract/scheduling/scheduling.ts'
import { call } from '#web/call.ts'
import { ChooseMany } from '#web/ui/editor/choose-many.tsx'
import { Empty } from '#web/ui/message/empty.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { FRESH, keyOf, useCall } from '#web/ui/use-call.ts'

type Props = { ref_function_role_id: number; onShown: () => void; onChange: (save: (version: number) => Promise<unknown>) => void }

/** The interviewers of a copied role, chosen all at once. */
export function CopyPanel({ ref_function_role_id: id, ...handed }: Props): ReactNode {
  const plan = useCall(readRolePlan, { id }, FRESH)
  const types = useCall(listInterviews, {})
  const people = useCall(listInterviewers, {})
  const states = {
    waiting: <Skeleton height={90} aria-label="Loading the panel" />,
    failed: (why: string, again: () => void) => <ErrorNotice again={again}>{`We couldn't load the panel. ${why}`}</ErrorNotice>,
  }
  return (
    <Loaded query={plan} {...states}>
      {(plan) => (
        <Loaded query={types} {...states}>
          {(types) => (
            <Loaded query={people} {...states}>
              {(people) => <Choosing id={id} plan={plan} types={types} people={people} {...handed} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type ChoosingProps = { id: number; plan: RolePlan; types: InterviewType[]; people: Interviewer[] } & Omit<Props, 'ref_function_role_id'>

function Choosing({ id, plan, types, people, onShown, onChange }: ChoosingProps): ReactNode {
  const savePanel = useSavePanel(id)
  const [chosen, setChosen] = useState<number[] | null>(null)
  useEffect(onShown, [onShown])
  if (plan.parts.length === 0) return <Empty isPart>This role has no interviews yet. Set them up on its Interviews tab.</Empty>
  const panel = chosen ?? panelOf(plan)
  const needed = Math.max(...plan.parts.map((part) => part.interviewer_count))

  function choose(ids: number[]): void {
    setChosen(ids)
    onChange((version) => savePanel(ids, version))
  }
  const nameOf = (of: number) => people.find((one) => one.ref_interviewer_id === of)?.interviewer_name
  const typeOf = ({ ref_interview_id }: PlanPart) => types.find((one) => one.ref_interview_id === ref_interview_id)?.interview_name
  return (
    <Stack gap={4}>
      <ChooseMany
        id={`role_${id}-panel-of-copy`}
        label="Panel"
        placeholder="Choose interviewers"
        clearLabel="Choose another panel"
        error={panel.length < needed ? `Choose at least ${needed === 1 ? 'one interviewer' : `${needed} interviewers`}` : undefined}
        data={people.map((one) => ({ value: String(one.ref_interviewer_id), label: one.interviewer_name }))}
        value={panel.map(String)}
        onChange={(ids) => choose(ids.map(Number))}
      />
      {partsWith(plan, panel).map((part) => (
        <Text size="sm" key={part.ref_interview_id}>
          {typeOf(part)}, {part.minutes} minutes{part.interviewer_count > 1 && `, ${part.interviewer_count} interviewers at a time`}:{' '}
          {part.interviewer_ids.map(nameOf).join(', ') || 'no one yet'}
        </Text>
      ))}
    </Stack>
  )
}

/** Returns a function that saves a different panel. If that fails, reloads the plan, because it may have been saved, or someone else may have changed it. */
function useSavePanel(id: number) {
  const memory = useQueryClient()
  const queryKey = keyOf(readRolePlan, { id })
  return async (panel: number[], version: number): Promise<void> => {
    const plan = memory.getQueryData<RolePlan>(queryKey)!
    try {
      const saved = await call(saveRolePlan, { ...plan, id, version, parts: partsWith(plan, panel) }, { retries: 0 })
      memory.setQueryData<RolePlan>(queryKey, saved)
    } catch (failure) {
      await memory.invalidateQueries({ queryKey })
      throw failure
    }
  }
}

function panelOf({ parts }: RolePlan): number[] {
  return [...new Set(parts.flatMap(({ interviewer_ids }) => interviewer_ids))]
}

/** People who stay keep their interviews; new people can give any of them, and so can everyone if too few are left for one. */
function partsWith(plan: RolePlan, panel: number[]): PlanPart[] {
  const added = panel.filter((id) => !panelOf(plan).includes(id))
  return plan.parts.map((part) => {
    const able = [...part.interviewer_ids.filter((id) => panel.includes(id)), ...added]
    return { ...part, interviewer_ids: able.length < part.interviewer_count ? panel : able }
  })
}
