import { InputRule, mergeAttributes, Node } from '@tiptap/core'
import { isPlaceholder } from '#contract/templates/placeholders.ts'

export const CHIP = 'data-placeholder'

/** Placeholder values for the email being written; if null, placeholders are shown in braces. */
export type ChipValues = { values: Record<string, string> | null }

/** A known placeholder as a unit that's moved and deleted as a whole; typed braces become one as soon as they're closed. */
export const PlaceholderChip = Node.create<ChipValues>({
  name: 'placeholder',
  addOptions: () => ({ values: null }),
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    name: { default: '', parseHTML: (element) => element.getAttribute(CHIP), renderHTML: ({ name }) => ({ [CHIP]: String(name) }) },
  }),
  parseHTML: () => [{ tag: `span[${CHIP}]` }],
  renderHTML({ node, HTMLAttributes }) {
    const braces = `{${node.attrs['name']}}`
    const value = this.options.values?.[String(node.attrs['name'])]
    const isMissing = this.options.values !== null && value === undefined
    return ['span', mergeAttributes(HTMLAttributes, { title: braces, ...(isMissing && { 'data-missing': '' }) }), value ?? braces]
  },
  renderText: ({ node }) => `{${node.attrs['name']}}`,
  addInputRules() {
    return [
      new InputRule({
        find: /\{(\w+)\}$/,
        handler: ({ state, range, match }) => {
          const name = match[1]!
          if (!isPlaceholder(name)) return
          // Keeps bold text bold around and after the chip.
          const marks = state.doc.resolve(range.from).marks()
          state.tr.replaceWith(range.from, range.to, this.type.create({ name }, null, marks)).setStoredMarks(marks)
        },
      }),
    ]
  },
})
