import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { AskedQuestion, Values } from '#contract/pages.ts'
import { empty, fill, valuesOf } from './answers.ts'
import { clearDraft, readDraft, writeDraft } from './drafts.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

const DEBOUNCE = 1000

export type DraftState = '' | 'Saving...' | 'All changes saved' | 'Failed to save'

type Form = { form: RefObject<HTMLFormElement | null>; role_id: number; questions: AskedQuestion[]; values: Values }

/** Keeps what is typed in the browser, a second after the last key and at the latest when the page goes away. */
export function useDraft({ form, role_id, questions, values }: Form) {
  const [state, setState] = useState<DraftState>('')
  const [isRestored, setRestored] = useRestored({ form, role_id, values })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function forget() {
    clearTimeout(timer.current)
    timer.current = undefined
  }

  function save() {
    forget()
    try {
      if (form.current) writeDraft(role_id, valuesOf(form.current, questions))
      setState('All changes saved')
    } catch {
      setState('Failed to save')
    }
  }

  const onLeave = useEffectEvent(() => timer.current !== undefined && save())
  useEffect(() => {
    const leave = () => onLeave()
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])
  useLeaveWarning(state === 'Failed to save')

  return {
    state,
    isRestored,
    save,
    touch: () => {
      setState((now) => (now === 'Failed to save' ? now : 'Saving...'))
      forget()
      timer.current = setTimeout(save, DEBOUNCE)
    },
    dismiss: () => setRestored(false),
    clear: () => {
      forget()
      if (form.current) empty(form.current)
      clearDraft(role_id)
      setRestored(false)
      setState('')
    },
  }
}

/** Puts the draft back when the form opens; answers that the server sent back are newer. */
function useRestored({ form, role_id, values }: Pick<Form, 'form' | 'role_id' | 'values'>) {
  const [isRestored, setRestored] = useState(false)
  useEffect(() => {
    const isBack = Object.values(values).some((value) => value !== '')
    const draft = isBack ? null : readDraft(role_id)
    if (form.current) fill(form.current, draft ?? {})
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows the draft, after the server's HTML is there
    if (draft) setRestored(true)
  }, [form, role_id, values])
  return [isRestored, setRestored] as const
}
