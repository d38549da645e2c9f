import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { readApplicant, type Applicant } from '#contract/applicants/applicants.ts'
import { listHistory } from '#contract/applicants/history.ts'
import { listCandidateEmails } from '#contract/candidate/candidate-emails.ts'
import { longDay } from '#contract/time-zone.ts'
import { needMoreTime } from '#contract/applicants/promise.ts'
import { nameOf } from '#web/applicants/applicant-words.ts'
import { call } from '#web/call.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { notify } from '#web/ui/toast.ts'
import { keyOf } from '#web/ui/use-call.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** "Not yet decided, we need until …": emails the candidate and moves the promised date. */
export function MoreTimeDialog({ applicant, onClose }: { applicant: Applicant; onClose: () => void }): ReactNode {
  const memory = useQueryClient()
  const [until, setUntil] = useState(() => suggested(applicant))
  const [fault, setFault] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    setSending(true)
    setFault(null)
    try {
      const { extensions_left } = await call(needMoreTime, { id: applicant.user_session_id, until }, { retries: 0 })
      const again = extensions_left === 0 ? 'It can’t be moved again.' : 'It can be moved once more.'
      notify(`${nameOf(applicant)} hears from us by ${longDay('UTC', until)}. ${again}`)
      await Promise.all([readApplicant, listHistory, listCandidateEmails].map((endpoint) => memory.invalidateQueries({ queryKey: keyOf(endpoint) })))
      onClose()
    } catch (failure) {
      setFault(whyOf(failure))
      setSending(false)
    }
  }

  return (
    <Modal opened onClose={onClose} title={`Need more time: ${nameOf(applicant)}`}>
      <form onSubmit={(event) => void send(event)}>
        <Stack>
          <Text size="sm">We email the candidate the new date. You can do this twice at most, and undo it in the timeline until the email leaves.</Text>
          <TextInput
            type="date"
            label="We’ll decide by"
            required
            value={until}
            error={fault}
            onChange={(event) => setUntil(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending}>
              Email and move the date
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** A week after the promised date. With names hidden that date is hidden too, so it's a week after the latest it's likely to be. */
function suggested({ reply_by, due }: Applicant): string {
  if (reply_by) return dayOf(Math.max(Date.now(), Date.parse(reply_by)) + WEEK_MS)
  return dayOf(Date.now() + (due === 'later' ? 3 : 1) * WEEK_MS)
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
