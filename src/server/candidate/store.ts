import { and, eq, isNotNull, sql, type SQL, inArray, isNull } from 'drizzle-orm'
import { type Identity, withKeys } from '#contract/applications/person-keys.ts'
import type { OwnApplication, OwnInterview } from '#contract/candidate/candidate.ts'
import { RETENTION_PERIODS } from '#contract/candidate/retention.ts'
import type { Schedule } from '#contract/candidate/checklist.ts'
import type { AccommodationRequest, ErasureRequest } from '#contract/candidate/candidate-requests.ts'
import { replyDueAt } from '#server/applicants/list/due-store.ts'
import type { Applicant } from '#server/applications/access-store.ts'
import { earlierResume } from '#server/applications/resume-store.ts'
import type { Db } from '#server/db/connect.ts'
import { accommodation_request, address_change, erasure_request, resume, user_session } from '#server/db/tables.ts'
import { interviewersOf, placeOf } from '#server/interviews/store.ts'
import { queueForSearch } from '#server/people/search-queue.ts'
import { earlierContact, identityOf } from '#server/people/identity.ts'
import { isList } from '#server/questions/store.ts'
import { visible } from '#server/people/visible.ts'
import { roleClosedAt } from '#server/roles/store.ts'
import type { Scope } from '#server/http/caller.ts'

/** One decision, limited to what the candidate may see. */
export type VisibleDecision = {
  from_status_id: number
  to_status_id: number
  is_own: boolean
  is_told: boolean
  is_undoable: boolean
  undo_until: string | null
  changed_at: string
}

export type OwnRow = Identity & {
  user_session_id: number
  ref_function_role_id: number
  reference: string
  function_role_name: string
  role_closed_at: string | null
  hiring_lead_name: string
  hiring_lead_email: string
  applied_at: string
  reply_due_at: string
  earlier_contact: OwnApplication['earlier_contact']
  earlier_contacts: OwnApplication['earlier_contacts']
  has_resume: boolean
  earlier_resume_at: string | null
  accommodation_asked_at: string | null
  no_drafts: boolean
  pending_email: string | null
  erasure_due_at: string | null
  answers: { question_type: string; question_text: string; answer: string }[]
  emails: { subject: string; sent_at: string }[]
  /** `time_zone`: null until the candidate has picked a time in theirs. */
  interviews: (Omit<OwnInterview, 'where_text' | 'time_zone'> & { time_zone: string | null })[]
  /** Newest first, without undone ones. */
  changes: VisibleDecision[]
}

export async function listOwnRows(db: Db, { email_key, only }: Applicant): Promise<OwnRow[]> {
  return ownRows(db, sql`u.email_key = ${email_key} and u.user_session_id = coalesce(${only}::int, u.user_session_id)`)
}

export async function findOwnRow(db: Db, email_key: string, user_session_id: number): Promise<OwnRow | null> {
  const [row] = await ownRows(db, sql`u.email_key = ${email_key} and u.user_session_id = ${user_session_id}`)
  return row ?? null
}

