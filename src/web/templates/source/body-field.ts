import type { Ref } from 'react'

export type BodyHandle = { insert: (text: string) => void }

/** What both editors of an email's body need: as text with chips, and as HTML. */
export type BodyField = {
  id: string
  value: string
  /** What placeholders stand for, if it's known; shown as text only. */
  values?: Record<string, string> | null | undefined
  /** What it said before: words that differ are marked. */
  original?: string | undefined
  /** What `;` and a name insert, as HTML. */
  snippets?: { name: string; html: string }[] | undefined
  onChange: (value: string) => void
  onFocus: () => void
  labelledBy: string
  describedBy: string
  isWrong: boolean
  /** The person came here while the editor was loading, so it takes the focus. */
  isAwaited: boolean
  ref: Ref<BodyHandle>
}
