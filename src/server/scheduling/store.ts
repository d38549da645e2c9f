import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Booking, BookingMark, InterviewerAnswer, PlanPart } from '#contract/scheduling/scheduling.ts'
import { expectedToComeOf, interviewersOf, isSameInterview, placeOf } from '#server/interviews/store.ts'
import type { Db } from '#server/db/connect.ts'
import { interview_booking, interview_plan, interview_plan_part, interview_type, interviewer, staff_account } from '#server/db/tables.ts'

/** Returns the other interviewers at the booking's time; `alias` is the statement's. */
export function otherInterviewersOf(alias: string) {
  return sql<Booking['other_interviewers']>`(select coalesce(json_agg(json_build_object('ref_interviewer_id', i.ref_interviewer_id,
      'interviewer_name', i.interviewer_name, 'interviewer_answer', o.interviewer_answer) order by o.interview_booking_id), '[]')
    from interview_booking o join interviewer i using (ref_interviewer_id)
    where ${isSameInterview(alias)} and o.interview_booking_id <> ${sql.identifier(alias)}.interview_booking_id)`
}

/** A complete booking, with its people and its emails. */
const booking = {
  interview_booking_id: interview_booking.interview_booking_id,
  user_session_id: interview_booking.user_session_id,
  ref_interview_id: interview_booking.ref_interview_id,
  interview_name: interview_type.interview_name,
  ref_interviewer_id: interview_booking.ref_interviewer_id,
  interviewer_name: interviewer.interviewer_name,
  interviewer_email: interviewer.interviewer_email,
  interviewer_names: interviewersOf('interview_booking'),
  expected_names: interviewersOf('interview_booking', true),
  expected_to_come: expectedToComeOf('interview_booking'),
  other_interviewers: otherInterviewersOf('interview_booking'),
  beside_id: interview_booking.beside_id,
  starts_at: interview_booking.starts_at,
  ends_at: interview_booking.ends_at,
  buffer_minutes: interview_booking.buffer_minutes,
  state: interview_booking.state,
  held_until: interview_booking.held_until,
  replaces_id: interview_booking.replaces_id,
  uid: interview_booking.uid,
  sequence: interview_booking.sequence,
  calendar_id: interview_booking.calendar_id,
  join_url: interview_booking.join_url,
  where: placeOf('where', { booking: 'interview_booking', type: 'interview_type' }),
  candidate_text: placeOf('candidate_text', { booking: 'interview_booking', type: 'interview_type' }),
  declined_by: interview_booking.declined_by,
  stands_in_for: interview_booking.stands_in_for,
  email_ids: interview_booking.email_ids,
  before_change: interview_booking.before_change,
  interviewer_answer: interview_booking.interviewer_answer,
  interviewer_answered_at: interview_booking.interviewer_answered_at,
  proposed_at: interview_booking.proposed_at,
  marked_as: interview_booking.marked_as,
  marked_at: interview_booking.marked_at,
  has_started: sql<boolean>`interview_booking.starts_at <= now()`,
  is_over: sql<boolean>`interview_booking.ends_at <= now()`,
  is_changeable: sql<boolean>`interview_booking.starts_at > now() + interval '24 hours'`,
  is_undoable: sql<boolean>`cardinality(interview_booking.email_ids) > 0 and not exists (
    select 1 from email_outbox o where o.email_id = any(interview_booking.email_ids) and (o.state <> 'queued' or o.leased_until > now()))`,
}
export type BookingRow = Omit<Booking, never> & {
  candidate_text: string
  interviewer_email: string
  interviewer_names: string
  /** Who the candidate expects: the previous interviewer, until a stand-in accepts. */
  expected_names: string
  /** The same without anyone who declined; null if that leaves no one. */
  expected_to_come: string | null
  /**
   * The first interviewer's booking, if this one belongs to another interviewer. Moves, cancellations and undo act on the first one and include this
   * one.
   */
  beside_id: number | null
  buffer_minutes: number
  replaces_id: number | null
  uid: string
  sequence: number
  calendar_id: string | null
  declined_by: number[]
  stands_in_for: number | null
  email_ids: number[]
  before_change: typeof interview_booking.$inferSelect.before_change
  interviewer_answered_at: string | null
  marked_at: string | null
  has_started: boolean
  is_over: boolean
  is_changeable: boolean
}

export function selectBookings(db: Db) {
  return db
    .select(booking)
    .from(interview_booking)
    .innerJoin(interview_type, eq(interview_type.ref_interview_id, interview_booking.ref_interview_id))
    .innerJoin(interviewer, eq(interviewer.ref_interviewer_id, interview_booking.ref_interviewer_id))
    .$dynamic()
}

const isLive = sql`(interview_booking.state = 'booked' or (interview_booking.state = 'held' and interview_booking.held_until > now()))`

/** The first interviewer's booking represents the interview. */
const isFirst = isNull(interview_booking.beside_id)

