import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { openSession, Question, submitAnswers } from '#contract/applications/applications.ts'
import { call, type CallOptions, isCallFailure } from '../call.ts'
import { honeypotName } from '#contract/applications/honeypot.ts'
import type { FieldError, FormValues } from '#contract/applications/form-values.ts'

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

/** The server's error message, or `otherwise`. The number of attempts is shown only to staff and in logs (docs/decisions/0016). */
export function errorText(failure: unknown, otherwise = 'Failed to submit application.'): string {
  if (isCallFailure(failure)) return failure.detail
  return failure instanceof Error && failure.message === MISSING_QUESTIONS ? failure.message : otherwise
}

const SUBMIT_ANSWERS = { method: 'POST', path: '/api/user-session/answers' } as const
const SLOW_MS = 5_000
const NO_SESSION_ID = 'Application submitted, but failed to proceed to resume upload. Please contact support.'

type Send = { session: ReturnType<typeof useSession>; onFaults: (faults: FieldError[]) => void; onDone: () => void; onClosed: () => void }

/** Sends the answers once, however often the button is pressed. */
export function useSubmission({ session, onFaults, onDone, onClosed }: Send) {
  const [isSubmitting, setSubmitting] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [hasApplied, setApplied] = useState(false)
  const [progress, setProgress] = useState('')
  const stop = useRef<AbortController>(undefined)

  async function submit(values: FormValues, traps: FormData) {
    if (stop.current) return
    stop.current = new AbortController()
    setSubmitting(true)
    setTrouble(null)
    // Shown while it can still succeed: an unresponsive server gets four minutes.
    const slow = setTimeout(() => setProgress('Still trying (attempt 1 of 4)'), SLOW_MS)
    const how: CallOptions = { signal: stop.current.signal, onRetry: (attempt, of) => setProgress(`Still trying (attempt ${attempt} of ${of})`) }
    try {
      const { user_session_id } = await send(session, { values, traps, how })
      if (!user_session_id) throw Object.assign(new Error(NO_SESSION_ID), { status: 0, detail: NO_SESSION_ID })
      clearTimeout(slow)
      onDone()
      return
    } catch (failure) {
      if (isCallFailure(failure) && failure.errors?.length) onFaults(failure.errors)
      else if (isCallFailure(failure) && isClosed(failure)) onClosed()
      else if (isCallFailure(failure) && failure.status === 409 && /submitted/.test(failure.detail)) setApplied(true)
      else if (!how.signal!.aborted) setTrouble(errorText(failure))
    }
    clearTimeout(slow)
    stop.current = undefined
    setProgress('')
    setSubmitting(false)
  }

  return { isSubmitting, trouble, hasApplied, progress, submit, cancel: () => stop.current?.abort() }
}

/** Whether the role closed after the form was opened. */
function isClosed({ status, detail }: { status: number; detail: string }): boolean {
  return status === 404 || (status === 409 && /no longer open/.test(detail))
}

/** If the application's cookie is gone, opens the application again, once, with the same answers. */
async function send(session: Send['session'], application: { values: FormValues; traps: FormData; how: CallOptions }, isSecond = false) {
  const questions = await session.opened(application.how)
  try {
    return await call<typeof submitAnswers>(SUBMIT_ANSWERS, { answers: answersOf(questions, application) }, application.how)
  } catch (failure) {
    if (isSecond || !isCallFailure(failure) || failure.status !== 403) throw failure
    session.forget()
    return send(session, application, true)
  }
}

function answersOf(questions: Question[], { values, traps }: { values: FormValues; traps: FormData }) {
  return questions.map(({ user_session_answer_id, user_session_id, question_name, ref_question_id }) => {
    const honeypot = String(traps.get(honeypotName(ref_question_id)) ?? '')
    return { user_session_answer_id, user_session_id, question_name, user_answer_text_box: values[question_name] ?? '', ...(honeypot && { honeypot }) }
  })
}
