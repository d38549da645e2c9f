import type { ReactNode } from 'react'
import type { CandidateAction, OwnApplication, OwnInterview } from '#contract/candidate/candidate.ts'
import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import type { FormValues } from '#contract/applications/form-values.ts'
import type { OwnPageView } from '#contract/pages.ts'
import { clockIn, formatLongDay, weekdayIn } from '#contract/time-zone.ts'
import type { Checklist } from '#contract/candidate/checklist.ts'

const DAY = 24 * 60 * 60 * 1000

type FailedForm = NonNullable<OwnPageView['failed']>
/** `typed` is what the person entered; it refills the form after an error. */
type Props = { application: OwnApplication; typed?: FormValues | undefined; time_zone: string }
type Form = { label: string; button: string; isMultipart?: boolean; isOpen?: boolean; Fields?: (props: Props) => ReactNode }

/** Each action as a plain form; null if it appears elsewhere on the page. */
const FORMS: Record<CandidateAction, Form | null> = {
  'undo-withdraw': { label: 'Did you withdraw by mistake?', button: 'Undo withdrawal', isOpen: true, Fields: UndoUntil },
  resume: { label: 'Add or replace your resume', button: 'Upload resume', isMultipart: true, Fields: ResumeField },
  'undo-resume': { label: 'Go back to your earlier resume', button: 'Use my earlier resume', Fields: EarlierResume },
  contact: { label: 'Correct your name, email or profile', button: 'Save', Fields: ContactFields },
  'undo-contact': { label: 'Undo your last name or profile change', button: 'Restore my previous details', Fields: EarlierContact },
  'keep-address': { label: 'Keep your current address', button: 'Keep my current address', Fields: WaitingAddress },
  accommodation: { label: 'Ask for an accommodation', button: 'Send request', Fields: AccommodationField },
  'undo-accommodation': { label: 'Withdraw your accommodation request', button: 'Withdraw my request', Fields: AccommodationRequest },
  'no-drafts': { label: 'Opt out of AI drafts', button: 'Opt out', Fields: NoDraftsNote },
  'undo-no-drafts': { label: 'Allow AI drafts again', button: 'Allow AI drafts', Fields: DraftsNote },
  withdraw: { label: 'Withdraw your application', button: 'Withdraw application', Fields: WithdrawField },
  erasure: { label: 'Ask us to erase your data', button: 'Request erasure', Fields: ErasureNote },
  export: null,
}

export function OwnActions({ application, failed, time_zone }: Props & { failed: FailedForm | null }): ReactNode {
  return application.actions.map((action) => {
    const form = FORMS[action]
    const typed = failed?.action === action ? failed.values : undefined
    return form && <ActionForm key={action} action={action} form={form} application={application} typed={typed} time_zone={time_zone} />
  })
}

function ActionForm({ action, form, application, typed, time_zone }: Props & { action: CandidateAction; form: Form }): ReactNode {
  const { label, button, Fields } = form
  return (
    <details open={form.isOpen || typed !== undefined}>
      <summary>{label}</summary>
      <form
        method="post"
        action={`/application/${application.user_session_id}/${action}`}
        encType={form.isMultipart ? 'multipart/form-data' : undefined}
        noValidate
      >
        {Fields && <Fields application={application} typed={typed} time_zone={time_zone} />}
        <p className="actions">
          {/* Text browsers send GET for a form without data, and show a button's value instead of its label. */}
          <input type="hidden" name="action" value={action} />
          <button type="submit" className="button small">
            {button}
          </button>
        </p>
      </form>
    </details>
  )
}

function UndoUntil({ application, time_zone }: Props): ReactNode {
  const until = application.undo_until!
  return (
    <p>
      You can undo this until {weekdayIn(time_zone, until)}, {clockIn(time_zone, until)}.
    </p>
  )
}

