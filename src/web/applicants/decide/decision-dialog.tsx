import { Button, Group, Kbd, Modal, MultiSelect, Progress as Bar, Stack, Text, Textarea } from '@mantine/core'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { useRef, useState, type ReactNode } from 'react'
import type { DecisionGrounds } from '#contract/applicants/moves.ts'
import { readFullFeedback } from '#contract/feedback.ts'
import { listHiringDecisionDetails, listRedFlags } from '#contract/red-flags/red-flags.ts'
import { isLocked, canMove, meaningOf } from '#contract/statuses/statuses.ts'
import { nameOf } from '#contract/applicants/applicants.ts'
import { applicantCount } from '#web/applicants/applicant-text.ts'
import { useStatuses } from '#web/statuses/use-statuses.ts'
import { ProblemList } from '#web/templates/source/problem-list.tsx'
import { errorMessage } from '#web/ui/loaded.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { useShortcutsEnabled } from '#web/ui/shortcuts.ts'
import { guardClosing } from '#web/ui/editor/guard-closing.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { usePlanDraft } from '#web/interviewers/plan-fields.tsx'
import { EmailPart, EmailText } from './email-part.tsx'
import { listHistory } from '#contract/applicants/history.ts'
import { call } from '#web/call.ts'
import { PlanPart, useRolePlan } from './plan-part.tsx'
import { useEmailChoice } from './use-email-choice.ts'
import { useRun, type Progress, type Person } from './use-decide.tsx'
import classes from './decision-dialog.module.css'

const FAILED = 'Failed to update status or send email.'
type Props = {
  people: Person[]
  /** If null, only an email is sent. */
  to: number | null
  identifiable: boolean
  /** A shortcut opened it, so the same key confirms it. */
  isByKey?: boolean
  onClose: (isDone: boolean) => void
}

/** Confirms a decision on one or several applicants: the status, plus the email to review and edit. */
export function DecisionDialog({ people, to, identifiable, isByKey = false, onClose }: Props): ReactNode {
  const { nameOf: statusName } = useStatuses()
  const { progress, run, restart } = useRun()
  const [conflict, setConflict] = useState<string | null>(null)
  const [grounds, setGrounds] = useState<DecisionGrounds>({})
  const one = people.length === 1 ? people[0]! : null
  // Someone who's already in that status only gets the email.
  const isEmailOnly = to === null || one?.ref_application_status_id === to
  const able = people.filter((person) => isEmailOnly || (canMove(person, to) && person.ref_application_status_id !== to))
  const takesPlan = to !== null && meaningOf(to).takesFeedback
  const plan = usePlanDraft(useRolePlan(takesPlan ? people : []))
  const chosenPlan = takesPlan && !plan.isEmpty ? plan.chosen : null
  const planned = chosenPlan?.parts.map(({ ref_interview_id, minutes, where }) => ({ ref_interview_id, minutes, where }))
  const email = useEmailChoice({ able, to, identifiable, planned })
  const isOver = progress?.isOver === true
  const isBusy = progress !== null && !isOver
  const isReady = able.length > 0 && email.isReady && !(isEmailOnly && !email.isOn)
  const isRejection = to !== null && meaningOf(to).badge === 'rejected'
  const isTouchScreen = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })

  async function start(): Promise<void> {
    setConflict(null)
    if (!(await email.look().catch((failure: unknown) => (setConflict(errorMessage(failure)), false)))) return
    const failures = await run(able, { to: isEmailOnly ? null : to, email: email.sent, plan: takesPlan && !plan.isChanged ? 'as-role' : chosenPlan, grounds })
    if (failures.length === 0) return onClose(true)
    if (!one) return
    const { why, isConflict } = failures[0]!
    restart()
    // What was confirmed no longer applies, or the email can't be sent, so start over with the current status and without the email.
    if (isConflict && to !== null) email.setOn(false)
    setConflict(`${FAILED} ${await latestChange(one.user_session_id, why)}`)
  }
  // Checking the email before sending leaves time for a second press.
  const started = useRef<Promise<void> | null>(null)
  const confirm = () => isReady && !isBusy && !isOver && void (started.current ??= start().finally(() => (started.current = null)))
  const dialogKeys = useKeys({ again: isByKey ? (isRejection ? 'r' : 'p') : null, toggle: () => email.setOn(!email.isOn), confirm })

  const title = to === null ? 'Send an email' : one ? `${statusName(to)}: ${nameOf(one)}` : `Move to '${statusName(to)}'`
  const isMailable = isEmailOnly || meaningOf(to).offers !== null
  const isWriting = email.isOn && email.chosen !== null && !isTouchScreen
  /** Enter must not send an email that no one has read. */
  const isCautious = isRejection || email.sent !== null
  const closing = guardClosing(progress === null && (email.wording.isChanged || plan.isChanged || hasGrounds(grounds)), () => !isBusy && onClose(isOver))
  const label = labelOf({ count: able.length, isOne: one !== null, isEmailOnly, isMailed: email.sent !== null, to })
  return (
    <Modal opened {...closing} title={title} size={email.isOn ? '70rem' : 'lg'}>
      <Stack gap="sm" onPointerDownCapture={dialogKeys.disarm}>
        {conflict && <ErrorNotice>{conflict}</ErrorNotice>}
        <Summary people={people} able={able} to={isEmailOnly ? null : to} isMailed={email.sent !== null} />
        {takesPlan && progress === null && <PlanPart plan={plan} isMany={!one} />}
        {progress === null && (
          <div className={classes['parts']}>
            <Stack gap="sm">
              {isRejection && !isEmailOnly && (
                <ReasonPart grounds={grounds} of={one && { user_session_id: one.user_session_id, identifiable }} onChange={setGrounds} />
              )}
              {isMailable && <EmailPart email={email} able={able} isOptional={to !== null} isBusy={isBusy} />}
            </Stack>
            {isMailable && <EmailText email={email} able={able} isBusy={isBusy} takesFocus={isWriting} />}
          </div>
        )}
        {progress && !one && <RunProgress progress={progress} />}
        <div className={classes['foot']}>
          {email.isOn && <ProblemList problems={email.wording.problems} />}
          <Group justify="flex-end" gap="sm">
            {!isOver && !isTouchScreen && <ConfirmKeys />}
            <Button variant="default" onClick={closing.onClose} disabled={isBusy} data-autofocus={(!isWriting && isCautious) || undefined}>
              {isOver ? 'Close' : 'Cancel'}
            </Button>
            {!isOver && (
              <Button
                onClick={confirm}
                loading={isBusy}
                disabled={!isReady}
                color={isRejection ? 'red.9' : undefined}
                data-autofocus={(!isWriting && !isCautious) || undefined}
              >
                {email.wording.isSeen && email.wording.problems.length > 0 ? `${label} anyway` : label}
              </Button>
            )}
          </Group>
        </div>
      </Stack>
    </Modal>
  )
}

