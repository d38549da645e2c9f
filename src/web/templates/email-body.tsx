import { Group, Input, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { PART_FAILED, preparePart, usePart } from '#web/ui/waiting/use-part.ts'
import { isPlain } from './rich/email-html.ts'
import type { BodyField } from './source/body-field.ts'

const loadSource = async () => (await import('./source/html-source.tsx')).HtmlSource
const loadText = async () => (await import('./rich/rich-text.tsx')).RichText
type Editor = Awaited<ReturnType<typeof loadSource | typeof loadText>>
/** The height of each editor without text, in pixels, so nothing below moves once it has loaded. */
const [SOURCE_HEIGHT, TEXT_HEIGHT] = [320, 365]
const LABEL = 'template-html-label'
const HELP = 'template-html-help'

type Props = Omit<BodyField, 'labelledBy' | 'describedBy' | 'isWrong' | 'isAwaited'> & {
  label: string
  error: string | undefined
  /** Takes focus once loaded. */
  isAwaited?: boolean
}

/** Loads the editor before it's needed. */
export function loadEditor(): void {
  void preparePart(loadText).catch(() => {})
}

/** An email's body as text, with its HTML one click away. HTML that would lose something as text stays HTML. */
export function EmailBody({ label, error, isAwaited: isFirst = false, ...field }: Props): ReactNode {
  const canBeText = isPlain(field.value)
  const [wantsHtml, setWantsHtml] = useState(!canBeText)
  const isHtml = wantsHtml || !canBeText
  const { Component: Field, again } = usePart<Editor>(isHtml ? loadSource : loadText)
  // The link in an error goes here, even before the editor has loaded.
  const [isAwaited, setAwaited] = useState(isFirst)
  const waiting = { onFocus: () => setAwaited(true), onBlur: () => setAwaited(false) }
  const loading = (
    <Skeleton id={field.id} tabIndex={-1} height={isHtml ? SOURCE_HEIGHT : TEXT_HEIGHT} role="group" aria-label="Loading the editor" {...waiting} />
  )
  const focused = () => {
    setAwaited(false)
    field.onFocus()
  }
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Input.Label id={LABEL} component="span" required>
          {label}
        </Input.Label>
        <SegmentedControl
          size="xs"
          aria-label="Write the email as"
          value={isHtml ? 'html' : 'text'}
          onChange={(chosen) => setWantsHtml(chosen === 'html')}
          data={[
            { value: 'text', label: 'Text', disabled: !canBeText },
            { value: 'html', label: 'HTML' },
          ]}
        />
      </Group>
      {Field ? (
        <Field {...field} onFocus={focused} labelledBy={LABEL} describedBy={HELP} isWrong={error !== undefined} isAwaited={isAwaited} />
      ) : again ? (
        <ErrorNotice again={again}>{PART_FAILED}</ErrorNotice>
      ) : (
        loading
      )}
      <div id={HELP}>
        {error && <Input.Error mt={4}>{error}</Input.Error>}
        <Text size="sm" c="dimmed" mt={4}>
          {canBeText ? '' : "This email contains HTML that can't be edited as text. "}
          {'{variable_name}'} is replaced when the email is sent.{isHtml && ' Type { for the list of placeholders.'}
        </Text>
      </div>
    </div>
  )
}
