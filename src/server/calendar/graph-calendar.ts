import { z } from 'zod'
import { bookingsUnavailable } from '#server/bookings/bookings-unavailable.ts'
import type { Trip } from '#server/bookings/graph-call.ts'
import { graphClient, requireSuccess, listAll, type GraphClient, type GraphConfig } from '#server/bookings/graph-client.ts'
import { withBreaker } from '#server/circuit-breaker.ts'
import type { Db } from '#server/db/connect.ts'
import type { Availability, Calendar, TimeRange, Appointment, SavedAppointment } from './calendar.ts'
import { graphDirectory, type GraphDirectory, type GraphPeople, type GraphPerson } from './graph-directory.ts'
import { GraphTime, graphTime, ianaOf, momentOf } from './graph-time.ts'
import { listCalendars } from './store.ts'

const Item = z.object({ status: z.string(), startDateTime: GraphTime, endDateTime: GraphTime })
const Staff = z.object({ staffId: z.string(), availabilityItems: z.array(Item).nullish() })
/** The documentation calls the list `staffAvailabilityItem`; the service also responds with `value`. */
const Answer = z.union([
  z.object({ value: z.array(Staff) }).transform(({ value }) => value),
  z.object({ staffAvailabilityItem: z.array(Staff) }).transform(({ staffAvailabilityItem }) => staffAvailabilityItem),
])

/** The longest window requested at once; longer ones are split. */
const MAX_WINDOW_MS = 31 * 24 * 60 * 60_000

/**
 * Uses Microsoft Bookings through Graph: free times from `getStaffAvailability` (needs `Bookings.Read.All`), interviews as appointments. The time
 * zone and daily maximum come from what interviewers set in the app, because Bookings doesn't have them.
 */
