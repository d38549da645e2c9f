import { Button, Group, Modal, Progress as Bar, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { isLocked, mayMove, meaningOf } from '#contract/statuses/statuses.ts'
import { counted, nameOf } from '#web/applicants/applicant-words.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { Trouble } from '#web/ui/trouble.tsx'
import { usePlanDraft } from '#web/interviewers/plan-fields.tsx'
import { EmailPart } from './email-part.tsx'
import { latestChange } from './latest-change.ts'
import { PlanPart } from './plan-part.tsx'
import { useEmailChoice } from './use-email-choice.ts'
import { useRun, type Progress } from './use-run.ts'
import type { Person } from './use-decide.ts'
import classes from './decision-dialog.module.css'

const FAILED = 'Failed to update status or send email.'
type Props = {
  people: Person[]
  /** Null: sends only an email. */
  to: number | null
  identifiable: boolean
  onClose: (isDone: boolean) => void
}

/** Confirms a decision about one or many: the status, the email, its recipients and its text. */
export function DecisionDialog({ people, to, identifiable, onClose }: Props): ReactNode {
  const { nameOf: statusName } = useStatuses()
  const { progress, run, restart } = useRun()
  const [conflict, setConflict] = useState<string | null>(null)
  const one = people.length === 1 ? people[0]! : null
  // Someone who is already there gets only the email.
  const isEmailOnly = to === null || one?.ref_application_status_id === to
  const able = people.filter((person) => isEmailOnly || (mayMove(person, to) && person.ref_application_status_id !== to))
  const email = useEmailChoice(able, to)
  const plan = usePlanDraft(null)
  const isToPlan = to !== null && meaningOf(to).takesFeedback
  const chosenPlan = isToPlan && !plan.isEmpty ? plan.chosen : null
  const isOver = progress?.isOver === true
  const isBusy = progress !== null && !isOver
  const isReady = able.length > 0 && email.isReady && !(isEmailOnly && !email.isOn)
  const isRejection = to !== null && meaningOf(to).badge === 'rejected'

  async function start(): Promise<void> {
    setConflict(null)
    const failures = await run(able, {
      to: isEmailOnly ? null : to,
      template_name: email.template_name,
      plan: chosenPlan,
    })
    if (failures.length === 0) return onClose(true)
    if (!one) return
    restart()
    // What was confirmed no longer applies: start over with the current status and without the email.
    if (failures[0]!.isConflict && to !== null) email.setOn(false)
    setConflict(`${FAILED} ${failures[0]!.isConflict ? await latestChange(one.user_session_id, failures[0]!.why) : failures[0]!.why}`)
  }
  const confirm = () => isReady && !isBusy && !isOver && void start()
  // On the window: a fast typist presses the second key before the focus has moved into the dialog.
  useWindowEvent('keydown', (event) => onKey(event, { isRejection, email, confirm }))

  const title = to === null ? 'Send an email' : one ? `${statusName(to)}: ${nameOf(one)}` : `Move to '${statusName(to)}'`
  return (
    <Modal opened onClose={() => !isBusy && onClose(isOver)} title={title} size="lg">
      <Stack gap="md">
        {conflict && <Trouble>{conflict}</Trouble>}
        <Summary people={people} able={able} to={isEmailOnly ? null : to} isMailed={email.template_name !== null} />
        {isToPlan && progress === null && <PlanPart plan={plan} isMany={!one} />}
        {(isEmailOnly || meaningOf(to).offers !== null) && (
          <EmailPart email={email} able={able} isOptional={to !== null} identifiable={identifiable} isBusy={progress !== null} plan={chosenPlan} />
        )}
        {progress && !one && <Going progress={progress} />}
        <Group justify="flex-end" gap="sm" className={classes['buttons'] ?? ''}>
          <Button variant="default" onClick={() => onClose(isOver)} disabled={isBusy} data-autofocus={isRejection || undefined}>
            {isOver ? 'Close' : 'Cancel'}
          </Button>
          {!isOver && (
            <Button
              onClick={() => void start()}
              loading={isBusy}
              disabled={!isReady}
              color={isRejection ? 'red.9' : undefined}
              data-autofocus={!isRejection || undefined}
            >
              {labelOf({ count: able.length, isOne: one !== null, isEmailOnly, isMailed: email.template_name !== null })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

type Label = { count: number; isOne: boolean; isEmailOnly: boolean; isMailed: boolean }

function labelOf({ count, isOne, isEmailOnly, isMailed }: Label): string {
  if (isOne) return isMailed ? 'Confirm and send' : 'Confirm'
  return isEmailOnly ? `Send ${count}` : `Move ${count}`
}

type Keys = { isRejection: boolean; email: { isOn: boolean; setOn: (isOn: boolean) => void }; confirm: () => void }

/** E switches the email; the key that opened the dialog, pressed again, confirms. */
function onKey(event: KeyboardEvent, { isRejection, email, confirm }: Keys): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat
  if (!isPlain || (event.target instanceof Element && event.target.matches('select, textarea, input:not([type=checkbox])'))) return
  const key = event.key.toLowerCase()
  if (key === 'e') email.setOn(!email.isOn)
  if (key === (isRejection ? 'r' : 'p')) confirm()
}

type SummaryProps = { people: Person[]; able: Person[]; to: number | null; isMailed: boolean }

function Summary({ people, able, to, isMailed }: SummaryProps): ReactNode {
  const { nameOf: statusName } = useStatuses()
  const one = people.length === 1 ? people[0]! : null
  const skipped = people.length - able.length
  const isFinal = to !== null && isLocked({ ref_application_status_id: to, has_emailed_application_status: isMailed })
  return (
    <Text>
      {to === null && one && `${nameOf(one)} stays in '${one.application_status}'. Only the email is sent.`}
      {to === null && !one && `${counted(able.length)} will be emailed.`}
      {to !== null && one && able.length > 0 && `${nameOf(one)} will be moved from '${one.application_status}' to '${statusName(to)}'.`}
      {to !== null && one && able.length === 0 && `${nameOf(one)} is in '${one.application_status}' and can't be moved to '${statusName(to)}'.`}
      {to !== null && !one && `${counted(able.length)} will be moved to '${statusName(to)}'.${isMailed ? ` ${able.length} emails will be sent.` : ''}`}
      {skipped > 0 && !one && ` ${counted(skipped)} will be skipped: already closed, notified or in this status.`}
      {isFinal && able.length > 0 && ' You have 30 seconds to undo. After that it’s final.'}
    </Text>
  )
}

function Going({ progress: { done, of, failures } }: { progress: Progress }): ReactNode {
  return (
    <Stack gap="xs">
      <Bar value={(100 * (done + failures.length)) / Math.max(1, of)} aria-label="Progress" />
      <Text size="sm" role="status">
        {done} done{failures.length > 0 ? `, ${failures.length} failed` : ''}
      </Text>
      {failures.length > 0 && (
        <ul className={classes['failures']} aria-label="What did not work">
          {failures.map(({ name, why }) => (
            <li key={name}>
              <strong>{name}:</strong> {why}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
