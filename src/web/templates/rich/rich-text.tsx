import { Editor } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useEffectEvent, useImperativeHandle, useReducer, useRef, useState, type ReactNode } from 'react'
import type { BodyField } from '#web/templates/source/body-field.ts'
import { isTyping } from '#web/ui/focus/is-typing.ts'
import { withBraces, withChips } from './email-html.ts'
import { PlaceholderChip } from './placeholder-chip.ts'
import { tintChanges } from './tint-changes.ts'
import { snippetRule } from './snippet-rule.ts'
import { RichToolbar } from './rich-toolbar.tsx'
import classes from './rich-text.module.css'

const NO_SNIPPETS: NonNullable<BodyField['snippets']> = []
const NO_EXTRAS = { target: null, rel: null, class: null }
const FORMATS = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    strike: false,
    heading: { levels: [1, 2, 3] },
    link: { openOnClick: false, HTMLAttributes: NO_EXTRAS },
  }),
]

/** A dialog's bar covers this much of its lower edge, in pixels: the text being written stays above it. */
const UNDER_BAR = { top: 8, right: 0, bottom: 96, left: 0 }

function attributesFor({ id, labelledBy, describedBy, isWrong }: Pick<BodyField, 'id' | 'labelledBy' | 'describedBy' | 'isWrong'>) {
  return {
    scrollMargin: UNDER_BAR,
    scrollThreshold: UNDER_BAR,
    attributes: {
      id,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-required': 'true',
      'aria-invalid': String(isWrong),
      tabindex: '0',
    },
  }
}

/** An email's body as formatted text, with placeholders as chips. Loaded separately. */
export function RichText({
  id,
  value,
  values = null,
  original,
  snippets = NO_SNIPPETS,
  onChange,
  onFocus,
  labelledBy,
  describedBy,
  isWrong,
  isAwaited,
  ref,
}: BodyField): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  /** The last value typed here; any other value was set elsewhere. */
  const written = useRef(value)
  const known = useRef(snippets)
  useEffect(() => void (known.current = snippets), [snippets])
  const begin = useEffectEvent(() => ({
    // It takes the focus as soon as it loads, so it's labeled from the start.
    editorProps: attributesFor({ id, labelledBy, describedBy, isWrong }),
    content: withChips(value),
    extensions: [
      ...FORMATS,
      PlaceholderChip.configure({ values }),
      snippetRule(() => known.current),
      ...(original === undefined ? [] : [tintChanges(original)]),
    ],
  }))
  const onUpdate = useEffectEvent((made: Editor) => {
    written.current = withBraces(made.getHTML())
    onChange(written.current)
  })
  const focused = useEffectEvent(onFocus)
  const arrive = useEffectEvent((made: Editor) => isAwaited && !isTyping() && made.commands.focus())

  useEffect(() => {
    const made = new Editor({ element: place.current!, ...begin(), injectCSS: false })
    made.on('update', () => onUpdate(made))
    made.on('focus', () => focused())
    made.on('transaction', redraw)
    setEditor(made)
    arrive(made)
    return () => made.destroy()
  }, [])

  useEffect(() => {
    if (!editor || value === written.current) return
    written.current = value
    editor.commands.setContent(withChips(value), { emitUpdate: false })
  }, [editor, value])

  useEffect(() => {
    editor?.setOptions({ editorProps: attributesFor({ id, labelledBy, describedBy, isWrong }) })
  }, [editor, id, labelledBy, describedBy, isWrong])

  useImperativeHandle(ref, () => ({
    insert(text) {
      editor?.chain().focus().insertContent(withChips(text)).run()
    },
  }))
  return (
    <div className={classes['rich']} data-wrong={isWrong || undefined}>
      {editor && <RichToolbar editor={editor} />}
      <div ref={place} className={classes['text']} />
    </div>
  )
}
