import type { Input } from '#contract/endpoint.ts'
import {
  MISSING_FROM_BACKEND,
  type addInterviewer as addInterviewerCall,
  type Interviewer,
  type updateInterviewer as updateInterviewerCall,
  byName,
  NOT_AN_INTERVIEWER,
  type BookingsInterviewer,
  HOURS_CHANGED,
  type saveCalendar as saveCalendarCall,
  type StoredCalendar,
} from '#contract/interviewers.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError, found } from '#server/http/changes.ts'
import { rejectStale } from '#server/http/versions.ts'
import { isBookingsUnavailable } from '#server/bookings/bookings-unavailable.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { findCalendar, setCalendar } from '#server/calendar/store.ts'
import { findInterviewer, insertInterviewer, lockInterviewer, setBio, findInterviewerByEmail } from './store.ts'

/** 409 if an interviewer already has this address, ignoring case. */
export async function addInterviewer(db: Db, caller: StaffCaller, input: Input<typeof addInterviewerCall>): Promise<Interviewer> {
  return db.transaction(async (tx) => {
    const id = await insertInterviewer(tx, { ...input, modified_by: caller.staff_account_id })
    if (id === null) throw fieldError(409, 'interviewer_email', 'This address is already an interviewer')
    const personal = { interviewer_name: input.interviewer_name, interviewer_email: input.interviewer_email }
    await recordAudit(tx, { actor: caller, action: 'interviewer.added', subject_kind: 'interviewer', subject_id: id, personal })
    return (await findInterviewer(tx, id))!
  })
}

/** 404 for an unknown interviewer, 409 if the bio was changed after `version`. */
export async function updateInterviewer(
  db: Db,
  caller: StaffCaller,
  { id, version, interviewer_bio }: Input<typeof updateInterviewerCall>,
): Promise<Interviewer> {
  return db.transaction(async (tx) => {
    await lockInterviewer(tx, id)
    const stored = found(await findInterviewer(tx, id), MISSING_FROM_BACKEND)
    rejectStale(stored, version)
    if (stored.interviewer_bio === interviewer_bio) return stored
    await setBio(tx, id, { interviewer_bio, modified_by: caller.staff_account_id })
    await recordAudit(tx, { actor: caller, action: 'interviewer.changed', subject_kind: 'interviewer', subject_id: id, facts: { fields: ['interviewer_bio'] } })
    return (await findInterviewer(tx, id))!
  })
}

/** Lists everyone on the Bookings pages by name; 503 with the reason while the bookings service is unavailable. */
export async function listBookingsInterviewers({ bookings, log }: Services): Promise<BookingsInterviewer[]> {
  try {
    return byName(await bookings.list())
  } catch (error) {
    if (!isBookingsUnavailable(error)) throw error
    log.warn({ reason: error.message }, 'bookings service away')
    throw new HttpError(503, `Bookings isn't available: ${error.message}`, { retryAfterSeconds: 30 })
  }
}

/** 403 for another person's address unless an admin asks; 404 if there's no such interviewer. */
export async function findByEmail(db: Db, caller: StaffCaller, interviewer_email: string): Promise<Interviewer> {
  const isOwn = caller.email.toLowerCase() === interviewer_email
  if (!isOwn && !caller.roles.includes('admin')) throw new HttpError(403, 'You can only look up your own address.')
  return found(await findInterviewerByEmail(db, interviewer_email), NOT_AN_INTERVIEWER)
}

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
