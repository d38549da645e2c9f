import { Button, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { useId, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { fill } from '#contract/templates/placeholders.ts'
import { EmailBody } from '#web/templates/email-body.tsx'
import { previewDocument } from '#web/templates/preview/preview-document.ts'
import { SubjectField } from '#web/templates/source/subject-field.tsx'
import { styleNonce } from '#web/ui/style-nonce.ts'
import type { BodyHandle } from '#web/templates/source/body-field.ts'
import { Snippets, useSnippets } from './snippets.tsx'
import { originOf, type Wording } from './use-wording.ts'
import classes from './email-writer.module.css'

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

/** The dialog focuses this section, which passes the focus on to the text. Without scrolling, because a press on a label here does so, too. */
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