function ContactFields({ application, typed, time_zone }: Props): ReactNode {
  const { user_session_id: id, pending_email, earlier_contacts } = application
  const field = (name: 'first_name' | 'last_name' | 'email' | 'linkedin_profile_url', label: string, autoComplete: string) => (
    <div className="field">
      <label htmlFor={`${name}-${id}`}>{label}</label>
      <input
        id={`${name}-${id}`}
        name={name}
        type={name === 'email' ? 'email' : 'text'}
        autoComplete={autoComplete}
        defaultValue={typed?.[name] ?? application[name] ?? ''}
      />
    </div>
  )
  return (
    <>
      {field('first_name', 'First name', 'given-name')}
      {field('last_name', 'Last name', 'family-name')}
      {field('email', 'Email address', 'email')}
      {pending_email && <p>Open the link we emailed to {pending_email} to use that address.</p>}
      {field('linkedin_profile_url', 'LinkedIn profile (optional)', 'url')}
      {earlier_contacts.length > 0 && (
        <>
          <h3>Previous contact details</h3>
          <ul>
            {earlier_contacts.map(({ first_name, last_name, email, linkedin_profile_url, corrected_at }) => (
              <li key={corrected_at}>
                {`Until ${formatLongDay(time_zone, corrected_at)}: ${[[first_name, last_name].filter(Boolean).join(' '), email, linkedin_profile_url].filter(Boolean).join(', ')}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function EarlierContact({ application }: Props): ReactNode {
  const { first_name, last_name, linkedin_profile_url } = application.earlier_contact!
  return <p>{`Before that change: ${[first_name, last_name].filter(Boolean).join(' ') || 'no name'}, ${linkedin_profile_url || 'no LinkedIn profile'}`}</p>
}

function WaitingAddress({ application: { email, pending_email } }: Props): ReactNode {
  return (
    <p>
      The link in the email to {pending_email} will stop working, and we'll keep using {email}.
    </p>
  )
}

function EarlierResume({ application, time_zone }: Props): ReactNode {
  return <p>You can go back to the resume you uploaded on {formatLongDay(time_zone, application.earlier_resume_at!)} for 24 hours after you replaced it.</p>
}

function AccommodationRequest({ application, time_zone }: Props): ReactNode {
  return (
    <p>
      You sent this request on {formatLongDay(time_zone, application.accommodation_asked_at!)}. We'll delete the request and tell {application.hiring_lead_name}
      .
    </p>
  )
}

function ResumeField({ application: { user_session_id: id } }: Props): ReactNode {
  return (
    <div className="field">
      <label htmlFor={`resume-${id}`}>Your resume (one PDF, up to 10 MB)</label>
      <input id={`resume-${id}`} name="resume" type="file" accept="application/pdf,.pdf" />
    </div>
  )
}

function AccommodationField({ application: { user_session_id: id, hiring_lead_name }, typed }: Props): ReactNode {
  return (
    <div className="field">
      <label htmlFor={`message-${id}`}>What would help?</label>
      <p>Only {hiring_lead_name} will see this. It's kept separate from your application, and asking won't affect our decision.</p>
      <textarea id={`message-${id}`} name="message" rows={4} maxLength={4000} defaultValue={typed?.['message']} />
    </div>
  )
}

function WithdrawField({ application: { user_session_id: id, interviews } }: Props): ReactNode {
  return (
    <div className="field">
      <label htmlFor={`reason-${id}`}>Reason (optional)</label>
      <textarea id={`reason-${id}`} name="reason" rows={3} maxLength={2000} aria-describedby={`undo-${id}`} />
      <p id={`undo-${id}`}>
        You'll have 24 hours to undo this.
        {interviews.length > 0 && ' Interviews that start within those 24 hours are canceled right away; later ones stay booked until then.'}
      </p>
    </div>
  )
}

function NoDraftsNote(): ReactNode {
  return <p>We won't use software to draft notes about you. A person decides either way. You can undo this until your application is closed.</p>
}

function DraftsNote(): ReactNode {
  return <p>You opted out, so we don't use software to draft notes about you. If you allow it again, a person still decides.</p>
}

function ErasureNote({ application, time_zone }: Props): ReactNode {
  if (!isKeptBeyond(application, earliestErasure()))
    return (
      <p>We'll erase your data within {RETENTION_PERIODS.requestedErasure} days, unless the law requires us to keep it longer. Nothing changes until then.</p>
    )
  return (
    <p>
      Unless a legal claim prevents it, we'll lock your application within {RETENTION_PERIODS.requestedErasure} days so the hiring team can't see it. Nothing
      changes until then. <KeptUntil application={application} time_zone={time_zone} />
    </p>
  )
}

const earliestErasure = () => Date.now() + RETENTION_PERIODS.requestedErasure * DAY

/** Whether the law may require us to keep an application past its erasure date. */
export function isKeptBeyond({ keep_until }: OwnApplication, due_at: string | number): boolean {
  return new Date(keep_until) > new Date(due_at)
}

/** A later step changes the date, and a legal claim can too. */
export function KeptUntil({ application, time_zone }: Props): ReactNode {
  return `The law may require us to keep it until ${formatLongDay(time_zone, application.keep_until)} or longer. We'll erase it once we no longer have to keep it.`
}

/** What's booked, with a calendar file; what still needs a time; and the link for picking times. */
export function OwnInterviews({ application: { user_session_id: id, interviews, checklist } }: { application: OwnApplication }): ReactNode {
  return (
    <>
      {interviews.length > 0 && (
        <ul className="own-interviews">
          {interviews.map((one) => (
            <Booked key={one.interview_booking_id} interview={one} path={`/api/candidate/applications/${id}/interviews/${one.interview_booking_id}/calendar`} />
          ))}
        </ul>
      )}
      {checklist && !checklist.is_done && <ChecklistItems items={checklist.items.filter(({ state }) => state !== 'booked')} />}
      <p>
        <a className="button small" href={`/application/${id}/times`}>
          {linkFor(checklist)}
        </a>
      </p>
    </>
  )
}

/** Within the last day before an interview, and once it has begun, candidates can only read about it or ask for something else. */
function linkFor(checklist: Checklist | null): string {
  if (!checklist?.is_done) return 'Pick your interview times'
  return checklist.can_change ? 'Change your interview times' : 'Your interviews'
}

/** Each interview with its time, or what to do and by when; the mark is decorative, the text is for everyone. */
function ChecklistItems({ items }: Pick<Checklist, 'items'>): ReactNode {
  return (
    <ul className="own-interviews checklist">
      {items.map(({ ref_interview_id, interview_name, state, text }) => (
        <li key={ref_interview_id} data-state={state}>
          <strong>{interview_name}</strong>: {state === 'booked' && 'booked, '}
          {text}.
        </li>
      ))}
    </ul>
  )
}

function Booked({ interview, path }: { interview: OwnInterview; path: string }): ReactNode {
  const { interview_name, interviewer_name, where_text, candidate_text, join_url, is_over } = interview
  return (
    <li>
      <strong>{timesOf(interview)}</strong>
      <br />
      {interview_name} with <bdi>{interviewer_name}</bdi>.
      <br />
      {join_url ? null : where_text}
      {candidate_text && <p className="lines">{candidate_text}</p>}{' '}
      {!is_over && (
        <a href={path} download={`interview-${interview.interview_booking_id}.ics`}>
          Add to your calendar<span className="unseen">: {interview_name}</span>
        </a>
      )}
      {join_url && (
        <>
          {' '}
          <a href={join_url}>
            Join the call<span className="unseen">: {interview_name}</span>
          </a>
        </>
      )}
    </li>
  )
}

/** `Tuesday, May 5, 2026, 3:30 – 4:15 PM EDT`, in the time zone the candidate picked it in. */
function timesOf({ starts_at, ends_at, time_zone }: OwnInterview): string {
  const day = new Intl.DateTimeFormat('en-US', { timeZone: time_zone, dateStyle: 'full' }).format(new Date(starts_at))
  const hours = new Intl.DateTimeFormat('en-US', { timeZone: time_zone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
  return `${day}, ${hours.formatRange(new Date(starts_at), new Date(ends_at))}`
}
