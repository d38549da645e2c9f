import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { openSession, Question } from '#contract/applications/applications.ts'
import { call, isCallFailure, type CallOptions } from '../call.ts'

const OPEN_SESSION = { method: 'POST', path: '/api/user-session' } as const
export const MISSING_QUESTIONS = 'Invalid API response: missing questions data'

type Visit = { role_id: number; via: string | null }

/** Opens the application on the server as soon as the form is ready; `opened()` waits for that or tries again. */
export function useSession(visit: Visit, onQuestions: (questions: Question[]) => void) {
  const opening = useRef<Promise<Question[]>>(undefined)
  const [trouble, setTrouble] = useState<string | null>(null)

  function opened(how?: CallOptions): Promise<Question[]> {
    opening.current ??= open(visit, how).then(
      (questions) => {
        setTrouble(null)
        onQuestions(questions)
        return questions
      },
      (failure: unknown) => {
        opening.current = undefined
        throw failure
      },
    )
    return opening.current
  }

  const start = () => void opened().catch((failure: unknown) => setTrouble(errorText(failure)))
  const onMount = useEffectEvent(start)
  useEffect(() => onMount(), [])

  return { trouble, retry: start, opened, forget: () => (opening.current = undefined) }
}

async function open({ role_id, via }: Visit, how?: CallOptions): Promise<Question[]> {
  const visit = { ref_function_role_id: role_id, device_info: navigator.userAgent.slice(0, 1000), ...(via && { via }) }
  const { questions } = await call<typeof openSession>(OPEN_SESSION, visit, how)
  if (!Array.isArray(questions)) throw new Error(MISSING_QUESTIONS)
  return questions
}

/** The server's error message, or the given one. The number of attempts is shown only to staff and in logs (docs/decisions/0016). */
export function errorText(failure: unknown, otherwise = 'Failed to submit application.'): string {
  if (isCallFailure(failure)) return failure.detail
  return failure instanceof Error && failure.message === MISSING_QUESTIONS ? failure.message : otherwise
}
