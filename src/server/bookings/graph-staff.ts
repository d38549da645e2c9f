import { z } from 'zod'
import { withBreaker } from '#server/circuit-breaker.ts'
import { bookingsUnavailable } from './bookings-unavailable.ts'
import { uniqueByAddress } from './each-address-once.ts'
import type { Trip } from './graph-call.ts'
import { graphClient, listAll, requireSuccess, type GraphClient, type GraphConfig } from './graph-client.ts'
import type { BookingsInterviewer, StaffList } from './staff-list.ts'

const MAX_CONCURRENT = 5
const WHAT = 'staff list'

const StaffRow = z.object({
  id: z.string().optional(),
  displayName: z.string().nullish(),
  emailAddress: z.string().nullish(),
  timeZone: z.string().nullish(),
})
type StaffRow = z.infer<typeof StaffRow>

/**
 * Lists the staff on Microsoft Bookings pages through Graph (needs the application permission `Bookings.Read.All`). Doesn't use `$select`, which
 * fails there; rows that have only an ID are requested one by one.
 */
export function graphStaff(config: GraphConfig): StaffList {
  const client = graphClient(config)
  async function list(): Promise<BookingsInterviewer[]> {
    const found = await client.onTrip((trip) => Promise.all(config.businessIds.map((id) => staffOf(client, trip, id))))
    return uniqueByAddress(found.flat().map((row) => ({ interviewer_name: row.displayName ?? '', interviewer_email: row.emailAddress ?? '' })))
  }
  const readOrRest = withBreaker(list, { failures: 3, restMs: 10_000 })
  let reading: Promise<BookingsInterviewer[]> | null = null
  return {
    // Concurrent calls share the same result.
    list: () => (reading ??= readOrRest().finally(() => (reading = null))),
  }
}

/** Returns everyone on one bookings page, with their details. */
export async function staffOf({ ask, businessUrl }: GraphClient, trip: Trip, businessId: string): Promise<StaffRow[]> {
  const url = `${businessUrl(businessId)}/staffMembers`
  const rows = await listAll(ask, trip, { url, row: StaffRow, what: WHAT })
  const details: StaffRow[] = []
  for (let at = 0; at < rows.length; at += MAX_CONCURRENT)
    details.push(...(await Promise.all(rows.slice(at, at + MAX_CONCURRENT).map((row) => fullRow(ask, trip, { url, row })))))
  return details
}

async function fullRow(ask: GraphClient['ask'], trip: Trip, { url, row }: { url: string; row: StaffRow }): Promise<StaffRow> {
  const isOnlyId = row.displayName === undefined && row.emailAddress === undefined
  if (!isOnlyId || !row.id) return row
  const answer = await ask(trip, `${url}/${encodeURIComponent(row.id)}`)
  if (answer.status === 404) return row
  const detail = StaffRow.safeParse(requireSuccess(answer, WHAT))
  if (!detail.success) throw bookingsUnavailable("Bookings didn't return a valid staff member.")
  return detail.data
}
