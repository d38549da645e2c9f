import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import type { FormValues } from '#contract/applications/form-values.ts'
import { useLeaveWarning } from '../use-leave-warning.ts'
import {
  dropDraft,
  dropOld,
  hasOwnAnswers,
  isSameWork,
  keyOf,
  fingerprintOf,
  parseDraft,
  readDraft,
  readOld,
  readOther,
  setOldAside,
  stashDraft,
  dropOther,
  type Edits,
  type Draft,
} from './drafts.ts'
import { fill, valuesOf } from '../answers.ts'
import { useKeptDraft, only, type FormToKeep, type KeptDraft } from './use-kept-draft.ts'

export const UNDO_MS = 10_000

/** What the form says about its draft: restored, just cleared, changed in another tab, … */
type DraftNews = '' | 'restored' | 'continued' | 'two versions' | 'cleared' | 'changed elsewhere'

type Form = Omit<FormToKeep, 'from'> & {
  /** The values the server returned. */
  values: FormValues
  /** When the answers in a draft from another device were edited; empty if the values are what this browser just sent. */
  edits: Edits
  /** The person has just chosen this version; the server has the other one if it's still needed. */
  isChosen: boolean
  /** The values were typed for a role that closed, and the person asked for them here. */
  isCarried: boolean
  /** Fields used before the script loaded. */
  early: string[]
}

/** Saves what's typed in this browser: a second after the last keystroke, or when the person leaves the page. */
export function useDraft({ edits: loaded, values, isChosen, isCarried, early, ...rest }: Form) {
  const form = { ...rest, from: fingerprintOf(loaded) }
  const kept = useKeptDraft(form)
  const [news, setNews] = useState<DraftNews>('')
  const versions = versionsOf(form, kept, () => setNews(''))
  const [place, setPlace] = useState('')

  function onStorage(event: StorageEvent) {
    if (event.key !== keyOf(form.role_id) || event.newValue === null) return
    const draft = parseDraft(event.newValue)
    if (draft && kept.take(draft)) setNews('changed elsewhere')
  }

  const old = useOldDraft(form.role_id, kept, setNews)
  const clearing = useClearing(form, kept, { old, setNews })
  const start = () => (setNews(begin(form.role_id, kept, { loaded, values, isChosen, isCarried, early })), old.find())
  useFormListeners({ begin: start, onStorage, leave: kept.saveNow })
  useLeaveWarning(kept.state === 'Failed to save')

  return {
    state: kept.state,
    news,
    /** The field that was edited last. */
    place,
    edits: kept.edits,
    save: kept.save,
    touch: (name: string) => (kept.edited([name]), setPlace(name), kept.saveSoon()),
    /** Several fields were filled at once. */
    filled: (names: string[]) => (kept.edited(names), kept.save()),
    dismiss: () => setNews(''),
    /** There's a draft that's too old to be shown without asking. */
    hasOld: old.isFound,
    restore: old.restore,
    versions,
    ...clearing,
  }
}

type Clearing = { old: ReturnType<typeof useOldDraft>; setNews: Dispatch<SetStateAction<DraftNews>> }

/** Clears the form and its drafts, can undo that for a while, and says so. */
function useClearing(form: FormToKeep, kept: KeptDraft, { old, setNews }: Clearing) {
  const clearing = useClearForm(form, kept)
  return {
    clear: () => {
      clearing.clear()
      old.find()
      setNews('cleared')
    },
    undo: () => {
      if (!clearing.undo()) return
      old.find()
      setNews(readOther(form.role_id) ? 'two versions' : 'restored')
    },
    forgetCleared: () => {
      clearing.forgetCleared()
      setNews((now) => (now === 'cleared' ? '' : now))
    },
  }
}

/**
 * Merges the page's initial values: fields used early, values from the server, and the draft in this browser. Answers from another device are merged
 * with this browser's only if they belong to the same work.
 */
