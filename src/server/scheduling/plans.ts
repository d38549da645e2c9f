import type { Interviews } from '#contract/applicants/moves.ts'
import type { Input } from '#contract/endpoint.ts'
import type { InterviewType, updateInterview as updateInterviewCall } from '#contract/interviews.ts'
import {
  DEFAULT_BUFFER_MINUTES,
  DEFAULT_WORKING_DAYS,
  type answerPreferences as answerCall,
  type Plan,
  type savePlan as savePlanCall,
  type PlanPart,
} from '#contract/scheduling/scheduling.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'
import type { InterviewPlanner, PreparedPlan } from '#server/applicants/decide/decide.ts'
import { findRoleOf, lockApplicant, type LockedApplicant } from '#server/applicants/decide/move-store.ts'
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { nullIfUnavailable } from '#server/bookings/bookings-unavailable.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError, changesOf, found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { rejectStale } from '#server/http/versions.ts'
import { lockLocations, listInterviews, lockInterviews } from '#server/interviews/store.ts'
import { safeInterview, tidyLocation, updateInterview } from '#server/interviews/update-interview.ts'
import { maskIn, viewerOf, viewOf, type View } from '#server/people/view-of.ts'
import type { KnownIdentity } from '#server/people/mask/find-person.ts'
import type { Services } from '#server/services.ts'
import { offerTimes } from '#server/scheduling/times/offer-times.ts'
import { interviewsLink } from '#server/applications/own-page-link.ts'
import { insertEmail } from '#server/mail/store.ts'
import { bookingSenderOf } from './notifications/booking-sender.ts'
import { preferencesAnswerEmail } from './notifications/emails.ts'
import { notifyOfLocations } from './notifications/notify-of-locations.ts'
import { locationsFor, presentBooking, whereShown } from './present-booking.ts'
import {
  findPlan,
  listInterviewersById,
  listLiveBookings,
  listRestorable,
  listUpcomingAtDefaultLocation,
  lockPlan,
  setPlan,
  setPreferencesAnswer,
  type BookingRow,
  type PlanRow,
} from './store.ts'
import { listUpcoming } from './together-store.ts'
import { findRolePlan, setRolePlan } from './role-plan-store.ts'
import type { RolePlan, saveRolePlan as saveRolePlanCall } from '#contract/scheduling/role-plan.ts'
import { findEditedRole, lockRole, setRole } from '#server/roles/editing-store.ts'

type Deps = Pick<Services, 'db' | 'calendar' | 'env'>
type NotifyDeps = Deps & Pick<Services, 'keys'>

/** Throws 404 for an unknown applicant or one without a plan. Omits free times while the calendar service can't be reached. */
export async function readPlan(services: Deps, caller: StaffCaller, user_session_id: number): Promise<Plan> {
  const { db } = services
  const planned = await db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, user_session_id, caller.scope)
    if (!applicant) throw new HttpError(404, 'That applicant was not found.')
    const plan = await findPlan(tx, user_session_id)
    return plan && { plan: withMaskedPreferences(services.env, plan, applicant), places: locationsFor(services.env, applicant) }
  })
  if (!planned) throw new HttpError(404, 'No interviews are planned for this applicant yet.')
  const { plan, places } = planned
  const live = await listLiveBookings(db, user_session_id)
  const isReplaced = (canceled: BookingRow) => live.some((one) => one.ref_interview_id === canceled.ref_interview_id)
  const restorable = (await listRestorable(db, user_session_id)).filter((one) => !isReplaced(one))
  const order = plan.parts.map((part) => part.ref_interview_id)
  const rank = ({ ref_interview_id: id }: BookingRow) => (order.includes(id) ? order.indexOf(id) : order.length + id)
  const bookings = [...live, ...restorable].toSorted((one, other) => rank(one) - rank(other))
  const free_times = await freeTimesOf(services, plan)
  const booked = bookings.map((booking) => presentBooking(booking, places))
  return presentPlan(plan, places, { bookings: booked, free_times: free_times ?? [], is_away: free_times === null })
}

