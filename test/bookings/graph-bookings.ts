type GraphTime = { dateTime: string; timeZone: string }
export type StoredAppointment = {
  id: string
  page: string
  serviceId: string
  serviceNotes: string
  staffMemberIds: string[]
  startDateTime: GraphTime
  endDateTime: GraphTime
  customers: { name: string; emailAddress: string }[]
  joinWebUrl: string | null
}
type Service = { id: string; displayName: string; staffMemberIds: string[]; maximumAttendeesCount?: number }

/** A Bookings page's data, except for its staff. */
export type BookingsState = {
  appointments: StoredAppointment[]
  services: Record<string, Service[]>
  /** Returns when a staff member is free in a window; defaults to weekdays from 13:00 to 21:00 UTC. */
  free: (staffId: string, from: number, to: number) => { from: number; to: number; status?: string; timeZone?: string }[]
  /** The name of the list in an availability response. */
  listName: 'value' | 'staffAvailabilityItem'
  /** How many times an appointment must be read before its online meeting has a URL; 0 if it has one right away. */
  addressAfterReads: number
  made: number
}

export function bookingsState(): BookingsState {
  return { appointments: [], services: {}, free: officeHours, listName: 'staffAvailabilityItem', addressAfterReads: 0, made: 0 }
}

const DAY = 86_400_000

function officeHours(_staffId: string, from: number, to: number) {
  const days = Array.from({ length: Math.ceil((to - from) / DAY) + 1 }, (_, at) => Math.floor(from / DAY) * DAY + at * DAY)
  const weekdays = days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
  return weekdays.map((day) => ({ from: Math.max(from, day + 13 * 3_600_000), to: Math.min(to, day + 21 * 3_600_000) })).filter((one) => one.from < one.to)
}

type ReceivedRequest = { method: string; pathname: string; query: URLSearchParams; body: string; pages: Record<string, unknown>; origin: string }
type Reply = { status: number; body: unknown }

/** Answers requests to Bookings; returns null for anything else. */
export function answerBookings(state: BookingsState, asked: ReceivedRequest): Reply | null {
  const [, page = '', what = '', id] = /^\/v1\.0\/solutions\/bookingBusinesses\/([^/]+)\/(\w+)(?:\/([^/]+))?$/.exec(asked.pathname) ?? []
  const act = ACTS[what]
  if (!act) return null
  const known = decodeURIComponent(page)
  if (!(known in asked.pages)) return { status: 404, body: {} }
  return act(state, { ...asked, page: known, id: id && decodeURIComponent(id) })
}

type Act = (state: BookingsState, asked: ReceivedRequest & { page: string; id: string | undefined }) => Reply

const ACTS: Record<string, Act> = {
  services: (state, { page }) => ({ status: 200, body: { value: state.services[page] ?? [] } }),
  getStaffAvailability: (state, { body }) => {
    const { staffIds, startDateTime, endDateTime } = JSON.parse(body) as { staffIds: string[]; startDateTime: GraphTime; endDateTime: GraphTime }
    return {
      status: 200,
      body: { [state.listName]: staffIds.map((staffId) => listAvailability(state, staffId, [parseTime(startDateTime), parseTime(endDateTime)])) },
    }
  },
  calendarView: (state, { page, query, pathname, origin }) => {
    const [start, end] = ['start', 'end'].map((name) => Date.parse(query.get(name) ?? ''))
    const rows = state.appointments.filter((one) => one.page === page && parseTime(one.startDateTime) >= start! && parseTime(one.startDateTime) <= end!)
    const from = Number(query.get('$skiptoken') ?? 0)
    const next = new URLSearchParams(query)
    next.set('$skiptoken', String(from + 2))
    // Like the real service, a list leaves out notes.
    const value = rows.slice(from, from + 2).map(({ serviceNotes: _notes, page: _page, ...row }) => row)
    return { status: 200, body: { value, ...(from + 2 < rows.length && { '@odata.nextLink': `${origin}${pathname}?${next}` }) } }
  },
  appointments: (state, { method, page, id, body }) => {
    if (!id) return create(state, page, JSON.parse(body) as StoredAppointment)
    const found = state.appointments.find((one) => one.page === page && one.id === id)
    if (!found) return { status: 404, body: {} }
    if (method === 'DELETE') {
      state.appointments.splice(state.appointments.indexOf(found), 1)
      return { status: 204, body: null }
    }
    if (method === 'PATCH') {
      Object.assign(found, JSON.parse(body))
      return { status: 204, body: null }
    }
    if (state.addressAfterReads-- <= 0) found.joinWebUrl = addressOf(found)
    return { status: 200, body: found }
  },
}

function create(state: BookingsState, page: string, given: StoredAppointment): Reply {
  const isService = (state.services[page] ?? []).some(
    (one) => one.id === given.serviceId && given.staffMemberIds.every((id) => one.staffMemberIds.includes(id)),
  )
  if (!isService) return { status: 400, body: { error: { code: 'InvalidService' } } }
  const made = { ...given, id: `appointment ${(state.made += 1)}/=`, page, joinWebUrl: null as string | null }
  if (state.addressAfterReads <= 0) made.joinWebUrl = addressOf(made)
  state.appointments.push(made)
  return { status: 201, body: made }
}

function listAvailability(state: BookingsState, staffId: string, [from, to]: number[]) {
  const booked = state.appointments.filter((one) => one.staffMemberIds.includes(staffId))
  const busy = booked.map((one) => ({ from: parseTime(one.startDateTime), to: parseTime(one.endDateTime), status: 'Busy' }))
  const free = state.free(staffId, from!, to!).flatMap((one) => subtract(one, busy))
  const items: (Interval & { status?: string })[] = [...free.map((one) => ({ status: 'Available', ...one })), ...busy]
  return {
    staffId,
    availabilityItems: items.map(({ status, timeZone, from, to }) => ({
      status,
      startDateTime: timeOf(from, timeZone),
      endDateTime: timeOf(to, timeZone),
      serviceId: '',
    })),
  }
}

type Interval = { from: number; to: number; timeZone?: string }

function subtract(whole: Interval, busy: { from: number; to: number }[]): Interval[] {
  let intervals = [whole]
  for (const gap of busy)
    intervals = intervals.flatMap((one) =>
      [
        { ...one, to: Math.min(one.to, gap.from) },
        { ...one, from: Math.max(one.from, gap.to) },
      ].filter(({ from, to }) => from < to),
    )
  return intervals
}

const addressOf = ({ id }: { id: string }) => `https://teams.example/meet/${encodeURIComponent(id)}`
const parseTime = ({ dateTime }: GraphTime) => Date.parse(dateTime.endsWith('Z') ? dateTime : `${dateTime}Z`)
const timeOf = (at: number, timeZone = 'UTC') => ({ dateTime: new Date(at).toISOString().replace('Z', '0000'), timeZone })
