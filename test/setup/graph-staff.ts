import { expect } from 'vitest'
import { GRAPH_KEYS } from '#test/setup/graph-server.ts'
import { isBookingsUnavailable } from '#server/bookings/bookings-unavailable.ts'

export const IMPATIENT = { requestMs: 400, listMs: 1_500, retries: 3, firstPauseMs: 5 }
export const PAGE = 'Main.Clinic@meridianhealth.example'
export const ana = { id: '1', displayName: 'Ana Ruiz', emailAddress: 'ana@m.example' }
export const ben = { id: '2', displayName: 'Ben Oz', emailAddress: 'ben@m.example' }
export const cleo = { id: '3', displayName: 'Cleo Park', emailAddress: 'Cleo@m.example' }
export const someone = (row: typeof ana) => ({ interviewer_name: row.displayName, interviewer_email: row.emailAddress })

export async function unavailableMessage(asked: Promise<unknown>): Promise<string> {
  const error = await asked.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isBookingsUnavailable(error)) throw new Error('This should have been BOOKINGS_UNAVAILABLE.', { cause: error })
  expect(error.message + JSON.stringify(error) + error.stack).not.toContain(GRAPH_KEYS.clientSecret)
  return error.message
}
