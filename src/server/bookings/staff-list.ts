export type BookingsInterviewer = { interviewer_name: string; interviewer_email: string }

/** Staff on the company's Bookings pages, who can be added as interviewers. */
export type StaffList = {
  /** Returns everyone with an email address, each address once; rejects with `BookingsUnavailable` if the service doesn't respond. */
  list: () => Promise<BookingsInterviewer[]>
}
