import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { previewCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { toParagraphs } from '#contract/text/paragraphs.ts'
import { isCallFailure } from '#web/call.ts'
import { ProblemList } from '#web/templates/source/problem-list.tsx'
import { EmailWriter } from '#web/templates/writer/email-writer.tsx'
import { useWording, type EmailText } from '#web/templates/writer/use-wording.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Address } from '#web/layout/address.tsx'
import { asking } from '#web/ui/use-call.ts'
import { Result } from './email-part.tsx'
import { ownNames } from './use-email-choice.ts'

type Props = {
  id: number
  identifiable: boolean
  draft: { subject: string; text: string }
  /** What the email is about; changing it resets the form. */
  about: string
  label: string
  /** Resolves to the message for the sender. */
  send: (words: EmailText) => Promise<{ message: string }>
  onDone: () => void
}

/** An email that isn't about a decision. The draft is only a starting point: a person reads, edits and sends it. */
export function EmailForm({ id, identifiable, draft, about, label, send: deliver, onDone }: Props): ReactNode {
  const [why, setWhy] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  // Fixed when someone starts writing: changes to the list or its checkboxes must not change the text someone is reading.
  const [begun] = useState(() => ({ user_session_id: id, subject: draft.subject, html: toParagraphs(draft.text) }))
  const preview = useQuery(asking(previewCandidateEmail, { ...begun, identifiable }, { staleTime: Infinity }))
  const wording = useWording(about, preview.data ? { ...preview.data, isDraft: true, ...ownNames(preview.data.to_name) } : null)
  async function send(): Promise<void> {
    if (isSending || wording.isBlocked || !wording.words) return
    setSending(true)
    setWhy(null)
    try {
      if (!(await wording.look())) return
      const { message } = await deliver(wording.words)
      notify(message)
      onDone()
    } catch (failure) {
      setWhy(isCallFailure(failure) && failure.errors[0] ? failure.errors[0].message : errorMessage(failure))
    } finally {
      setSending(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    event.stopPropagation()
    void send()
  }
  if (preview.error) return <ErrorNotice again={() => void preview.refetch()}>{preview.error.message}</ErrorNotice>
  return (
    <section aria-label={label} onKeyDownCapture={onKeyDown}>
      <Stack gap="sm" maw={640} mb="md">
        {preview.data && (
          <Text size="sm">
            Replies go to <Address>{preview.data.reply_to}</Address>.
          </Text>
        )}
        <EmailWriter wording={wording} preview={<Result {...begun} {...wording.words} identifiable={identifiable} />} takesFocus isBusy={isSending} />
        <ProblemList problems={wording.problems} />
        <div role="alert">
          {why && (
            <Text size="sm" c="var(--bad)">
              {why}
            </Text>
          )}
        </div>
        <Group>
          <Button size="xs" onClick={() => void send()} loading={isSending} disabled={!wording.words || wording.isBlocked}>
            {wording.isSeen && wording.problems.length > 0 ? 'Send it anyway' : 'Send email'}
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </section>
  )
}
