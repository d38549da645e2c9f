import { useEffect, useState } from 'react'
import type { EarlierAnswers, readEarlierAnswers } from '#contract/applications/applications.ts'
import { call } from '../../call.ts'

const READ = { method: 'GET', path: '/api/user-session/earlier-answers' } as const

/** What this browser answered for another role, or null. Asked for only where it applied for one. */
export function useEarlierAnswers(role_id: number): EarlierAnswers | null {
  const [earlier, setEarlier] = useState<EarlierAnswers | null>(null)
  useEffect(() => {
    if (!/(?:^|; )applied=/.test(document.cookie)) return
    const stop = new AbortController()
    call<typeof readEarlierAnswers>(READ, { ref_function_role_id: role_id }, { signal: stop.signal, retries: 0 })
      .then((found) => found.answers.length > 0 && setEarlier(found))
      // If the offer can't be made, no one misses it.
      .catch(() => {})
    return () => stop.abort()
  }, [role_id])
  return earlier
}
