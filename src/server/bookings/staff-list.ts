export type BookingsInterviewer = { interviewer_name: string; interviewer_email: string }

/** The staff of the company's bookings pages: everyone who may be made an interviewer. */
export type StaffList = {
  /** Everyone with an email address, each address once; rejects with `BookingsAway` when the service does not answer. */
  list: () => Promise<BookingsInterviewer[]>
}