export function graphCalendar(place: GraphConfig, db: Db): Calendar {
  const client = graphClient(place)
  const directory = graphDirectory(client, place.businessIds)
  const openOf = withBreaker(
    (emails: string[], window: TimeRange) => client.onTrip(async (trip) => openByEmail(client, trip, { people: await directory.people(trip), emails, window })),
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

type Params = { people: Map<string, GraphPerson>; emails: string[]; window: TimeRange }

async function openByEmail(client: GraphClient, trip: Trip, { people, emails, window }: Params): Promise<Map<string, TimeRange[]>> {
  const found = emails.flatMap((email) => {
    const person = people.get(email.toLowerCase())
    return person ? [{ email, ...person }] : []
  })
  const open = new Map(found.map(({ email }) => [email, [] as TimeRange[]]))
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
  return new Map([...open].map(([email, ranges]) => [email, mergeRanges(ranges)]))
}

function openIn(window: TimeRange, timeZone: string | null, staff: z.infer<typeof Staff> | undefined): TimeRange[] {
  const items = (staff?.availabilityItems ?? []).filter(({ status }) => status.toLowerCase() === 'available')
  return items
    .map(({ startDateTime, endDateTime }) => ({ from: momentOf(startDateTime, timeZone), to: momentOf(endDateTime, timeZone) }))
    .map(({ from, to }) => ({ from: Math.max(from, window.from), to: Math.min(to, window.to) }))
    .filter(({ from, to }) => from < to)
}

type AvailabilityQuery = { businessId: string; staffIds: string[]; window: TimeRange }

async function askBusiness(
  { ask, businessUrl }: GraphClient,
  trip: Trip,
  { businessId, staffIds, window }: AvailabilityQuery,
): Promise<z.infer<typeof Staff>[]> {
  const body = { staffIds, startDateTime: graphTime(window.from), endDateTime: graphTime(window.to) }
  const answer = Answer.safeParse(requireSuccess(await ask(trip, `${businessUrl(businessId)}/getStaffAvailability`, { method: 'POST', body }), 'staff list'))
  if (!answer.success) throw bookingsUnavailable("Bookings didn't return valid availability.")
  return answer.data
}

function partsOf({ from, to }: TimeRange): TimeRange[] {
  const count = Math.max(1, Math.ceil((to - from) / MAX_WINDOW_MS))
  return Array.from({ length: count }, (_, at) => ({ from: from + at * MAX_WINDOW_MS, to: Math.min(to, from + (at + 1) * MAX_WINDOW_MS) }))
}

/** Joins adjacent periods so an interview can span them. */
function mergeRanges(ranges: TimeRange[]): TimeRange[] {
  const whole: TimeRange[] = []
  for (const one of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1)
    if (last && one.from <= last.to) last.to = Math.max(last.to, one.to)
    else whole.push({ ...one })
  }
  return whole
}

const Stored = z.object({
  id: z.string(),
  joinWebUrl: z.string().nullish(),
  serviceNotes: z.string().nullish(),
  startDateTime: GraphTime.nullish(),
  customers: z.array(z.object({ emailAddress: z.string().nullish() })).nullish(),
})
type Stored = z.infer<typeof Stored>
type AppointmentRef = { businessId: string; id: string }
type Context = { client: GraphClient; directory: GraphDirectory; businessIds: string[] }

const WHAT = 'appointment'
/** Interviews are at most 60 working days ahead. */
const SEARCHED_MS = 100 * 24 * 60 * 60_000

/**
 * Manages appointments on Microsoft Bookings pages (needs the application permission `BookingsAppointment.ReadWrite.All`). Each has its UID in the
 * staff's notes: if it was created but the response was lost, it's found by its UID instead of being created again.
 */
function graphAppointments(context: Context): NonNullable<Calendar['appointments']> {
  return {
    put: (appointment, known) => context.client.onTrip((trip) => put(context, trip, { appointment, known })),
    remove: (appointment, known) =>
      context.client.onTrip(async (trip) => {
        if (known.calendar_id) await remove(context, trip, refFrom(known.calendar_id))
        for (const place of await findLeftovers(context, trip, { appointment, known })) await remove(context, trip, place)
      }),
  }
}

type AppointmentRequest = { appointment: Appointment; known: Parameters<NonNullable<Calendar['appointments']>['put']>[1] }

async function put(context: Context, trip: Trip, { appointment, known }: AppointmentRequest): Promise<SavedAppointment> {
  const staff = await context.directory.people(trip)
  const found = (email: string) => {
    const person = staff.get(email.toLowerCase())
    if (!person) throw bookingsUnavailable("One of the interviewers isn't on the Bookings staff.")
    return person
  }
  const people: GraphPeople = [found(appointment.staff_email), ...appointment.others.map(found)]
  /** Returns null if the appointment can't be kept: it's gone or, on another Bookings page, removed. */
  const keep = async (place: AppointmentRef) => {
    if (place.businessId !== people[0].businessId) await remove(context, trip, place)
    else if (await change(context, trip, { place, people, appointment })) return toSaved(place, await read(context, trip, place))
    return null
  }
  const recorded = known.calendar_id && (await keep(refFrom(known.calendar_id)))
  if (recorded) return recorded
  let saved: SavedAppointment | null = null
  for (const place of await findLeftovers(context, trip, { appointment, known })) {
    if (saved) await remove(context, trip, place)
    else saved = await keep(place)
  }
  return saved ?? create(context, trip, { people, appointment })
}

/** Returns the appointments with this UID that earlier attempts may have created, although the recorded one was gone or on another page. */
async function findLeftovers(context: Context, trip: Trip, { appointment, known }: AppointmentRequest): Promise<AppointmentRef[]> {
  if (!known.was_tried) return []
  const until = new Date(Date.now() + SEARCHED_MS).toISOString()
  const range = new URLSearchParams({ start: new Date(Date.now() - 86_400_000).toISOString(), end: until })
  const found: AppointmentRef[] = []
  for (const businessId of context.businessIds) {
    const url = `${context.client.businessUrl(businessId)}/calendarView?${range}`
    const rows = await listAll(context.client.ask, trip, { url, row: Stored, what: 'list of appointments' })
    for (const { id } of rows.filter((row) => isSimilar(row, appointment))) {
      const stored = await read(context, trip, { businessId, id })
      if (stored?.serviceNotes?.includes(appointment.uid)) found.push({ businessId, id })
    }
  }
  return found
}

/**
 * Only similar appointments are read, because lists leave out the notes with the UID. The address may have changed or been erased since, and so may the
 * time, but rarely both.
 */
function isSimilar({ customers, startDateTime }: Stored, { customer_email, starts_at }: Appointment): boolean {
  if (customers?.some((one) => one.emailAddress?.toLowerCase() === customer_email.toLowerCase())) return true
  return !startDateTime || !ianaOf(startDateTime.timeZone) || momentOf(startDateTime, null) === new Date(starts_at).getTime()
}

type AppointmentDetails = { people: GraphPeople; appointment: Appointment }

async function create({ client, directory }: Context, trip: Trip, details: AppointmentDetails): Promise<SavedAppointment> {
  const { people, appointment } = details
  const { businessId } = people[0]
  const body = {
    '@odata.type': '#microsoft.graph.bookingAppointment',
    ...(await factsOf(directory, trip, details)),
    serviceNotes: `${appointment.subject}. Rounds ${appointment.uid}`,
    isLocationOnline: true,
    // The app sends its own invitations and reminders.
    optOutOfCustomerEmail: true,
    smsNotificationsEnabled: false,
    customers: [{ '@odata.type': '#microsoft.graph.bookingCustomerInformation', name: appointment.customer_name, emailAddress: appointment.customer_email }],
  }
  const answer = await client.ask(trip, `${client.businessUrl(businessId)}/appointments`, { method: 'POST', body, isRepeatable: false })
  const stored = tryParse(requireSuccess(answer, WHAT))
  const place = { businessId, id: stored.id }
  return toSaved(place, stored.joinWebUrl ? stored : await read({ client }, trip, place))
}

/** Returns false if it's gone. */
async function change({ client, directory }: Context, trip: Trip, { place, ...details }: AppointmentDetails & { place: AppointmentRef }): Promise<boolean> {
  const body = { '@odata.type': '#microsoft.graph.bookingAppointment', ...(await factsOf(directory, trip, details)) }
  const answer = await client.ask(trip, urlOf(client, place), { method: 'PATCH', body })
  if (answer.status === 404) return false
  requireSuccess(answer, WHAT)
  return true
}

async function factsOf(directory: GraphDirectory, trip: Trip, { people, appointment }: AppointmentDetails) {
  return {
    ...(await directory.serviceFor(trip, people, appointment.interview_name)),
    startDateTime: graphTime(appointment.starts_at),
    endDateTime: graphTime(appointment.ends_at),
  }
}

async function remove({ client }: Context, trip: Trip, place: AppointmentRef): Promise<void> {
  const answer = await client.ask(trip, urlOf(client, place), { method: 'DELETE' })
  if (answer.status !== 404) requireSuccess(answer, WHAT)
}

/** Returns null if it's gone. */
async function read({ client }: Pick<Context, 'client'>, trip: Trip, place: AppointmentRef): Promise<Stored | null> {
  const answer = await client.ask(trip, urlOf(client, place))
  return answer.status === 404 ? null : tryParse(requireSuccess(answer, WHAT))
}

function tryParse(body: unknown): Stored {
  const stored = Stored.safeParse(body)
  if (!stored.success) throw bookingsUnavailable("Bookings returned something that isn't an appointment.")
  return stored.data
}

function toSaved({ businessId, id }: AppointmentRef, stored: Stored | null): SavedAppointment {
  return { calendar_id: `${encodeURIComponent(businessId)}/${encodeURIComponent(id)}`, join_url: httpsOnly(stored?.joinWebUrl) }
}

function refFrom(calendar_id: string): AppointmentRef {
  const [businessId = '', id = ''] = calendar_id.split('/').map(decodeURIComponent)
  return { businessId, id }
}

/** The URL becomes a link on pages and in emails. */
function httpsOnly(url: string | null | undefined): string | null {
  return url && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null
}

function urlOf(client: GraphClient, { businessId, id }: AppointmentRef): string {
  return `${client.businessUrl(businessId)}/appointments/${encodeURIComponent(id)}`
}
