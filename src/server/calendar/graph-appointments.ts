import { z } from 'zod'
import { bookingsAway } from '#server/bookings/bookings-away.ts'
import type { Trip } from '#server/bookings/graph-call.ts'
import { listAll, wanted, type GraphClient } from '#server/bookings/graph-client.ts'
import type { Appointment, Calendar, Kept } from './calendar.ts'
import type { GraphDirectory, GraphPerson } from './graph-directory.ts'
import { graphTime } from './graph-instant.ts'

const Stored = z.object({
  id: z.string(),
  joinWebUrl: z.string().nullish(),
  serviceNotes: z.string().nullish(),
  customers: z.array(z.object({ emailAddress: z.string().nullish() })).nullish(),
})
type Stored = z.infer<typeof Stored>
type Place = { businessId: string; id: string }
type Desk = { client: GraphClient; directory: GraphDirectory; businessIds: string[] }

const WHAT = 'appointment'
/** Interviews are at most 60 working days ahead. */
const SEARCHED_MS = 100 * 24 * 60 * 60_000

/**
 * Manages appointments on Microsoft Bookings pages (needs the application permission `BookingsAppointment.ReadWrite.All`). Each has its UID in the
 * staff's notes: if it was created but the response was lost, it's found by its UID instead of being created again.
 */
export function graphAppointments(desk: Desk): NonNullable<Calendar['appointments']> {
  return {
    put: (appointment, known) => desk.client.onTrip((trip) => put(desk, trip, { appointment, known })),
    remove: (appointment, known) =>
      desk.client.onTrip(async (trip) => {
        const place = await placeOf(desk, trip, { appointment, known })
        if (place) await remove(desk, trip, place)
      }),
  }
}

type Wanted = { appointment: Appointment; known: Parameters<NonNullable<Calendar['appointments']>['put']>[1] }

async function put(desk: Desk, trip: Trip, { appointment, known }: Wanted): Promise<Kept> {
  const person = (await desk.directory.people(trip)).get(appointment.staff_email.toLowerCase())
  if (!person) throw bookingsAway("One of the interviewers isn't on the Bookings staff.")
  const place = await placeOf(desk, trip, { appointment, known })
  if (place && place.businessId !== person.businessId) await remove(desk, trip, place)
  else if (place && (await change(desk, trip, { place, person, appointment }))) return keptAt(place, await read(desk, trip, place))
  return create(desk, trip, { person, appointment })
}

/** Returns where the appointment is stored: as recorded, or found by its UID where a previous attempt may have left it. */
async function placeOf(desk: Desk, trip: Trip, { appointment, known }: Wanted): Promise<Place | null> {
  if (known.calendar_id) return placeIn(known.calendar_id)
  if (!known.was_tried) return null
  const until = new Date(Date.now() + SEARCHED_MS).toISOString()
  const range = new URLSearchParams({ start: new Date(Date.now() - 86_400_000).toISOString(), end: until })
  for (const businessId of desk.businessIds) {
    const url = `${desk.client.businessUrl(businessId)}/calendarView?${range}`
    const rows = await listAll(desk.client.ask, trip, { url, row: Stored, what: 'list of appointments' })
    const theirs = rows.filter(({ customers }) => customers?.some((one) => one.emailAddress?.toLowerCase() === appointment.customer_email.toLowerCase()))
    for (const { id } of theirs) {
      const stored = await read(desk, trip, { businessId, id })
      if (stored?.serviceNotes?.includes(appointment.uid)) return { businessId, id }
    }
  }
  return null
}

type About = { person: GraphPerson; appointment: Appointment }

async function create({ client, directory }: Desk, trip: Trip, { person, appointment }: About): Promise<Kept> {
  const body = {
    '@odata.type': '#microsoft.graph.bookingAppointment',
    ...(await factsOf(directory, trip, { person, appointment })),
    serviceNotes: `${appointment.subject}. Rounds ${appointment.uid}`,
    isLocationOnline: true,
    // The app sends its own invitations and reminders.
    optOutOfCustomerEmail: true,
    smsNotificationsEnabled: false,
    customers: [{ '@odata.type': '#microsoft.graph.bookingCustomerInformation', name: appointment.customer_name, emailAddress: appointment.customer_email }],
  }
  const answer = await client.ask(trip, `${client.businessUrl(person.businessId)}/appointments`, { method: 'POST', body, isRepeatable: false })
  const stored = parsed(wanted(answer, WHAT))
  const place = { businessId: person.businessId, id: stored.id }
  return keptAt(place, stored.joinWebUrl ? stored : await read({ client }, trip, place))
}

/** Returns false if it's gone. */
async function change({ client, directory }: Desk, trip: Trip, { place, person, appointment }: About & { place: Place }): Promise<boolean> {
  const body = { '@odata.type': '#microsoft.graph.bookingAppointment', ...(await factsOf(directory, trip, { person, appointment })) }
  const answer = await client.ask(trip, urlOf(client, place), { method: 'PATCH', body })
  if (answer.status === 404) return false
  wanted(answer, WHAT)
  return true
}

async function factsOf(directory: GraphDirectory, trip: Trip, { person, appointment }: About) {
  return {
    serviceId: await directory.serviceFor(trip, person, appointment.interview_name),
    staffMemberIds: [person.staffId],
    startDateTime: graphTime(appointment.starts_at),
    endDateTime: graphTime(appointment.ends_at),
  }
}

async function remove({ client }: Desk, trip: Trip, place: Place): Promise<void> {
  const answer = await client.ask(trip, urlOf(client, place), { method: 'DELETE' })
  if (answer.status !== 404) wanted(answer, WHAT)
}

/** Returns null if it's gone. */
async function read({ client }: Pick<Desk, 'client'>, trip: Trip, place: Place): Promise<Stored | null> {
  const answer = await client.ask(trip, urlOf(client, place))
  return answer.status === 404 ? null : parsed(wanted(answer, WHAT))
}

function parsed(body: unknown): Stored {
  const stored = Stored.safeParse(body)
  if (!stored.success) throw bookingsAway("Bookings returned something that isn't an appointment.")
  return stored.data
}

function keptAt({ businessId, id }: Place, stored: Stored | null): Kept {
  return { calendar_id: `${encodeURIComponent(businessId)}/${encodeURIComponent(id)}`, join_url: httpsOnly(stored?.joinWebUrl) }
}

function placeIn(calendar_id: string): Place {
  const [businessId = '', id = ''] = calendar_id.split('/').map(decodeURIComponent)
  return { businessId, id }
}

/** The URL becomes a link on pages and in emails. */
function httpsOnly(url: string | null | undefined): string | null {
  return url && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null
}

function urlOf(client: GraphClient, { businessId, id }: Place): string {
  return `${client.businessUrl(businessId)}/appointments/${encodeURIComponent(id)}`
}
