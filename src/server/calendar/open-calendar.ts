import { graphPlaceOf, type BookingsPlace } from '#server/bookings/open-bookings.ts'
import type { Db } from '#server/db/connect.ts'
import type { Calendar } from './calendar.ts'
import { embeddedCalendar } from './embedded-calendar.ts'
import { graphCalendar } from './graph-calendar.ts'

/** Opens Microsoft Bookings if `BOOKINGS_BASE_URL` is set, otherwise the weekly hours that interviewers set in the app. */
export function openCalendar(env: BookingsPlace, db: Db): Calendar {
  const place = graphPlaceOf(env)
  return place ? graphCalendar(place, db) : embeddedCalendar(db)
}
