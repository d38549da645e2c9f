import { Checkbox, Group, MultiSelect, NumberInput, Stack, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Input } from '#contract/endpoint.ts'
import type { Interviewer } from '#contract/interviewers.ts'
import { shortLocation, type InterviewType, type InterviewLocation } from '#contract/interviews.ts'
import {
  DEFAULT_BUFFER_MINUTES,
  DEFAULT_MINUTES,
  DEFAULT_WORKING_DAYS,
  MAX_INTERVIEWERS,
  type Plan,
  type PlanPart,
  type savePlan,
} from '#contract/scheduling/scheduling.ts'
import { MoveButtons } from '#web/ui/editor/move-buttons.tsx'
import { KINDS, missingNote, TEXT_OF } from '#web/interviews/place-text.ts'
import classes from './plan-fields.module.css'

export type PlanDraft = Omit<Input<typeof savePlan>, 'user_session_id' | 'parts' | 'keeps_existing' | 'with_decision' | 'version'> & { parts: PlanPart[] }

export const PLAN_LABELS = {
  parts: 'Interviews',
  working_days: 'Working days from today',
  buffer_minutes: 'Minutes between interviews',
  daily_maximum: 'Interviews per day per interviewer',
  one_day: 'All interviews on one day',
}

/** Returns editor state for a stored plan (defaults if null), with parts for these interview types. */
export function planDraft(stored: PlanDraft | null, types: InterviewType[] = []): PlanDraft {
  return {
    working_days: stored?.working_days ?? DEFAULT_WORKING_DAYS,
    one_day: stored?.one_day ?? false,
    buffer_minutes: stored?.buffer_minutes ?? DEFAULT_BUFFER_MINUTES,
    daily_maximum: stored?.daily_maximum ?? null,
    parts: withOthers(stored?.parts ?? [], types),
  }
}

/** How a plan's field is displayed when two versions are compared. */
export function planFieldFormats(types: InterviewType[], people: Interviewer[]) {
  const nameOf = (id: number) => types.find((one) => one.ref_interview_id === id)?.interview_name
  const names = (ids: number[]) => people.filter((one) => ids.includes(one.ref_interviewer_id)).map((one) => one.interviewer_name)
  const lines = ({ ref_interview_id, minutes, interviewer_ids, interviewer_count, where, candidate_text }: PlanPart) => [
    `${nameOf(ref_interview_id)}, ${minutes} minutes: ${names(interviewer_ids).join(', ')}`,
    ...(interviewer_count > 1 ? [`${interviewer_count} interviewers at a time`] : []),
    ...(where ? [shortLocation(where)] : []),
    ...(candidate_text ? [candidate_text] : []),
  ]
  return (field: keyof PlanDraft, value: PlanDraft[keyof PlanDraft]) => {
    if (field === 'parts')
      return givenParts({ parts: value as PlanPart[] })
        .parts.flatMap(lines)
        .join('\n')
    return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value ?? '')
  }
}

/** The stored plan until someone edits it. `chosen` leaves out interviews without interviewers. */
export function usePlanDraft(stored: PlanDraft | null) {
  const [changed, setChanged] = useState<PlanDraft | null>(null)
  const draft = changed ?? planDraft(stored)
  const chosen = givenParts(draft)
  const change = (part: Partial<PlanDraft>) => setChanged({ ...draft, ...part })
  return { draft, change, chosen, isEmpty: chosen.parts.length === 0, isChanged: changed !== null }
}

/** Leaves out interviews without interviewers. */
export function givenParts<Draft extends Pick<PlanDraft, 'parts'>>(draft: Draft): Draft {
  return { ...draft, parts: draft.parts.filter((part) => part.interviewer_ids.length > 0) }
}

const NO_PART = { minutes: DEFAULT_MINUTES, interviewer_ids: [], interviewer_count: 1, where: null, candidate_text: null }

/** The interviews of a plan in order, then those without interviewers. */
function withOthers(parts: PlanPart[], types: InterviewType[]): PlanPart[] {
  const others = types.filter((type) => !parts.some((part) => part.ref_interview_id === type.ref_interview_id))
  return [...parts, ...others.map(({ ref_interview_id }) => ({ ref_interview_id, ...NO_PART }))]
}

type Props = {
  draft: PlanDraft
  onChange: (changed: Partial<PlanDraft>) => void
  types: InterviewType[]
  people: Interviewer[]
  freeTimes?: Plan['free_times'] | undefined
}

