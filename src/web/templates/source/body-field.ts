import type { Ref } from 'react'

export type BodyHandle = { insert: (text: string) => void }

/** The props shared by both editors of an email's body: as text with chips, and as HTML. */
export type BodyField = {
  id: string
  value: string
  /** Placeholder values, if known; used only in the text editor. */
  values?: Record<string, string> | null | undefined
  /** The previous text: words that differ from it are marked. */
  original?: string | undefined
  /** The HTML that typing `;` and a name inserts. */
  snippets?: { name: string; html: string }[] | undefined
  onChange: (value: string) => void
  onFocus: () => void
  labelledBy: string
  describedBy: string
  isWrong: boolean
  /** The field was focused while the editor was loading, so the editor takes focus. */
  isAwaited: boolean
  ref: Ref<BodyHandle>
}