async function ownRows(db: Db, which: SQL): Promise<OwnRow[]> {
  const { rows } = await db.execute<OwnRow>(sql`
    select u.user_session_id, u.ref_function_role_id, u.reference, r.function_role_name, ${roleClosedAt('r')} as role_closed_at,
      r.hiring_lead_name, r.hiring_lead_email,
      u.application_submitted_datetime_utc as applied_at,
      ${replyDueAt('u')} as reply_due_at,
      ${identityOf('u')}, u.rationale_opt_out_flag as no_drafts,
      exists (select 1 from resume where resume.user_session_id = u.user_session_id and resume.replaced_at is null) as has_resume,
      ${earlierContact('u')} as earlier_contact,
      (select coalesce(json_agg(v.content::jsonb || jsonb_build_object('corrected_at', v.next_at) order by v.version), '[]')
        from (select content, version, lead(written_at) over (order by version) as next_at from text_version
          where kind = 'contact' and of_id = u.user_session_id) v where v.next_at is not null and v.content is not null) as earlier_contacts,
      (select e.uploaded_at from resume e where e.resume_id = ${earlierResume(sql`u.user_session_id`)}) as earlier_resume_at,
      (select max(q.created_at) from accommodation_request q where q.user_session_id = u.user_session_id and q.handled_at is null) as accommodation_asked_at,
      (select a.email from address_change a where a.user_session_id = u.user_session_id order by a.created_at desc limit 1) as pending_email,
      (select e.due_at from erasure_request e where e.user_session_id = u.user_session_id) as erasure_due_at,
      (select coalesce(json_agg(json_build_object('question_type', a.question_type, 'question_text', a.question_text,
          'answer', coalesce(a.user_answer_text_box, '')) order by a.sort_order, a.ref_question_id), '[]')
        from user_session_answer a where a.user_session_id = u.user_session_id and not ${isList('a')}) as answers,
      (select coalesce(json_agg(json_build_object('subject', o.subject, 'sent_at', o.sent_at) order by o.sent_at), '[]')
        from email_outbox o where o.user_session_id = u.user_session_id and o.state = 'sent' and o.purpose in ('candidate', 'confirmation')) as emails,
      (select coalesce(json_agg(json_build_object('interview_booking_id', b.interview_booking_id, 'interview_name', t.interview_name,
          'interviewer_name', ${interviewersOf('b', true)}, 'starts_at', b.starts_at, 'ends_at', b.ends_at, 'time_zone', p.time_zone,
          'where', ${placeOf('where', { booking: 'b', type: 't' })}, 'candidate_text', ${placeOf('candidate_text', { booking: 'b', type: 't' })},
          'join_url', b.join_url) order by b.starts_at), '[]')
        from interview_booking b join interview_type t using (ref_interview_id)
        left join interview_plan p using (user_session_id)
        where b.user_session_id = u.user_session_id and b.state = 'booked' and b.beside_id is null) as interviews,
      (select coalesce(json_agg(json_build_object('from_status_id', c.from_status_id, 'to_status_id', c.to_status_id, 'is_own', c.changed_by is null,
          'is_undoable', coalesce(c.undo_until > now(), false), 'undo_until', c.undo_until, 'changed_at', c.changed_at,
          'is_told', exists (select 1 from email_outbox o where o.user_session_id = c.user_session_id and o.purpose = 'candidate' and o.state = 'sent'
            and o.ref_application_status_id = c.to_status_id and o.created_at >= c.changed_at)) order by c.status_change_id desc), '[]')
        from status_change c where c.user_session_id = u.user_session_id and c.undone_at is null) as changes
    from user_session u join function_role r using (ref_function_role_id)
    where ${which} and ${visible('everyone', 'u')}
    order by u.application_submitted_datetime_utc desc, u.user_session_id desc`)
  return rows
}

type ScheduleRow = Omit<Schedule, 'pick_until' | 'time_zone'> & { time_zone: string | null; working_days: number; planned_at: string }

/** What's planned, booked and held for an application; null before there's a plan. */
export async function findSchedule(db: Db, user_session_id: number): Promise<ScheduleRow | null> {
  const { rows } = await db.execute<ScheduleRow>(sql`
    select p.time_zone, p.working_days, p.modified_at as planned_at,
      (select coalesce(json_agg(json_build_object('ref_interview_id', y.ref_interview_id, 'interview_name', y.interview_name)
          order by t.position, t.ref_interview_id), '[]')
        from interview_plan_part t join interview_type y using (ref_interview_id) where t.interview_plan_id = p.interview_plan_id) as parts,
      (select coalesce(json_agg(json_build_object('interview_booking_id', b.interview_booking_id, 'ref_interview_id', y.ref_interview_id,
          'interview_name', y.interview_name, 'state', b.state, 'starts_at', b.starts_at, 'ends_at', b.ends_at, 'held_until', b.held_until)), '[]')
        from interview_booking b join interview_type y using (ref_interview_id)
        where b.user_session_id = p.user_session_id and b.beside_id is null and (b.state = 'booked' or (b.state = 'held' and b.held_until > now()))) as slots
    from interview_plan p where p.user_session_id = ${user_session_id}`)
  return rows[0] ?? null
}

