import { useRef, useState } from 'react'
import { isCallFailure, isServerUnavailable } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { useDraft, type Draft, type Versioned } from './use-draft.ts'

/** Errors by field. */
export type FieldErrors = Record<string, string>
/** Someone else saved first; `detail` explains who and when. */
export type Conflict<Text> = { detail: string; stored: Versioned<Text> }

type Setup<Text extends object> = {
  /** Identifies what's being edited, for its draft in this browser. */
  draftKey: string
  stored: Versioned<Text>
  /** Errors that can be found before calling the server. */
  check?: (text: Text) => FieldErrors
  /** Saves the text; resolves to the stored version. */
  save: (text: Text, version: number) => Promise<Versioned<Text>>
  /** Reloads the stored version. */
  reread?: () => Promise<Versioned<Text>>
  /** Whether the stored text is the one that was sent; by default, whether the words match. */
  isSame?: (stored: Text, sent: Text) => boolean
  onSaved?: () => void
}

export type EditState<Text> = Draft<Text> & {
  faults: FieldErrors
  /** How many saves were rejected because of an error in a field. */
  attempt: number
  /** The ID of a field on the page. */
  idOf: (field: string) => string
  /** The error of a save that failed for a different reason. */
  failure: string | null
  isSaving: boolean
  isSaved: boolean
  conflict: Conflict<Text> | null
  /** Saves; resolves false if that failed. */
  submit: () => Promise<boolean>
  discard: () => void
  /** Closes the conflict dialog and continues with `text`, based on what's stored now; null if nothing was chosen. */
  resolve: (text: Text | null) => void
}

type Outcome<Text> = { faults: FieldErrors; failure: string | null; isSaved: boolean; conflict: Conflict<Text> | null }
const EMPTY = { faults: {}, failure: null, isSaved: false, conflict: null }

/** An editor's form: draft, errors next to their fields, conflicts, and the result of saving. */
export function useEditing<Text extends object>(setup: Setup<Text>): EditState<Text> {
  const draft = useDraft(setup.draftKey, setup.stored)
  const { outcome, setOutcome, attempt, refused } = useOutcome<Text>()
  const [isSaving, setSaving] = useState(false)
  const save = useSafeSave(setup)

  async function submit(): Promise<boolean> {
    const faults = setup.check?.(draft.text) ?? {}
    if (Object.keys(faults).length > 0) return refused({ ...EMPTY, faults })
    setSaving(true)
    setOutcome(EMPTY)
    try {
      draft.settle(await save(draft.text, draft.version), draft.text)
      setOutcome({ ...EMPTY, isSaved: true })
      setup.onSaved?.()
      return true
    } catch (failure) {
      return refused(await outcomeOf(failure, draft.version, setup.reread))
    } finally {
      setSaving(false)
    }
  }

  return {
    ...draft,
    ...outcome,
    attempt,
    idOf: (field) => `${setup.draftKey}-${field}`,
    isSaving,
    submit,
    set: (change) => {
      draft.set(change)
      setOutcome((now) => ({ ...now, isSaved: false, faults: without(now.faults, Object.keys(change)) }))
    },
    discard: () => (draft.reset(), setOutcome(EMPTY)),
    resolve: (text) => {
      if (text && outcome.conflict) draft.rebase(outcome.conflict.stored, text)
      setOutcome(EMPTY)
    },
  }
}

/**
 * Saves. If the response is lost, or the next save is rejected because that one was made, what's stored is read again: a form's own save isn't someone
 * else's.
 */
function useSafeSave<Text extends object>({ save, reread, isSame = isAlike }: Setup<Text>): Setup<Text>['save'] {
  /** Sent, but never answered, so any of them may be stored. */
  const unanswered = useRef<Text[]>([])
  return async function saveSafely(text, version) {
    try {
      const stored = await save(text, version)
      unanswered.current = []
      return stored
    } catch (failure) {
      const isLost = isServerUnavailable(failure)
      if (isLost) unanswered.current.push(text)
      const isRejected = isCallFailure(failure) && failure.status === 409 && unanswered.current.length > 0
      const stored = isLost || isRejected ? await reread?.().catch(() => undefined) : undefined
      if (!stored || stored.version === version) throw failure
      const isOwn = unanswered.current.some((sent) => isSame(stored.text, sent))
      if (isLost) {
        // The stored text may be an earlier save that differs only in what the server normalizes, such as a link's URL.
        const isCertain = unanswered.current.every((sent) => isEqual(sent, text) || !isSame(sent, text))
        if (isSame(stored.text, text) && isCertain) return stored
        throw failure
      }
      unanswered.current = []
      if (!isOwn) throw failure
      return await saveSafely(text, stored.version)
    }
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether two texts differ only in what the server normalizes: markup, spaces, and missing versus empty values. */
export function isAlike<Text>(one: Text, other: Text): boolean {
  const [own, stored] = [one, other].map((text) => JSON.stringify(text, (_, value: unknown) => (typeof value === 'string' ? wordsOf(value) : (value ?? ''))))
  return own === stored
}

function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of body.querySelectorAll('script, style')) hidden.remove()
  return body.textContent.replace(/\s+/g, ' ').trim()
}

function useOutcome<Text>() {
  const [outcome, setOutcome] = useState<Outcome<Text>>(EMPTY)
  const [attempt, setAttempt] = useState(0)
  function refused(why: Outcome<Text>): false {
    setOutcome(why)
    if (Object.keys(why.faults).length > 0) setAttempt((now) => now + 1)
    return false
  }
  return { outcome, setOutcome, attempt, refused }
}

async function outcomeOf<Text>(failure: unknown, version: number, reread?: () => Promise<Versioned<Text>>): Promise<Outcome<Text>> {
  if (!isCallFailure(failure)) return { ...EMPTY, failure: errorMessage(failure) }
  if (failure.errors.length > 0) {
    const faults = Object.fromEntries(failure.errors.map(({ path, message }) => [path.split('.')[0]!, message]))
    return { ...EMPTY, faults, failure: failure.message }
  }
  const stored = failure.status === 409 ? await reread?.().catch(() => undefined) : undefined
  const isConflict = stored !== undefined && stored.version !== version
  return isConflict ? { ...EMPTY, conflict: { detail: failure.message, stored } } : { ...EMPTY, failure: failure.message }
}

function without(faults: FieldErrors, fields: string[]): FieldErrors {
  return Object.fromEntries(Object.entries(faults).filter(([field]) => !fields.includes(field)))
}
