import { Select, Skeleton, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApplicantName } from '#contract/applicants.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { nameOf } from './candidate-name.ts'

type Props = { query: UseQueryResult<ApplicantName[]>; chosen: number | null; onChoose: (user_session_id: number) => void }

export function CandidateSelect({ query, chosen, onChoose }: Props): ReactNode {
  return (
    <Loaded query={query} waiting={<Skeleton height={62} />} failed={(_why, again) => <Trouble again={again}>Error fetching candidates</Trouble>}>
      {(candidates) => (candidates.length === 0 ? <Nobody /> : <Choice candidates={candidates} chosen={chosen} onChoose={onChoose} />)}
    </Loaded>
  )
}

function Nobody(): ReactNode {
  return (
    <div>
      <Text fw={500} size="sm">
        Candidate
      </Text>
      <Text size="sm" c="dimmed">
        Nobody is in the panel interview now. Candidates appear here once a hiring lead moves them to 'Proceed to Panel Interview': if you expect somebody, ask
        the hiring lead of the role.
      </Text>
    </div>
  )
}

function Choice({ candidates, chosen, onChoose }: Omit<Props, 'query'> & { candidates: ApplicantName[] }): ReactNode {
  const sorted = candidates.toSorted((a, b) => (a.last_name ?? '').localeCompare(b.last_name ?? '', 'en') || nameOf(a).localeCompare(nameOf(b), 'en'))
  const isChosen = sorted.some((one) => one.user_session_id === chosen)
  return (
    <Select
      label="Candidate"
      placeholder="Search by name"
      data={sorted.map((one) => ({ value: String(one.user_session_id), label: nameOf(one) }))}
      value={isChosen ? String(chosen) : null}
      onChange={(value) => value && onChoose(Number(value))}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No candidate has this name"
      renderOption={({ option }) => {
        const one = sorted.find(({ user_session_id }) => String(user_session_id) === option.value)
        return (
          <span>
            {option.label}
            <Text component="span" display="block" size="xs" c="dimmed">
              {one?.function_role_name}
            </Text>
          </span>
        )
      }}
    />
  )
}