function ConfirmKeys(): ReactNode {
  return (
    <Text size="xs" c="dimmed" visibleFrom="sm" me="auto">
      <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> confirms
    </Text>
  )
}

function hasGrounds({ reason = '', red_flag_ids = [], feedback_ids = [] }: DecisionGrounds): boolean {
  return reason.trim() !== '' || red_flag_ids.length + feedback_ids.length > 0
}

type DialogSubject = { user_session_id: number; identifiable: boolean }
type ReasonProps = { grounds: DecisionGrounds; of: DialogSubject | null; onChange: (grounds: DecisionGrounds) => void }

/** The reason, for the history and the packet; for one person, also what it's based on. */
function ReasonPart({ grounds, of, onChange }: ReasonProps): ReactNode {
  const [isNaming, setNaming] = useState(false)
  return (
    <>
      <Textarea
        label="Reason"
        description="Shown in the history and the decision packet, not to the candidate."
        autosize
        minRows={1}
        maxRows={4}
        maxLength={2000}
        value={grounds.reason ?? ''}
        onChange={(event) => onChange({ ...grounds, reason: event.currentTarget.value })}
      />
      {of && (
        <Button size="compact-sm" variant="subtle" style={{ alignSelf: 'start' }} aria-expanded={isNaming} onClick={() => setNaming(!isNaming)}>
          Link red flags or feedback
        </Button>
      )}
      {of && isNaming && <NamedReasons grounds={grounds} of={of} onChange={onChange} />}
    </>
  )
}

const ids = (chosen: string[], kind: string) => chosen.filter((one) => one.startsWith(kind)).map((one) => Number(one.slice(kind.length)))

/** Loaded only when someone wants to select feedback, because opening all of it is recorded in the audit trail. */
function NamedReasons({ grounds, of, onChange }: ReasonProps & { of: DialogSubject }): ReactNode {
  const [flags, decisions, feedback] = [useCall(listRedFlags, {}), useCall(listHiringDecisionDetails, of), useCall(readFullFeedback, of)]
  const failed = [flags, decisions, feedback].find((one) => one.isError)
  if (failed) return <ErrorNotice>{errorMessage(failed.error)}</ErrorNotice>
  const named = (flags.data ?? []).filter((flag) => decisions.data?.some((one) => one.fgl_ref_red_flag_id === flag.fgl_ref_red_flag_id))
  const answers = (feedback.data ?? []).filter((group) => group.submitted_at !== null)
  const data = [
    { group: 'Red flags', items: named.map((one) => ({ value: `flag ${one.fgl_ref_red_flag_id}`, label: one.red_flag_desc })) },
    ...answers.map((group) => ({
      group: `${group.interview_name}, ${group.interviewer_name}`,
      items: group.feedback
        .filter((one) => one.interviewer_feedback.trim() !== '')
        .map((one) => ({ value: `answer ${one.if_interview_feedback_detail_id}`, label: one.interviewer_feedback })),
    })),
  ]
  return (
    <MultiSelect
      label="Based on"
      searchable
      placeholder={flags.isPending || decisions.isPending || feedback.isPending ? 'Loading…' : 'Red flags and feedback'}
      nothingFoundMessage="No matching red flags or submitted feedback."
      data={data}
      value={[...(grounds.red_flag_ids ?? []).map((id) => `flag ${id}`), ...(grounds.feedback_ids ?? []).map((id) => `answer ${id}`)]}
      onChange={(chosen) => onChange({ ...grounds, red_flag_ids: ids(chosen, 'flag '), feedback_ids: ids(chosen, 'answer ') })}
    />
  )
}

