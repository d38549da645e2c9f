import { z } from 'zod'
import { bookingsUnavailable } from '#server/bookings/bookings-unavailable.ts'
import type { Trip } from '#server/bookings/graph-call.ts'
import { listAll, type GraphClient } from '#server/bookings/graph-client.ts'
import { staffOf } from '#server/bookings/graph-staff.ts'

export type GraphPerson = { businessId: string; staffId: string; timeZone: string | null }

export type GraphPeople = [GraphPerson, ...GraphPerson[]]

const ServiceRow = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  staffMemberIds: z.array(z.string()).nullish(),
  maximumAttendeesCount: z.number().nullish(),
})
type ServiceRow = z.infer<typeof ServiceRow>

const CACHE_MS = 5 * 60_000

/** Who is on which bookings page, and which services the pages offer; reloaded after five minutes. */
export type GraphDirectory = {
  people: (trip: Trip) => Promise<Map<string, GraphPerson>>
  /**
   * Returns the service to book an interview with this name under, and the people it covers: the first person's service with that name, otherwise one
   * named Interview, otherwise the first. The others are only invited by email.
   */
  serviceFor: (trip: Trip, people: GraphPeople, interviewName: string) => Promise<{ serviceId: string; staffMemberIds: string[] }>
}

export function graphDirectory(client: GraphClient, businessIds: string[]): GraphDirectory {
  const services = new Map<string, (trip: Trip) => Promise<ServiceRow[]>>()
  const servicesOf = (businessId: string) => {
    const url = `${client.businessUrl(businessId)}/services`
    const read = services.get(businessId) ?? withCache((trip: Trip) => listAll(client.ask, trip, { url, row: ServiceRow, what: 'list of services' }))
    services.set(businessId, read)
    return read
  }
  return {
    people: withCache(async (trip) => {
      const pages = await Promise.all(businessIds.map(async (businessId) => ({ businessId, rows: await staffOf(client, trip, businessId) })))
      const people = new Map<string, GraphPerson>()
      for (const { businessId, rows } of pages)
        for (const { id, emailAddress, timeZone } of rows) {
          const email = emailAddress?.trim().toLowerCase()
          if (id && email && !people.has(email)) people.set(email, { businessId, staffId: id, timeZone: timeZone ?? null })
        }
      return people
    }),
    async serviceFor(trip, people, interviewName) {
      const [{ businessId, staffId }] = people
      const all = await servicesOf(businessId)(trip)
      // Group services can't be used: each customer is booked separately.
      const own = all.filter(({ staffMemberIds, maximumAttendeesCount }) => staffMemberIds?.includes(staffId) && (maximumAttendeesCount ?? 1) <= 1)
      const named = (name: string) => own.find(({ displayName }) => displayName?.trim().toLowerCase() === name.toLowerCase())
      const service = named(interviewName) ?? named('Interview') ?? own[0]
      if (!service) throw bookingsUnavailable('Bookings has no one-to-one service for one of the interviewers.')
      const isFromBusiness = (one: GraphPerson) => one.businessId === businessId && service.staffMemberIds!.includes(one.staffId)
      return { serviceId: service.id, staffMemberIds: people.filter(isFromBusiness).map((one) => one.staffId) }
    },
  }
}

function withCache<Result>(read: (trip: Trip) => Promise<Result>): (trip: Trip) => Promise<Result> {
  let known: { result: Result; until: number } | null = null
  return async (trip) => {
    if (known && performance.now() < known.until) return known.result
    const result = await read(trip)
    known = { result, until: performance.now() + CACHE_MS }
    return result
  }
}
