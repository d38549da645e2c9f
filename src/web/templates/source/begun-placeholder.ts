import { PLACEHOLDER_NAMES, type Placeholder } from '#contract/templates/placeholders.ts'

/** A part of a text that is replaced by `words`. */
export type Change = { from: number; to: number; words: string }

/** The placeholders that were begun before the caret, "{fir", and where; null when none was. */
export function begunAt(text: string, caret: number): { from: number; names: Placeholder[] } | null {
  const begun = /\{(\w*)$/.exec(text.slice(0, caret))
  if (!begun) return null
  const names = PLACEHOLDER_NAMES.filter((name) => name.startsWith(begun[1]!.toLowerCase()))
  return names.length > 0 ? { from: begun.index, names } : null
}

/** What turns the beginning into the whole placeholder; a brace that stands there already is not doubled. */
export function completing(text: string, caret: number, name: Placeholder): Change {
  const from = begunAt(text, caret)?.from ?? caret
  return { from, to: text[caret] === '}' ? caret + 1 : caret, words: `{${name}}` }
}
