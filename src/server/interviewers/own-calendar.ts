import type { Output } from '#contract/endpoint.ts'
import type { InterviewerCalendar, readOwnCalendar as readOwnCalendarCall } from '#contract/interviewers.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { findCalendar, setCalendar } from '#server/calendar/store.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import type { Services } from '#server/services.ts'
import { ownInterviewerId } from './own-interviewer.ts'

export async function readOwnCalendar({ db, calendar }: Pick<Services, 'db' | 'calendar'>, caller: StaffCaller): Promise<Output<typeof readOwnCalendarCall>> {
  return { ...(await findCalendar(db, await ownInterviewerId(db, caller))), is_in_bookings: calendar.appointments !== null }
}

/** Says when one can be booked from now on; what's booked stays. */
export async function saveOwnCalendar({ db }: Pick<Services, 'db'>, caller: StaffCaller, calendar: InterviewerCalendar): Promise<InterviewerCalendar> {
  return db.transaction(async (tx) => {
    const id = await ownInterviewerId(tx, caller)
    await setCalendar(tx, id, calendar)
    await recordAudit(tx, { actor: caller, action: 'interviewer.calendar-changed', subject_kind: 'interviewer', subject_id: id })
    return findCalendar(tx, id)
  })
}
