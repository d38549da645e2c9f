import { createDocument, Extension } from '@tiptap/core'
import type { Node, Schema } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { placeholdersToChips } from './email-html.ts'

type Word = { word: string; from: number; to: number }

/** Marks the words that differ from `original` while the text is being edited. */
export function highlightChanges(original: string): Extension {
  return Extension.create({
    name: 'tintChanges',
    addProseMirrorPlugins: () => {
      let before: string[] | null = null
      const marksOf = (doc: Node, schema: Schema) => {
        before ??= wordsOf(createDocument(placeholdersToChips(original), schema)).map(({ word }) => word)
        return DecorationSet.create(doc, decorationsOf(before, wordsOf(doc)))
      }
      return [
        new Plugin<DecorationSet>({
          state: {
            init: (_, { doc, schema }) => marksOf(doc, schema),
            apply: (change, marks, _, { doc, schema }) => (change.docChanged ? marksOf(doc, schema) : marks),
          },
          props: {
            decorations(state) {
              return this.getState(state)
            },
          },
        }),
      ]
    },
  })
}

function decorationsOf(before: string[], words: Word[]): Decoration[] {
  const { added, removed } = changedWords(
    before,
    words.map(({ word }) => word),
  )
  const gaps = [...removed].filter((place) => !added.has(place) && !added.has(place - 1))
  return [
    ...[...added].map((place) => Decoration.inline(words[place]!.from, words[place]!.to, { 'data-changed': '' })),
    ...gaps.map((place) => Decoration.widget(words[place]?.from ?? words.at(-1)?.to ?? 0, deletionMark, { side: -1 })),
  ]
}

/** Marks where words were removed from the template. */
function deletionMark(): HTMLElement {
  const mark = document.createElement('span')
  mark.dataset['removed'] = ''
  return mark
}

function wordsOf(doc: Node): Word[] {
  const words: Word[] = []
  doc.descendants((node, at) => {
    for (const { 0: word, index } of node.text?.matchAll(/\S+/g) ?? []) words.push({ word, from: at + index, to: at + index + word.length })
    if (node.type.name === 'placeholder') words.push({ word: `{${node.attrs['name']}}`, from: at, to: at + node.nodeSize })
  })
  return words
}

type Difference = {
  /** The positions of the new words. */ added: Set<number>
  /** Where words were removed: before the word at this position. */ removed: Set<number>
}

/** In longer text, only the common words at both ends are matched. */
const MAX_CELLS = 4_000_000

/** Compares `before` and `after` word by word: the longest common sequence stays, the rest was added or removed. */
export function changedWords(before: string[], after: string[]): Difference {
  const [start, beforeEnd, afterEnd] = commonEnds(before, after)
  const added = new Set<number>()
  const removed = new Set<number>()
  const lengths = commonSubsequenceLengths(before.slice(start, beforeEnd), after.slice(start, afterEnd))
  let [old, now] = [start, start]
  while (old < beforeEnd || now < afterEnd) {
    const isSame = old < beforeEnd && now < afterEnd && before[old] === after[now]
    const [without, other] = [lengths(old - start + 1, now - start), lengths(old - start, now - start + 1)]
    if (isSame) {
      old++
      now++
    } else if (now < afterEnd && (old >= beforeEnd || other >= without)) added.add(now++)
    else {
      removed.add(now)
      old++
    }
  }
  return { added, removed }
}

function commonEnds(before: string[], after: string[]): [number, number, number] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let [beforeEnd, afterEnd] = [before.length, after.length]
  while (beforeEnd > start && afterEnd > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd--
    afterEnd--
  }
  return [start, beforeEnd, afterEnd]
}

/** How many words the two versions have in common from these positions on. */
function commonSubsequenceLengths(before: string[], after: string[]): (old: number, now: number) => number {
  if (before.length * after.length > MAX_CELLS) return () => 0
  const width = after.length + 1
  const cells = new Uint16Array((before.length + 1) * width)
  for (let old = before.length - 1; old >= 0; old--) {
    for (let now = after.length - 1; now >= 0; now--) {
      const isSame = before[old] === after[now]
      cells[old * width + now] = isSame ? cells[(old + 1) * width + now + 1]! + 1 : Math.max(cells[(old + 1) * width + now]!, cells[old * width + now + 1]!)
    }
  }
  return (old, now) => (old > before.length || now > after.length ? 0 : cells[old * width + now]!)
}
