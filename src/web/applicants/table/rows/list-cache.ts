import type { QueryClient } from '@tanstack/react-query'
import { listReview, listReviewRows, type ApplicantList, type ListedApplicant } from '#contract/applicants/applicant-list.ts'
import { readApplicant, type Applicant } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { listCandidateEmails } from '#contract/candidate/candidate-emails.ts'

/** A cached list; `moved` has the new statuses of applicants decided on since it was loaded. */
export type CachedList = ApplicantList & { moved?: Record<number, number> }
type CachedPage = CachedList | ListedApplicant[] | Applicant

const CACHED_LISTS: string[] = [listReview.path, listReviewRows.path, readApplicant.path]

/** Changes an applicant in every cached list and page. */
export function patchApplicant(client: QueryClient, user_session_id: number, change: Partial<Omit<Applicant, 'answers'>>): void {
  const patched = <One extends { user_session_id: number }>(one: One): One => (one.user_session_id === user_session_id ? { ...one, ...change } : one)
  client.setQueriesData<CachedPage>({ predicate: ({ queryKey }) => CACHED_LISTS.includes(String(queryKey[0])) }, (known): CachedPage | undefined => {
    if (known === undefined) return known
    if (Array.isArray(known)) return known.map(patched)
    if (!('ids' in known)) return patched<Applicant>(known)
    const { ref_application_status_id: status } = change
    const moved = status !== undefined && known.ids.includes(user_session_id) ? { ...known.moved, [user_session_id]: status } : known.moved
    return { ...known, rows: known.rows.map(patched), ...(moved && { moved }) }
  })
}

/** Reloads what's shown about this applicant. */
export function forgetHistory(client: QueryClient, id: number): void {
  const isAbout = (input: unknown) => typeof input === 'object' && input !== null && Object.values(input).includes(id)
  void client.invalidateQueries({
    predicate: ({ queryKey: [path, input] }) => (path === listHistory.path || path === listCandidateEmails.path) && isAbout(input),
  })
}
