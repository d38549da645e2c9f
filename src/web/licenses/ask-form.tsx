import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { asParagraphs } from '#contract/licenses/ask-email.ts'
import { askForLicenses } from '#contract/licenses/licenses.ts'
import { call, isCallFailure } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'

type Props = { id: number; draft: { subject: string; text: string }; onDone: () => void }

/** An email about what's missing. The draft is only a start: a person reads it, changes it and sends it. */
export function AskForm({ id, draft, onDone }: Props): ReactNode {
  const [why, setWhy] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const { subject = '', text = '' } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    setSending(true)
    try {
      await call(askForLicenses, { id, subject, html: asParagraphs(text) }, { retries: 0 })
      notify('The email is queued.')
      onDone()
    } catch (failure) {
      setWhy(isCallFailure(failure) && failure.errors[0] ? failure.errors[0].message : whyOf(failure))
    } finally {
      setSending(false)
    }
  }
  return (
    <form onSubmit={(event) => void send(event)} aria-label="Email about licenses">
      <Stack gap="sm" maw={640} mb="md">
        <TextInput name="subject" label="Subject" defaultValue={draft.subject} required />
        <Textarea
          name="text"
          label="Email"
          description="Words in braces are filled in when it's sent: {scheduling_link} is a link to their own page."
          defaultValue={draft.text}
          autosize
          minRows={8}
          required
        />
        <div role="alert">
          {why && (
            <Text size="sm" c="var(--bad)">
              {why}
            </Text>
          )}
        </div>
        <Group>
          <Button type="submit" size="xs" loading={isSending}>
            Send email
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
