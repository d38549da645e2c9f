import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { briefWhere, type InterviewType, type Where } from '#contract/interviews.ts'
import type { PlanPart } from '#contract/scheduling/scheduling.ts'
import { KINDS, missingOf, TEXT_OF } from '#web/interviews/where-words.ts'

type Props = { type: InterviewType; part: PlanPart; onChange: (part: PlanPart) => void }

/** How and where this candidate's interview takes place, and what the candidate reads, if it differs from the interview's own settings. */
export function PlaceFields({ type, part, onChange }: Props): ReactNode {
  const { interview_name: name } = type
  const { where, candidate_text } = part
  const missing = missingOf(where ?? type.where)
  return (
    <details>
      <summary style={{ minBlockSize: 44, alignContent: 'center', cursor: 'pointer' }}>
        {name}: {briefWhere(where ?? type.where)}
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
          data={[{ value: '', label: `Default (${briefWhere(type.where)})` }, ...Object.entries(KINDS).map(([value, label]) => ({ value, label }))]}
          value={where?.kind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...part, where: value === '' ? null : { kind: value as Where['kind'], text: where?.text ?? null } })
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
