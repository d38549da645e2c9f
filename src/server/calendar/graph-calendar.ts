import { z } from 'zod'
import { bookingsAway } from '#server/bookings/bookings-away.ts'
import type { Trip } from '#server/bookings/graph-call.ts'
import { graphClient, wanted, type GraphClient, type GraphPlace } from '#server/bookings/graph-client.ts'
import { withBreaker } from '#server/circuit-breaker.ts'
import type { Db } from '#server/db/connect.ts'
import type { Availability, Calendar, Stretch } from './calendar.ts'
import { graphAppointments } from './graph-appointments.ts'
import { graphDirectory, type GraphPerson } from './graph-directory.ts'
import { graphTime, GraphTime, momentOf } from './graph-instant.ts'
import { listCalendars } from './store.ts'

const Item = z.object({ status: z.string(), startDateTime: GraphTime, endDateTime: GraphTime })
const Staff = z.object({ staffId: z.string(), availabilityItems: z.array(Item).nullish() })
/** The documentation calls the list `staffAvailabilityItem`; the service also responds with `value`. */
const Answer = z.union([
  z.object({ value: z.array(Staff) }).transform(({ value }) => value),
  z.object({ staffAvailabilityItem: z.array(Staff) }).transform(({ staffAvailabilityItem }) => staffAvailabilityItem),
])

/** Longer windows are requested in parts. */
const MAX_ASKED_MS = 31 * 24 * 60 * 60_000

/**
 * Uses Microsoft Bookings through Graph: free times from `getStaffAvailability` (needs `Bookings.Read.All`), interviews as appointments. The time
 * zone and daily maximum come from what interviewers set in the app, because Bookings doesn't have them.
 */
export function graphCalendar(place: GraphPlace, db: Db): Calendar {
  const client = graphClient(place)
  const directory = graphDirectory(client, place.businessIds)
  const openOf = withBreaker(
    (emails: string[], window: Stretch) => client.onTrip(async (trip) => openByEmail(client, trip, { people: await directory.people(trip), emails, window })),
    { failures: 3, restMs: 10_000 },
  )
  return {
    async availability(emails, window) {
      const calendars = await listCalendars(db, emails)
      const open = await openOf(emails, window)
      const found = new Map<string, Availability>()
      for (const [email, { time_zone, daily_maximum }] of calendars) {
        const own = open.get(email)
        if (own) found.set(email, { open: own, time_zone, daily_maximum })
      }
      return found
    },
    appointments: graphAppointments({ client, directory, businessIds: place.businessIds }),
  }
}

type Asked = { people: Map<string, GraphPerson>; emails: string[]; window: Stretch }

async function openByEmail(client: GraphClient, trip: Trip, { people, emails, window }: Asked): Promise<Map<string, Stretch[]>> {
  const found = emails.flatMap((email) => {
    const person = people.get(email.toLowerCase())
    return person ? [{ email, ...person }] : []
  })
  const open = new Map(found.map(({ email }) => [email, [] as Stretch[]]))
  for (const [businessId, staff] of Map.groupBy(found, (one) => one.businessId))
    for (const part of partsOf(window)) {
      const staffIds = staff.map((one) => one.staffId)
      const answered = await askBusiness(client, trip, { businessId, staffIds, window: part })
      for (const { email, staffId, timeZone } of staff)
        open.get(email)!.push(
          ...openIn(
            part,
            timeZone,
            answered.find((one) => one.staffId === staffId),
          ),
        )
    }
  return new Map([...open].map(([email, stretches]) => [email, joined(stretches)]))
}

function openIn(window: Stretch, timeZone: string | null, staff: z.infer<typeof Staff> | undefined): Stretch[] {
  const items = (staff?.availabilityItems ?? []).filter(({ status }) => status.toLowerCase() === 'available')
  return items
    .map(({ startDateTime, endDateTime }) => ({ from: momentOf(startDateTime, timeZone), to: momentOf(endDateTime, timeZone) }))
    .map(({ from, to }) => ({ from: Math.max(from, window.from), to: Math.min(to, window.to) }))
    .filter(({ from, to }) => from < to)
}

type Question = { businessId: string; staffIds: string[]; window: Stretch }

async function askBusiness({ ask, businessUrl }: GraphClient, trip: Trip, { businessId, staffIds, window }: Question): Promise<z.infer<typeof Staff>[]> {
  const body = { staffIds, startDateTime: graphTime(window.from), endDateTime: graphTime(window.to) }
  const answer = Answer.safeParse(wanted(await ask(trip, `${businessUrl(businessId)}/getStaffAvailability`, { method: 'POST', body }), 'staff list'))
  if (!answer.success) throw bookingsAway("Bookings didn't return valid availability.")
  return answer.data
}

function partsOf({ from, to }: Stretch): Stretch[] {
  const count = Math.max(1, Math.ceil((to - from) / MAX_ASKED_MS))
  return Array.from({ length: count }, (_, at) => ({ from: from + at * MAX_ASKED_MS, to: Math.min(to, from + (at + 1) * MAX_ASKED_MS) }))
}

/** Joins adjacent periods so an interview can span them. */
function joined(stretches: Stretch[]): Stretch[] {
  const whole: Stretch[] = []
  for (const one of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1)
    if (last && one.from <= last.to) last.to = Math.max(last.to, one.to)
    else whole.push({ ...one })
  }
  return whole
}
