import { z } from 'zod'
import { endpoint, Id, IdText, Instant, boundedText, requiredText } from './endpoint.ts'
import { isEmailAddress } from './applications/answer-checks.ts'
import { isTimeZone } from './time-zone.ts'

export const NOT_AN_INTERVIEWER = "You were not found as an interviewer in the database. Please talk to a functional group lead to ensure you're added"
export const HOURS_CHANGED = "Someone else changed these hours after you opened them. Close and reopen this to see theirs. Yours weren't saved."
export const MISSING_FROM_BACKEND = 'Interviewer not found in backend'

/** An interviewer registered in this product. */
export const Interviewer = z.object({
  ref_interviewer_id: Id,
  interviewer_name: z.string(),
  /** Lowercase. */
  interviewer_email: z.string(),
  interviewer_bio: z.string(),
  version: z.int(),
  modified_at: Instant,
  modified_by_email: z.string().nullable(),
})
export type Interviewer = z.infer<typeof Interviewer>

/** A staff member on the company's Bookings pages. */
export const BookingsInterviewer = z.object({ interviewer_name: z.string(), interviewer_email: z.string() })
export type BookingsInterviewer = z.infer<typeof BookingsInterviewer>

const Address = boundedText(254).trim().toLowerCase().refine(isEmailAddress, 'Please enter a valid email address')
const Bio = boundedText(10_000)

/** For choosing interviewers when planning interviews. */
export const listInterviewers = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/interviews/interviewers',
  summary: 'List all interviewers by name',
  output: z.array(Interviewer),
})

export const listBookingsInterviewers = endpoint({
  who: 'admin',
  method: 'GET',
  path: '/api/interviews/interviewers/all-from-bookings',
  summary: 'List everyone on the bookings pages by name; 503 while the bookings service is unavailable',
  output: z.array(BookingsInterviewer),
})

export const addInterviewer = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/interviews/interviewers',
  summary: 'Add an interviewer; 409 if the address already is one, ignoring case',
  status: 201,
  body: z.object({
    interviewer_name: requiredText(200, 'Interviewer name is required'),
    interviewer_email: Address,
    interviewer_bio: Bio.default(''),
  }),
  output: Interviewer,
})

export const updateInterviewer = endpoint({
  who: 'admin',
  method: 'PUT',
  path: '/api/interviews/interviewers/{id}',
  summary: "Update the bio; 409 if `version` isn't the current one",
  params: z.object({ id: IdText }),
  body: z.object({ interviewer_bio: Bio, version: z.int().optional() }),
  output: Interviewer,
})

export const readInterviewerByEmail = endpoint({
  who: 'staff',
  method: 'GET',
  path: '/api/interviews/interviewers/by-email',
  summary: "Get the interviewer with this address; 404 if there's none. Only admins can ask for an address that isn't their own",
  query: z.object({ interviewer_email: boundedText(254).trim().toLowerCase() }),
  output: Interviewer,
})

const ClockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time like 09:30')
  .meta({ examples: ['09:30'] })

export const WorkingHours = z
  .object({ /** 1 is Monday. */ weekday: z.int().min(1).max(7), from: ClockTime, to: ClockTime })
  .refine(({ from, to }) => from < to, { error: 'The end must be after the start', path: ['to'] })
export type WorkingHours = z.infer<typeof WorkingHours>

/** When an interviewer can be booked. */
export const InterviewerCalendar = z.object({
  time_zone: z.string(),
  weekly_hours: z.array(WorkingHours),
  /** Calendar days in `time_zone`. */
  days_off: z.array(z.iso.date()),
  /** Maximum interviews per day. */
  daily_maximum: z.int().min(1).max(20),
})
export type InterviewerCalendar = z.infer<typeof InterviewerCalendar>

/** The default calendar for interviewers who haven't set their own. */
export const STANDARD_CALENDAR: InterviewerCalendar = {
  time_zone: 'America/New_York',
  weekly_hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  days_off: [],
  daily_maximum: 4,
}

/**
 * `is_in_bookings`: Microsoft Bookings provides the hours and days off, and the ones here aren't used. `modified_at`: null for the standard hours.
 */
export const StoredCalendar = InterviewerCalendar.extend({ is_in_bookings: z.boolean(), modified_at: Instant.nullable() })
export type StoredCalendar = z.infer<typeof StoredCalendar>

/** A calendar as sent by the client. */
export const CalendarInput = z.object({
  time_zone: boundedText(64).refine(isTimeZone, 'Use a time zone such as America/Chicago'),
  weekly_hours: z.array(WorkingHours).max(28),
  days_off: z.array(z.iso.date()).max(400),
  daily_maximum: z.int().min(1).max(20),
})
/** The `modified_at` that was read; 409 if someone else has saved these hours since. If omitted, the latest save wins. */
const SavedCalendar = CalendarInput.extend({ modified_at: Instant.nullable().optional() })

export const readOwnCalendar = endpoint({
  who: 'interviewer',
  method: 'GET',
  path: '/api/interviews/interviewers/own-calendar',
  summary: "Get the caller's hours as an interviewer; 403 for an unregistered address",
  output: StoredCalendar,
})

export const saveOwnCalendar = endpoint({
  who: 'interviewer',
  method: 'PUT',
  path: '/api/interviews/interviewers/own-calendar',
  summary: "Set the caller's hours as an interviewer: weekly hours, days off and a daily maximum, in a time zone; 409 if someone else has changed them since",
  body: SavedCalendar,
  output: StoredCalendar,
})

export const readCalendar = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/interviews/interviewers/{id}/calendar',
  summary: "Get a colleague's hours as an interviewer; 404 if the interviewer is unknown",
  params: z.object({ id: IdText }),
  output: StoredCalendar,
})

export const saveCalendar = endpoint({
  who: 'admin',
  may: 'decide',
  method: 'PUT',
  path: '/api/interviews/interviewers/{id}/calendar',
  summary: "Set a colleague's hours as an interviewer; 404 if the interviewer is unknown, 409 if someone else has changed them since",
  params: z.object({ id: IdText }),
  body: SavedCalendar,
  output: StoredCalendar,
})

/** Returns staff on the Bookings pages who aren't interviewers yet, by name; addresses that differ only in case are the same person. */
export function withoutAdded<Found extends BookingsInterviewer>(found: Found[], added: Pick<Interviewer, 'interviewer_email'>[]): Found[] {
  const known = new Set(added.map((one) => addressKey(one.interviewer_email)))
  return byName(found.filter((one) => !known.has(addressKey(one.interviewer_email))))
}

export function byName<Named extends { interviewer_name: string }>(people: Named[]): Named[] {
  return people.toSorted((a, b) => a.interviewer_name.localeCompare(b.interviewer_name, 'en', { sensitivity: 'base' }))
}

function addressKey(address: string): string {
  return address.trim().toLowerCase()
}
