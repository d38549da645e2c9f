import type { Input } from '#contract/endpoint.ts'
import type { Duties, Duty, replacePerson as replaceCall } from '#contract/staff/replacement.ts'
import { lockApplicant, type LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { permissionsOf } from '#server/auth/address.ts'
import { findMember, openAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError, found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { findInterviewerByEmail, insertInterviewer } from '#server/interviewers/store.ts'
import { lockLocations } from '#server/interviews/store.ts'
import { changeSeats, reassignTo } from '#server/scheduling/answering/stand-in.ts'
import { keepAppointment } from '#server/scheduling/appointments/keep-appointment.ts'
import { timeIn } from '#server/scheduling/notifications/emails.ts'
import type { Services } from '#server/services.ts'
import { updatePerson, removePerson } from '#server/staff/save-person.ts'
import { lockAccount, lockOwners } from '#server/staff/store.ts'
import { lockTeams, touchAccounts, touchRoles } from '#server/staff/team-store.ts'
import { rejectBusy } from './book-manually.ts'
import { makeRoom } from './make-room.ts'
import * as store from './replace-store.ts'
import type { Handover, StaffIdentity } from './replace-store.ts'
import { findBooking, lockInterviewerTimes, type BookingRow } from './store.ts'
import { seatsFor } from './times/confirm-times.ts'
import { listTogether } from './together-store.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys' | 'calendar' | 'log'>
type FoundDuties = Awaited<ReturnType<typeof dutiesOf>>
const NO_ONE = 'That person was not found.'
const STILL_UNDOABLE = 'Its last change can still be undone. Try again once the emails have been sent.'

/** Lists what would move if this person left. Throws 404 for an unknown person. */
export async function readDuties({ db }: Pick<Services, 'db'>, staff_account_id: number): Promise<Duties> {
  const { email } = found(await lockAccount(db, staff_account_id), NO_ONE)
  return present(email, await dutiesOf(db, await findStaffIdentity(db, { staff_account_id, email })))
}

/**
 * Moves everything that depends on a person to someone else and suspends them, in one transaction; the audit trail lists what moved. Throws 404 for
 * an unknown person, 409 for an owner from the settings, when the other person isn't free for an interview, or while a co-interviewer's last change
 * can still be undone, and 422 when they lack a role or a name they need.
 */
export async function replacePerson(services: Deps, caller: StaffCaller, input: Input<typeof replaceCall>): Promise<Duties> {
  const { moved, email } = await services.db.transaction((tx) => replaceInTransaction({ ...services, db: tx }, caller, input))
  for (const { id } of moved.interviews) await keepAppointment(services, id)
  return present(email, moved)
}

async function replaceInTransaction(services: Deps, caller: StaffCaller, input: Input<typeof replaceCall>): Promise<{ moved: FoundDuties; email: string }> {
  const { db: tx, env } = services
  await lockTeams(tx)
  await lockOwners(tx)
  const { email, is_owner } = await findLeaver(services, input.id)
  if (email === input.email) throw fieldError(422, 'email', 'Choose someone else')
  const from = await findStaffIdentity(tx, { staff_account_id: input.id, email })
  await store.lockRolesOf(tx, from)
  const moved = await dutiesOf(tx, from)
  const to = await findSuccessor(services, caller, { input, moved })
  const handover = { from, to: to.standing }
  await moveInterviews(services, caller, { handover, moved })
  await moveRest(tx, caller, { handover, moved, isOwner: to.isOwner, name: to.name })
  if (is_owner) await removePerson({ db: tx, env }, caller, input.id)
  await updatePerson({ db: tx, env }, caller, { id: input.id, is_suspended: true })
  const ids = Object.fromEntries(Object.entries(moved).map(([duty, rows]) => [duty, rows.map(({ id, name }) => (duty === 'departments' ? name : id))]))
  const facts = { replaced_by: to.standing.staff_account_id, ...ids }
  await recordAudit(tx, { actor: caller, action: 'staff.replaced', subject_kind: 'account', subject_id: input.id, facts })
  return { moved, email }
}

async function findLeaver({ db: tx, env }: Deps, id: number): Promise<{ email: string; is_owner: boolean }> {
  const { email, owner_flag } = found(await lockAccount(tx, id), NO_ONE)
  if (env.ADMIN_EMAILS.includes(email)) throw new HttpError(409, "This owner is from the settings (ADMIN_EMAILS) and can't be changed here.")
  return { email, is_owner: owner_flag }
}

async function findStaffIdentity(db: Db, { staff_account_id, email }: { staff_account_id: number; email: string }): Promise<StaffIdentity> {
  return { staff_account_id, email, ref_interviewer_id: (await findInterviewerByEmail(db, email))?.ref_interviewer_id ?? null }
}

async function dutiesOf(db: Db, from: StaffIdentity) {
  return {
    roles_led: await store.listLed(db, from),
    teams: await store.listTeams(db, from),
    departments: await store.listDepartments(db, from),
    interviews: await store.listInterviewsOf(db, from),
    panels: await store.listRolesOnPanel(db, from),
    plans: await store.listPlansOf(db, from),
    assigned: await store.listAssignedTo(db, from),
    mentions: await store.listUnreadBy(db, from),
    shared_views: await store.listSharedBy(db, from),
  } satisfies Record<Duty, { id: number; name: string }[]>
}

function present(email: string, duties: FoundDuties): Duties {
  const all = Object.entries(duties) as [Duty, { id: number; name: string }[]][]
  const listed = all.filter(([, rows]) => rows.length > 0)
  return { email, duties: listed.map(([duty, rows]) => ({ duty, count: rows.length, names: rows.map(({ name }) => name).filter((name) => name !== '') })) }
}

type Takeover = { input: Input<typeof replaceCall>; moved: FoundDuties }

/** Throws 422 on `email` if this person can't take over something, and on `name` if candidates would see no name. */
async function findSuccessor({ db: tx, env }: Deps, caller: StaffCaller, { input, moved }: Takeover) {
  const { email } = input
  const { roles, powers } = permissionsOf(env, email, await findMember(tx, email))
  if (roles.length === 0) throw fieldError(422, 'email', "This address can't sign in here. Invite them first.")
  const mustRead = [moved.teams, moved.departments, moved.assigned, moved.mentions, moved.shared_views].some((rows) => rows.length > 0)
  if (mustRead && !powers.includes('read')) throw fieldError(422, 'email', "This person can't see applicants. Give them a role first.")
  const name = input.name || (await store.findNameOf(tx, email))
  const standing = await findStaffIdentity(tx, { email, staff_account_id: await openAccount(tx, email) })
  // Signing in holds the account until it writes to the trail, so the account comes before the trail here, too.
  await lockAccount(tx, standing.staff_account_id)
  const mustInterview = [moved.interviews, moved.panels, moved.plans].some((rows) => rows.length > 0) && standing.ref_interviewer_id === null
  if ((moved.roles_led.length > 0 || mustInterview) && !name) throw fieldError(422, 'name', 'Enter the name candidates will see')
  if (mustInterview && !roles.includes('interviewer')) throw fieldError(422, 'email', `Interviewers need an address at ${env.COMPANY_DOMAIN}`)
  if (mustInterview) standing.ref_interviewer_id = await insertInterviewer(tx, interviewerNamed(email, name!, caller))
  return { standing, name: name ?? '', isOwner: roles.includes('admin') }
}

function interviewerNamed(interviewer_email: string, interviewer_name: string, { staff_account_id: modified_by }: StaffCaller) {
  return { interviewer_email, interviewer_name, interviewer_bio: '', modified_by }
}

type DutyTransfer = { handover: Handover; moved: FoundDuties }

/** Reassigns each upcoming interview; the other person has to accept, like any stand-in. Throws 409 listing the interviews they can't take over. */
async function moveInterviews(services: Deps, caller: StaffCaller, { handover: { to }, moved }: DutyTransfer): Promise<void> {
  const { db: tx, env } = services
  await lockLocations(tx)
  const errors: { path: string; message: string }[] = []
  for (const { id, user_session_id } of moved.interviews) {
    const candidate = await lockApplicant(tx, user_session_id, 'everyone')
    const booking = await findBooking(tx, id)
    if (!candidate || booking?.state !== 'booked') continue
    const { refusal, isMoved } = await moveInterview(services, caller, { booking, candidate, ref_interviewer_id: to.ref_interviewer_id! })
    if (!isMoved)
      errors.push({ path: 'email', message: `${booking.interview_name}, ${timeIn(env.TIME_ZONE, booking.starts_at)}: ${refusal ?? "They aren't free then."}` })
  }
  if (errors.length > 0)
    throw new HttpError(
      409,
      `Nothing was moved: ${to.email} can't take over ${errors.length === 1 ? 'an interview' : 'some interviews'}. ${errors.map(({ message }) => message).join(' ')}`,
      { errors },
    )
}

type InterviewMove = { booking: BookingRow; candidate: LockedApplicant; ref_interviewer_id: number }

/** If the successor is already one of the interviewers, the departing person is just removed. */
async function moveInterview(services: Deps, caller: StaffCaller, { booking, candidate, ref_interviewer_id }: InterviewMove) {
  const { db: tx } = services
  const rows = await listTogether(tx, booking)
  // An undo applies to all interviewers at once, and would pass over one who was replaced.
  if (booking.beside_id !== null && rows[0]?.is_undoable) return { refusal: STILL_UNDOABLE, isMoved: false }
  const remainingIds = rows.map((row) => row.ref_interviewer_id).filter((id) => id !== booking.ref_interviewer_id)
  if (remainingIds.includes(ref_interviewer_id))
    return { refusal: null, isMoved: await changeSeats(tx, services, { booking, seats: seatsFor(rows, remainingIds), candidate, actor: caller }) }
  await lockInterviewerTimes(tx, [ref_interviewer_id])
  const refusal = await busyReason(tx, booking, ref_interviewer_id)
  return { refusal, isMoved: !refusal && (await reassignTo(tx, services, { booking, candidate, ref_interviewer_id, actor: caller })) }
}

async function busyReason(tx: Db, booking: BookingRow, ref_interviewer_id: number): Promise<string | null> {
  const { user_session_id, ref_interview_id, starts_at, ends_at, buffer_minutes } = booking
  try {
    await makeRoom(tx, { user_session_id, ref_interview_id, to: 'book' }, { ref_interviewer_id, starts_at, ends_at })
    await rejectBusy(tx, { user_session_id, ref_interview_id }, { ref_interviewer_id, starts_at, ends_at, buffer_minutes })
    return null
  } catch (error) {
    if (error instanceof HttpError) return error.message
    throw error
  }
}

async function moveRest(tx: Db, caller: StaffCaller, { handover, moved, isOwner, name }: DutyTransfer & { isOwner: boolean; name: string }): Promise<void> {
  const { from, to } = handover
  await store.moveLeads(tx, handover, name)
  await store.moveTeams(tx, handover, isOwner)
  await store.moveDepartments(tx, handover, isOwner)
  const changed = [...moved.roles_led, ...moved.teams, ...moved.panels].map(({ id }) => id)
  await touchRoles(tx, [...new Set(changed)], caller.staff_account_id)
  for (const { id, parts } of moved.panels)
    await store.setPanel(
      tx,
      id,
      parts.map((part) => {
        const interviewer_ids = [...new Set(part.interviewer_ids.map((one) => (one === from.ref_interviewer_id ? to.ref_interviewer_id! : one)))]
        return { ...part, interviewer_ids, interviewer_count: Math.min(part.interviewer_count ?? 1, interviewer_ids.length) }
      }),
    )
  if (moved.plans.length > 0) await store.movePlans(tx, handover, caller.staff_account_id)
  await store.moveAssignments(tx, handover, caller.staff_account_id)
  await store.moveMentions(tx, handover)
  await store.moveViews(tx, handover)
  await touchAccounts(tx, [to.staff_account_id])
  const facts = { staff_account_id: to.staff_account_id }
  for (const { id } of moved.assigned) await recordAudit(tx, { actor: caller, action: 'applicant.assigned', subject_kind: 'applicant', subject_id: id, facts })
}