/** Returns a candidate's held and booked times by interview, each listed once even with several interviewers. */
export function listLiveBookings(db: Db, user_session_id: number): Promise<BookingRow[]> {
  return selectBookings(db)
    .where(and(eq(interview_booking.user_session_id, user_session_id), isLive, isFirst))
    .orderBy(interview_booking.ref_interview_id, interview_booking.state)
}

const wasBooked = sql`interview_booking.before_change ->> 'state' = 'booked'`

/** Upcoming booked interviews that use the interview's default location rather than a plan's, in the order in which applications are locked. */
export function listUpcomingAtDefaultLocation(db: Db, ref_interview_id: number): Promise<BookingRow[]> {
  const usesDefaultLocation = sql`not exists (select 1 from interview_plan plan join interview_plan_part own using (interview_plan_id)
    where plan.user_session_id = interview_booking.user_session_id and own.ref_interview_id = interview_booking.ref_interview_id and own.where is not null)`
  const isUpcoming = and(eq(interview_booking.state, 'booked'), sql`interview_booking.starts_at > now()`)
  return selectBookings(db)
    .where(and(eq(interview_booking.ref_interview_id, ref_interview_id), isUpcoming, usesDefaultLocation, isFirst))
    .orderBy(interview_booking.user_session_id)
}

/** The candidate's own moves and cancellations whose emails are pending. */
export function listUndoable(db: Db, user_session_id: number): Promise<BookingRow[]> {
  const isTheirs = sql`interview_booking.before_change ->> 'by' = 'candidate'`
  return selectBookings(db).where(and(eq(interview_booking.user_session_id, user_session_id), isTheirs, wasBooked, booking.is_undoable, isFirst))
}

/** Canceled interviews that can still be restored, because their emails haven't been sent. */
export function listRestorable(db: Db, user_session_id: number): Promise<BookingRow[]> {
  const isCanceled = eq(interview_booking.state, 'canceled')
  return selectBookings(db).where(and(eq(interview_booking.user_session_id, user_session_id), isCanceled, wasBooked, booking.is_undoable, isFirst))
}

export async function findBooking(db: Db, interview_booking_id: number): Promise<BookingRow | null> {
  const [row] = await selectBookings(db).where(eq(interview_booking.interview_booking_id, interview_booking_id))
  return row ?? null
}

export async function findPlan(db: Db, user_session_id: number) {
  const [found] = await db
    .select({ plan: interview_plan, modified_by_email: staff_account.email })
    .from(interview_plan)
    .leftJoin(staff_account, eq(staff_account.staff_account_id, interview_plan.modified_by))
    .where(eq(interview_plan.user_session_id, user_session_id))
  if (!found) return null
  const { plan, modified_by_email } = found
  const parts = await db
    .select({
      ref_interview_id: interview_plan_part.ref_interview_id,
      interview_name: interview_type.interview_name,
      minutes: interview_plan_part.minutes,
      interviewer_ids: interview_plan_part.interviewer_ids,
      interviewer_count: interview_plan_part.interviewer_count,
      own_where: interview_plan_part.where,
      own_candidate_text: interview_plan_part.candidate_text,
      where: interview_type.where,
      candidate_text: interview_type.candidate_text,
    })
    .from(interview_plan_part)
    .innerJoin(interview_type, eq(interview_type.ref_interview_id, interview_plan_part.ref_interview_id))
    .where(eq(interview_plan_part.interview_plan_id, plan.interview_plan_id))
    .orderBy(interview_plan_part.position, interview_plan_part.ref_interview_id)
  const partsInEffect = parts.map((part) => ({ ...part, where: part.own_where ?? part.where, candidate_text: part.own_candidate_text ?? part.candidate_text }))
  return { ...plan, modified_by_email, parts: partsInEffect }
}
export type PlanRow = NonNullable<Awaited<ReturnType<typeof findPlan>>>

/** Locks a plan until the transaction ends. */
export async function lockPlan(tx: Db, user_session_id: number): Promise<void> {
  await tx.execute(sql`select 1 from interview_plan where user_session_id = ${user_session_id} for no key update`)
}

type PlanChange = { working_days: number; one_day: boolean; buffer_minutes: number; daily_maximum: number | null; modified_by: number; parts: PlanPart[] }

export async function setPlan(tx: Db, user_session_id: number, { parts, ...plan }: PlanChange): Promise<void> {
  const nextPlan = { ...plan, version: sql`interview_plan.version + 1`, modified_at: sql`now()` }
  const [row] = await tx
    .insert(interview_plan)
    .values({ user_session_id, ...plan, version: 1 })
    .onConflictDoUpdate({ target: interview_plan.user_session_id, set: nextPlan })
    .returning({ interview_plan_id: interview_plan.interview_plan_id })
  const { interview_plan_id } = row!
  await tx.delete(interview_plan_part).where(eq(interview_plan_part.interview_plan_id, interview_plan_id))
  await tx.insert(interview_plan_part).values(parts.map((part, position) => ({ interview_plan_id, position, ...part })))
}

