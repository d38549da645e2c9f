import { Select, Skeleton, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApplicantName } from '#contract/applicants/applicants.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { nameOf } from './candidate-name.ts'
import type { InterviewType } from '#contract/interviews.ts'

type Candidate = Pick<ApplicantName, 'user_session_id' | 'first_name' | 'last_name' | 'function_role_name'>
type Props = {
  query: UseQueryResult<ApplicantName[]>
  /** Candidates in the interviewer's own interviews, who are listed first; some may have left the panel interview. Null until they're loaded. */
  own: Candidate[] | null
  chosen: number | null
  onChoose: (user_session_id: number) => void
}

const WAITING = <Skeleton height={62} />

export function CandidateSelect({ query, own, chosen, onChoose }: Props): ReactNode {
  return (
    <Loaded query={query} waiting={WAITING} failed={(_why, again) => <ErrorNotice again={again}>Error fetching candidates</ErrorNotice>}>
      {(candidates) =>
        own ? (
          <>
            {candidates.length === 0 && <NoCandidates />}
            {candidates.length + own.length > 0 && <Choice candidates={candidates} own={own} chosen={chosen} onChoose={onChoose} />}
          </>
        ) : (
          WAITING
        )
      }
    </Loaded>
  )
}

function NoCandidates(): ReactNode {
  return (
    <div>
      <Text fw={600} size="sm">
        Candidate
      </Text>
      <Text size="sm" c="dimmed">
        No one is in the panel interview right now. Candidates appear here once a hiring lead moves them to 'Proceed to Panel Interview'. If you're expecting
        someone, ask the role's hiring lead.
      </Text>
    </div>
  )
}

function Choice({ candidates, own, chosen, onChoose }: Omit<Props, 'query' | 'own'> & { candidates: ApplicantName[]; own: Candidate[] }): ReactNode {
  const mine = byLastName(own)
  const others = byLastName(candidates.filter((one) => !own.some(({ user_session_id }) => user_session_id === one.user_session_id)))
  const all = [...mine, ...others]
  return (
    <Select
      label="Candidate"
      placeholder="Search by name"
      data={[
        { group: 'Your interviews', items: mine.map(toOption) },
        { group: mine.length > 0 ? 'Others in the panel' : 'In the panel', items: others.map(toOption) },
      ].filter(({ items }) => items.length > 0)}
      value={all.some((one) => one.user_session_id === chosen) ? String(chosen) : null}
      onChange={(value) => value && onChoose(Number(value))}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No matching candidates"
      renderOption={({ option }) => {
        const one = all.find(({ user_session_id }) => String(user_session_id) === option.value)
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

function toOption(one: Candidate) {
  return { value: String(one.user_session_id), label: nameOf(one) }
}

function byLastName<C extends Candidate>(candidates: C[]): C[] {
  return candidates.toSorted((a, b) => (a.last_name ?? '').localeCompare(b.last_name ?? '', 'en') || nameOf(a).localeCompare(nameOf(b), 'en'))
}

const LAST = 'interviewer_last_interview'

/** The interview last chosen in this browser, because most interviewers do only one kind. */
export function lastInterview(): number | null {
  return Number(localStorage.getItem(LAST)) || null
}

export function keepLastInterview(ref_interview_id: number): void {
  localStorage.setItem(LAST, String(ref_interview_id))
}

type InterviewProps = { query: UseQueryResult<InterviewType[]>; chosen: InterviewType | undefined; onChoose: (ref_interview_id: number) => void }

export function InterviewSelect({ query, chosen, onChoose }: InterviewProps): ReactNode {
  return (
    <Loaded query={query} waiting={<Skeleton height={62} />} failed={(_why, again) => <ErrorNotice again={again}>Error fetching interview types</ErrorNotice>}>
      {(interviews) => (
        <Select
          label="Interview"
          placeholder="Select an interview"
          data={interviews.map((one) => ({ value: String(one.ref_interview_id), label: one.interview_name }))}
          value={chosen ? String(chosen.ref_interview_id) : null}
          onChange={(value) => value && onChoose(Number(value))}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No matching interviews"
        />
      )}
    </Loaded>
  )
}
