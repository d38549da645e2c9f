import { Fragment, type ReactNode } from 'react'
import type { Assets, OwnTimesView, Site } from '#contract/pages.ts'
import type { OwnTimes } from '#contract/scheduling/own-times.ts'
import { HOLD_MINUTES } from '#contract/scheduling/scheduling.ts'
import { clockIn, isoDayIn, weekdayIn } from '#contract/time-zone.ts'
import { Document } from '../layout/document.tsx'
import { MailLink } from '../layout/address.tsx'
import { FormResult } from '../layout/form-result.tsx'
import { isSettled } from '#contract/interviews.ts'
import { clockFor, changeNote, shortDayIn, zoneName } from './times-text.ts'
import { ZonePicker } from './zone-picker.tsx'

type Interview = OwnTimes['interviews'][number]
type Props = { view: OwnTimesView; site: Site; assets: Assets }

/** The page where a candidate picks interview times. Plain forms, so it works without JavaScript, by keyboard and with a screen reader. */
export function OwnTimesPage({ view, site, assets }: Props): ReactNode {
  const { times, done, refusal, function_role_name } = view
  const title = times?.checklist.is_done === false ? 'Pick your interview times' : 'Your interviews'
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
        {times && <TimesPicker times={times} view={view} />}
      </div>
    </Document>
  )
}

function TimesPicker({ times, view }: { times: OwnTimes; view: OwnTimesView }): ReactNode {
  const held = times.interviews.filter((one) => one.booking?.state === 'held')
  const picking = held.length > 0 ? null : interviewToPick(times, view.chosen.ref_interview_id)
  return (
    <>
      {held.length > 0 && <Confirm held={held} times={times} />}
      {isSummaryNews(times) && !view.done?.startsWith(times.checklist.summary) && <p>{times.checklist.summary}</p>}
      <ul className="own-interviews checklist">
        {times.interviews.map((one) => (
          <OneInterview key={one.ref_interview_id} interview={one} times={times} isPicking={one === picking} />
        ))}
      </ul>
      {times.is_away && (
        <p className="notice bad" role="alert">
          Our calendar isn't available right now. Try again in a few minutes, or tell us below which times work for you.
        </p>
      )}
      {times.interviews.length === 0 && <p>Tell us below which times work for you.</p>}
      {times.one_day && <p>All your interviews take place on the same day.</p>}
      {picking && <FreeTimes interview={picking} times={times} day={view.chosen.day} />}
      {showsTimes(times, picking) && <ZonePicker times={times} zones={view.zones} />}
      <Preferences times={times} view={view} />
    </>
  )
}

/** Without a booked or offered time, there's nothing to show in another zone. */
function showsTimes({ interviews }: OwnTimes, picking: Interview | null): boolean {
  return interviews.some(({ booking }) => booking !== null) || (picking !== null && isSettled(picking.where) && picking.free.length > 0)
}

/** With a single interview, its entry in the list says the same until it begins. */
function isSummaryNews({ checklist, interviews }: OwnTimes): boolean {
  return checklist.items.length !== 1 || interviews.some((one) => one.has_begun)
}

/** One interview at a time: the selected one, or the first without a time. */
function interviewToPick({ interviews }: OwnTimes, chosen: number | null): Interview | null {
  const open = interviews.filter((one) => one.can_change)
  return open.find((one) => one.ref_interview_id === chosen) ?? open.find((one) => one.booking === null) ?? null
}

/** The bar shown once a time is held. It comes first in the page, so the next Tab reaches it. */
function Confirm({ held, times }: { held: Interview[]; times: OwnTimes }): ReactNode {
  return (
    <form method="post" action={`/application/${times.user_session_id}/times/confirm`}>
      <input type="hidden" name="zone" value={times.time_zone} />
      {held.map(({ ref_interview_id, booking }) => (
        <input key={ref_interview_id} type="hidden" name={`held-${ref_interview_id}`} value={booking!.starts_at} />
      ))}
      <p className="actions next-step">
        <button type="submit" className="button">
          Confirm{' '}
          {held.map(({ ref_interview_id, booking }, at) => (
            <Fragment key={ref_interview_id}>
              {at > 0 && ' and '}
              {weekdayIn(times.time_zone, booking!.starts_at)}, <span className="clock">{clockIn(times.time_zone, booking!.starts_at)}</span>
            </Fragment>
          ))}
        </button>
      </p>
    </form>
  )
}

