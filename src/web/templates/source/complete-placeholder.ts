import { PLACEHOLDER_NAMES, type Placeholder } from '#contract/templates/placeholders.ts'

/** A part of the text to replace with `words`. */
export type Change = { from: number; to: number; words: string }

/** The placeholders that match what was typed before the caret, such as "{fir", and where that starts; null if there are none. */
export function placeholderAt(text: string, caret: number): { from: number; names: Placeholder[] } | null {
  const begun = /\{(\w*)$/.exec(text.slice(0, caret))
  if (!begun) return null
  const names = PLACEHOLDER_NAMES.filter((name) => name.startsWith(begun[1]!.toLowerCase()))
  return names.length > 0 ? { from: begun.index, names } : null
}

/** The edit that completes the placeholder, without doubling an existing closing brace. */
export function completionFor(text: string, caret: number, name: Placeholder): Change {
  const from = placeholderAt(text, caret)?.from ?? caret
  return { from, to: text[caret] === '}' ? caret + 1 : caret, words: `{${name}}` }
}
