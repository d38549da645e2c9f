import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listLinkedApplications, readApplicant } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { listCandidateEmails } from '#contract/candidate/candidate-emails.ts'
import { loadEditor } from '#web/templates/email-body.tsx'
import { asking } from '#web/ui/use-call.ts'
import { prepareResumes } from '#web/applicants/resume/resume-panel.tsx'
import { resumeQuery } from '#web/applicants/resume/resume-query.ts'
import type { List } from '#web/applicants/table/rows/use-list.ts'

type PrefetchOptions = { identifiable: boolean; /** Whether the resume is being read. */ isReading: boolean }

/**
 * Preloads what's shown next to the answers for the next and previous applicant, but not with names shown, because each view is recorded. Someone
 * reading resumes gets the next resume too, which is recorded in the audit trail.
 */
export function usePrefetch({ ids: rows, place }: List, { identifiable, isReading }: PrefetchOptions): void {
  const client = useQueryClient()
  // Decision dialogs open with the email in the editor.
  useEffect(() => whenIdle(loadEditor), [])
  useEffect(() => (identifiable ? whenIdle(prepareResumes) : undefined), [identifiable])
  const count = rows.length
  const near = place < 0 || count < 2 ? [] : [rows[(place + 1) % count], rows[(place - 1 + count) % count]]
  const ids = near.join(',')
  useEffect(() => {
    if (identifiable || ids === '') return
    // After painting, one at a time: sending eight calls takes as long as rendering the page, and a key may be pressed in between.
    const cancels = ids.split(',').flatMap((id) => prefetchesFor(client, Number(id)).map(whenIdle))
    return () => cancels.forEach((cancel) => cancel())
  }, [client, identifiable, ids])
  const next = near[0]
  useEffect(() => {
    if (!identifiable || !isReading || next === undefined) return
    const timer = setTimeout(() => void loadResume(client, next), READ_FIRST_MS)
    return () => clearTimeout(timer)
  }, [client, identifiable, isReading, next])
}

/** Gives the resume being read time to load and render first. */
const READ_FIRST_MS = 1500

async function loadResume(client: QueryClient, id: number): Promise<void> {
  const one = await client.fetchQuery(asking(readApplicant, { id, identifiable: false })).catch(() => null)
  if (one?.has_resume) await client.prefetchQuery(resumeQuery(id))
}

function prefetchesFor(client: QueryClient, id: number): (() => void)[] {
  return [
    () => void client.prefetchQuery(asking(readApplicant, { id, identifiable: false })),
    () => void client.prefetchQuery(asking(listHistory, { id, identifiable: false })),
    () => void client.prefetchQuery(asking(listCandidateEmails, { user_session_id: id, identifiable: false })),
    () => void client.prefetchQuery(asking(listLinkedApplications, { user_session_id: id, identifiable: false })),
  ]
}

const SOON_MS = 200

/**
 * Runs `act` once the browser has painted and is idle, or soon in any case, as in Safari, which can't report idle time. Returns a function that
 * cancels it.
 */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, SOON_MS)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(act, { timeout: SOON_MS })
  return () => cancelIdleCallback(asked)
}
