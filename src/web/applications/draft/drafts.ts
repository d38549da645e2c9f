import type { Values } from '#contract/pages.ts'

const PREFIX = 'application_draft_'
const DAY = 24 * 60 * 60 * 1000
const DAYS_KEPT = 14
/** By then, someone else may be at a shared computer. */
const PERSONAL_MS = 60 * 60 * 1000

/** When each field was last edited, by `question_name`. */
export type Edits = Record<string, number>
export type Draft = { saved_at: number; values: Values; edits: Edits }
type Stored = { saved_at: number; answers: { question_name: string; user_answer_text_box: string; edited_at?: number }[] }

export function keyOf(role_id: number): string {
  return PREFIX + role_id
}

/** The answers of an unfinished application, or null. One that's older than 14 days is deleted. */
export function readDraft(role_id: number): Draft | null {
  try {
    const draft = parseDraft(localStorage.getItem(keyOf(role_id)))
    if (!draft) return null
    if (Date.now() - draft.saved_at > DAYS_KEPT * DAY) return (clearDraft(role_id), null)
    return Object.values(draft.values).some((value) => value !== '') ? draft : null
  } catch {
    return null
  }
}

export function parseDraft(text: string | null): Draft | null {
  const stored = JSON.parse(text ?? 'null') as Stored | null
  if (!stored) return null
  return {
    saved_at: stored.saved_at,
    values: Object.fromEntries(stored.answers.map((one) => [one.question_name, one.user_answer_text_box])),
    edits: Object.fromEntries(stored.answers.map((one) => [one.question_name, one.edited_at ?? stored.saved_at])),
  }
}

/** Whether to ask before showing it. */
export function isOld(draft: Draft): boolean {
  return Date.now() - draft.saved_at > PERSONAL_MS
}

/**
 * Keeps what was edited here, beside what another tab keeps: the newest edit of each field wins. Throws where the browser keeps
 * nothing, as in some private windows or on a full disk.
 */
export function keepDraft(role_id: number, mine: Pick<Draft, 'values' | 'edits'>): void {
  const theirs = parseDraft(localStorage.getItem(keyOf(role_id)))
  const values = { ...theirs?.values }
  const edits = { ...theirs?.edits }
  for (const [name, edited_at] of Object.entries(mine.edits)) {
    if (edited_at < (edits[name] ?? 0)) continue
    values[name] = mine.values[name] ?? ''
    edits[name] = edited_at
  }
  const answers = Object.entries(values).map(([question_name, user_answer_text_box]) => ({
    question_name,
    user_answer_text_box,
    edited_at: edits[question_name]!,
  }))
  localStorage.setItem(keyOf(role_id), JSON.stringify({ saved_at: Date.now(), answers } satisfies Stored))
}

export function clearDraft(role_id: number): void {
  try {
    localStorage.removeItem(keyOf(role_id))
  } catch {
    // Nothing is kept, so there's nothing to clear.
  }
}

/** For the next person at this computer. */
export function clearAllDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Nothing is kept, so there's nothing to clear.
  }
}