function OneInterview({ interview, times, isPicking }: { interview: Interview; times: OwnTimes; isPicking: boolean }): ReactNode {
  const { ref_interview_id: id, interview_name, minutes, booking, where_text, candidate_text } = interview
  const { state, text } = times.checklist.items.find((one) => one.ref_interview_id === id)!
  const said = state === 'booked' && !interview.has_begun ? 'booked for ' : ''
  return (
    <li data-state={interview.has_begun ? 'begun' : state}>
      <strong>{interview_name}</strong>: {said}
      {text}.
      <br />
      {`${minutes} minutes${booking ? `, with ${booking.interviewer_name}` : ''}.`}{' '}
      {booking?.join_url ? <a href={booking.join_url}>Join the interview</a> : where_text}
      {candidate_text && <p className="lines">{candidate_text}</p>}
      {booking && !interview.can_change && <p>{changeNote(interview)}</p>}
      {interview.can_change && booking?.state !== 'held' && !isPicking && (
        <p>
          <a href={`?${new URLSearchParams({ zone: times.time_zone, interview: String(id) })}#pick`}>
            {booking ? 'Move' : 'Pick a time'}
            <span className="unseen">
              {booking ? ' ' : ' for '}
              {interview_name}
            </span>
          </a>
        </p>
      )}
      {booking && interview.can_change && <CancelInterview interview={interview} times={times} />}
      {interview.can_undo && <Undo interview={interview} times={times} />}
    </li>
  )
}

function CancelInterview({ interview, times }: { interview: Interview; times: OwnTimes }): ReactNode {
  const { interview_name, booking } = interview
  return (
    <OneButton action="cancel" interview={interview} starts_at={booking!.starts_at} times={times}>
      {booking!.state === 'held' ? 'Release this time' : 'Cancel'}
      {booking!.state !== 'held' && <span className="unseen"> {interview_name}</span>}
    </OneButton>
  )
}

function Undo({ interview, times }: { interview: Interview; times: OwnTimes }): ReactNode {
  return (
    <OneButton action="undo" interview={interview} starts_at={interview.undo_starts_at!} times={times}>
      Undo the last change to {interview.interview_name}
    </OneButton>
  )
}

type OneButtonProps = { action: 'cancel' | 'undo'; interview: Interview; starts_at: string; times: OwnTimes; children: ReactNode }

/** Sends the time it was shown for, so pressing it again does nothing else. */
function OneButton({ action, interview, starts_at, times, children }: OneButtonProps): ReactNode {
  const fields = { ref_interview_id: interview.ref_interview_id, starts_at, zone: times.time_zone }
  return (
    <form method="post" action={`/application/${times.user_session_id}/times/${action}`}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="actions">
        <button type="submit" className="button small quiet">
          {children}
        </button>
      </p>
    </form>
  )
}

