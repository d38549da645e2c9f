import { useState } from 'react'
import { isCallFailure } from '#web/call.ts'
import { notify } from '#web/ui/toast.ts'
import type { Keeper } from './autosave/keeper.ts'
import { answersTooLong } from './autosave/save-state.tsx'
import type { Kept } from './autosave/store.ts'

const FAILED = 'Error submitting feedback. Please try again.'

/** Submitting, which asks first, and saving on request; both report the outcome. */
export function useSubmit(keeper: Keeper, kept: Kept) {
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const [said, setSaid] = useState('')
  const [failed, setFailed] = useState('')

  function ask(): void {
    setSaid('')
    setFailed('')
    if (kept.header?.submitted_at) return notify('This feedback has already been submitted. Changes are saved as you type.')
    const [tooLong] = answersTooLong(kept)
    if (tooLong) return setFailed(`${FAILED} Answer ${tooLong.place} is too long.`)
    if (kept.choices.length > 0) return setFailed(`${FAILED} First choose which text to keep.`)
    setAsking(true)
  }

  async function submit(interview_datetime_utc: string): Promise<void> {
    setSending(true)
    try {
      await keeper.submit(interview_datetime_utc)
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
    notify(isSaved ? 'Saved.' : "Not saved on the server yet. We'll keep your text in this browser.")
  }

  return { ask, isAsking, stopAsking: () => setAsking(false), submit, saveNow, isSending, said, failed }
}
