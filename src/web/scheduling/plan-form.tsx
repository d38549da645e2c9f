import { Button, Checkbox, Group, MultiSelect, NumberInput, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Interviewer } from '#contract/interviewers.ts'
import type { InterviewType } from '#contract/interviews.ts'
import { DEFAULT_BUFFER_MINUTES, DEFAULT_MINUTES, DEFAULT_WORKING_DAYS, readPlan, savePlan, type Plan, type PlanPart } from '#contract/scheduling/scheduling.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { tell } from '#web/ui/toast.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { keyOf } from '#web/ui/use-call.ts'

type Props = { user_session_id: number; plan: Plan | null; types: InterviewType[]; people: Interviewer[] }

/** For each interview whoever of some people is free, for how long, and in which window. */
export function PlanForm({ user_session_id, plan, types, people }: Props): ReactNode {
  const client = useQueryClient()
  const [parts, setParts] = useState<PlanPart[]>(() => types.map((type) => partOf(plan, type)))
  const [working_days, setDays] = useState(plan?.working_days ?? DEFAULT_WORKING_DAYS)
  const [buffer_minutes, setBuffer] = useState(plan?.buffer_minutes ?? DEFAULT_BUFFER_MINUTES)
  const [one_day, setOneDay] = useState(plan?.one_day ?? false)
  const chosen = parts.filter((part) => part.interviewer_ids.length > 0)
  const save = useMutation({
    mutationFn: () => call(savePlan, { user_session_id, working_days, buffer_minutes, one_day, parts: chosen }),
    onSuccess: async () => {
      tell('Interviews saved. The candidate can pick times on their own page.')
      await client.invalidateQueries({ queryKey: keyOf(readPlan) })
    },
  })
  const change = (changed: PlanPart) => setParts(parts.map((part) => (part.ref_interview_id === changed.ref_interview_id ? changed : part)))
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
        {types.map((type) => (
          <PartFields
            key={type.ref_interview_id}
            name={type.interview_name}
            part={parts.find((part) => part.ref_interview_id === type.ref_interview_id)!}
            people={people}
            free={plan?.free_times.find((one) => one.ref_interview_id === type.ref_interview_id)?.count}
            onChange={change}
          />
        ))}
        <Group align="flex-end">
          <NumberInput label="Working days from today" min={1} max={60} value={working_days} onChange={(value) => setDays(Number(value))} w={200} />
          <NumberInput label="Minutes between interviews" min={0} max={120} value={buffer_minutes} onChange={(value) => setBuffer(Number(value))} w={200} />
        </Group>
        <Checkbox label="All interviews on one day" checked={one_day} onChange={(event) => setOneDay(event.currentTarget.checked)} />
        {save.error && <Trouble>{whyOf(save.error)}</Trouble>}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={chosen.length === 0}>
            Save interviews
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type PartProps = { name: string; part: PlanPart; people: Interviewer[]; free: number | undefined; onChange: (part: PlanPart) => void }

function PartFields({ name, part, people, free, onChange }: PartProps): ReactNode {
  return (
    <Group align="flex-end" wrap="wrap">
      <MultiSelect
        label={`${name}: whoever is free of`}
        placeholder={part.interviewer_ids.length === 0 ? 'Choose interviewers' : undefined}
        data={people.map((one) => ({ value: String(one.ref_interviewer_id), label: one.interviewer_name }))}
        value={part.interviewer_ids.map(String)}
        onChange={(ids) => onChange({ ...part, interviewer_ids: ids.map(Number) })}
        searchable
        flex={1}
        miw={260}
      />
      <NumberInput
        label={`${name}: minutes`}
        min={15}
        max={240}
        step={15}
        value={part.minutes}
        onChange={(value) => onChange({ ...part, minutes: Number(value) })}
        w={160}
      />
      {free !== undefined && <Text size="sm" c="dimmed">{`${free} free times`}</Text>}
    </Group>
  )
}

function partOf(plan: Plan | null, { ref_interview_id }: InterviewType): PlanPart {
  return plan?.parts.find((part) => part.ref_interview_id === ref_interview_id) ?? { ref_interview_id, minutes: DEFAULT_MINUTES, interviewer_ids: [] }
}
