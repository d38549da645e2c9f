import { useRef } from 'react'
import type { InterviewerCalendar, StoredCalendar } from '#contract/interviewers.ts'
import { isCallFailure, isServerUnavailable } from '#web/call.ts'

export type SaveHours = (wanted: InterviewerCalendar & { modified_at: string | null }) => Promise<StoredCalendar>

/**
 * Saves. If the response is lost, or the next save is rejected because that one was made, what's stored is read again: a person's own save isn't
 * someone else's.
 */
export function useSaveHours(save: SaveHours, reread: () => Promise<StoredCalendar>): SaveHours {
  /** Sent, but never answered, so any of them may be stored. */
  const unanswered = useRef<InterviewerCalendar[]>([])
  return async function saveSafely(wanted) {
    try {
      return await save(wanted)
    } catch (failure) {
      const isLost = isServerUnavailable(failure)
      if (isLost) unanswered.current.push(wanted)
      const isRejected = isCallFailure(failure) && failure.status === 409 && unanswered.current.length > 0
      const stored = isLost || isRejected ? await reread().catch(() => null) : null
      if (stored && areSameHours(stored, wanted)) return stored
      const isOwn = stored !== null && unanswered.current.some((sent) => areSameHours(stored, sent))
      if (!isRejected || !isOwn) throw failure
      unanswered.current = []
      return await saveSafely({ ...wanted, modified_at: stored.modified_at })
    }
  }
}

function areSameHours(one: InterviewerCalendar, other: InterviewerCalendar): boolean {
  const [own, sent] = [one, other].map(({ time_zone, weekly_hours, days_off, daily_maximum }) => {
    const hours = weekly_hours.map(({ weekday, from, to }) => `${weekday} ${from} ${to}`)
    return JSON.stringify([time_zone, hours, days_off, daily_maximum])
  })
  return own === sent
}
