import type { ReactNode } from 'react'
import type { Checklist } from '#contract/candidate/checklist.ts'
import type { OwnApplication, OwnInterview } from '#contract/candidate/candidate.ts'

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
