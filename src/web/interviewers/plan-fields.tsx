import { Checkbox, Group, MultiSelect, NumberInput, Stack } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Input } from '#contract/endpoint.ts'
import type { Interviewer } from '#contract/interviewers.ts'
import type { InterviewType } from '#contract/interviews.ts'
import { DEFAULT_BUFFER_MINUTES, DEFAULT_MINUTES, DEFAULT_WORKING_DAYS, type Plan, type PlanPart, type savePlan } from '#contract/scheduling/scheduling.ts'
import { PlaceFields } from './place-fields.tsx'
import classes from './plan-fields.module.css'

export type PlanDraft = Omit<Input<typeof savePlan>, 'user_session_id' | 'parts' | 'keeps_existing'> & { parts: PlanPart[] }

/** The stored plan until someone changes it. `chosen` leaves out interviews without interviewers. */
export function usePlanDraft(stored: PlanDraft | null) {
  const [changed, setChanged] = useState<PlanDraft | null>(null)
  const draft: PlanDraft = changed ?? {
    working_days: stored?.working_days ?? DEFAULT_WORKING_DAYS,
    buffer_minutes: stored?.buffer_minutes ?? DEFAULT_BUFFER_MINUTES,
    daily_maximum: stored?.daily_maximum ?? null,
    one_day: stored?.one_day ?? false,
    parts: stored?.parts ?? [],
  }
  const chosen = givenParts(draft)
  const change = (part: Partial<PlanDraft>) => setChanged({ ...draft, ...part })
  return { draft, change, chosen, isEmpty: chosen.parts.length === 0, isChanged: changed !== null }
}

/** Leaves out interviews without interviewers. */
export function givenParts(draft: PlanDraft): PlanDraft {
  return { ...draft, parts: draft.parts.filter((part) => part.interviewer_ids.length > 0) }
}

const NO_PART = { minutes: DEFAULT_MINUTES, interviewer_ids: [], where: null, candidate_text: null }

type Props = {
  draft: PlanDraft
  onChange: (changed: Partial<PlanDraft>) => void
  types: InterviewType[]
  people: Interviewer[]
  freeTimes?: Plan['free_times'] | undefined
}

/** The possible interviewers and the length of each interview, and the days to offer. */
export function PlanFields({ draft, onChange, types, people, freeTimes }: Props): ReactNode {
  const partOf = (id: number) => draft.parts.find((part) => part.ref_interview_id === id) ?? { ...NO_PART, ref_interview_id: id }
  const setPart = (changed: PlanPart) => onChange({ parts: [...draft.parts.filter((part) => part.ref_interview_id !== changed.ref_interview_id), changed] })
  return (
    <Stack>
      {types.map((type) => (
        <PartFields
          key={type.ref_interview_id}
          type={type}
          part={partOf(type.ref_interview_id)}
          people={people}
          free={freeTimes?.find((one) => one.ref_interview_id === type.ref_interview_id)?.count}
          onChange={setPart}
        />
      ))}
      <Group align="flex-end">
        <NumberInput
          label="Working days from today"
          min={1}
          max={60}
          value={draft.working_days}
          onChange={(value) => onChange({ working_days: Number(value) })}
          w={200}
        />
        <NumberInput
          label="Minutes between interviews"
          min={0}
          max={120}
          value={draft.buffer_minutes}
          onChange={(value) => onChange({ buffer_minutes: Number(value) })}
          w={200}
        />
        <NumberInput
          label="Interviews per day per interviewer"
          placeholder="Their own maximum"
          min={1}
          max={20}
          value={draft.daily_maximum ?? ''}
          onChange={(value) => onChange({ daily_maximum: value === '' ? null : Number(value) })}
          w={230}
        />
      </Group>
      <Checkbox label="All interviews on one day" checked={draft.one_day} onChange={(event) => onChange({ one_day: event.currentTarget.checked })} />
    </Stack>
  )
}

type PartProps = { type: InterviewType; part: PlanPart; people: Interviewer[]; free: number | undefined; onChange: (part: PlanPart) => void }

function PartFields({ type, part, people, free, onChange }: PartProps): ReactNode {
  const { interview_name: name } = type
  return (
    <Stack gap={4}>
      <Group align="flex-start" wrap="wrap">
        <MultiSelect
          label={`${name}: possible interviewers`}
          description={free === undefined ? undefined : `${free} free ${free === 1 ? 'time' : 'times'}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={part.interviewer_ids.length === 0 ? 'Choose interviewers' : undefined}
          data={people.map((one) => ({ value: String(one.ref_interviewer_id), label: one.interviewer_name }))}
          value={part.interviewer_ids.map(String)}
          onChange={(ids) => onChange({ ...part, interviewer_ids: ids.map(Number) })}
          searchable
          classNames={{ pill: classes['pill'] ?? '' }}
          styles={{ inputField: { minInlineSize: '3rem' } }}
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
      </Group>
      {part.interviewer_ids.length > 0 && <PlaceFields type={type} part={part} onChange={onChange} />}
    </Stack>
  )
}