/** Any application, so a request takes equally long for known and unknown addresses. */
export async function findAnyApplication(db: Db): Promise<number | null> {
  const { rows } = await db.execute<{ user_session_id: number }>(sql`select user_session_id from user_session order by user_session_id limit 1`)
  return rows[0]?.user_session_id ?? null
}

/** The application whose new address this link would confirm, locked. */
export async function lockForChange(tx: Db, token_hash: string) {
  const isAsked = sql`user_session_id = (select c.user_session_id from address_change c where c.token_hash = ${token_hash})`
  const [session] = await tx
    .select()
    .from(user_session)
    .where(and(isAsked, isNotNull(user_session.email_key), visible('everyone')))
    .for('no key update')
  return session ?? null
}

export async function hasOwnApplication(db: Db, email_key: string, user_session_id: number): Promise<boolean> {
  return (await db.$count(user_session, and(eq(user_session.user_session_id, user_session_id), eq(user_session.email_key, email_key)))) > 0
}

/** The application itself, locked, if it's this person's. */
export async function lockOwnApplication(tx: Db, email_key: string, user_session_id: number) {
  const [session] = await tx
    .select()
    .from(user_session)
    .where(and(eq(user_session.user_session_id, user_session_id), eq(user_session.email_key, email_key), visible('everyone')))
    .for('no key update')
  return session ?? null
}

/** Updates the candidate's identity, in the application and in the identifying answers. */
export async function setPerson(tx: Db, user_session_id: number, person: Identity): Promise<void> {
  await tx
    .update(user_session)
    .set({ ...withKeys(person), last_action_at: sql`now()` })
    .where(eq(user_session.user_session_id, user_session_id))
  await tx.execute(sql`
    update user_session_answer a set user_answer_text_box = coalesce(${JSON.stringify(person)}::jsonb ->> a.question_name, '')
    where a.user_session_id = ${user_session_id} and a.question_name = any(${sql.param(Object.keys(person))}::text[])`)
  await queueForSearch(tx, user_session_id)
}

/** Replaces any pending change; returns the addresses no longer pending confirmation. */
export async function insertAddressChange(tx: Db, change: { token_hash: string; user_session_id: number; email: string }): Promise<string[]> {
  const earlier = await deleteAddressChange(tx, change.user_session_id)
  await tx.insert(address_change).values(change)
  return earlier
}

export async function hasAddressChange(db: Db, token_hash: string): Promise<boolean> {
  const isFresh = sql`created_at > now() - make_interval(days => ${RETENTION_PERIODS.newAddress})`
  const isReachable = sql`exists (select from user_session u where u.user_session_id = address_change.user_session_id and ${visible('everyone', 'u')})`
  return (await db.$count(address_change, and(eq(address_change.token_hash, token_hash), isFresh, isReachable))) > 0
}

/** Deletes and returns the change this link confirms; null when it's unknown or expired. */
export async function takeAddressChange(tx: Db, token_hash: string) {
  const [change] = await tx
    .delete(address_change)
    .where(eq(address_change.token_hash, token_hash))
    .returning({
      user_session_id: address_change.user_session_id,
      email: address_change.email,
      isFresh: sql<boolean>`created_at > now() - make_interval(days => ${RETENTION_PERIODS.newAddress})`,
    })
  return change?.isFresh ? change : null
}

/** Deletes the pending address change; returns the addresses no longer pending confirmation. */
export async function deleteAddressChange(tx: Db, user_session_id: number): Promise<string[]> {
  const waiting = await tx.delete(address_change).where(eq(address_change.user_session_id, user_session_id)).returning({ email: address_change.email })
  return waiting.map(({ email }) => email)
}

