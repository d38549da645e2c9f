import type { ReactNode } from 'react'
import { isSettled } from '#contract/interviews.ts'
import type { OwnTimes } from '#contract/scheduling/own-times.ts'
import { clockIn, weekdayIn } from '#contract/time-zone.ts'
import { shortClockIn } from './times-words.ts'

/** More days are a click away, because two weeks of times make a long page on a phone. */
const DAYS_OPEN = 3

type Props = { interview: OwnTimes['interviews'][number]; times: OwnTimes }

/** Free times by day, as radio buttons; the first days are open. */
export function FreeTimes({ interview, times }: Props): ReactNode {
  const { ref_interview_id: id, free, interview_name, booking, where } = interview
  if (!isSettled(where)) return <p>We're still settling where this interview takes place. We offer times for it after that.</p>
  if (free.length === 0) return times.is_away ? null : <p>No {booking ? 'other ' : ''}times are free right now. Tell us below which times work for you.</p>
  const days = Map.groupBy(free, (at) => weekdayIn(times.time_zone, at))
  return (
    <details open={booking === null || undefined}>
      <summary>{booking ? 'Pick another time' : `Times for ${interview_name}`}</summary>
      <form method="post" action={`/application/${times.user_session_id}/times/hold`} noValidate>
        <input type="hidden" name="ref_interview_id" value={id} />
        <input type="hidden" name="zone" value={times.time_zone} />
        {[...days].map(([day, starts], place) => (
          <details key={day} className="day" open={place < DAYS_OPEN || undefined}>
            <summary>{day}</summary>
            <fieldset className="times" aria-label={day}>
              {starts.map((at) => (
                <label key={at}>
                  <input type="radio" name="starts_at" value={at} aria-label={`${day}, ${clockIn(times.time_zone, at)}`} /> {shortClockIn(times.time_zone, at)}
                </label>
              ))}
            </fieldset>
          </details>
        ))}
        <p className="actions">
          <button type="submit" className="button small">
            Hold this time for {interview_name}
          </button>
        </p>
      </form>
    </details>
  )
}
