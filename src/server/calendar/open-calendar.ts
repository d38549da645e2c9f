import { graphConfigOf, type BookingsSource } from '#server/bookings/open-bookings.ts'
import type { Db } from '#server/db/connect.ts'
import type { Calendar } from './calendar.ts'
import { listCalendars } from './store.ts'
import { openTimeRanges } from './working-hours.ts'
import { graphCalendar } from './graph-calendar.ts'

/** Opens Microsoft Bookings if `BOOKINGS_BASE_URL` is set, otherwise the weekly hours that interviewers set in the app. */
export function openCalendar(env: BookingsSource, db: Db): Calendar {
  const place = graphConfigOf(env)
  return place ? graphCalendar(place, db) : embeddedCalendar(db)
}

/** Uses the weekly hours and days off that interviewers set in the app. */
function embeddedCalendar(db: Db): Calendar {
  return {
    async availability(emails, window) {
      const calendars = await listCalendars(db, emails)
      return new Map(
        [...calendars].map(([email, calendar]) => {
          const { time_zone, daily_maximum } = calendar
          return [email, { open: openTimeRanges(calendar, window), time_zone, daily_maximum }]
        }),
      )
    },
    appointments: null,
  }
}
