import { Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { listInterviewers } from '#contract/interviewers.ts'
import { listInterviews } from '#contract/interviews.ts'
import { readRolePlan, type RolePlan } from '#contract/scheduling/role-plan.ts'
import { PlanFields, type usePlanDraft } from '#web/interviewers/plan-fields.tsx'
import { FRESH, useCall } from '#web/ui/use-call.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'

type Props = { plan: ReturnType<typeof usePlanDraft>; isMany: boolean }

/** Who interviews those who advance; this can also be done later. */
export function PlanPart({ plan, isMany }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap="xs">
      <UnstyledButton onClick={() => setOpen(!isOpen)} aria-expanded={isOpen} fw={600} mih={44}>
        {isOpen ? '▾' : '▸'} {plan.isEmpty || plan.isChanged ? 'Set up the interviews now (optional)' : planSummary(plan.chosen.parts.length)}
      </UnstyledButton>
      {isOpen && <Fields plan={plan} isMany={isMany} />}
    </Stack>
  )
}

function planSummary(interviews: number): string {
  return `With the ${interviews === 1 ? 'interview' : `${interviews} interviews`} of this role`
}

/** The interviews of the role that all these people applied for; null if they applied for several, because each role has its own. */
export function useRolePlan(people: { ref_function_role_id: number }[]): RolePlan | null {
  const roles = new Set(people.map((one) => one.ref_function_role_id))
  const [id = 0] = roles
  return useCall(readRolePlan, { id }, { ...FRESH, enabled: roles.size === 1 }).data ?? null
}

function Fields({ plan: { draft, change }, isMany }: Props): ReactNode {
  const types = useCall(listInterviews, {})
  const people = useCall(listInterviewers, {})
  const failed = [types, people].find((one) => one.error)
  if (failed) return <ErrorNotice again={() => void failed.refetch()}>We couldn't load the interviewers. You can set up the interviews later.</ErrorNotice>
  if (!types.data || !people.data) return <Skeleton height={200} />
  return (
    <>
      <Text size="sm" c="dimmed">
        {isMany ? 'Each candidate picks' : 'The candidate picks'} times on their own page, from when these interviewers are free.
      </Text>
      <PlanFields draft={draft} onChange={change} types={types.data} people={people.data} />
    </>
  )
}
