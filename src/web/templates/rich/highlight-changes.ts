import { createDocument, Extension } from '@tiptap/core'
import type { Node, Schema } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { changedWords } from './changed-words.ts'
import { placeholdersToChips } from './email-html.ts'

type Word = { word: string; from: number; to: number }

/** Marks the words that differ from another text while it's being edited. */
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
