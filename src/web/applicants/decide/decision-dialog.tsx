import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Applicant } from '#contract/applicants.ts'
import { isLocked, meaningOf } from '#contract/statuses.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { whyOf } from '#web/ui/loaded.tsx'
import { Trouble } from '#web/ui/trouble.tsx'
import { nameOf } from '#web/applicants/applicant-words.ts'
import { EmailFrame } from './email-frame.tsx'
import { useDecide } from './use-decide.tsx'

const FAILED = 'Failed to update status or send email.'
type Props = { applicant: Applicant; to: number; identifiable: boolean; onClose: () => void }

/** Asks before a decision that somebody is told of: which status, whether an email goes, to whom and in which words. */
export function DecisionDialog({ applicant, to, identifiable, onClose }: Props): ReactNode {
  const { offers, badge } = meaningOf(to)
  const { nameOf: statusName } = useStatuses()
  const { decide, offerUndo, say } = useDecide()
  const [isMailed, setMailed] = useState(offers !== null)
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const name = nameOf(applicant)
  const isFinal = isLocked({ ref_application_status_id: to, has_emailed_application_status: isMailed })

  async function confirm(): Promise<void> {
    setBusy(true)
    setFailed(null)
    try {
      const { state, unsent } = await decide(applicant, { to, template_name: isMailed ? offers : null })
      if (state.undo_token || isMailed) offerUndo(say(applicant, to), [state])
      if (unsent === null) return onClose()
      setFailed(`${FAILED} The status is changed, the e-mail was not queued: ${unsent}`)
    } catch (failure) {
      setFailed(`${FAILED} ${whyOf(failure)}`)
    }
    setBusy(false)
  }

  function onKey(event: KeyboardEvent): void {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key.toLowerCase() === 'e' && isPlain && offers) setMailed(!isMailed)
  }

  return (
    <Modal opened onClose={() => !isBusy && onClose()} title={`${statusName(to)}: ${name}`} size="lg" onKeyDown={onKey}>
      <Stack gap="md">
        <Text>
          {name} will be moved from '{applicant.application_status}' to '{statusName(to)}'.
          {isFinal && ' This is final: after the time to undo it cannot be changed.'}
        </Text>
        {offers && (
          <Checkbox
            label={`Send the '${offers}' e-mail`}
            checked={isMailed}
            onChange={(event) => setMailed(event.currentTarget.checked)}
            aria-keyshortcuts="e"
          />
        )}
        {offers && isMailed && <EmailFrame user_session_id={applicant.user_session_id} template_name={offers} identifiable={identifiable} />}
        {failed && <Trouble>{failed}</Trouble>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus={badge === 'rejected' || undefined}>
            Cancel
          </Button>
          <Button
            onClick={() => void confirm()}
            loading={isBusy}
            color={badge === 'rejected' ? 'red.9' : undefined}
            data-autofocus={badge !== 'rejected' || undefined}
          >
            {isMailed && offers ? 'Confirm and send' : 'Confirm'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
