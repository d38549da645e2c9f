/** Milliseconds since 1970; `to` is exclusive. */
export type TimeRange = { from: number; to: number }

/** When a person can be booked at all, and how many times a day. */
export type Availability = { open: TimeRange[]; time_zone: string; daily_maximum: number }

export type Appointment = {
  /** Fixed for each interview, so an appointment that was made but never acknowledged can be found. */
  uid: string
  staff_email: string
  staff_name: string
  /** Email addresses of the other interviewers. */
  others: string[]
  starts_at: string
  ends_at: string
  interview_name: string
  subject: string
  customer_name: string
  customer_email: string
}
/** What we know about an appointment. With `was_tried`, it may exist even without an ID. */
export type KnownAppointment = { calendar_id: string | null; was_tried: boolean }
export type SavedAppointment = { calendar_id: string; join_url: string | null }

/** Where interviewers' free times come from and interviews are saved. */
export type Calendar = {
  /** Keyed by lowercase address; bookings made in the app aren't subtracted yet. Rejects with `BookingsUnavailable` if the service can't be reached. */
  availability: (emails: string[], window: TimeRange) => Promise<Map<string, Availability>>
  /** Null if there's no calendar service to notify. */
  appointments: {
    /** Creates or moves an appointment; repeating it after a lost response doesn't create a second one. Rejects with `BookingsUnavailable`. */
    put: (appointment: Appointment, known: KnownAppointment) => Promise<SavedAppointment>
    /** Does nothing if it's already gone. */
    remove: (appointment: Appointment, known: KnownAppointment) => Promise<void>
  } | null
}