type Label = { count: number; isOne: boolean; isEmailOnly: boolean; isMailed: boolean; to: number | null }

function labelOf({ count, isOne, isEmailOnly, isMailed, to }: Label): string {
  if (isOne) return isMailed ? 'Confirm and send' : 'Confirm'
  if (!isEmailOnly && !isMailed) return `Move ${count}`
  const { badge = null, takesFeedback = false } = to === null || isEmailOnly ? {} : meaningOf(to)
  const noun = badge === 'rejected' ? 'rejection' : takesFeedback ? 'invitation' : 'email'
  return to === null ? `Send ${count}` : `Send ${count} ${noun}${count === 1 ? '' : 's'}`
}

const TEXT_INPUTS = '[contenteditable="true"], textarea, select, input:not([type=checkbox])'
const MODIFIERS = ['shift', 'control', 'alt', 'meta']

/** `again`: the key that opened the dialog, or null if something else did. */
type Keys = { again: string | null; toggle: () => void; confirm: () => void }

/**
 * Ctrl+Enter confirms. Pressing the key that opened the dialog again confirms too, if nothing else was pressed first; the focused text field ignores
 * letters until then. E toggles the email.
 */
function useKeys({ again, toggle, confirm }: Keys): { disarm: () => void } {
  const isArmed = useRef(again !== null)
  const hasSingleKeys = useShortcutsEnabled()

  // On the window, ahead of the text field: a fast typist presses the second key before the focus has moved into the dialog.
  function onKeyDown(event: KeyboardEvent): void {
    const key = event.key.toLowerCase()
    const act = actionFor(event, key)
    if (!act) {
      if (!MODIFIERS.includes(key)) isArmed.current = false
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat && document.querySelector('[aria-modal="true"][data-readable]')) act()
  }

  function actionFor(event: KeyboardEvent, key: string): (() => void) | null {
    if (event.isComposing) return null
    if (key === 'enter' && (event.ctrlKey || event.metaKey)) return confirm
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    const isTyped = event.target instanceof Element && event.target.closest(TEXT_INPUTS) !== null
    if (!isPlain || !hasSingleKeys) return null
    if (key === again) return isArmed.current ? confirm : null
    return key === 'e' && (isArmed.current || !isTyped) ? toggle : null
  }

  useWindowEvent('keydown', onKeyDown, true)
  return { disarm: () => (isArmed.current = false) }
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
      {to === null && !one && `${applicantCount(able.length)} will be emailed.`}
      {to !== null && one && able.length > 0 && `${nameOf(one)} will be moved from '${one.application_status}' to '${statusName(to)}'.`}
      {to !== null && one && able.length === 0 && `${nameOf(one)} is in '${one.application_status}' and can't be moved to '${statusName(to)}'.`}
      {to !== null && !one && `${applicantCount(able.length)} will be moved to '${statusName(to)}'.${isMailed ? ` ${able.length} emails will be sent.` : ''}`}
      {skipped > 0 && !one && ` ${applicantCount(skipped)} will be skipped: already closed, notified or in this status.`}
      {isFinal && able.length > 0 && " You have 30 seconds to undo. After that it's final."}
    </Text>
  )
}

function RunProgress({ progress: { done, of, failures } }: { progress: Progress }): ReactNode {
  return (
    <Stack gap="xs">
      <Bar value={(100 * (done + failures.length)) / Math.max(1, of)} aria-label="Progress" />
      <Text size="sm" role="status">
        {done} done{failures.length > 0 ? `, ${failures.length} failed` : ''}
      </Text>
      {failures.length > 0 && (
        <ul className={classes['failures']} aria-label="What failed">
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

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Explains who has moved this person since, and when, in the reader's time zone; falls back to `why`. */
async function latestChange(id: number, why: string): Promise<string> {
  const now = /^This applicant is now in '[^']*'/.exec(why)?.[0]
  if (!now) return why
  const events = await call(listHistory, { id, identifiable: false }, { retries: 0 }).catch(() => [])
  const last = events.find((event) => event.kind === 'status' || event.kind === 'undo')
  if (!last) return why
  return `${now}: ${last.who ?? 'the product'} ${last.kind === 'undo' ? 'undid a change' : 'moved them'} on ${TIME.format(new Date(last.at))}.`
}
