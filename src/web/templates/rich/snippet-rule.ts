import { Extension, InputRule } from '@tiptap/core'
import type { BodyField } from '#web/templates/source/body-field.ts'
import { withChips } from './email-html.ts'

const TYPED = /(?:^|\s);([a-z0-9-]+)(\s?)$/i

/** Replaces `;` and a snippet's name with the snippet; if a longer name begins the same way, only after a space or Enter. Backspace undoes it. */
export function snippetRule(known: () => NonNullable<BodyField['snippets']>): Extension {
  return Extension.create({
    name: 'snippets',
    addInputRules: () => [
      new InputRule({
        find: TYPED,
        handler: ({ range, match: [typed, name = '', end], chain }) => {
          const called = name.toLowerCase()
          const found = known().find((one) => one.name === called)
          const isBegun = end === '' && known().some((one) => one.name !== called && one.name.startsWith(called))
          if (!found || isBegun) return
          const from = range.from + typed.indexOf(';')
          chain().deleteRange({ from, to: range.to }).insertContent(withChips(found.html)).run()
        },
      }),
    ],
  })
}
