import { Select, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { InterviewType } from '#contract/interviews.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'

const LAST = 'interviewer_last_interview'

/** The interview last chosen in this browser, because most interviewers do only one kind. */
export function lastInterview(): number | null {
  return Number(localStorage.getItem(LAST)) || null
}

export function keepLastInterview(ref_interview_id: number): void {
  localStorage.setItem(LAST, String(ref_interview_id))
}

type Props = { query: UseQueryResult<InterviewType[]>; chosen: InterviewType | undefined; onChoose: (ref_interview_id: number) => void }

export function InterviewSelect({ query, chosen, onChoose }: Props): ReactNode {
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
