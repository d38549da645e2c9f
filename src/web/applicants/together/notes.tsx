import { Button, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { memo, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import type { Applicant } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { deleteNote, listColleagues, listNotes, listWaitingForMe, writeNote, type Note } from '#contract/applicants/collaboration.ts'
import { listVersions } from '#contract/versions.ts'
import { Deleted, EarlierVersions } from '#web/applicants/together/earlier-versions.tsx'
import { call } from '#web/call.ts'
import { DateTime } from '#web/applicants/one/date-time.tsx'
import { RestoredNote } from '#web/ui/editor/restored-note.tsx'
import { forgetDraft, useDraft } from '#web/ui/editor/use-draft.ts'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'

type Props = { applicant: Applicant; identifiable: boolean }

/** Colleagues' notes to each other about an applicant. */
export const Notes = memo(function Notes({ applicant: { user_session_id: id }, identifiable }: Props): ReactNode {
  const memory = useQueryClient()
  const notes = useCall(listNotes, { id, identifiable })
  const reread = () =>
    Promise.all([listNotes, listWaitingForMe, listVersions, listHistory].map((endpoint) => memory.invalidateQueries({ queryKey: keyOf(endpoint) })))
  return (
    <Stack component="section" gap="sm" aria-labelledby="notes" my="lg">
      <Title order={2} size="h4" id="notes">
        Notes
      </Title>
      <Loaded
        query={notes}
        waiting={<Skeleton height={48} aria-label="Loading the notes" />}
        failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
      >
        {(all) => all.map((note) => <NoteRow key={note.note_id} id={id} note={note} onDeleted={reread} />)}
      </Loaded>
      <Deleted user_session_id={id} kind="note" title="Deleted notes" />
      <NoteForm key={id} id={id} onWritten={reread} />
    </Stack>
  )
})

function NoteRow({ id, note, onDeleted }: { id: number; note: Note; onDeleted: () => Promise<unknown> }): ReactNode {
  async function remove(): Promise<void> {
    await call(deleteNote, { id, note_id: note.note_id }, { retries: 0 }).then(
      () => notify('Note deleted.'),
      (failure: unknown) => warn(errorMessage(failure)),
    )
    await onDeleted()
  }
  return (
    <article aria-label={`Note by ${note.written_by_email}`}>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {note.written_by_email}, <DateTime at={note.created_at} />
        </Text>
        {note.is_own && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void remove()}>
            Delete
          </Button>
        )}
      </Group>
      <Markdown text={note.note_text} />
      <EarlierVersions user_session_id={id} kind="note" of_id={note.note_id} />
    </article>
  )
}

const EMPTY = { text: { note_text: '' }, version: 0 }

/** Keeps a note that's being written when another applicant is opened. */
function NoteForm({ id, onWritten }: { id: number; onWritten: () => Promise<unknown> }): ReactNode {
  const draftKey = `note_${id}`
  const { text, set, settle, reset, isRestored } = useDraft(draftKey, EMPTY)
  const { note_text } = text
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { data: colleagues = [] } = useCall(listColleagues, { id })

  async function save(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (note_text.trim() === '' || isSaving) return
    setSaving(true)
    try {
      const { mentions } = await call(writeNote, { id, note_text }, { retries: 0 })
      notify(mentions.length === 0 ? 'Note saved.' : `Note saved. ${mentions.join(', ')} will be notified.`)
      // Another applicant may be open by now.
      forgetDraft(draftKey)
      settle(EMPTY, text)
      field.current?.focus()
      await onWritten()
    } catch (failure) {
      warn(errorMessage(failure))
    } finally {
      setSaving(false)
    }
  }

  const names = colleagues.slice(0, 12).map(({ email }) => `@${email.split('@')[0]}`)
  return (
    <form aria-label="Write a note" onSubmit={(event) => void save(event)}>
      <Stack gap="xs">
        <RestoredNote isRestored={isRestored} onDiscard={() => reset()} />
        <Textarea
          label="Add a note"
          description={names.length > 0 ? `Markdown works. Mention colleagues: ${names.join(', ')}` : 'Markdown works.'}
          autosize
          minRows={2}
          maxLength={5000}
          value={note_text}
          onChange={(event) => set({ note_text: event.currentTarget.value })}
          ref={field}
        />
        <Group>
          <Button type="submit" variant="default" size="xs" loading={isSaving} disabled={note_text.trim() === ''}>
            Save note
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** One of: `code`, **bold**, *italic*, [a link](https://…), a bare link, @mention. */
const INLINE_MARKUP =
  /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>()]+)|((?<![\w@])@[\w.+-]+(?:@[\w.-]+)?)/g

/** A note as typed: paragraphs, lists and some formatting. Everything else stays plain text and is never turned into HTML. */
function Markdown({ text }: { text: string }): ReactNode {
  return text.split(/\n{2,}/).map((block, place) => <Block key={place} lines={block.split('\n')} />)
}

function Block({ lines }: { lines: string[] }): ReactNode {
  const isList = lines.every((line) => /^\s*([-*]|\d+\.)\s+/.test(line))
  if (!isList)
    return (
      <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', margin: 0 }}>
        <InlineMarkup text={lines.join('\n')} />
      </p>
    )
  const items = lines.map((line, place) => (
    <li key={place}>
      <InlineMarkup text={line.replace(/^\s*([-*]|\d+\.)\s+/, '')} />
    </li>
  ))
  return /^\s*\d/.test(lines[0]!) ? <ol>{items}</ol> : <ul>{items}</ul>
}

function InlineMarkup({ text }: { text: string }): ReactNode {
  const shown: ReactNode[] = []
  let done = 0
  for (const match of text.matchAll(INLINE_MARKUP)) {
    shown.push(text.slice(done, match.index), <InlineElement key={match.index} match={match} />)
    done = match.index + match[0].length
  }
  return [...shown, text.slice(done)]
}

function InlineElement({ match: [, code, bold, italic, label, url, bare, mention] }: { match: RegExpMatchArray }): ReactNode {
  if (code) return <code>{code}</code>
  if (bold || mention) return <strong>{bold ?? mention}</strong>
  if (italic) return <em>{italic}</em>
  return (
    <a href={url ?? bare} target="_blank" rel="noopener noreferrer nofollow">
      {label ?? bare}
    </a>
  )
}
