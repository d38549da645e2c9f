import type { FormValues } from '#contract/applications/form-values.ts'

const PREFIX = 'application_draft_'
const DAY = 24 * 60 * 60 * 1000
const DAYS_KEPT = 14
/** After this long, someone else may be using a shared computer. */
const PERSONAL_MS = 60 * 60 * 1000

/** When each field was last edited, by `question_name`. */
export type Edits = Record<string, number>
/** `from`: identifies the other device's answers that this draft is based on. */
export type Draft = { saved_at: number; values: FormValues; edits: Edits; from?: string | undefined }
type StoredDraft = { saved_at: number; from?: string | undefined; answers: { question_name: string; user_answer_text_box: string; edited_at?: number }[] }

export function keyOf(role_id: number): string {
  return PREFIX + role_id
}

/** The version that isn't shown in the form, if another device's answers conflicted with those in this browser. */
const otherKeyOf = (role_id: number) => `${keyOf(role_id)}_other`

/** The answers of an unfinished application, or null. Deletes one older than 14 days. */
export function readDraft(role_id: number, key = keyOf(role_id)): Draft | null {
  try {
    const draft = parseDraft(localStorage.getItem(key))
    if (!draft) return null
    if (Date.now() - draft.saved_at > DAYS_KEPT * DAY) return (localStorage.removeItem(key), null)
    return Object.values(draft.values).some((value) => value !== '') ? draft : null
  } catch {
    return null
  }
}

export function parseDraft(text: string | null): Draft | null {
  const stored = JSON.parse(text ?? 'null') as StoredDraft | null
  if (!stored) return null
  return {
    saved_at: stored.saved_at,
    from: stored.from,
    values: Object.fromEntries(stored.answers.map((one) => [one.question_name, one.user_answer_text_box])),
    edits: Object.fromEntries(stored.answers.map((one) => [one.question_name, one.edited_at ?? stored.saved_at])),
  }
}

/** Whether to ask before showing it. */
const isOld = ({ saved_at }: Draft) => Date.now() - saved_at > PERSONAL_MS

/** One key for each draft, so none replaces another. */
const oldKeyOf = (role_id: number, saved_at: number | '') => `${keyOf(role_id)}_old_${saved_at}`

/** Sets a draft that may be someone else's aside unchanged, so nothing typed from now on is merged with it. */
export function setOldAside(role_id: number): void {
  const draft = readDraft(role_id)
  if (!draft || !isOld(draft)) return
  try {
    const text = localStorage.getItem(keyOf(role_id))!
    localStorage.removeItem(keyOf(role_id))
    localStorage.setItem(oldKeyOf(role_id, draft.saved_at), text)
  } catch {
    // If the browser can't store anything, nothing is merged either.
  }
}

/** The latest of the drafts set aside, or null. */
export function readOld(role_id: number): Draft | null {
  const found = oldKeysOf(role_id).flatMap((key) => readDraft(role_id, key) ?? [])
  return found.toSorted((one, other) => other.saved_at - one.saved_at)[0] ?? null
}

export const dropOld = (role_id: number, { saved_at }: Draft): void => removeKey(oldKeyOf(role_id, saved_at))

/**
 * Saves what was edited here, merged with what other tabs save: the newest edit of each field wins. Throws if the browser can't store anything, as in
 * some private windows or with a full disk.
 */
export function keepDraft(role_id: number, mine: Omit<Draft, 'saved_at'>): void {
  const theirs = parseDraft(localStorage.getItem(keyOf(role_id)))
  const values = { ...theirs?.values }
  const edits = { ...theirs?.edits }
  for (const [name, edited_at] of Object.entries(mine.edits)) {
    if (edited_at < (edits[name] ?? 0)) continue
    values[name] = mine.values[name] ?? ''
    edits[name] = edited_at
  }
  store(keyOf(role_id), { values, edits, from: mine.from ?? theirs?.from })
}

function store(key: string, { values, edits, from }: Omit<Draft, 'saved_at'>): void {
  const answers = Object.entries(values).map(([question_name, user_answer_text_box]) => ({
    question_name,
    user_answer_text_box,
    edited_at: edits[question_name] ?? 0,
  }))
  localStorage.setItem(key, JSON.stringify({ saved_at: Date.now(), from, answers } satisfies StoredDraft))
}

/**
 * Tells this browser apart from others that save the same draft; undefined if it can't store anything, because then its tabs share no drafts.
 */
export function deviceFor(role_id: number): string | undefined {
  const key = `${keyOf(role_id)}_device`
  try {
    const device = localStorage.getItem(key) ?? crypto.randomUUID()
    localStorage.setItem(key, device)
    return device
  } catch {
    return undefined
  }
}

/** Identifies another device's answers by when they were edited; undefined when there are none. */
export function fingerprintOf(loaded: Edits): string | undefined {
  const times = Object.values(loaded)
  return times.length === 0 ? undefined : `${times.length} ${Math.max(...times)}`
}

/** Whether this browser's draft and the answers loaded here belong together: the draft is based on them, or they were sent from here. */
export function isSameWork({ from, edits }: Draft, loaded: Edits): boolean {
  const names = Object.keys(loaded)
  if (from !== undefined && from === fingerprintOf(loaded)) return true
  return names.every((name) => (edits[name] ?? 0) >= loaded[name]!) && names.some((name) => edits[name] === loaded[name])
}

/** Whether the draft has answers that are neither in the form nor older than the form's. */
export function hasOwnAnswers({ values, edits }: Draft, form: FormValues, loaded: Edits): boolean {
  return Object.keys(values).some((name) => values[name] !== '' && values[name] !== (form[name] ?? '') && (edits[name] ?? 0) > (loaded[name] ?? 0))
}

/** Sets this browser's version aside, so the person can choose. */
export function stashDraft(role_id: number, draft: Omit<Draft, 'saved_at'>): void {
  try {
    store(otherKeyOf(role_id), draft)
    localStorage.removeItem(keyOf(role_id))
  } catch {
    // If the browser can't store anything, there's nothing to remove.
  }
}

export const readOther = (role_id: number): Draft | null => readDraft(role_id, otherKeyOf(role_id))

export const dropOther = (role_id: number): void => removeKey(otherKeyOf(role_id))
export const dropDraft = (role_id: number): void => removeKey(keyOf(role_id))

/** Deletes this role's drafts. Returns a function that puts back those that were set aside; the one in the form is the form's to restore. */
export function clearDraft(role_id: number): () => void {
  const aside = [otherKeyOf(role_id), ...oldKeysOf(role_id)]
  const texts = aside.map(textAt)
  for (const key of [keyOf(role_id), ...aside]) removeKey(key)
  return () => aside.forEach((key, at) => putBack(key, texts[at]!))
}

function textAt(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function putBack(key: string, text: string | null): void {
  try {
    if (text !== null && localStorage.getItem(key) === null) localStorage.setItem(key, text)
  } catch {
    // If the browser can't store anything, nothing was set aside.
  }
}

function removeKey(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // If the browser can't store anything, there's nothing to clear.
  }
}

/** For the next person using this computer. */
export function clearAllDrafts(): void {
  keysFrom(PREFIX).forEach(removeKey)
}

const oldKeysOf = (role_id: number) => keysFrom(oldKeyOf(role_id, ''))

function keysFrom(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    // If the browser can't store anything, there's nothing to find.
    return []
  }
}