/**
 * Throws 409 outside the panel interview or when someone else saved after `version`, 422 for an unknown interview or interviewer, or a mask that
 * doesn't match any stored text.
 */
export async function savePlan(services: NotifyDeps, caller: StaffCaller, { user_session_id, ...asked }: Input<typeof savePlanCall>): Promise<Plan> {
  await services.db.transaction(async (tx) => {
    await lockLocations(tx)
    const applicant = await lockApplicant(tx, user_session_id, caller.scope)
    if (!applicant) throw new HttpError(404, 'That applicant was not found.')
    const prepared = await preparePlan(tx, services, { caller, applicant, status: applicant.ref_application_status_id }, asked)
    if (prepared) await recordAudit(tx, await prepared.save())
  })
  return readPlan(services, caller, user_session_id)
}

type Params = Omit<Input<typeof savePlanCall>, 'user_session_id'>
type PlanSubject = { caller: StaffCaller; applicant: LockedApplicant; status: number }

/** Checks the plan of a locked applicant who is, or will be, in `status`. If null, they keep their current one. Throws as `savePlan` does. */
async function preparePlan(tx: Db, services: NotifyDeps, { caller, applicant, status }: PlanSubject, asked: Params): Promise<PreparedPlan | null> {
  const { keeps_existing, with_decision, version, ...plan } = asked
  const { user_session_id: subject_id } = applicant
  const before = (await listUpcoming(tx, subject_id)).filter((one) => one.beside_id === null)
  if (!meaningOf(status).takesFeedback) throw new HttpError(409, 'Interviews can be planned once the applicant is in the panel interview.')
  await lockPlan(tx, subject_id)
  const planned = await findPlan(tx, subject_id)
  const stored = planned?.parts ?? []
  if (keeps_existing && stored.length > 0) return null
  if (planned) rejectStale(planned, version)
  await rejectWrongParts(tx, plan.parts)
  const parts = plan.parts.map((part) => unmaskedPart(part, stored, locationsFor(services.env, applicant)))
  const interviews = parts.map((part) => part.ref_interview_id)
  const facts = { interviews, interviewers: interviewersOf(parts), ...(with_decision && { with_decision }) }
  const save = async (): Promise<AuditEntry> => {
    await setPlan(tx, subject_id, { ...plan, parts, modified_by: caller.staff_account_id })
    await notifyOfLocations(tx, services, before)
    return { actor: caller, action: 'interview.planned', subject_kind: 'applicant', subject_id, facts }
  }
  return { parts, save }
}

/** Sets up interviews with decisions; with 'as-role', those of each applicant's role, if they don't have any. */
export function interviewPlannerFor(services: NotifyDeps, caller: StaffCaller, interviews: Interviews): InterviewPlanner {
  async function prepare(tx: Db, applicant: LockedApplicant, status: number) {
    const isAsRole = interviews === 'as-role'
    const plan = isAsRole ? await readRolePlan(tx, { scope: 'everyone' }, await findRoleOf(tx, applicant.user_session_id)) : interviews
    if (plan.parts.length === 0) return null
    return preparePlan(tx, services, { caller, applicant, status }, { ...plan, version: undefined, keeps_existing: isAsRole, with_decision: true })
  }
  return { begin: lockLocations, prepare }
}

/** Replaces the masks in a location that staff typed with the original text. Throws 422 for an unknown mask: masked text is never stored. */
function unmaskedPart(part: PlanPart, stored: PlanRow['parts'], places: View['place']): PlanPart {
  const ownFirst = stored.toSorted(
    (one, other) => Number(other.ref_interview_id === part.ref_interview_id) - Number(one.ref_interview_id === part.ref_interview_id),
  )
  const sources = ownFirst.flatMap(({ own_where, own_candidate_text }) => [own_where?.text, own_candidate_text]).filter((text) => !!text) as string[]
  const unmask = (text: string) => {
    const restoredText = places.restored(text, sources)
    const mask = maskIn(restoredText)
    // Someone else may have replaced the text since then, and candidates see it.
    if (mask) throw fieldError(422, 'parts', `Write out ${mask}: the text it stood for has changed`)
    return restoredText
  }
  const { where, candidate_text } = part
  return {
    ...part,
    where: where && tidyLocation({ ...where, text: where.text && unmask(where.text) }),
    candidate_text: candidate_text && unmask(candidate_text),
  }
}

