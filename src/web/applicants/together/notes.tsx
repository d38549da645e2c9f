import { Button, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { memo, useRef, type ReactNode, type SubmitEvent } from 'react'
import type { Applicant } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { deleteNote, listColleagues, listNotes, listWaitingForMe, writeNote, type Note } from '#contract/applicants/collaboration.ts'
import { listVersions } from '#contract/versions.ts'
import { Deleted, EarlierVersions } from '#web/applicants/together/earlier-versions.tsx'
import { call, isServerUnavailable } from '#web/call.ts'
import { DateTime } from '#web/applicants/one/date-time.tsx'
import { RestoredNote } from '#web/ui/editor/restored-note.tsx'
import { settleDraft, useDraft } from '#web/ui/editor/use-draft.ts'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, readAgain, useCall } from '#web/ui/use-call.ts'

type NotesProps = { applicant: Applicant; identifiable: boolean }

/** Colleagues' notes to each other about an applicant. */
export const Notes = memo(function Notes({ applicant: { user_session_id: id }, identifiable }: NotesProps): ReactNode {
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
      <NoteForm key={id} id={id} identifiable={identifiable} notes={notes.data ?? []} onWritten={reread} />
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
const draftKeyOf = (id: number) => `note_${id}`
type Props = { id: number; identifiable: boolean; onWritten: () => Promise<unknown> }

/** Keeps a note that's being written when another applicant is opened. */
function NoteForm({ id, identifiable, notes, onWritten }: Props & { notes: Note[] }): ReactNode {
  const { text, set, reset, isRestored } = useDraft(draftKeyOf(id), EMPTY)
  const { note_text } = text
  const { save, isSaving } = useSaveNote({ id, identifiable, onWritten })
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { data: colleagues = [] } = useCall(listColleagues, { id })
  // It was saved when the page closed before the response came.
  if (isRestored && notes.some((note) => note.is_own && note.note_text === note_text.trim())) reset()

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (note_text.trim() === '' || isSaving || !(await save(note_text))) return
    // The button that had the focus was disabled; someone who has moved on keeps it.
    const place = document.activeElement
    if (place === document.body || form.current?.contains(place)) field.current?.focus()
  }

  const names = colleagues.slice(0, 12).map(({ email }) => `@${email.split('@')[0]}`)
  return (
    <form aria-label="Write a note" ref={form} onSubmit={(event) => void submit(event)}>
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

type NoteWriter = { save: (note_text: string) => Promise<boolean>; isSaving: boolean }

/** Saves a note even if its form is closed, or closed and reopened, before the response arrives. */
function useSaveNote({ id, identifiable, onWritten }: Props): NoteWriter {
  const memory = useQueryClient()
  const mutationKey = ['note', id]
  const isSaving = useIsMutating({ mutationKey }) > 0
  const listed = { id, identifiable }

  async function write(note_text: string): Promise<boolean> {
    const before = memory.getQueryData<Note[]>(keyOf(listNotes, listed))
    try {
      const { mentions } = await call(writeNote, { id, note_text }, { retries: 0 })
      notify(mentions.length === 0 ? 'Note saved.' : `Note saved. ${mentions.join(', ')} will be notified.`)
    } catch (failure) {
      if (!(await isSavedAfter(failure, { before, note_text: note_text.trim() }))) return (warn(errorMessage(failure)), false)
      notify('Note saved.')
    }
    settleDraft(draftKeyOf(id), EMPTY, { note_text })
    await onWritten()
    return true
  }

  /** If the response was lost, the note may have been saved. */
  async function isSavedAfter(failure: unknown, { before, note_text }: { before: Note[] | undefined; note_text: string }): Promise<boolean> {
    if (!before || !isServerUnavailable(failure)) return false
    const now = await readAgain(memory, listNotes, listed).catch(() => [])
    const isNew = ({ note_id }: Note) => !before.some((one) => one.note_id === note_id)
    // With names hidden, a name in it is masked, so its text can't be compared.
    return now.some((note) => note.is_own && isNew(note) && (!identifiable || note.note_text === note_text))
  }

  const { mutateAsync } = useMutation({ mutationKey, mutationFn: write })
  return { save: mutateAsync, isSaving }
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
