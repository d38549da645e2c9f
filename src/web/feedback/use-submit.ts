import { useState } from 'react'
import { hasTooManyWords } from '#contract/feedback.ts'
import { isCallFailure } from '#web/call.ts'
import { tell } from '#web/ui/toast.ts'
import type { Keeper } from './autosave/keeper.ts'
import type { Kept } from './autosave/kept.ts'

const FAILED = 'Error submitting feedback. Please try again.'

/** Handing in, and saving at once because somebody asked for it; both say what came of it. */
export function useSubmit(keeper: Keeper, kept: Kept) {
  const [isSending, setSending] = useState(false)
  const [said, setSaid] = useState('')
  const [failed, setFailed] = useState('')

  async function submit(): Promise<void> {
    setSaid('')
    setFailed('')
    const isTooLong = Object.values(kept.answers).some(hasTooManyWords)
    if (isTooLong) return setFailed(`${FAILED} One answer is too long.`)
    if (kept.choices.length > 0) return setFailed(`${FAILED} First choose which text to keep.`)
    setSending(true)
    try {
      await keeper.submit()
      setSaid('Feedback submitted successfully.')
    } catch (failure) {
      setFailed(isCallFailure(failure) && failure.status > 0 ? `${FAILED} ${failure.detail}` : FAILED)
    } finally {
      setSending(false)
    }
  }

  async function saveNow(): Promise<void> {
    keeper.keepDraft()
    const isSaved = await keeper.flush()
    tell(isSaved ? 'Saved.' : 'Not saved on the server yet. Your text is kept in this browser.')
  }

  return { submit, saveNow, isSending, said, failed }
}