/** Throws 422 for an unknown interview or interviewer, a duplicate interview, or one that needs more interviewers at once than are listed for it. */
async function rejectWrongParts(tx: Db, parts: PlanPart[]): Promise<void> {
  const types = new Map((await listInterviews(tx)).map((interview) => [interview.ref_interview_id, interview.interview_name]))
  if (parts.some((part) => !types.has(part.ref_interview_id))) throw fieldError(422, 'parts', "One of these interviews doesn't exist")
  if (new Set(parts.map((part) => part.ref_interview_id)).size < parts.length) throw fieldError(422, 'parts', 'Each interview can be planned once')
  const ids = interviewersOf(parts)
  for (const { ref_interview_id, interviewer_count, interviewer_ids } of parts)
    if (new Set(interviewer_ids).size < interviewer_count) throw tooFewError(types.get(ref_interview_id)!, interviewer_count)
  if ((await listInterviewersById(tx, ids)).length < ids.length) throw fieldError(422, 'parts', "One of these interviewers doesn't exist")
}

function tooFewError(interview_name: string, interviewer_count: number) {
  return fieldError(422, 'parts', `${interview_name} needs ${interviewer_count} interviewers at the same time: choose at least as many who can give it`)
}

function interviewersOf(parts: PlanPart[]): number[] {
  return [...new Set(parts.flatMap((part) => part.interviewer_ids))]
}

/** Changes an interview, and tells both sides of booked interviews about a new location. Throws as `updateInterview` does. */
export async function changeInterview(services: NotifyDeps, caller: StaffCaller, input: Input<typeof updateInterviewCall>): Promise<InterviewType> {
  return services.db.transaction(async (tx) => {
    // Otherwise, an interview booked or restored during this change would get an invitation with the old location.
    await lockInterviews(tx)
    const before = input.where ? await listUpcomingAtDefaultLocation(tx, input.id) : []
    // Everything that changes a booking takes the applicant's lock.
    for (const { user_session_id } of before) await lockApplicant(tx, user_session_id, 'everyone')
    const changed = await updateInterview(tx, caller, input)
    await notifyOfLocations(tx, services, before)
    return safeInterview(changed)
  })
}

/** Candidates may sign their messages, and plans are shown with names hidden. */
export function withMaskedPreferences<Said extends { preferences: string | null; preferences_answer?: string | null }>(
  env: Deps['env'],
  said: Said,
  applicant: KnownIdentity,
): Said {
  const { preferences, preferences_answer } = said
  const words = { preferences, ...(preferences_answer !== undefined && { preferences_answer }) }
  return { ...said, ...viewOf(applicant, viewerOf(env, { identifiable: false })).show('plan', words) }
}

/**
 * The candidate sees the answer in an email and on their page. Throws 404 as above; 409 when there's nothing to answer, or the request has changed
 * since.
 */
export async function answerPreferences(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  caller: StaffCaller,
  input: Input<typeof answerCall>,
): Promise<void> {
  const { user_session_id, message, preferences_at } = input
  await db.transaction(async (tx) => {
    const candidate = await lockApplicant(tx, user_session_id, caller.scope)
    if (!candidate) throw new HttpError(404, 'That applicant was not found.')
    const plan = await findPlan(tx, user_session_id)
    if (!plan?.preferences || plan.preferences_answer !== null || !meaningOf(candidate.ref_application_status_id).takesFeedback)
      throw new HttpError(409, "There's nothing left to answer.")
    if (Date.parse(plan.preferences_at!) !== Date.parse(preferences_at))
      throw new HttpError(409, 'The candidate has since asked for something else. Please read that first.')
    await setPreferencesAnswer(tx, user_session_id, message)
    const link = await interviewsLink(tx, { env, keys }, user_session_id)
    if (candidate.email) await insertEmail(tx, preferencesAnswerEmail(await bookingSenderOf(env, tx), candidate, { answer: message, link }), 'staff')
    await recordAudit(tx, { actor: caller, action: 'interview.preferences-answered', subject_kind: 'applicant', subject_id: user_session_id })
  })
}

