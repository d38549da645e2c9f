import { interview_booking } from '#server/db/tables.ts'
import { remind } from '#server/scheduling/notifications/reminders.ts'
import { openGraphServer } from '#test/setup/graph-server.ts'
import { interviewEmails, openScheduling, type Invited } from '#test/scheduling.ts'
import type { TestApp } from '#test/setup/app.ts'

export const MAIN = 'main@m.example'
export const NIGHT = 'night@m.example'

const staffOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => at + from).map((at) => {
    const name = `Ivo ${String.fromCharCode(97 + at)}${at}`
    return {
      id: `staff-${at}`,
      displayName: name,
      emailAddress: `${name.toLowerCase().replace(' ', '.')}@meridianhealth.example`,
      timeZone: 'America/Los_Angeles',
    }
  })

/** Opens two Bookings pages, one with the first 20 interviewers and one with six more, and returns the settings an app needs to find them. */
export async function openBookingsPages() {
  const pages = { [MAIN]: staffOf(0, 20), [NIGHT]: staffOf(20, 26) }
  const graph = await openGraphServer(pages)
  for (const [page, staff] of Object.entries(pages)) {
    const staffMemberIds = staff.map(({ id }) => id)
    graph.bookings.services[page] = [
      { id: `${page} group`, displayName: 'Interview A', staffMemberIds, maximumAttendeesCount: 5 },
      { id: `${page} other`, displayName: 'Checkup', staffMemberIds },
      { id: `${page} a`, displayName: 'interview a', staffMemberIds },
    ]
  }
  const { baseUrl, tokenUrl, tenantId, clientId, clientSecret, businessIds } = graph.place
  const settings = {
    MAIL_DELAY_SECONDS: '30',
    BOOKINGS_BASE_URL: baseUrl,
    BOOKINGS_TOKEN_URL: tokenUrl,
    BOOKINGS_TENANT_ID: tenantId,
    BOOKINGS_CLIENT_ID: clientId,
    BOOKINGS_CLIENT_SECRET: clientSecret,
    BOOKINGS_BUSINESS_IDS: businessIds.join(','),
  }
  return { graph, settings }
}

/** Steps shared by the tests of scheduling with Bookings, all in one app. */
export function openBookingsScheduling(app: TestApp, { graph }: Awaited<ReturnType<typeof openBookingsPages>>) {
  const scheduling = openScheduling(app)
  return {
    ...scheduling,
    storedFor: ({ email }: Invited) => graph.bookings.appointments.filter(({ customers }) => customers[0]?.emailAddress === email),
    sentTo: async (to: string) => (await interviewEmails(app, to)).filter(({ calendar }) => calendar !== null),
    rowOf: async ({ id }: Invited) => (await scheduling.bookingsOf(id)).find(({ state }) => state !== 'held')!,
    /** Simulates the end of a lease or a pause. */
    async later() {
      await app.db.update(interview_booking).set({ calendar_leased_until: null })
      await remind(app.services)
    },
    /** Makes the service behave normally. */
    calm() {
      Object.assign(graph.state, { trouble: () => false, loses: () => false })
      Object.assign(graph.bookings, { listName: 'staffAvailabilityItem', addressAfterReads: 0 })
    },
    async close() {
      await app.close()
      await graph[Symbol.asyncDispose]()
    },
  }
}