function begin(role_id: number, kept: KeptDraft, { isCarried, early, ...begun }: DraftStart & { isCarried: boolean; early: string[] }): DraftNews {
  const { loaded, values } = begun
  const returned = Object.keys(values).filter((name) => values[name] !== '' && loaded[name] === undefined)
  const edited = [...early, ...returned]
  kept.edited(edited, loaded)
  const isContinued = Object.keys(loaded).length > 0
  const hasReturnedValues = Object.values(values).some((value) => value !== '')
  // What was typed here before is another version, even if it's older than the saved copy of what was carried over.
  if (isCarried && !begun.isChosen) return continueFrom(role_id, kept, { ...begun, loaded: {} }) === 'two versions' ? 'two versions' : ''
  if (isContinued) return continueFrom(role_id, kept, begun)
  setOldAside(role_id)
  const draft = hasReturnedValues ? null : readDraft(role_id)
  const isRestored = draft !== null && kept.take(draft)
  if (edited.length > 0) kept.save()
  // The person didn't choose when the form was last open.
  if (draft && readOther(role_id)) return 'two versions'
  return isRestored ? 'restored' : ''
}

type DraftStart = { loaded: Edits; values: FormValues; isChosen: boolean }

function continueFrom(role_id: number, kept: KeptDraft, { loaded, values, isChosen }: DraftStart): DraftNews {
  if (isChosen) dropDraft(role_id)
  const own = readDraft(role_id)
  if (own && isSameWork(own, loaded)) kept.take(own)
  else if (own && hasOwnAnswers(own, values, loaded)) stashDraft(role_id, own)
  kept.save()
  return readOther(role_id) ? 'two versions' : 'continued'
}

type Listeners = { begin: () => void; onStorage: (event: StorageEvent) => void; leave: () => void }

/** Always calls the latest version of each handler. */
function useFormListeners(listeners: Listeners): void {
  const newest = useRef(listeners)
  useEffect(() => void (newest.current = listeners))
  useEffect(() => {
    newest.current.begin()
    const onStorage = (event: StorageEvent) => newest.current.onStorage(event)
    const leave = () => newest.current.leave()
    window.addEventListener('storage', onStorage)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('pagehide', leave)
    }
  }, [])
}

/** A draft that may be someone else's: offered, but merged only when a person asks for it, and only into fields nobody has edited since. */
function useOldDraft(role_id: number, kept: KeptDraft, setNews: (news: DraftNews) => void) {
  const [isFound, setFound] = useState(false)
  const find = () => setFound(readOld(role_id) !== null)
  return {
    isFound,
    find,
    restore: () => {
      const draft = readOld(role_id)
      if (draft) kept.take(draft)
      if (draft && kept.save()) dropOld(role_id, draft)
      find()
      setNews(readOther(role_id) ? 'two versions' : 'restored')
    },
  }
}

type Versions = { isFromLink: boolean; showOther: () => void; keepThis: () => void }

/** A person's options when another device's answers conflict with those in this browser; `onEnd` is called when only one version is left. */
function versionsOf({ form, role_id, questions, from }: FormToKeep, kept: KeptDraft, onEnd: () => void): Versions {
  return {
    isFromLink: from !== undefined,
    /** Swaps the version that was set aside with the current one. */
    showOther: () => {
      const other = readOther(role_id)
      if (!form.current || !other) return onEnd()
      const names = questions.map((one) => one.question_name)
      stashDraft(role_id, { values: valuesOf(form.current, questions), edits: kept.edits.current })
      fill(form.current, { ...Object.fromEntries(names.map((name) => [name, ''])), ...other.values })
      kept.edited(names)
      kept.save()
    },
    keepThis: () => {
      dropOther(role_id)
      onEnd()
    },
  }
}

/** Clears a form and its drafts, and can undo that. */
function useClearForm({ form, questions }: FormToKeep, kept: KeptDraft) {
  const cleared = useRef<Pick<Draft, 'values' | 'edits'> & { putBack: () => void }>(null)

  return {
    clear: () => {
      const edits = kept.edits.current
      const putBack = kept.forget()
      if (!form.current) return
      cleared.current = { values: valuesOf(form.current, questions), edits, putBack }
      fill(form.current, Object.fromEntries(questions.map((one) => [one.question_name, ''])))
    },
    /** Restores what was cleared, except where something has been typed since. Returns false if there's nothing to restore. */
    undo: (): boolean => {
      if (!form.current || !cleared.current) return false
      const { values, edits, putBack } = cleared.current
      const untouched = Object.keys(values).filter((name) => kept.edits.current[name] === undefined)
      fill(form.current, only(values, untouched))
      kept.edited([], edits)
      cleared.current = null
      kept.save()
      putBack()
      return true
    },
    forgetCleared: () => void (cleared.current = null),
  }
}
