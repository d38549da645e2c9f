import { useState, useEffect, type ReactNode, type RefObject } from 'react'
import type { FormValues } from '#contract/applications/form-values.ts'
import { fill, valuesOf } from '../answers.ts'
import type { EarlierAnswers, readEarlierAnswers } from '#contract/applications/applications.ts'
import { call } from '../../call.ts'

type Props = {
  form: RefObject<HTMLFormElement | null>
  role_id: number
  questions: { question_name: string }[]
  /** Called with the fields that were filled. */
  onFilled: (names: string[]) => void
}

/** Offers the answers from an earlier application; only fills fields that are still empty. */
export function EarlierNote({ form, role_id, questions, onFilled }: Props): ReactNode {
  const earlier = useEarlierAnswers(role_id)
  const [count, setCount] = useState<number | null>(null)

  function use() {
    if (!form.current || !earlier) return
    const now = valuesOf(form.current, questions)
    const missing: FormValues = Object.fromEntries(
      earlier.answers
        .filter(({ question_name }) => now[question_name] === '')
        .map(({ question_name, user_answer_text_box }) => [question_name, user_answer_text_box]),
    )
    fill(form.current, missing)
    setCount(Object.keys(missing).length)
    onFilled(Object.keys(missing))
  }

  return (
    <div role="status">
      {earlier && (
        <div className="notice">
          {count === null ? (
            <>
              <p>You applied for {earlier.function_role_name} in this browser. You can start from those answers and change anything before you submit.</p>
              <p>
                <button type="button" className="link" onClick={use}>
                  Use my earlier answers
                </button>
              </p>
            </>
          ) : (
            <p>{count === 1 ? '1 answer was' : `${count} answers were`} filled in. Please check that they fit this role.</p>
          )}
        </div>
      )}
    </div>
  )
}

const READ_EARLIER_ANSWERS = { method: 'GET', path: '/api/user-session/earlier-answers' } as const

/** The answers this browser gave for another role, or null. Requested only if it was used to apply for one. */
function useEarlierAnswers(role_id: number): EarlierAnswers | null {
  const [earlier, setEarlier] = useState<EarlierAnswers | null>(null)
  useEffect(() => {
    if (!/(?:^|; )applied=/.test(document.cookie)) return
    const stop = new AbortController()
    call<typeof readEarlierAnswers>(READ_EARLIER_ANSWERS, { ref_function_role_id: role_id }, { signal: stop.signal, retries: 0 })
      .then((found) => found.answers.length > 0 && setEarlier(found))
      // The offer is optional, so failures are ignored.
      .catch(() => {})
    return () => stop.abort()
  }, [role_id])
  return earlier
}
