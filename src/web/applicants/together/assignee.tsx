import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { readApplicant, type Applicant } from '#contract/applicants/applicants.ts'
import { assignApplicant, listColleagues, listWaitingForMe } from '#contract/applicants/together.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { warn } from '#web/ui/toast.ts'
import { keyOf, useCall } from '#web/ui/use-call.ts'

/** Who is on it; choosing someone tells them in their next digest. */
export function Assignee({ applicant }: { applicant: Applicant }): ReactNode {
  const { user_session_id: id } = applicant
  const memory = useQueryClient()
  const [email, setEmail] = useState(applicant.assigned_to)
  const { data: colleagues = [] } = useCall(listColleagues, { id })

  async function assign(next: string | null): Promise<void> {
    setEmail(next)
    try {
      await call(assignApplicant, { id, email: next })
    } catch (failure) {
      setEmail(email)
      warn(whyOf(failure))
    }
    await Promise.all([readApplicant, listWaitingForMe].map((endpoint) => memory.invalidateQueries({ queryKey: keyOf(endpoint) })))
    // The list stays still while people decide: it's only out of date.
    await memory.invalidateQueries({ queryKey: [listReview.path], refetchType: 'none' })
  }

  return (
    <Select
      label="On it"
      placeholder="No one"
      size="sm"
      clearable
      searchable
      value={email}
      data={[...new Set([...(email ? [email] : []), ...colleagues.map((one) => one.email)])]}
      onChange={(next) => void assign(next)}
    />
  )
}
