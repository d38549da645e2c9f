import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Interviewer } from '#contract/interviewers.ts'
import type { InterviewType } from '#contract/interviews.ts'
import { readPlan, savePlan, type Plan } from '#contract/scheduling/scheduling.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { keyOf } from '#web/ui/use-call.ts'
import { PlanFields, usePlanDraft } from '#web/interviewers/plan-fields.tsx'

type Props = { user_session_id: number; plan: Plan | null; types: InterviewType[]; people: Interviewer[] }

/** Sets who interviews a candidate, and saves it. */
export function PlanForm({ user_session_id, plan, types, people }: Props): ReactNode {
  const client = useQueryClient()
  const { draft, change, chosen, isEmpty } = usePlanDraft(plan)
  const save = useMutation({
    mutationFn: () => call(savePlan, { user_session_id, ...chosen }),
    onSuccess: async () => {
      notify('Interviews saved. Once invited, the candidate can pick times on their own page.')
      await client.invalidateQueries({ queryKey: keyOf(readPlan) })
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack>
        <Title order={2} size="h3">
          Who interviews
        </Title>
        <PlanFields draft={draft} onChange={change} types={types} people={people} freeTimes={plan?.free_times} />
        {save.error && <Trouble>{whyOf(save.error)}</Trouble>}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={isEmpty} aria-describedby="plan-wants">
            Save interviews
          </Button>
          <Text size="sm" c="dimmed" id="plan-wants">
            {isEmpty && 'Choose at least one interviewer first.'}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}
