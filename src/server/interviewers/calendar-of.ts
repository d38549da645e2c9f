import type { Input } from '#contract/endpoint.ts'
import { HOURS_CHANGED, MISSING_FROM_BACKEND, type saveCalendar as saveCalendarCall, type StoredCalendar } from '#contract/interviewers.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { findCalendar, setCalendar } from '#server/calendar/store.ts'
import { found } from '#server/http/changes.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { findInterviewer, lockInterviewer } from './store.ts'

type Deps = Pick<Services, 'db' | 'calendar'>

/** Throws 404 for an unknown interviewer. */
export async function readCalendar({ db, calendar }: Deps, ref_interviewer_id: number): Promise<StoredCalendar> {
  found(await findInterviewer(db, ref_interviewer_id), MISSING_FROM_BACKEND)
  return { ...(await findCalendar(db, ref_interviewer_id)), is_in_bookings: calendar.appointments !== null }
}

/** Saves when someone can be booked; existing bookings aren't affected. Throws 404 for an unknown interviewer, 409 if someone else saved first. */
export async function saveCalendar(
  { db, calendar }: Deps,
  caller: StaffCaller,
  { id, modified_at, ...wanted }: Input<typeof saveCalendarCall>,
): Promise<StoredCalendar> {
  return db.transaction(async (tx) => {
    await lockInterviewer(tx, id)
    const stored = await readCalendar({ db: tx, calendar }, id)
    if (modified_at !== undefined && modified_at !== stored.modified_at) throw new HttpError(409, HOURS_CHANGED)
    await setCalendar(tx, id, wanted)
    await recordAudit(tx, { actor: caller, action: 'interviewer.calendar-changed', subject_kind: 'interviewer', subject_id: id })
    return readCalendar({ db: tx, calendar }, id)
  })
}