export async function setCandidateZone(tx: Db, user_session_id: number, time_zone: string): Promise<void> {
  await tx.update(interview_plan).set({ time_zone }).where(eq(interview_plan.user_session_id, user_session_id))
}

export async function setPreferences(tx: Db, user_session_id: number, preferences: string): Promise<void> {
  const columns = { preferences, preferences_at: sql`now()`, preferences_answer: null, preferences_answered_at: null }
  await tx
    .insert(interview_plan)
    .values({ user_session_id, ...columns })
    .onConflictDoUpdate({ target: interview_plan.user_session_id, set: columns })
}

export async function setPreferencesAnswer(tx: Db, user_session_id: number, preferences_answer: string): Promise<void> {
  const columns = { preferences_answer, preferences_answered_at: sql`now()` }
  await tx.update(interview_plan).set(columns).where(eq(interview_plan.user_session_id, user_session_id))
}

/** The interviewers with these IDs, with their addresses. */
export function listInterviewersById(db: Db, ids: number[]) {
  return db
    .select({
      ref_interviewer_id: interviewer.ref_interviewer_id,
      interviewer_name: interviewer.interviewer_name,
      interviewer_email: interviewer.interviewer_email,
    })
    .from(interviewer)
    .where(inArray(interviewer.ref_interviewer_id, ids))
}

export type BusyRow = Pick<BookingRow, 'ref_interviewer_id' | 'user_session_id' | 'ref_interview_id' | 'state'> & { from: number; to: number }

/** These interviewers' upcoming busy times, including the buffer after each interview. */
export async function listBusy(db: Db, ids: number[]): Promise<BusyRow[]> {
  const { rows } = await db.execute<BusyRow>(sql`
    select ref_interviewer_id, user_session_id, ref_interview_id, state, floor(extract(epoch from starts_at) * 1000)::float8 as "from",
      ceil(extract(epoch from ends_at + make_interval(mins => buffer_minutes)) * 1000)::float8 as "to"
    from interview_booking where ref_interviewer_id = any(${sql.param(ids)}::int[]) and starts_at > now() - interval '2 days' and ${isLive}`)
  return rows
}

/**
 * Allows one booking at a time per interviewer, so daily maximums and buffers hold under concurrency. Locks all of an interview's interviewers in one
 * order.
 */
export async function lockInterviewerTimes(tx: Db, ids: number[]): Promise<void> {
  await tx.execute(sql`select 1 from interviewer where ref_interviewer_id = any(${sql.param(ids)}::int[]) order by ref_interviewer_id for no key update`)
}

type BookingChange = Partial<Omit<typeof interview_booking.$inferInsert, 'booked_at'>>

/** The interviewer's answer applied to another time. */
const UNANSWERED = { interviewer_answer: null, interviewer_answered_at: null, proposed_at: null }
/** An interview at a new time hasn't taken place yet. */
const UNMARKED = { marked_as: null, marked_at: null, feedback_reminders: 0, feedback_reminded_at: null }
/** No one has declined the new time. */
const UNASKED = { declined_by: [], stands_in_for: null }

export async function setBooked(tx: Db, id: number, change: BookingChange = {}): Promise<void> {
  await tx
    .update(interview_booking)
    // A stand-in is booked for the same time, with a record of who declined it.
    .set({
      ...UNASKED,
      ...change,
      ...UNANSWERED,
      ...UNMARKED,
      state: 'booked',
      held_until: null,
      canceled_at: null,
      booked_at: sql`now()`,
      reminded_at: null,
      calendar_due: true,
    })
    .where(eq(interview_booking.interview_booking_id, id))
}

/** Books it again as before; reminders already sent still count. */
export async function setRestored(tx: Db, id: number, change: BookingChange): Promise<void> {
  await setBookingFacts(tx, id, { ...change, state: 'booked', canceled_at: null, calendar_due: true })
}

type Answer = { interviewer_answer: InterviewerAnswer; proposed_at: string | null }

export async function setInterviewerAnswer(tx: Db, id: number, answer: Answer): Promise<void> {
  await setBookingFacts(tx, id, { ...answer, interviewer_answered_at: sql`now()` as unknown as string })
}

export async function setMark(tx: Db, id: number, marked_as: BookingMark | null): Promise<void> {
  await setBookingFacts(tx, id, { marked_as, marked_at: marked_as && (sql`now()` as unknown as string) })
}

export async function setCanceled(tx: Db, id: number, change: BookingChange = {}): Promise<void> {
  await tx
    .update(interview_booking)
    .set({ ...change, state: 'canceled', canceled_at: sql`now()`, calendar_due: true })
    .where(eq(interview_booking.interview_booking_id, id))
}

export async function setBookingFacts(tx: Db, id: number, change: BookingChange): Promise<void> {
  await tx.update(interview_booking).set(change).where(eq(interview_booking.interview_booking_id, id))
}
