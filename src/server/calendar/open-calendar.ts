import type { BookingsPlace } from '#server/bookings/open-bookings.ts'
import type { Db } from '#server/db/connect.ts'
import type { Calendar } from './calendar.ts'
import { embeddedCalendar } from './embedded-calendar.ts'

/** The weekly hours that interviewers keep in the product. */
export function openCalendar(_env: BookingsPlace, db: Db): Calendar {
  return embeddedCalendar(db)
}
