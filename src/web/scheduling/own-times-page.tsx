import type { ReactNode } from 'react'
import type { Assets, OwnTimesView, Site } from '#contract/pages.ts'
import { type OwnTimes } from '#contract/scheduling/own-times.ts'
import { TOO_LATE_TO_CHANGE } from '#contract/scheduling/scheduling.ts'
import { clockIn, weekdayIn } from '#contract/time-zone.ts'
import { Document } from '../layout/document.tsx'
import { MailLink } from '../layout/address.tsx'
import { FormResult } from '../layout/form-result.tsx'
import { ChecklistItems } from '../candidate/own-interviews.tsx'
import { FreeTimes } from './free-times.tsx'

type Interview = OwnTimes['interviews'][number]
type Props = { view: OwnTimesView; site: Site; assets: Assets }

/** Where a candidate picks interview times. Plain forms, so it works without JavaScript, by keyboard and with a screen reader. */
export function OwnTimesPage({ view, site, assets }: Props): ReactNode {
  const { times, done, refusal, function_role_name } = view
  const title = 'Pick your interview times'
  const head = {
    title: `${refusal ? 'Error: ' : ''}${title} – Careers at ${site.company_name}`,
    description: 'Pick, move or cancel your interviews.',
    path: '/application',
    isHidden: true,
    isOwn: true,
  }
  return (
    <Document head={head} site={site} assets={assets}>
      <div className="wrap page narrow">
        <p>
          <a href="/application">Your applications</a>
        </p>
        <h1>{title}</h1>
        <p className="lead">{function_role_name}</p>
        <FormResult done={done} refusal={refusal} />
        {times && <Times times={times} view={view} />}
      </div>
    </Document>
  )
}

function Times({ times, view }: { times: OwnTimes; view: OwnTimesView }): ReactNode {
  const held = times.interviews.some((one) => one.booking?.state === 'held')
  return (
    <>
      {times.checklist.items.length > 0 && (
        <>
          <p>{times.checklist.summary}</p>
          <ChecklistItems items={times.checklist.items} />
        </>
      )}
      {held && (
        <form method="post" action={`/application/${times.user_session_id}/times/confirm`}>
          <input type="hidden" name="zone" value={times.time_zone} />
          <p className="actions">
            <button type="submit" className="button">
              Confirm these times
            </button>
          </p>
        </form>
      )}
      <Zone times={times} zones={view.zones} />
      {times.is_away && (
        <p className="notice bad" role="alert">
          Our calendar isn't available right now. Try again in a few minutes, or tell us below which times work for you.
        </p>
      )}
      {times.interviews.length === 0 && <p>We're still setting up your interviews. Tell us below which times work for you.</p>}
      {times.one_day && <p>All your interviews take place on the same day.</p>}
      {times.interviews.map((one) => (
        <OneInterview key={one.ref_interview_id} interview={one} times={times} />
      ))}
      <Preferences times={times} view={view} />
    </>
  )
}

function Zone({ times, zones }: { times: OwnTimes; zones: string[] }): ReactNode {
  return (
    <form method="get" action={`/application/${times.user_session_id}/times`} {...(!times.is_zone_known && { 'data-guessed-zone': times.time_zone })}>
      <div className="field zone">
        <label htmlFor="zone">All times are in this time zone</label>
        <select id="zone" name="zone" defaultValue={times.time_zone}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </div>
      <p className="actions">
        <button type="submit" className="button small quiet">
          Show times in this zone
        </button>
      </p>
    </form>
  )
}

function OneInterview({ interview, times }: { interview: Interview; times: OwnTimes }): ReactNode {
  const { ref_interview_id: id, interview_name, minutes, booking, where_text, candidate_text } = interview
  return (
    <section aria-labelledby={`interview-${id}`} className="own-application">
      <h2 id={`interview-${id}`}>{interview_name}</h2>
      <p>
        {minutes} minutes. {where_text}
      </p>
      {candidate_text && <p className="lines">{candidate_text}</p>}
      {booking && <Picked interview={interview} times={times} />}
      {interview.can_undo && <Undo interview={interview} times={times} />}
      {interview.can_change ? <FreeTimes interview={interview} times={times} /> : <p>{TOO_LATE_TO_CHANGE}</p>}
    </section>
  )
}

function Undo({ interview: { ref_interview_id, interview_name }, times }: { interview: Interview; times: OwnTimes }): ReactNode {
  return (
    <form method="post" action={`/application/${times.user_session_id}/times/undo`}>
      <input type="hidden" name="ref_interview_id" value={ref_interview_id} />
      <input type="hidden" name="zone" value={times.time_zone} />
      <p className="actions">
        <button type="submit" className="button small quiet">
          Undo the last change of {interview_name}
        </button>
      </p>
    </form>
  )
}

function Picked({ interview, times }: { interview: Interview; times: OwnTimes }): ReactNode {
  const { booking, ref_interview_id } = interview
  const { starts_at, state, held_until, interviewer_name, join_url } = booking!
  const isHeld = state === 'held'
  return (
    <>
      <p className="notice good">
        <strong>
          {isHeld ? 'Held for you' : 'Booked'}: {weekdayIn(times.time_zone, starts_at)}, {clockIn(times.time_zone, starts_at)}
        </strong>{' '}
        with {interviewer_name}.{isHeld && held_until && ` Confirm it by ${clockIn(times.time_zone, held_until)}.`}
        {join_url && (
          <>
            {' '}
            <a href={join_url}>Join the interview</a>
          </>
        )}
      </p>
      {interview.can_change && (
        <form method="post" action={`/application/${times.user_session_id}/times/cancel`}>
          <input type="hidden" name="ref_interview_id" value={ref_interview_id} />
          <input type="hidden" name="zone" value={times.time_zone} />
          <p className="actions">
            <button type="submit" className="button small quiet">
              {isHeld ? 'Give up this time' : `Cancel ${interview.interview_name}`}
            </button>
          </p>
        </form>
      )}
    </>
  )
}

function Preferences({ times, view }: { times: OwnTimes; view: OwnTimesView }): ReactNode {
  const { user_session_id: id, preferences } = times
  const { hiring_lead_email: email, is_unfit_open } = view
  const isWanting = times.is_away || times.interviews.length === 0 || times.interviews.some(({ booking, free }) => !booking && free.length === 0)
  const field = (name: 'first' | 'second' | 'third', label: string) => (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} maxLength={300} placeholder="Tuesday, May 5, after 3 PM" />
    </div>
  )
  return (
    <details className="none-fits" open={is_unfit_open || isWanting || undefined}>
      <summary>{times.interviews.some(({ free }) => free.length > 0) ? 'None of these times fit' : 'Tell us which times work for you'}</summary>
      {preferences && <p className="notice">You told us: {preferences.split('\n').join('; ')}</p>}
      <form method="post" action={`/application/${id}/times/preferences`} noValidate>
        <input type="hidden" name="zone" value={times.time_zone} />
        {field('first', 'A time that works for you')}
        {field('second', 'Another one (optional)')}
        {field('third', 'A third one (optional)')}
        <p className="actions">
          <button type="submit" className="button small">
            Send to the hiring team
          </button>
        </p>
      </form>
      <p>
        Or email <MailLink to={email} />.
      </p>
    </details>
  )
}
