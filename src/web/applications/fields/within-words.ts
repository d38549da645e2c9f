import { countWords } from '#contract/applications/answer-checks.ts'

type CutResult = {
  text: string
  /** The text that didn't fit; '' if all of it did. */
  cut: string
  /** The new caret position. */
  caret: number
}

/** Splits an edit that exceeds the word limit into what fits and the rest. */
export function withinWords(before: string, after: string, max_words: number): CutResult {
  if (countWords(after) <= max_words || after.length < before.length) return { text: after, cut: '', caret: after.length }
  const head = sharedStart(before, after)
  const tail = sharedEnd(before.slice(head), after.slice(head))
  const end = after.length - tail
  const added = after.slice(head, end)
  let kept = ''
  for (const [piece] of added.matchAll(/\s*\S+\s*/gu)) {
    if (countWords(after.slice(0, head) + kept + piece + after.slice(end)) > max_words) break
    kept += piece
  }
  const cut = added.slice(kept.length).trim()
  if (cut === '') return { text: before, cut: '', caret: head }
  return { text: after.slice(0, head) + kept + after.slice(end), cut, caret: head + kept.length }
}

function sharedStart(a: string, b: string): number {
  let place = 0
  while (place < a.length && place < b.length && a[place] === b[place]) place++
  return place
}

function sharedEnd(a: string, b: string): number {
  let count = 0
  while (count < a.length && count < b.length && a.at(-1 - count) === b.at(-1 - count)) count++
  return count
}
