import { Editor, Extension, InputRule } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useReducer, useRef, useState, type ReactNode } from 'react'
import type { BodyField } from '#web/templates/source/body-field.ts'
import { isTyping } from '#web/ui/focus/is-typing.ts'
import { chipsToPlaceholders, placeholdersToChips } from './email-html.ts'
import { PlaceholderChip } from './placeholder-chip.ts'
import { highlightChanges } from './highlight-changes.ts'
import classes from './rich-text.module.css'
import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { IconBold, IconHeading, IconItalic, IconLink, IconList, IconListNumbers, IconRedo, IconUndo } from '#web/ui/staff-icons.tsx'

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

/** The height of the dialog's bottom bar, in pixels; the text being written stays above it. */
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

/** An email's body as formatted text, with placeholders as chips. Loaded as a separate chunk. */
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
  /** The last value typed here; any other value was set from outside. */
  const written = useRef(value)
  const known = useRef(snippets)
  useEffect(() => void (known.current = snippets), [snippets])
  const begin = useEffectEvent(() => ({
    // The editor takes the focus as soon as it loads, so it's labeled from the start.
    editorProps: attributesFor({ id, labelledBy, describedBy, isWrong }),
    content: placeholdersToChips(value),
    extensions: [
      ...FORMATS,
      PlaceholderChip.configure({ values }),
      snippetRule(() => known.current),
      ...(original === undefined ? [] : [highlightChanges(original)]),
    ],
  }))
  const onUpdate = useEffectEvent((made: Editor) => {
    written.current = chipsToPlaceholders(made.getHTML())
    onChange(written.current)
  })
  const focused = useEffectEvent(onFocus)
  const arrive = useEffectEvent((made: Editor) => isAwaited && !isTyping() && made.commands.focus())

  // Before painting: without its text and toolbar, the editor is shorter than its placeholder while loading.
  useLayoutEffect(() => {
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
    editor.commands.setContent(placeholdersToChips(value), { emitUpdate: false })
  }, [editor, value])

  useEffect(() => {
    editor?.setOptions({ editorProps: attributesFor({ id, labelledBy, describedBy, isWrong }) })
  }, [editor, id, labelledBy, describedBy, isWrong])

  useImperativeHandle(ref, () => ({
    insert(text) {
      editor?.chain().focus().insertContent(placeholdersToChips(text)).run()
    },
  }))
  return (
    <div className={classes['rich']} data-wrong={isWrong || undefined}>
      {editor && <RichToolbar editor={editor} />}
      <div ref={place} className={classes['text']} />
    </div>
  )
}

const MARKS = [
  { label: 'Bold', Icon: IconBold, isOn: (editor: Editor) => editor.isActive('bold'), run: (editor: Editor) => editor.chain().focus().toggleBold().run() },
  {
    label: 'Italic',
    Icon: IconItalic,
    isOn: (editor: Editor) => editor.isActive('italic'),
    run: (editor: Editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Heading',
    Icon: IconHeading,
    isOn: (editor: Editor) => editor.isActive('heading'),
    run: (editor: Editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: 'Bulleted list',
    Icon: IconList,
    isOn: (editor: Editor) => editor.isActive('bulletList'),
    run: (editor: Editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    Icon: IconListNumbers,
    isOn: (editor: Editor) => editor.isActive('orderedList'),
    run: (editor: Editor) => editor.chain().focus().toggleOrderedList().run(),
  },
]

/** Phones have no keyboard shortcuts for these. */
const STEPS = [
  { label: 'Undo', Icon: IconUndo, can: (editor: Editor) => editor.can().undo(), run: (editor: Editor) => editor.chain().focus().undo().run() },
  { label: 'Redo', Icon: IconRedo, can: (editor: Editor) => editor.can().redo(), run: (editor: Editor) => editor.chain().focus().redo().run() },
]

/** Formatting for the selected text, and undo. */
function RichToolbar({ editor }: { editor: Editor }): ReactNode {
  const [isLinking, setLinking] = useState(false)
  return (
    <>
      <div role="toolbar" aria-label="Format" className={classes['tools']}>
        {MARKS.map(({ label, Icon, isOn, run }) => (
          <ActionIcon
            key={label}
            variant={isOn(editor) ? 'light' : 'subtle'}
            color="gray"
            c="var(--ink)"
            size="lg"
            aria-label={label}
            aria-pressed={isOn(editor)}
            onClick={() => run(editor)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        ))}
        <ActionIcon
          variant={editor.isActive('link') ? 'light' : 'subtle'}
          color="gray"
          c="var(--ink)"
          size="lg"
          aria-label="Link"
          aria-expanded={isLinking}
          onClick={() => setLinking(!isLinking)}
        >
          <IconLink size={18} aria-hidden />
        </ActionIcon>
        {STEPS.map(({ label, Icon, can, run }) => (
          // Not `disabled`, because the button would lose the focus after the last step.
          <ActionIcon
            key={label}
            variant="subtle"
            color="gray"
            c="var(--ink)"
            size="lg"
            aria-label={label}
            aria-disabled={!can(editor)}
            opacity={can(editor) ? 1 : 0.5}
            onClick={() => run(editor)}
          >
            <Icon size={18} aria-hidden />
          </ActionIcon>
        ))}
      </div>
      {isLinking && <LinkField editor={editor} onDone={() => setLinking(false)} />}
    </>
  )
}

/** The link of the selected text. Not a form element, because it's inside the template's form. */
function LinkField({ editor, onDone }: { editor: Editor; onDone: () => void }): ReactNode {
  const [href, setHref] = useState(() => String(editor.getAttributes('link')['href'] ?? ''))
  function set(to: string): void {
    const words = editor.chain().focus().extendMarkRange('link')
    if (to === '') words.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      words.insertContent({ type: 'text', text: to, marks: [{ type: 'link', attrs: { href: to } }] }).run()
    else words.setLink({ href: to }).run()
    onDone()
  }
  return (
    <Group gap="xs" align="end" className={classes['link'] ?? ''}>
      <TextInput
        label="Link address"
        placeholder="https://"
        value={href}
        data-autofocus
        onChange={(event) => setHref(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          set(href.trim())
        }}
      />
      <Button variant="default" onClick={() => set(href.trim())}>
        Set link
      </Button>
      <Button variant="subtle" onClick={() => set('')}>
        Remove link
      </Button>
    </Group>
  )
}

const TYPED_SNIPPET = /(?:^|\s);([a-z0-9-]+)(\s?)$/i

/** Replaces `;` and a snippet's name with the snippet; if a longer name starts the same way, only after a space or Enter. Backspace undoes it. */
function snippetRule(known: () => NonNullable<BodyField['snippets']>): Extension {
  return Extension.create({
    name: 'snippets',
    addInputRules: () => [
      new InputRule({
        find: TYPED_SNIPPET,
        handler: ({ range, match: [typed, name = '', end], chain }) => {
          const called = name.toLowerCase()
          const found = known().find((one) => one.name === called)
          const isBegun = end === '' && known().some((one) => one.name !== called && one.name.startsWith(called))
          if (!found || isBegun) return
          const from = range.from + typed.indexOf(';')
          chain().deleteRange({ from, to: range.to }).insertContent(placeholdersToChips(found.html)).run()
        },
      }),
    ],
  })
}
