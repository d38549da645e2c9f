import { useEffect, useRef, useState, type RefObject } from 'react'
import type { AskedQuestion, Values } from '#contract/pages.ts'
import { fill, valuesOf } from '../answers.ts'
import { clearDraft, isOld, keepDraft, keyOf, parseDraft, readDraft, type Draft, type Edits } from './drafts.ts'
import { useLeaveWarning } from '../use-leave-warning.ts'

const DEBOUNCE = 1000
export const UNDO_MS = 10_000

export type DraftState = '' | 'Saving...' | 'All changes saved' | 'Failed to save'
/** What the form says about its draft: restored, found but too old to show unasked, cleared a moment ago, changed in another tab. */
export type DraftNews = '' | 'restored' | 'continued' | 'found' | 'cleared' | 'changed elsewhere'

type Form = {
  form: RefObject<HTMLFormElement | null>
  role_id: number
  questions: AskedQuestion[]
  /** What the server sent back. */
  values: Values
  /** When the answers of a draft from another device were edited; empty: the values are what this browser sent a moment ago. */
  edits: Edits
  /** Fields used before the script arrived. */
  early: string[]
}

/** Keeps what's typed in this browser: a second after the last key, and at the latest when the page is left. */
export function useDraft({ form, role_id, questions, values, edits: brought, early }: Form) {
  const [state, setState] = useState<DraftState>('')
  const [news, setNews] = useState<DraftNews>('')
  const [place, setPlace] = useState('')
  const edits = useRef<Edits>({})
  const cleared = useRef<Pick<Draft, 'values' | 'edits'>>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function forgetTimer() {
    clearTimeout(timer.current)
    timer.current = undefined
  }

  function save() {
    forgetTimer()
    try {
      if (form.current) keepDraft(role_id, { values: valuesOf(form.current, questions), edits: edits.current })
      setState('All changes saved')
    } catch {
      setState('Failed to save')
    }
  }

  /** Takes from a draft what's newer than this page. */
  function take(draft: Draft) {
    const newer = Object.keys(draft.edits).filter((name) => draft.edits[name]! > (edits.current[name] ?? 0))
    if (form.current) fill(form.current, only(draft.values, newer))
    for (const name of newer) edits.current[name] = draft.edits[name]!
    return newer.length > 0
  }

  function begin() {
    const now = Date.now()
    for (const name of [...early, ...Object.keys(values).filter((one) => values[one] !== '' && brought[one] === undefined)]) edits.current[name] = now
    edits.current = { ...brought, ...edits.current }
    const isContinued = Object.keys(brought).length > 0
    const draft = readDraft(role_id)
    const isBack = !isContinued && Object.values(values).some((value) => value !== '')
    if (draft && !isBack && !isContinued && isOld(draft)) setNews('found')
    else if (draft && !isBack && take(draft)) setNews('restored')
    if (isContinued) setNews('continued')
    if (isContinued || Object.values(edits.current).includes(now)) save()
  }

  function hear(event: StorageEvent) {
    if (event.key !== keyOf(role_id) || event.newValue === null) return
    const draft = parseDraft(event.newValue)
    if (draft && take(draft)) setNews('changed elsewhere')
  }

  useListening({ begin, hear, leave: () => timer.current !== undefined && save() })
  useLeaveWarning(state === 'Failed to save')

  return {
    state,
    news,
    /** The field that was edited last. */
    place,
    edits,
    save,
    touch: (name: string) => {
      edits.current[name] = Date.now()
      setPlace(name)
      setState((now) => (now === 'Failed to save' ? now : 'Saving...'))
      forgetTimer()
      timer.current = setTimeout(save, DEBOUNCE)
    },
    /** Several fields got their answers at once. */
    filled: (names: string[]) => {
      for (const name of names) edits.current[name] = Date.now()
      save()
    },
    dismiss: () => setNews(''),
    /** Shows the draft that was too old to show unasked. */
    restore: () => {
      const draft = readDraft(role_id)
      if (draft) take(draft)
      setNews('restored')
    },
    clear: () => {
      forgetTimer()
      if (form.current) {
        cleared.current = { values: valuesOf(form.current, questions), edits: edits.current }
        fill(form.current, Object.fromEntries(questions.map((one) => [one.question_name, ''])))
      }
      edits.current = {}
      clearDraft(role_id)
      setNews('cleared')
      setState('')
    },
    /** Brings back what was cleared, except where something was typed since. */
    undo: () => {
      if (!form.current || !cleared.current) return
      const back = Object.keys(cleared.current.values).filter((name) => edits.current[name] === undefined)
      fill(form.current, only(cleared.current.values, back))
      edits.current = { ...cleared.current.edits, ...edits.current }
      cleared.current = null
      save()
      setNews('restored')
    },
    forgetCleared: () => {
      cleared.current = null
      setNews((now) => (now === 'cleared' ? '' : now))
    },
  }
}

function only(values: Values, names: string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
}

type Ears = { begin: () => void; hear: (event: StorageEvent) => void; leave: () => void }

/** Calls the newest of each, whatever was rendered since. */
function useListening(ears: Ears): void {
  const newest = useRef(ears)
  useEffect(() => void (newest.current = ears))
  useEffect(() => {
    newest.current.begin()
    const hear = (event: StorageEvent) => newest.current.hear(event)
    const leave = () => newest.current.leave()
    window.addEventListener('storage', hear)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('storage', hear)
      window.removeEventListener('pagehide', leave)
    }
  }, [])
}
