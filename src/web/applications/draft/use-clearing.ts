import { useRef } from 'react'
import { fill, valuesOf } from '../answers.ts'
import type { Draft } from './drafts.ts'
import { only, type FormToKeep, type KeptDraft } from './use-kept-draft.ts'

/** Clears a form and its draft, and can undo that. */
export function useClearing({ form, questions }: FormToKeep, kept: KeptDraft) {
  const cleared = useRef<Pick<Draft, 'values' | 'edits'>>(null)

  return {
    clear: () => {
      if (form.current) {
        cleared.current = { values: valuesOf(form.current, questions), edits: kept.edits.current }
        fill(form.current, Object.fromEntries(questions.map((one) => [one.question_name, ''])))
      }
      kept.forget()
    },
    /** Restores what was cleared, except where something was typed since. Returns false when there's nothing to restore. */
    undo: (): boolean => {
      if (!form.current || !cleared.current) return false
      const { values, edits } = cleared.current
      const untouched = Object.keys(values).filter((name) => kept.edits.current[name] === undefined)
      fill(form.current, only(values, untouched))
      kept.edited([], edits)
      cleared.current = null
      kept.save()
      return true
    },
    forgetCleared: () => void (cleared.current = null),
  }
}
