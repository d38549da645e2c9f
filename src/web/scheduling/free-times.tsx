import type { ReactNode } from 'react'
import { isSettled } from '#contract/interviews.ts'
import type { OwnTimes } from '#contract/scheduling/own-times.ts'
import { HOLD_MINUTES } from '#contract/scheduling/scheduling.ts'
import { clockIn, weekdayIn } from '#contract/time-zone.ts'
import { dateIn, shortClockIn, shortDayIn, zoneName } from './times-words.ts'

type Props = { interview: OwnTimes['interviews'][number]; times: OwnTimes; day: string | null }

/** A day, then a time on that day; the bar says what happens next. Days are links and times a form, so it works without a script. */
export function FreeTimes({ interview, times, day }: Props): ReactNode {
  const { ref_interview_id: id, interview_name, booking } = interview
  return (
    <section aria-labelledby="pick" className="picking">
      <h2 id="pick">{booking ? `Another time for ${interview_name}` : `Pick a time for ${interview_name}`}</h2>
      {booking && <p>Your earlier time stays booked until you confirm the new one.</p>}
      <Offered key={id} interview={interview} times={times} day={day} />
    </section>
  )
}

function Offered({ interview, times, day }: Props): ReactNode {
  const { free, booking, where } = interview
  if (!isSettled(where)) return <p>We're still deciding where this interview will take place. After that, you can pick a time.</p>
  if (free.length === 0) return times.is_away ? null : <p>No {booking ? 'other ' : ''}times are free right now. Tell us below which times work for you.</p>
  const days = Map.groupBy(free, (at) => dateIn(times.time_zone, at))
  const shown = day !== null && days.has(day) ? day : [...days.keys()][0]!
  return (
    <>
      <p>
        Times in {zoneName(times.time_zone)}. <a href="#zone">Change</a>
      </p>
      <Days days={days} shown={shown} interview={interview} times={times} />
      <TimesOf starts={days.get(shown)!} day={shown} interview={interview} times={times} />
    </>
  )
}

function Days({ days, shown, interview, times }: { days: Map<string, string[]>; shown: string } & Omit<Props, 'day'>): ReactNode {
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

function TimesOf({ starts, day, interview, times }: { starts: string[]; day: string } & Omit<Props, 'day'>): ReactNode {
  const named = weekdayIn(times.time_zone, starts[0]!)
  return (
    <form method="post" action={`/application/${times.user_session_id}/times/hold`} noValidate>
      <input type="hidden" name="ref_interview_id" value={interview.ref_interview_id} />
      <input type="hidden" name="zone" value={times.time_zone} />
      <input type="hidden" name="day" value={day} />
      <fieldset className="times">
        <legend>{named}</legend>
        {starts.map((at) => (
          <label key={at}>
            <input type="radio" name="starts_at" value={at} aria-label={`${named}, ${clockIn(times.time_zone, at)}`} /> {shortClockIn(times.time_zone, at)}
          </label>
        ))}
      </fieldset>
      <p className="actions next-step">
        <button type="submit" className="button" data-hold={`Hold {time} for ${HOLD_MINUTES} minutes`}>
          Hold the chosen time for {HOLD_MINUTES} minutes
        </button>
      </p>
    </form>
  )
}
