import { useEffect, useRef, useState } from 'react'

const DEBOUNCE = 400
const DAYS_KEPT = 14
const DAY = 86_400_000
const PREFIX = 'editor_draft_'

/** Text, with the stored version it's based on. */
export type Versioned<Text> = { text: Text; version: number }
type StoredDraft<Text> = Versioned<Text> & { saved_at: number }

export type Draft<Text> = Versioned<Text> & {
  isChanged: boolean
  /** Whether the text was typed earlier in this browser and never saved. */
  isRestored: boolean
  set: (change: Partial<Text>) => void
  /** Discards what was typed and continues from `stored`, or from the last known saved version. */
  reset: (stored?: Versioned<Text>) => void
  /** Continues from what's stored after `sent` was saved, and keeps what was typed since. */
  settle: (stored: Versioned<Text>, sent: Text) => void
  /** Continues with another text, based on what's stored now. */
  rebase: (stored: Versioned<Text>, text: Text) => void
}

/**
 * Text being edited, stored in this browser until it's saved or discarded, so neither a crash nor a lost session loses it. `key` identifies what's
 * edited; a form for something else must be remounted (React's `key`).
 */
export function useDraft<Text extends object>(key: string, stored: Versioned<Text>): Draft<Text> {
  const [base, setBase] = useState(stored)
  const [kept] = useState(() => readDraft<Text>(key))
  const [typed, setTyped] = useState<Versioned<Text>>(() => (kept ? { text: { ...stored.text, ...kept.text }, version: kept.version } : stored))
  const [isRestored, setRestored] = useState(kept !== null)
  const isChanged = !isSame(typed.text, base.text)

  // Someone else saved, and nothing has been typed here.
  if (!isChanged && stored.version !== base.version && stored.version > typed.version) begin(stored, stored.text)
  useSaveDraft(key, isChanged ? typed : null)
  useSettled<Text>(key, settle)

  function settle(from: Versioned<Text>, sent: Text) {
    setBase(from)
    setTyped(({ text }) => ({ text: { ...from.text, ...changedSince(sent, text) }, version: from.version }))
    setRestored(false)
  }
  function begin(from: Versioned<Text>, text: Text) {
    setBase(from)
    setTyped({ text, version: from.version })
    setRestored(false)
  }
  return {
    ...typed,
    isChanged,
    isRestored: isRestored && isChanged,
    set: (change) => setTyped((now) => ({ ...now, text: { ...now.text, ...change } })),
    reset: (from = base) => begin(from, from.text),
    settle,
    rebase: begin,
  }
}

function changedSince<Text extends object>(sent: Text, text: Text): Partial<Text> {
  const fields = Object.entries(text).filter(([field, value]) => !isSame(value, sent[field as keyof Text]))
  return Object.fromEntries(fields) as Partial<Text>
}

/**
 * Saves shortly after the last keystroke, or when the page or form closes. Deletes only a draft that was found or typed here: a form that nothing was typed
 * into leaves another window's alone.
 */
function useSaveDraft<Text>(key: string, draft: Versioned<Text> | null): void {
  const words = draft && JSON.stringify(draft)
  const latest = useRef(words)
  const isOwn = useRef(false)
  useEffect(() => {
    isOwn.current = readDraft(key) !== null
  }, [key])
  useEffect(() => {
    latest.current = words
    if (words !== null) isOwn.current = true
    const timer = setTimeout(() => keep(key, words, isOwn), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [key, words])
  useEffect(() => {
    const leave = () => keep(key, latest.current, isOwn)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [key])
}

function keep(key: string, words: string | null, isOwn: { current: boolean }): void {
  if (words === null && !isOwn.current) return
  isOwn.current = words !== null
  writeDraft(key, words)
}

/** Also deletes all expired drafts, because their forms may never be opened again. */
function readDraft<Text>(key: string): Versioned<Text> | null {
  try {
    for (const one of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
      const { saved_at } = JSON.parse(localStorage.getItem(one) ?? '{}') as Partial<StoredDraft<Text>>
      if (saved_at !== undefined && Date.now() - saved_at >= DAYS_KEPT * DAY) localStorage.removeItem(one)
    }
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as StoredDraft<Text> | null
  } catch {
    return null
  }
}

function writeDraft(key: string, words: string | null): void {
  try {
    if (words) localStorage.setItem(PREFIX + key, JSON.stringify({ ...(JSON.parse(words) as Versioned<unknown>), saved_at: Date.now() }))
    else localStorage.removeItem(PREFIX + key)
  } catch {
    // If the browser can't store anything, there's still a warning before leaving the page.
  }
}

type Settled<Text> = { key: string; stored: Versioned<Text>; sent: Text }
const settled = new EventTarget()

/**
 * Settles a draft whose form may have closed, or closed and opened again, since `sent` was sent: what was typed since is kept, in every form that's open and
 * in this browser.
 */
export function settleDraft<Text extends object>(key: string, stored: Versioned<Text>, sent: Text): void {
  const kept = readDraft<Text>(key)
  if (kept && isSame(kept.text, sent)) writeDraft(key, null)
  settled.dispatchEvent(new CustomEvent<Settled<Text>>('settled', { detail: { key, stored, sent } }))
}

function useSettled<Text>(key: string, settle: (stored: Versioned<Text>, sent: Text) => void): void {
  const latest = useRef(settle)
  useEffect(() => void (latest.current = settle))
  useEffect(() => {
    const onSettled = ({ detail }: CustomEventInit<Settled<Text>>) => detail?.key === key && latest.current(detail.stored, detail.sent)
    settled.addEventListener('settled', onSettled)
    return () => settled.removeEventListener('settled', onSettled)
  }, [key])
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
