import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { listInterviewers } from '#contract/interviewers.ts'
import { listInterviews } from '#contract/interviews.ts'
import { readRolePlan, saveRolePlan, type RolePlan } from '#contract/scheduling/role-plan.ts'
import type { PlanPart } from '#contract/scheduling/scheduling.ts'
import { call } from '#web/call.ts'
import { ChooseMany } from '#web/ui/editor/choose-many.tsx'
import { Empty } from '#web/ui/message/empty.tsx'
import { FRESH, keyOf, useCall } from '#web/ui/use-call.ts'

type Props = { ref_function_role_id: number; onChange: (save: (version: number) => Promise<unknown>) => void }

/** Everyone who interviews for a copied role, chosen as a whole. */
export function CopyPanel({ ref_function_role_id: id, onChange }: Props): ReactNode {
  const memory = useQueryClient()
  const { data: plan } = useCall(readRolePlan, { id }, FRESH)
  const { data: types = [] } = useCall(listInterviews, {})
  const { data: people = [] } = useCall(listInterviewers, {})
  const [chosen, setChosen] = useState<number[] | null>(null)
  if (!plan) return null
  if (plan.parts.length === 0) return <Empty isPart>This role has no interviews yet. Set them up on its Interviews tab.</Empty>
  const panel = chosen ?? panelOf(plan)
  const parts = partsWith(plan, panel)

  function choose(ids: number[]): void {
    setChosen(ids)
    onChange(async (version) => {
      const saved = await call(saveRolePlan, { ...plan!, id, version, parts: partsWith(plan!, ids) }, { retries: 0 })
      memory.setQueryData<RolePlan>(keyOf(readRolePlan, { id }), saved)
    })
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
        error={panel.length === 0 ? 'Choose at least one interviewer' : undefined}
        data={people.map((one) => ({ value: String(one.ref_interviewer_id), label: one.interviewer_name }))}
        value={panel.map(String)}
        onChange={(ids) => choose(ids.map(Number))}
      />
      {parts.map((part) => (
        <Text size="sm" key={part.ref_interview_id}>
          {typeOf(part)}, {part.minutes} minutes: {part.interviewer_ids.map(nameOf).join(', ') || 'no one yet'}
        </Text>
      ))}
    </Stack>
  )
}

function panelOf({ parts }: RolePlan): number[] {
  return [...new Set(parts.flatMap(({ interviewer_ids }) => interviewer_ids))]
}

/** People who stay keep their interviews; new ones can give each of them, and so can everyone if no one's left for one. */
function partsWith(plan: RolePlan, panel: number[]): PlanPart[] {
  const added = panel.filter((id) => !panelOf(plan).includes(id))
  return plan.parts.map((part) => {
    const able = [...part.interviewer_ids.filter((id) => panel.includes(id)), ...added]
    const interviewer_ids = able.length > 0 ? able : panel
    return { ...part, interviewer_ids, interviewer_count: Math.max(1, Math.min(part.interviewer_count, interviewer_ids.length)) }
  })
}
