import { useRef, useState, type RefObject } from 'react'
import type { FormValues } from '#contract/applications/form-values.ts'
import type { AskedQuestion } from '#contract/pages.ts'
import { fill, valuesOf } from '../answers.ts'
import { clearDraft, keepDraft, type Draft, type Edits } from './drafts.ts'

const DEBOUNCE = 1000

export type DraftState = '' | 'Saving...' | 'All changes saved' | 'Failed to save'
/** `from`: identifies the other device's answers that the form started with. */
export type FormToKeep = { form: RefObject<HTMLFormElement | null>; role_id: number; questions: AskedQuestion[]; from: string | undefined }
export type KeptDraft = ReturnType<typeof useKeptDraft>

/** The draft of a form in this browser: when each field was edited, and whether that has been saved. Saves a second after the last keystroke. */
export function useKeptDraft({ form, role_id, questions, from }: FormToKeep) {
  const edits = useRef<Edits>({})
  const { state, save, saveNow, saveSoon, forget } = useSaving(() => {
    if (form.current) keepDraft(role_id, { values: valuesOf(form.current, questions), edits: edits.current, from })
  })

  return {
    state,
    edits,
    /** Marks these fields as edited now, even if this device's clock is slow; the older edits in `before` apply where there's no newer one. */
    edited: (names: string[], before: Edits = {}) => {
      const now = Date.now()
      const known = { ...before, ...edits.current }
      edits.current = { ...known, ...Object.fromEntries(names.map((name) => [name, Math.max(now, (known[name] ?? 0) + 1)])) }
    },
    save,
    saveNow,
    saveSoon,
    /** Applies what's newer than this page from a draft; returns false if nothing is. */
    take: (draft: Draft): boolean => {
      const newer = Object.keys(draft.edits).filter((name) => draft.edits[name]! > (edits.current[name] ?? 0))
      if (form.current) fill(form.current, only(draft.values, newer))
      for (const name of newer) edits.current[name] = draft.edits[name]!
      return newer.length > 0
    },
    /** Returns a function that puts back the drafts that were set aside. */
    forget: () => {
      forget()
      edits.current = {}
      return clearDraft(role_id)
    },
  }
}

function useSaving(keep: () => void) {
  const [state, setState] = useState<DraftState>('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function forgetTimer() {
    clearTimeout(timer.current)
    timer.current = undefined
  }

  /** Returns false if the browser can't store anything. */
  function save(): boolean {
    forgetTimer()
    try {
      keep()
      setState('All changes saved')
      return true
    } catch {
      setState('Failed to save')
      return false
    }
  }

  return {
    state,
    save,
    /** Saves what was typed in the last second, for when the person leaves the page. */
    saveNow: () => timer.current !== undefined && save(),
    saveSoon: () => {
      setState((now) => (now === 'Failed to save' ? now : 'Saving...'))
      forgetTimer()
      timer.current = setTimeout(save, DEBOUNCE)
    },
    forget: () => {
      forgetTimer()
      setState('')
    },
  }
}

export function only(values: FormValues, names: string[]): FormValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
}
