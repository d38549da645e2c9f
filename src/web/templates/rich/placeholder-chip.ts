import { InputRule, mergeAttributes, Node } from '@tiptap/core'
import { isPlaceholder } from '#contract/templates/placeholders.ts'

export const CHIP = 'data-placeholder'

/** A known placeholder as a unit that's moved and deleted as a whole; typed braces become one as soon as they're closed. */
export const PlaceholderChip = Node.create({
  name: 'placeholder',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    name: { default: '', parseHTML: (element) => element.getAttribute(CHIP), renderHTML: ({ name }) => ({ [CHIP]: String(name) }) },
  }),
  parseHTML: () => [{ tag: `span[${CHIP}]` }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), `{${node.attrs['name']}}`],
  renderText: ({ node }) => `{${node.attrs['name']}}`,
  addInputRules() {
    return [
      new InputRule({
        find: /\{(\w+)\}$/,
        handler: ({ state, range, match }) => {
          const name = match[1]!
          if (!isPlaceholder(name)) return
          // Bold words stay bold around and after it.
          const marks = state.doc.resolve(range.from).marks()
          state.tr.replaceWith(range.from, range.to, this.type.create({ name }, null, marks)).setStoredMarks(marks)
        },
      }),
    ]
  },
})
