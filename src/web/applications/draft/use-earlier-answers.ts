import { useEffect, useState } from 'react'
import type { EarlierAnswers, readEarlierAnswers } from '#contract/applications/applications.ts'
import { call } from '../../call.ts'

const READ = { method: 'GET', path: '/api/user-session/earlier-answers' } as const

/** This browser's answers for another role, or null. Requested only if it applied for one. */
export function useEarlierAnswers(role_id: number): EarlierAnswers | null {
  const [earlier, setEarlier] = useState<EarlierAnswers | null>(null)
  useEffect(() => {
    if (!/(?:^|; )applied=/.test(document.cookie)) return
    const stop = new AbortController()
    call<typeof readEarlierAnswers>(READ, { ref_function_role_id: role_id }, { signal: stop.signal, retries: 0 })
      .then((found) => found.answers.length > 0 && setEarlier(found))
      // The offer is optional, so failures are ignored.
      .catch(() => {})
    return () => stop.abort()
  }, [role_id])
  return earlier
}