/** The interviews in order, with possible interviewers and length, and the days to offer. */
export function PlanFields({ draft, onChange, types, people, freeTimes }: Props): ReactNode {
  const parts = withOthers(draft.parts, types)
  const isOrdered = givenParts({ parts }).parts.length > 1
  return (
    <Stack>
      {parts.map((part, at) => {
        const type = types.find((one) => one.ref_interview_id === part.ref_interview_id)
        if (!type) return null
        const move = (by: -1 | 1) => onChange({ parts: parts.toSpliced(at, 1).toSpliced(at + by, 0, part) })
        return (
          <PartFields
            key={part.ref_interview_id}
            type={type}
            part={part}
            people={people}
            free={freeTimes?.find((one) => one.ref_interview_id === part.ref_interview_id)?.count}
            onChange={(changed) => onChange({ parts: parts.with(at, changed) })}
          >
            {isOrdered && part.interviewer_ids.length > 0 && (
              <MoveButtons name={type.interview_name} isFirst={at === 0} isLast={at === parts.length - 1} onMove={move} />
            )}
          </PartFields>
        )
      })}
      <Group align="flex-end">
        <NumberInput
          label="Working days from today"
          min={1}
          max={60}
          value={draft.working_days}
          onChange={(value) => onChange({ working_days: Number(value) })}
          w={180}
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
          placeholder="Each interviewer's own maximum"
          min={1}
          max={20}
          value={draft.daily_maximum ?? ''}
          onChange={(value) => onChange({ daily_maximum: value === '' ? null : Number(value) })}
          w={290}
        />
      </Group>
      <Checkbox label="All interviews on one day" checked={draft.one_day} onChange={(event) => onChange({ one_day: event.currentTarget.checked })} />
    </Stack>
  )
}

type PartProps = {
  type: InterviewType
  part: PlanPart
  people: Interviewer[]
  free: number | undefined
  onChange: (part: PlanPart) => void
  /** Additional buttons. */
  children?: ReactNode
}

function PartFields({ type, part, people, free, onChange, children }: PartProps): ReactNode {
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
        {part.interviewer_ids.length > 0 && (
          <NumberInput
            label={`${name}: interviewers at a time`}
            min={1}
            max={MAX_INTERVIEWERS}
            value={part.interviewer_count}
            onChange={(value) => onChange({ ...part, interviewer_count: Number(value) })}
            error={part.interviewer_count > part.interviewer_ids.length && `Choose at least ${part.interviewer_count} possible interviewers.`}
            w={260}
          />
        )}
        {children && (
          <Group gap="xs" mt="xl">
            {children}
          </Group>
        )}
      </Group>
      {part.interviewer_ids.length > 0 && <LocationFields type={type} part={part} onChange={onChange} />}
    </Stack>
  )
}

type LocationFieldsProps = { type: InterviewType; part: PlanPart; onChange: (part: PlanPart) => void }

/** The format and location of this candidate's interview, and the text for the candidate, if they differ from the interview's own settings. */
function LocationFields({ type, part, onChange }: LocationFieldsProps): ReactNode {
  const { interview_name: name } = type
  const { where, candidate_text } = part
  const missing = missingNote(where ?? type.where)
  return (
    <details>
      <summary style={{ minBlockSize: 44, alignContent: 'center', cursor: 'pointer' }}>
        {name}: {shortLocation(where ?? type.where)}
        {missing && (
          <Text span c="var(--bad)">
            {' '}
            {missing}
          </Text>
        )}
      </summary>
      <Stack gap="xs" mt="xs">
        <NativeSelect
          label={`${name}: how it takes place`}
          data={[{ value: '', label: `Default (${shortLocation(type.where)})` }, ...Object.entries(KINDS).map(([value, label]) => ({ value, label }))]}
          value={where?.kind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...part, where: value === '' ? null : { kind: value as InterviewLocation['kind'], text: where?.text ?? null } })
          }
        />
        {where && (
          <TextInput
            label={`${name}: ${TEXT_OF[where.kind].toLowerCase()}`}
            maxLength={500}
            value={where.text ?? ''}
            onChange={(event) => onChange({ ...part, where: { ...where, text: event.currentTarget.value || null } })}
          />
        )}
        <Textarea
          label={`${name}: what it covers, for the candidate`}
          placeholder={type.candidate_text || undefined}
          description="Leave empty to use the interview's text."
          maxLength={4000}
          value={candidate_text ?? ''}
          onChange={(event) => onChange({ ...part, candidate_text: event.currentTarget.value || null })}
        />
      </Stack>
    </details>
  )
}