/** A request to staff for other times, another format or another interviewer. It's open if there's nothing to pick. */
function Preferences({ times, view: { hiring_lead_email: email, is_unfit_open } }: { times: OwnTimes; view: OwnTimesView }): ReactNode {
  const { user_session_id: id, preferences, preferences_answer } = times
  const needsPreferences = times.is_away || times.interviews.length === 0 || times.interviews.some(({ booking, free }) => !booking && free.length === 0)
  return (
    <>
      {preferences && (
        <p className="notice lines">
          You asked for: {preferences.split('\n').join('; ')}
          {'\n'}
          {preferences_answer ? `We answered: ${preferences_answer}` : "We've told the hiring team. They'll get in touch with you."}
        </p>
      )}
      <details className="none-fits" open={is_unfit_open || needsPreferences || undefined}>
        <summary>Ask for something else</summary>
        <form method="post" action={`/application/${id}/times/preferences`} noValidate>
          <input type="hidden" name="zone" value={times.time_zone} />
          <div className="field">
            <label htmlFor="first">What would you like instead?</label>
            <p id="first-hint">For example, times that work for you, a call instead of a visit, or anything else you need.</p>
            <textarea id="first" name="first" rows={3} maxLength={1000} aria-describedby="first-hint" />
          </div>
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
    </>
  )
}

type FreeTimesProps = { interview: OwnTimes['interviews'][number]; times: OwnTimes; day: string | null }

/** Pick a day, then a time on that day; the bar shows what happens next. Days are links and times are a form, so it works without a script. */
function FreeTimes({ interview, times, day }: FreeTimesProps): ReactNode {
  const { ref_interview_id: id, interview_name, booking } = interview
  return (
    <section aria-labelledby="pick" className="picking">
      <h2 id="pick">{booking ? `Another time for ${interview_name}` : `Pick a time for ${interview_name}`}</h2>
      {booking && <p>Your earlier time stays booked until you confirm the new one.</p>}
      <Offered key={id} interview={interview} times={times} day={day} />
    </section>
  )
}

function Offered({ interview, times, day }: FreeTimesProps): ReactNode {
  const { free, booking, where } = interview
  if (!isSettled(where)) return <p>We're still deciding where this interview will take place. You can pick a time once we have.</p>
  if (free.length === 0) return times.is_away ? null : <p>No {booking ? 'other ' : ''}times are free right now. Tell us below which times work for you.</p>
  const days = Map.groupBy(free, (at) => isoDayIn(times.time_zone, at))
  const shown = day !== null && days.has(day) ? day : [...days.keys()][0]!
  return (
    <>
      <p>
        Times in {zoneName(times.time_zone)}. <a href="#zone">Change</a>
      </p>
      <Days days={days} shown={shown} interview={interview} times={times} />
      <DayTimes starts={days.get(shown)!} day={shown} interview={interview} times={times} />
    </>
  )
}

function Days({ days, shown, interview, times }: { days: Map<string, string[]>; shown: string } & Omit<FreeTimesProps, 'day'>): ReactNode {
  return (
    <nav aria-label="Days">
      <ul className="days">
        {[...days].map(([day, [first]]) => (
          <li key={day}>
            <a
              href={`?${new URLSearchParams({ zone: times.time_zone, interview: String(interview.ref_interview_id), day })}#pick`}
              aria-current={day === shown ? 'date' : undefined}
            >
              {shortDayIn(times.time_zone, first!)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function DayTimes({ starts, day, interview, times }: { starts: string[]; day: string } & Omit<FreeTimesProps, 'day'>): ReactNode {
  const named = weekdayIn(times.time_zone, starts[0]!)
  const clock = clockFor(times.time_zone, starts)
  return (
    <form method="post" action={`/application/${times.user_session_id}/times/hold`} noValidate>
      <input type="hidden" name="ref_interview_id" value={interview.ref_interview_id} />
      <input type="hidden" name="zone" value={times.time_zone} />
      <input type="hidden" name="day" value={day} />
      <fieldset className="times">
        <legend>{named}</legend>
        {starts.map((at) => (
          <label key={at}>
            <input type="radio" name="starts_at" value={at} aria-label={`${named}, ${clockIn(times.time_zone, at)}`} /> {clock(times.time_zone, at)}
          </label>
        ))}
      </fieldset>
      <p className="actions next-step">
        <button type="submit" className="button" data-hold={`Hold {time} for ${HOLD_MINUTES} minutes`}>
          Hold this time for {HOLD_MINUTES} minutes
        </button>
      </p>
    </form>
  )
}
