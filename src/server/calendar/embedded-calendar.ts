import type { Db } from '#server/db/connect.ts'
import type { Calendar } from './calendar.ts'
import { listCalendars } from './store.ts'
import { openStretches } from './working-hours.ts'

/** Uses the weekly hours and days off that interviewers set in the app. */
export function embeddedCalendar(db: Db): Calendar {
  return {
    async availability(emails, window) {
      const calendars = await listCalendars(db, emails)
      return new Map(
        [...calendars].map(([email, calendar]) => {
          const { time_zone, daily_maximum } = calendar
          return [email, { open: openStretches(calendar, window), time_zone, daily_maximum }]
        }),
      )
    },
    appointments: null,
  }
}
