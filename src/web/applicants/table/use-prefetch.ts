import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listHistory, listLinkedApplications } from '#contract/applicants.ts'
import { listCandidateEmails } from '#contract/candidate-emails.ts'
import { asking } from '#web/ui/use-call.ts'
import type { Review } from '#web/applicants/use-review.ts'

/** What stands beside the answers, for a person's neighbours in the list. With names shown it waits: each look is recorded as one. */
export function usePrefetch({ rows, place, identifiable }: Review): void {
  const client = useQueryClient()
  const count = rows.length
  const near = place < 0 || count < 2 ? [] : [rows[(place + 1) % count], rows[(place - 1 + count) % count]]
  const ids = near.map((row) => row?.original.user_session_id).join(',')
  useEffect(() => {
    if (identifiable || ids === '') return
    for (const id of ids.split(',').map(Number)) {
      void client.prefetchQuery(asking(listHistory, { id, identifiable: false }))
      void client.prefetchQuery(asking(listCandidateEmails, { user_session_id: id, identifiable: false }))
      void client.prefetchQuery(asking(listLinkedApplications, { user_session_id: id, identifiable: false }))
    }
  }, [client, identifiable, ids])
}
