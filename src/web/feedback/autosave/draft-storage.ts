import { draftKey } from '#contract/feedback.ts'

/** Identifies the feedback: about whom, for which interview, and by whom. */
export type Target = { user_session_id: number; ref_interview_id: number; ref_interviewer_id: number }

/** `base`: the `modified_at` of the stored answer the text is based on; null if there was none, or the person still has to choose between the two. */
export type DraftAnswer = { text: string; base: string | null; is_saved: boolean }
export type DraftAnswers = Record<number, DraftAnswer>
export type Draft = { answers: DraftAnswers; saved_at: number }

/** Feedback drafts in this browser. */
export type Drafts = {
  read: (target: Target) => Draft | null
  /** Returns false if the browser couldn't store it. */
  write: (target: Target, draft: Draft) => boolean
  remove: (target: Target) => void
  /** Called when another window writes this draft. */
  onOther: (target: Target, listener: (draft: Draft) => void) => () => void
}

export const browserDrafts: Drafts = {
  read: (target) => parse(readText(draftKey(target))),
  write: (target, draft) => {
    try {
      localStorage.setItem(draftKey(target), JSON.stringify(draft))
      return true
    } catch {
      return false
    }
  },
  remove: (target) => {
    try {
      localStorage.removeItem(draftKey(target))
    } catch {
      // If the browser can't store anything, there's nothing to remove.
    }
  },
  onOther: (target, listener) => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const draft = key === draftKey(target) ? parse(newValue) : null
      if (draft) listener(draft)
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
}

/** An interviewer's drafts that haven't reached the server yet. */
export function listUnsaved(ref_interviewer_id: number): Target[] {
  const keys = Object.keys(localStorage).map((key) => /^feedback_(\d+)_(\d+)_(\d+)$/.exec(key))
  return keys.flatMap((found) => {
    if (!found || Number(found[3]) !== ref_interviewer_id) return []
    const target = { user_session_id: Number(found[1]), ref_interview_id: Number(found[2]), ref_interviewer_id }
    const draft = browserDrafts.read(target)
    return draft && Object.values(draft.answers).some((one) => !one.is_saved) ? [target] : []
  })
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function parse(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null
    return draft && typeof draft.answers === 'object' && draft.answers !== null ? draft : null
  } catch {
    return null
  }
}
