import { z } from 'zod'
import { endpoint, Id, IdText, Instant, words } from './endpoint.ts'
import { isEmailAddress } from './answer-checks.ts'

export const NOT_AN_INTERVIEWER = "You were not found as an interviewer in the database. Please talk to a functional group lead to ensure you're added"
export const NOT_IN_BACKEND = 'Interviewer not found in backend'

/** An interviewer that this product knows. */
export const Interviewer = z.object({
  ref_interviewer_id: Id,
  interviewer_name: z.string(),
  /** Lower case. */
  interviewer_email: z.string(),
  interviewer_bio: z.string(),
  version: z.int(),
  modified_at: Instant,
  modified_by_email: z.string().nullable(),
})
export type Interviewer = z.infer<typeof Interviewer>

/** A member of staff of the company's bookings pages. */
export const BookingsInterviewer = z.object({ interviewer_name: z.string(), interviewer_email: z.string() })
export type BookingsInterviewer = z.infer<typeof BookingsInterviewer>

const Address = words(254).trim().toLowerCase().refine(isEmailAddress, 'Please enter a valid email address')
const Bio = words(10_000)

export const listInterviewers = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/interviews/interviewers',
  summary: 'All interviewers, by name',
  output: z.array(Interviewer),
})

export const listBookingsInterviewers = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/interviews/interviewers/all-from-bookings',
  summary: 'Everyone on the bookings pages, by name; 503 while the bookings service is away',
  output: z.array(BookingsInterviewer),
})

export const addInterviewer = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/interviews/interviewers',
  summary: 'Add an interviewer; 409 when the address is one already, in any case',
  status: 201,
  body: z.object({
    interviewer_name: words(200).trim().min(1, 'Interviewer name is required'),
    interviewer_email: Address,
    interviewer_bio: Bio.default(''),
  }),
  output: Interviewer,
})

export const updateInterviewer = endpoint({
  who: 'admin',
  method: 'PUT',
  path: '/api/interviews/interviewers/{id}',
  summary: 'Change the bio; 409 when `version` is not the stored one',
  params: z.object({ id: IdText }),
  body: z.object({ interviewer_bio: Bio, version: z.int().optional() }),
  output: Interviewer,
})

export const readInterviewerByEmail = endpoint({
  who: 'staff',
  method: 'GET',
  path: '/api/interviews/interviewers/by-email',
  summary: 'The interviewer with this address, 404 when there is none; who is no admin may ask for the own address only',
  query: z.object({ interviewer_email: words(254).trim().toLowerCase() }),
  output: Interviewer,
})

/** Those of the bookings pages who are no interviewers yet, by name; one address in another case is the same person. */
export function notYetAdded<Found extends BookingsInterviewer>(found: Found[], added: Pick<Interviewer, 'interviewer_email'>[]): Found[] {
  const known = new Set(added.map((one) => addressKey(one.interviewer_email)))
  return byName(found.filter((one) => !known.has(addressKey(one.interviewer_email))))
}

export function byName<Named extends { interviewer_name: string }>(people: Named[]): Named[] {
  return people.toSorted((a, b) => a.interviewer_name.localeCompare(b.interviewer_name, 'en', { sensitivity: 'base' }))
}

function addressKey(address: string): string {
  return address.trim().toLowerCase()
}
