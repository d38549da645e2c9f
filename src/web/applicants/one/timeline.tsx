import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { nameOf, type Applicant } from '#contract/applicants/applicants.ts'
import { listHistory, type HistoryEvent } from '#contract/applicants/history.ts'
import { listCandidateEmails, retryCandidateEmail, type CandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { call } from '#web/call.ts'
import { Address } from '#web/layout/address.tsx'
import { useMay } from '#web/layout/staff-places.ts'
import { clock, timeOf } from '#web/ui/clock.ts'
import { Loaded, errorMessage } from '#web/ui/loaded.tsx'
import { notify, warn } from '#web/ui/toast.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { keyOf, useCall } from '#web/ui/use-call.ts'
import { useNow } from '#web/ui/use-now.ts'
import { Email } from '#web/applicants/decide/email-frame.tsx'
import type { Undo } from '#web/applicants/decide/recent-actions.ts'
import { useUndo } from '#web/applicants/decide/use-undo.ts'
import { DateTime, Day } from './date-time.tsx'
import classes from './timeline.module.css'
import { Empty } from '#web/ui/message/empty.tsx'

type Props = { applicant: Applicant; identifiable: boolean }

/** Who did what and when: decisions, emails and views, with an undo button for what can still be undone. */
export const Timeline = memo(function Timeline({ applicant, identifiable }: Props): ReactNode {
  const { user_session_id } = applicant
  const { data: emails = [] } = useCall(listCandidateEmails, { user_session_id, identifiable })
  const query = useCall(listHistory, { id: user_session_id, identifiable })
  useSentEmails(user_session_id, emails)
  return (
    <section aria-labelledby="timeline" className={classes['timeline']}>
      <Title order={2} size="h4" id="timeline">
        Timeline
      </Title>
      <Loaded
        query={query}
        waiting={<Skeleton height={72} aria-label="Loading the timeline" />}
        failed={(why, again) => <ErrorNotice again={again}>{why}</ErrorNotice>}
      >
        {(events) =>
          events.length === 0 ? (
            <Empty isPart>No decisions yet.</Empty>
          ) : (
            <ol>
              {events.map((event) => (
                <li key={`${event.kind} ${event.at} ${event.email_id ?? event.what}`} data-kind={event.kind}>
                  <Event event={event} applicant={applicant} identifiable={identifiable} email={emails.find((one) => one.email_id === event.email_id)} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
})

const RECHECK_MS = 10_000

/**
 * Watches pending emails, and reloads the timeline once one was sent. Watches without names, because each view with names is recorded in the audit
 * trail.
 */
function useSentEmails(user_session_id: number, emails: CandidateEmail[]): void {
  const memory = useQueryClient()
  const { data: now } = useCall(
    listCandidateEmails,
    { user_session_id, identifiable: false },
    { enabled: msUntilSent(emails) !== false, refetchInterval: ({ state }) => msUntilSent(state.data ?? emails) },
  )
  const queued = (now ?? emails).filter(({ state }) => state === 'queued').map(({ email_id }) => email_id)
  const seen = useRef({ user_session_id, queued })
  useEffect(() => {
    const before = seen.current
    seen.current = { user_session_id, queued }
    if (before.user_session_id !== user_session_id || before.queued.every((id) => queued.includes(id))) return
    for (const read of [listCandidateEmails, listHistory]) void memory.invalidateQueries({ queryKey: keyOf(read) })
  })
}

/** When to check a pending email again. */
function msUntilSent(emails: CandidateEmail[]): number | false {
  const waiting = emails.filter((one) => one.state === 'queued').map((one) => Date.parse(one.send_after) - Date.now())
  return waiting.length > 0 && Math.max(RECHECK_MS, Math.min(...waiting) + 2000)
}

type EventProps = { event: HistoryEvent; applicant: Applicant; identifiable: boolean; email: CandidateEmail | undefined }

function Event({ event, applicant, identifiable, email }: EventProps): ReactNode {
  const mayDecide = useMay('decide')
  const undoable = undoableOf(event, email)
  return (
    <>
      <div className={classes['event']}>
        <span>
          {event.what}
          {event.starts_at && ` for ${timeOf(event.starts_at)}`}
          {event.other_user_session_id && (
            <>
              {'. '}
              <Link to={`/admin/applications/all/all/36500/${event.other_user_session_id}`}>Open that application</Link>
            </>
          )}
        </span>
        <Text span size="xs" c="dimmed">
          {event.who && (
            <>
              <Address>{event.who}</Address>,{' '}
            </>
          )}
          {event.kind === 'resume' && !identifiable ? <Day at={event.at} /> : <DateTime at={event.at} />}
        </Text>
      </div>
      {mayDecide && undoable && <UndoButton {...undoable} applicant={applicant} />}
      {email && <EmailState email={email} />}
    </>
  )
}

type Undoable = Pick<Undo, 'kind' | 'undo_token'> & { until: string; what: string }

/** A decision's email is undone with it; any other has its own row. */
function undoableOf({ kind, what, undo_token, undo_until }: HistoryEvent, email: CandidateEmail | undefined): Undoable | null {
  if (undo_token) return { kind: 'move', undo_token, until: undo_until ?? '', what }
  if (kind !== 'email' || !email?.undo_token) return null
  return { kind, undo_token: email.undo_token, until: email.send_after, what: email.subject }
}

function UndoButton({ kind, undo_token, until, what, applicant }: Undoable & { applicant: Applicant }): ReactNode {
  const { undo } = useUndo()
  const seconds = Math.ceil((Date.parse(until) - useNow(1000)) / 1000)
  // An email whose delivery is being retried can still be withdrawn.
  if (kind === 'move' && !(seconds > 0)) return null
  const { user_session_id } = applicant
  const name = nameOf(applicant)
  const part = { user_session_id, name, kind, undo_token }
  const action = { id: -1, what: `${name}: ${what}`, at: 0, until: 0, isUndone: false, isFailure: false, undo: [part] }
  return (
    <Button size="compact-sm" variant="default" onClick={() => void undo(action)}>
      {seconds > 0 ? `Undo (${seconds} s)` : 'Undo'}
    </Button>
  )
}

function EmailState({ email }: { email: CandidateEmail }): ReactNode {
  const [isShown, setShown] = useState(false)
  const mayDecide = useMay('decide')
  const client = useQueryClient()
  async function retry(): Promise<void> {
    try {
      await call(retryCandidateEmail, { email_id: email.email_id }, { retries: 0 })
      notify('The email is queued again.')
      await Promise.all([listCandidateEmails, listHistory].map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
    } catch (failure) {
      warn(errorMessage(failure))
    }
  }
  return (
    <div className={classes['sent']}>
      <Text size="xs" c="dimmed">
        {email.subject}
        {email.reply_to && (
          <>
            {' · replies go to '}
            <Address>{email.reply_to}</Address>
          </>
        )}
        {email.tries > 0 && ` · ${email.tries} ${email.tries === 1 ? 'try' : 'tries'}`}
        {email.state === 'queued' && ` · sending at ${clock(email.send_after)}`}
        {email.sent_at && ` · sent ${timeOf(email.sent_at)}`}
        {email.last_error && ` · ${email.last_error}`}
      </Text>
      {mayDecide && email.is_retryable && (
        <Button size="compact-sm" variant="default" onClick={() => void retry()}>
          Retry
        </Button>
      )}
      {(email.html || email.text) && (
        <Button size="compact-sm" variant="subtle" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the email' : 'Show the email'}
        </Button>
      )}
      {isShown && (email.html ? <Email html={email.html} title={`Email: ${email.subject}`} /> : <p className={classes['text']}>{email.text}</p>)}
    </div>
  )
}
