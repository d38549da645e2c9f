import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { useState, type ReactNode } from 'react'
import { IconBold, IconHeading, IconItalic, IconLink, IconList, IconListNumbers, IconRedo, IconUndo } from '#web/ui/staff-icons.tsx'
import classes from './rich-text.module.css'

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

/** Phones have no keys for these. */
const STEPS = [
  { label: 'Undo', Icon: IconUndo, can: (editor: Editor) => editor.can().undo(), run: (editor: Editor) => editor.chain().focus().undo().run() },
  { label: 'Redo', Icon: IconRedo, can: (editor: Editor) => editor.can().redo(), run: (editor: Editor) => editor.chain().focus().redo().run() },
]

/** Formatting for the selected text, and undo. */
export function RichToolbar({ editor }: { editor: Editor }): ReactNode {
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
          // Not `disabled`, because then the last step would lose the focus.
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

/** The link of the selected text. Not a form, because it's inside the template's. */
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
