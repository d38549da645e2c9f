import { Button, Group, SegmentedControl, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FocusEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { fill } from '#contract/templates/placeholders.ts'
import { EmailBody } from '#web/templates/email-body.tsx'
import { previewDocument } from '#web/templates/preview/preview-document.ts'
import { SubjectField } from '#web/templates/source/subject-field.tsx'
import { styleNonce } from '#web/ui/style-nonce.ts'
import type { BodyHandle } from '#web/templates/source/body-field.ts'
import { originOf, type Wording } from './use-wording.ts'
import classes from './email-writer.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { toParagraphs } from '#contract/text/paragraphs.ts'
import { createSnippet, deleteSnippet, listSnippets, type Snippet, updateSnippet } from '#contract/templates/snippets.ts'
import { call, isCallFailure } from '#web/call.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'

type Props = { wording: Wording; /** The email as the recipient sees it. */ preview: ReactNode; takesFocus?: boolean; isBusy?: boolean }

/** An email to review and edit before it's sent: subject and text, the differences from the template, and the result on a phone. */
export function EmailWriter({ wording, preview, takesFocus = false, isBusy = false }: Props): ReactNode {
  const { words, isChanged, source } = wording
  const [isRead, setRead] = useState(false)
  return (
    <div className={classes['writer']} inert={isBusy} {...(takesFocus && { tabIndex: -1, 'data-autofocus': true, onFocus: toText })}>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Email"
          value={isRead ? 'phone' : 'write'}
          onChange={(chosen) => setRead(chosen === 'phone')}
          data={[
            { value: 'write', label: 'Write' },
            { value: 'phone', label: 'Preview on a phone' },
          ]}
        />
        {isChanged && source && originOf(source) && (
          <Button size="compact-sm" variant="subtle" onClick={wording.reset}>
            Reset to {originOf(source)}
          </Button>
        )}
      </Group>
      {isRead && preview}
      {!isRead &&
        (words ? (
          <Fields wording={wording} words={words} takesFocus={takesFocus} key={wording.of} />
        ) : (
          <Skeleton height={380} role="group" aria-label="Loading email…" />
        ))}
    </div>
  )
}

/** The dialog focuses this section, which passes focus on to the text. Doesn't scroll, because clicking a label here does this too. */
function toText({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target === currentTarget) currentTarget.querySelector<HTMLElement>('[contenteditable="true"]')?.focus({ preventScroll: true })
}

type FieldsProps = { wording: Wording; words: NonNullable<Wording['words']>; takesFocus: boolean }

function Fields({ wording: { source, change, changes }, words, takesFocus }: FieldsProps): ReactNode {
  const id = useId()
  const subject = useRef<HTMLInputElement>(null)
  const body = useRef<BodyHandle>(null)
  const values = source?.values ?? null
  const snippets = useSnippets()
  const hasOriginal = source !== null && originOf(source) !== null
  const filled = values && fill(words.subject, (name) => values[name] ?? `{${name}}`)
  return (
    <>
      <div className={classes['subject']} data-changed={(hasOriginal && changes.subject !== undefined) || undefined}>
        <SubjectField
          ref={subject}
          id={`${id}-subject`}
          label="Subject"
          description={filled && filled !== words.subject && `Reads: ${filled}`}
          value={words.subject}
          error={null}
          onFocus={() => {}}
          onChange={(typed) => change({ subject: typed })}
        />
      </div>
      <EmailBody
        ref={body}
        id={`${id}-text`}
        label="Text"
        value={words.html}
        values={values}
        original={hasOriginal ? source.template.html : undefined}
        error={undefined}
        snippets={snippets.texts}
        isAwaited={takesFocus}
        onChange={(html) => change({ html })}
        onFocus={() => {}}
      />
      <Snippets {...snippets} onInsert={(html) => body.current?.insert(html)} />
    </>
  )
}

/** An email's HTML at the width of a phone, sandboxed. */
export function PhoneFrame({ html }: { html: string }): ReactNode {
  return <iframe className={classes['frame']} title="Email preview" sandbox="" srcDoc={previewDocument(html, { nonce: styleNonce(), isDark: false })} />
}

/** Sent only once: a retry after a lost response would be rejected because the name is taken. */
const NO_RETRY = { retries: 0 }
const EMPTY: Snippet[] = []

type Content = Pick<Snippet, 'snippet_name' | 'snippet_text'>
type OwnSnippets = ReturnType<typeof useSnippets>

/** This person's snippets, as listed and as inserted. */
function useSnippets() {
  const memory = useQueryClient()
  const { data: own = EMPTY } = useCall(listSnippets, {})
  const texts = useMemo(() => own.map((one) => ({ name: one.snippet_name, html: htmlOf(one) })), [own])
  const reread = () => memory.invalidateQueries({ queryKey: keyOf(listSnippets) })
  const keep = async (written: Content, id?: number) => {
    await (id === undefined ? call(createSnippet, written, NO_RETRY) : call(updateSnippet, { id, ...written }, NO_RETRY))
    await reread()
  }
  const remove = async ({ snippet_id: id }: Snippet) => {
    await call(deleteSnippet, { id }, NO_RETRY)
    await reread()
  }
  return { own, texts, keep, remove }
}

/** A single paragraph is inserted into the current line. */
function htmlOf({ snippet_text }: Content): string {
  const html = toParagraphs(snippet_text)
  return html.lastIndexOf('<p>') === 0 ? html.slice('<p>'.length, -'</p>'.length) : html
}

/** The snippets that `;` inserts: look them up, insert them by clicking, and edit them. Not a form element, because it's inside one. */
function Snippets({ own, texts, keep, remove, onInsert }: OwnSnippets & { onInsert: (html: string) => void }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [changing, setChanging] = useState<Snippet | 'new' | null>(null)
  const [removed, setRemoved] = useState<Snippet | null>(null)
  const [error, setError] = useState<string | null>(null)
  const place = useRef<HTMLElement>(null)
  // Otherwise, what opens below the email would be out of view.
  useEffect(() => {
    if (isOpen || changing) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, changing])
  const act = async (work: Promise<void>, then: Snippet | null) => {
    setError(null)
    try {
      await work
      setRemoved(then)
    } catch (failure) {
      setError(errorMessage(failure))
    }
  }
  return (
    <section ref={place} aria-label="Snippets" className={classes['snippets']}>
      <Group gap="xs">
        <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Snippets
        </Button>
        <Text size="sm" c="dimmed">
          Type ; and a snippet's name in the text.
        </Text>
      </Group>
      {isOpen && (
        <Stack gap="xs">
          {own.length > 0 && (
            <ul>
              {own.map((one, place) => (
                <li key={one.snippet_id}>
                  <span className={classes['words']} title={one.snippet_text}>
                    <strong>;{one.snippet_name}</strong> {one.snippet_text}
                  </span>
                  <Button size="compact-sm" variant="default" aria-label={`Insert ${one.snippet_name}`} onClick={() => onInsert(texts[place]!.html)}>
                    Insert
                  </Button>
                  <Button size="compact-sm" variant="subtle" aria-label={`Change ${one.snippet_name}`} onClick={() => setChanging(one)}>
                    Change
                  </Button>
                  <Button size="compact-sm" variant="subtle" aria-label={`Delete ${one.snippet_name}`} onClick={() => void act(remove(one), one)}>
                    Delete
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <div role="status">
            {removed && (
              <Group gap="xs">
                <Text size="sm">;{removed.snippet_name} was deleted.</Text>
                <Button size="compact-sm" variant="default" onClick={() => void act(keep(removed), null)}>
                  Undo
                </Button>
              </Group>
            )}
            {error}
          </div>
          {changing ? (
            <SnippetFields
              key={changing === 'new' ? 0 : changing.snippet_id}
              snippet={changing === 'new' ? null : changing}
              onKeep={keep}
              onDone={() => setChanging(null)}
            />
          ) : (
            <Button size="compact-sm" variant="default" className={classes['new'] ?? ''} onClick={() => setChanging('new')}>
              New snippet
            </Button>
          )}
        </Stack>
      )}
    </section>
  )
}

type SnippetFieldsProps = { snippet: Snippet | null; onKeep: OwnSnippets['keep']; onDone: () => void }

function SnippetFields({ snippet, onKeep, onDone }: SnippetFieldsProps): ReactNode {
  const [written, setWritten] = useState<Content>(snippet ?? { snippet_name: '', snippet_text: '' })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const set = (change: Partial<Content>) => {
    setWritten({ ...written, ...change })
    setWrong({})
  }
  async function keep(): Promise<void> {
    try {
      await onKeep({ snippet_name: written.snippet_name, snippet_text: written.snippet_text }, snippet?.snippet_id)
      onDone()
    } catch (failure) {
      const errors = isCallFailure(failure) ? failure.errors : []
      setWrong(errors.length > 0 ? Object.fromEntries(errors.map(({ path, message }) => [path, message])) : { snippet_name: errorMessage(failure) })
    }
  }
  return (
    <Stack gap="xs">
      <TextInput
        label="Snippet's name"
        description="Letters, digits and hyphens"
        maxLength={30}
        value={written.snippet_name}
        error={wrong['snippet_name']}
        onChange={(event) => set({ snippet_name: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          // Pressing Enter would send the email.
          event.preventDefault()
          void keep()
        }}
      />
      <Textarea
        label="Snippet's text"
        description="Placeholders such as {first_name} are filled in. Leave out names: it's kept for all emails."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={written.snippet_text}
        error={wrong['snippet_text']}
        onChange={(event) => set({ snippet_text: event.currentTarget.value })}
      />
      <Group gap="xs">
        <Button size="compact-sm" onClick={() => void keep()}>
          Keep snippet
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}
