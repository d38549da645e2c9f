import { useEffect, useState, type ReactNode, type SubmitEvent } from 'react'
import { actionsOpenTo, meaningOf, PROCEED, REJECTED, UNDER_REVIEW, lockedReason, type Action } from '#contract/statuses/statuses.ts'
import { nameOf, readApplicant } from '#contract/applicants/applicants.ts'
import { useMay } from '#web/layout/staff-places.ts'
import { errorMessage } from '#web/ui/loaded.tsx'
import { useStoreValue, useCreateStore, type ExternalStore } from '#web/external-store.ts'
import { notify, warn } from '#web/ui/toast.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { listHistory } from '#contract/applicants/history.ts'
import { listCandidateEmails, previewCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { PURPOSES } from '#contract/templates/purposes.ts'
import { needMoreTime } from '#contract/applicants/promise.ts'
import { call } from '#web/call.ts'
import { ProblemList } from '#web/templates/source/problem-list.tsx'
import { EmailWriter } from '#web/templates/writer/email-writer.tsx'
import { useWording } from '#web/templates/writer/use-wording.ts'
import { guardClosing } from '#web/ui/editor/guard-closing.ts'
import { asking, keyOf } from '#web/ui/use-call.ts'
import { Result } from './email-part.tsx'
import { ownNames } from './use-email-choice.ts'
import classes from './decision-dialog.module.css'
import { rememberFailure } from './recent-actions.ts'
import { useDecide, type Person } from './use-decide.tsx'

/** The decisions available for one applicant, either the open one or the one in a row. */
export type Decisions = ReturnType<typeof useDecisions>

type Desk = { applicant: Person | undefined; identifiable: boolean; onDecided: () => void }

/** For people who can read applications but not make decisions. */
export const READS_ONLY = "You can read this application, but you can't make decisions on it."

export function useDecisions({ applicant, identifiable, onDecided }: Desk) {
  // Stored outside this component, so opening or closing a dialog doesn't re-render the screen behind it.
  const asked = useCreateStore<Question | null>(null)
  const { decideAtOnce, undoLast } = useDecideAtOnce({ applicant, onDecided })
  const mayDecide = useMay('decide')
  const open = applicant && mayDecide ? actionsOpenTo(applicant) : []
  const of = applicant?.user_session_id

  function ask(what: Question['what'], isByKey = false): void {
    if (of !== undefined) asked.set({ of, what, isByKey })
  }

  function choose(to: number): void {
    if (meaningOf(to).inDropdown === 'asks') ask(to)
    else void decideAtOnce(to)
  }

  const actions = (isByKey: boolean): Record<Action, () => void> => ({
    proceed: () => ask(PROCEED, isByKey),
    'under-review': () => void decideAtOnce(UNDER_REVIEW),
    reject: () => ask(REJECTED, isByKey),
    'update-status': () => ask('status menu'),
  })

  /** For a keyboard shortcut: explains when the action isn't available. */
  function tryTo(action: Action): void {
    if (open.includes(action)) actions(true)[action]()
    else if (applicant) notify(mayDecide ? (lockedReason(applicant) ?? "This action isn't available for this applicant.") : READS_ONLY)
  }

  function needMoreTime(): void {
    if (mayDecide && applicant?.due) ask('more time')
    else if (applicant) notify(mayDecide ? "This applicant isn't waiting for a reply." : READS_ONLY)
  }

  const dialog = applicant && (
    <DecisionPrompt asked={asked} applicant={applicant} identifiable={identifiable} onDecided={onDecided} key={applicant.user_session_id} />
  )
  return { of, open, act: actions(false), choose, tryTo, undoLast, asked, ask, dialog, needMoreTime }
}

/** What's open: a decision's dialog (its status ID), the one for the reply date, or the menu. `of`: whom it's about. */
type Question = { of: number; what: number | 'more time' | 'status menu'; isByKey: boolean }
type Asked = ExternalStore<Question | null>

/** What's open for this person. A question about someone else isn't: after Back, the next person's page must not show it. */
export function useQuestion(asked: Asked, of: number | undefined): Question | null {
  const question = useStoreValue(asked)
  return question?.of === of ? question : null
}

type DecisionPromptProps = { asked: Asked; applicant: Person; identifiable: boolean; onDecided: () => void }

function DecisionPrompt({ asked, applicant, identifiable, onDecided }: DecisionPromptProps): ReactNode {
  const question = useQuestion(asked, applicant.user_session_id)
  // Leaving the page withdraws the question.
  useEffect(() => () => asked.set(null), [asked])
  if (question === null || question.what === 'status menu') return null
  const { what, isByKey } = question
  const close = (isDone: boolean) => {
    // The page was left while the decision was being made.
    if (asked.get() !== question) return
    asked.set(null)
    if (isDone) onDecided()
  }
  if (what === 'more time') return <MoreTimeDialog applicant={applicant} identifiable={identifiable} onClose={() => close(false)} />
  return <DecisionDialog people={[applicant]} to={what} identifiable={identifiable} isByKey={isByKey} onClose={close} key={what} />
}

/** Decides without a dialog; no email is sent. */
export function useDecideAtOnce({ applicant, onDecided }: Pick<Desk, 'applicant'> & Partial<Pick<Desk, 'onDecided'>>) {
  const { move, offerUndo, undoLast, say } = useDecide()

  async function decideAtOnce(to: number): Promise<void> {
    if (!applicant) return
    if (applicant.ref_application_status_id === to) return notify(`${nameOf(applicant)} is already in this status.`)
    const making = move([applicant], { to, email: null })
    onDecided?.()
    const { decided, failures } = await making
    offerUndo(say(applicant, to), decided)
    for (const { name, why, isDone } of failures) {
      const told = `${isDone ? '' : 'Failed to update status. '}${name}: ${why}`
      rememberFailure(told)
      warn(told)
    }
  }

  return { decideAtOnce, undoLast }
}

const TEMPLATE = PURPOSES['more-time'].template_name
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** "Not yet decided, we need until …": emails the candidate and moves the reply date. */
function MoreTimeDialog({ applicant, identifiable, onClose }: { applicant: Person; identifiable: boolean; onClose: () => void }): ReactNode {
  const memory = useQueryClient()
  const [until, setUntil] = useState(() => suggestedDate(applicant))
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const { user_session_id } = applicant
  const asked = { user_session_id, template_name: TEMPLATE, identifiable, ...(until && { until }) }
  const preview = useQuery({ ...asking(previewCandidateEmail, asked, { staleTime: 0 }), placeholderData: keepPreviousData })
  const wording = useWording(TEMPLATE, preview.data ? { template_name: TEMPLATE, ...preview.data, ...ownNames(preview.data.to_name) } : null)

  async function send(): Promise<void> {
    if (isSending || wording.isBlocked) return
    setSending(true)
    setError(null)
    try {
      if (!(await wording.look())) return setSending(false)
      const { extensions_left } = await call(needMoreTime, { id: user_session_id, until, ...wording.changes }, { retries: 0 })
      const again = extensions_left === 0 ? "You can't move it again." : 'You can move it once more.'
      notify(`${nameOf(applicant)} will hear from us by ${formatLongDay('UTC', until)}. ${again}`)
      await Promise.all([readApplicant, listHistory, listCandidateEmails].map((endpoint) => memory.invalidateQueries({ queryKey: keyOf(endpoint) })))
      onClose()
    } catch (failure) {
      setError(errorMessage(failure))
      setSending(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    event.stopPropagation()
    void send()
  }
  useWindowEvent('keydown', onKeyDown, true)
  const closing = guardClosing(wording.isChanged, onClose)

  return (
    <Modal opened {...closing} title={`Need more time: ${nameOf(applicant)}`} size="xl">
      <form
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault()
          void send()
        }}
      >
        <Stack gap="sm">
          <Text size="sm">We email the candidate the new date. You can do this up to twice, and undo it in the timeline until the email is sent.</Text>
          <TextInput
            type="date"
            label="We'll decide by"
            required
            value={until}
            error={error}
            onChange={(event) => setUntil(event.currentTarget.value)}
            data-autofocus
          />
          <EmailWriter wording={wording} preview={<Result {...asked} {...wording.changes} />} isBusy={isSending} />
          <div className={classes['foot']}>
            <ProblemList problems={wording.problems} />
            <Group justify="flex-end">
              <Button variant="default" onClick={closing.onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={isSending} disabled={wording.isBlocked}>
                {wording.isSeen && wording.problems.length > 0 ? 'Email and move the date anyway' : 'Email and move the date'}
              </Button>
            </Group>
          </div>
        </Stack>
      </form>
    </Modal>
  )
}

/** A week after the reply date. With names hidden, that date is hidden too, so it's a week after the latest possible date. */
function suggestedDate({ reply_by, due }: Person): string {
  if (reply_by) return dayOf(Math.max(Date.now(), Date.parse(reply_by)) + WEEK_MS)
  return dayOf(Date.now() + (due === 'later' ? 3 : 1) * WEEK_MS)
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