/** Deletes the newest request that hasn't been handled; returns false when there's none. */
export async function deleteAccommodationRequest(tx: Db, user_session_id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    delete from accommodation_request where accommodation_request_id = (
      select max(accommodation_request_id) from accommodation_request where user_session_id = ${user_session_id} and handled_at is null)
      and handled_at is null returning 1`)
  return rows.length > 0
}

export async function setNoDrafts(tx: Db, user_session_id: number, rationale_opt_out_flag: boolean): Promise<void> {
  await tx.update(user_session).set({ rationale_opt_out_flag }).where(eq(user_session.user_session_id, user_session_id))
}

export async function insertAccommodationRequest(tx: Db, request: { user_session_id: number; message: string }): Promise<void> {
  await tx.insert(accommodation_request).values(request)
}

/** A repeated request changes nothing. */
export async function insertErasureRequest(tx: Db, user_session_id: number): Promise<{ due_at: string; isFirst: boolean }> {
  const inserted = await tx
    .insert(erasure_request)
    .values({ user_session_id, due_at: sql`now() + make_interval(days => ${RETENTION_PERIODS.requestedErasure})` })
    .onConflictDoNothing()
    .returning({ user_session_id: erasure_request.user_session_id })
  const [request] = await tx.select({ due_at: erasure_request.due_at }).from(erasure_request).where(eq(erasure_request.user_session_id, user_session_id))
  return { due_at: request!.due_at, isFirst: inserted.length > 0 }
}

export async function listResumes(db: Db, user_session_id: number) {
  return db
    .select({ uploaded_at: resume.uploaded_at, replaced_at: resume.replaced_at, size_bytes: resume.size_bytes, sha256: resume.sha256 })
    .from(resume)
    .where(and(eq(resume.user_session_id, user_session_id), isNotNull(resume.stored_at)))
    .orderBy(resume.resume_id)
}

export async function listAccommodationRequests(db: Db, user_session_id: number) {
  return db
    .select({ message: accommodation_request.message, created_at: accommodation_request.created_at })
    .from(accommodation_request)
    .where(eq(accommodation_request.user_session_id, user_session_id))
}

export async function listOpenAccommodations(db: Db, scope: Scope): Promise<AccommodationRequest[]> {
  const { rows } = await db.execute<AccommodationRequest>(sql`
    select a.accommodation_request_id, a.user_session_id, u.alias, r.function_role_name, r.hiring_lead_name, r.hiring_lead_email, a.created_at, a.message
    from accommodation_request a join user_session u using (user_session_id) join function_role r using (ref_function_role_id)
    where a.handled_at is null and ${visible(scope, 'u')} order by a.accommodation_request_id`)
  return rows.map((row) => ({ ...row, created_at: iso(row.created_at) }))
}

export async function listOpenErasures(db: Db, scope: Scope): Promise<Omit<ErasureRequest, 'keep_until'>[]> {
  const { rows } = await db.execute<Omit<ErasureRequest, 'keep_until'>>(sql`
    select e.user_session_id, u.alias, r.function_role_name, e.created_at, e.due_at, u.legal_hold_reason is not null as is_on_hold
    from erasure_request e join user_session u using (user_session_id) join function_role r using (ref_function_role_id)
    where ${visible(scope, 'u')} order by e.due_at, e.user_session_id`)
  return rows.map((row) => ({ ...row, created_at: iso(row.created_at), due_at: iso(row.due_at) }))
}

/** Marks an open request as handled and returns its application; null when there is none within the scope. */
export async function setHandled(tx: Db, { id, scope, handled_by }: { id: number; scope: Scope; handled_by: number }): Promise<number | null> {
  const open = (await listOpenAccommodations(tx, scope)).map((one) => one.accommodation_request_id)
  const [row] = await tx
    .update(accommodation_request)
    .set({ handled_at: sql`now()`, handled_by })
    .where(
      and(
        eq(accommodation_request.accommodation_request_id, id),
        inArray(accommodation_request.accommodation_request_id, open),
        isNull(accommodation_request.handled_at),
      ),
    )
    .returning({ user_session_id: accommodation_request.user_session_id })
  return row?.user_session_id ?? null
}

function iso(at: string): string {
  return new Date(at).toISOString()
}