async function freeTimesOf(services: Deps, plan: PlanRow): Promise<Plan['free_times'] | null> {
  const offers = await offerTimes(services, plan).catch(nullIfUnavailable)
  return offers && offers.map(({ ref_interview_id, free }) => ({ ref_interview_id, count: free.length }))
}

function presentPlan(plan: PlanRow, places: View['place'], more: Pick<Plan, 'bookings' | 'free_times' | 'is_away'>): Plan {
  const { user_session_id, working_days, one_day, buffer_minutes, daily_maximum, preferences, preferences_at, preferences_answer, version } = plan
  const parts = plan.parts.map(({ ref_interview_id, minutes, interviewer_ids, interviewer_count, own_where, own_candidate_text }) => {
    return {
      ref_interview_id,
      minutes,
      interviewer_ids,
      interviewer_count,
      where: own_where && whereShown(own_where, places),
      candidate_text: own_candidate_text && places.hide(own_candidate_text),
    }
  })
  const times = { working_days, one_day, buffer_minutes, daily_maximum }
  return { user_session_id, ...times, parts, preferences, preferences_at, preferences_answer, version, ...more }
}

const NOT_SET_UP = { working_days: DEFAULT_WORKING_DAYS, one_day: false, buffer_minutes: DEFAULT_BUFFER_MINUTES, daily_maximum: null, parts: [] }

/** Throws 404 for an unknown role or one outside the caller's openings. */
export async function readRolePlan(db: Db, { scope }: Pick<StaffCaller, 'scope'>, id: number): Promise<RolePlan> {
  const { version, plan } = found(await findRolePlan(db, id, scope), 'Role not found')
  return { version, ...(plan ? { ...plan, parts: plan.parts.map(withCount) } : NOT_SET_UP) }
}

/** Interviews saved before multiple interviewers were supported have one. */
function withCount({ ref_interview_id, minutes, interviewer_ids, interviewer_count, ...place }: StoredPart): PlanPart {
  return { ref_interview_id, minutes, interviewer_ids, interviewer_count: interviewer_count ?? 1, ...place }
}
type StoredPart = Omit<PlanPart, 'interviewer_count'> & Partial<Pick<PlanPart, 'interviewer_count'>>

/**
 * Stores the interviews in the given order. Throws 404 for an unknown role, 409 when it was changed after `version`, 422 for an unknown interview or
 * interviewer; identical values change nothing. Candidates who have a plan keep it.
 */
export async function saveRolePlan(db: Db, caller: StaffCaller, { id, version, ...asked }: Input<typeof saveRolePlanCall>): Promise<RolePlan> {
  const plan = { ...asked, parts: asked.parts.map((part) => ({ ...part, where: part.where && tidyLocation(part.where) })) }
  return db.transaction(async (tx) => {
    await lockRole(tx, id)
    rejectStale(found(await findEditedRole(tx, id), 'Role not found'), version)
    await rejectWrongParts(tx, plan.parts)
    const stored = await readRolePlan(tx, caller, id)
    if (Object.keys(changesOf(stored, plan)).length === 0) return stored
    await setRolePlan(tx, id, plan)
    await setRole(tx, id, { modified_by: caller.staff_account_id })
    await recordAudit(tx, { actor: caller, action: 'role.changed', subject_kind: 'role', subject_id: id, facts: { fields: ['interviews'] } })
    return readRolePlan(tx, caller, id)
  })
}
