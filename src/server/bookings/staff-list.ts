export type BookingsInterviewer = { interviewer_name: string; interviewer_email: string }

/** The staff of the company's bookings pages, who can be made interviewers. */
export type StaffList = {
  /** Everyone with an email address, each address once; rejects with `BookingsAway` when the service doesn't answer. */
  list: () => Promise<BookingsInterviewer[]>
}
