import { and, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { purposesWhere } from '#contract/templates/purposes.ts'
import type { Db } from '#server/db/connect.ts'
import { function_role, staff_account, status_change, user_session } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import type { ClockJump } from '#server/mail/clock/clock-store.ts'
import { isUntied } from '#server/mail/store.ts'
import { IDENTITY } from '#server/people/identity.ts'
import { queueingForSearch } from '#server/people/search-queue.ts'
import { visible } from '#server/people/visible.ts'
import { requestSealsFrom } from '#server/versions/seal-request-store.ts'
import { standingVersions, type ReadVersions } from '#server/versions/version-store.ts'

const DATE_KEEPING_PURPOSES = purposesWhere(({ keepsReplyDate }) => keepsReplyDate)

// A subquery, because after waiting for the lock, a join would match the previous status and return nothing.
const statusName = sql<string>`(select s.application_status from application_status s where s.ref_application_status_id = user_session.ref_application_status_id)`

/** A submitted application with its role, locked so other moves wait. */
export async function lockApplicant(tx: Db, user_session_id: number, scope: Scope) {
  const [applicant] = await applicantsWhere(tx, eq(user_session.user_session_id, user_session_id), scope).for('no key update', { of: user_session })
  return applicant ?? null
}
export type LockedApplicant = NonNullable<Awaited<ReturnType<typeof lockApplicant>>>

/** The same without a lock, to show what it could be used for. */
export async function findApplicant(db: Db, user_session_id: number, scope: Scope): Promise<LockedApplicant | null> {
  const [applicant] = await applicantsWhere(db, eq(user_session.user_session_id, user_session_id), scope)
  return applicant ?? null
}

/** Does the same for several applicants, in the order of their IDs. */
export async function lockApplicants(tx: Db, user_session_ids: number[], scope: Scope): Promise<LockedApplicant[]> {
  const idFilter = sql`${user_session.user_session_id} = any(${sql.param(user_session_ids)}::int[])`
  return applicantsWhere(tx, idFilter, scope).orderBy(user_session.user_session_id).for('no key update', { of: user_session })
}

/** Locks only the applicants no one else is changing right now. It never waits, so holding all these locks can't cause a deadlock. */
export async function lockFreeApplicants(tx: Db, user_session_ids: number[], scope: Scope): Promise<LockedApplicant[]> {
  const idFilter = inArray(user_session.user_session_id, user_session_ids)
  return applicantsWhere(tx, idFilter, scope).for('no key update', { of: user_session, skipLocked: true })
}

function applicantsWhere(tx: Db, idFilter: SQL, scope: Scope) {
  return tx
    .select({
      user_session_id: user_session.user_session_id,
      ref_application_status_id: user_session.ref_application_status_id,
      application_status: statusName,
      has_emailed_application_status: user_session.has_emailed_application_status,
      ...IDENTITY,
      function_role_name: function_role.function_role_name,
      hiring_lead_name: function_role.hiring_lead_name,
      hiring_lead_email: function_role.hiring_lead_email,
    })
    .from(user_session)
    .innerJoin(function_role, eq(function_role.ref_function_role_id, user_session.ref_function_role_id))
    .where(and(idFilter, visible(scope)))
}

export async function findRoleOf(tx: Db, user_session_id: number): Promise<number> {
  const [row] = await tx.select({ id: user_session.ref_function_role_id }).from(user_session).where(eq(user_session.user_session_id, user_session_id))
  return row!.id
}

/** The time of the latest change that wasn't undone. */
const newestChangeAt = sql`select max(c.changed_at) from status_change c where c.user_session_id = user_session.user_session_id and c.undone_at is null`
/** When the current status began; an undone change doesn't reset it. */
const enteredAt = sql`coalesce((${newestChangeAt}), application_submitted_datetime_utc)`

export type CurrentStatus = { user_session_id: number; ref_application_status_id: number; has_emailed_application_status: boolean }

/** Called after a change was undone. */
export async function setCurrentStatus(tx: Db, current: CurrentStatus) {
  const { user_session_id, ...shown } = current
  const [state] = await currentStatusUpdate(tx, [user_session_id], shown, enteredAt)
  return state!
}

function currentStatusUpdate(tx: Db, user_session_ids: number[], shown: Omit<CurrentStatus, 'user_session_id'>, status_changed_at: SQL) {
  return tx
    .update(user_session)
    .set({ ...shown, version: sql`version + 1`, status_changed_at, last_action_at: sql`now()` })
    .where(inArray(user_session.user_session_id, user_session_ids))
    .returning({
      user_session_id: user_session.user_session_id,
      ref_application_status_id: user_session.ref_application_status_id,
      has_emailed_application_status: user_session.has_emailed_application_status,
      application_status: statusName.as('application_status'),
    })
}

const noOtherEmail = sql`not exists (
  select from email_outbox o where o.user_session_id = user_session.user_session_id and o.purpose = 'candidate' and o.state in ('queued', 'sent')
    and o.ref_application_status_id = user_session.ref_application_status_id)`

/** Records whether an applicant was emailed in this status; does nothing if the status has changed or another email about it was sent. */
export async function setEmailed(tx: Db, { user_session_id, ref_application_status_id, has_emailed_application_status }: CurrentStatus): Promise<boolean> {
  const rows = await tx
    .update(user_session)
    .set({ has_emailed_application_status, last_action_at: sql`now()` })
    .where(
      and(
        eq(user_session.user_session_id, user_session_id),
        eq(user_session.ref_application_status_id, ref_application_status_id),
        has_emailed_application_status ? undefined : noOtherEmail,
      ),
    )
    .returning({ user_session_id: user_session.user_session_id })
  return rows.length > 0
}

/** Records that these applicants, who are locked, were emailed in the status they're in. */
export async function setAllEmailed(tx: Db, user_session_ids: number[]): Promise<void> {
  await tx
    .update(user_session)
    .set({ has_emailed_application_status: true, last_action_at: sql`now()` })
    .where(inArray(user_session.user_session_id, user_session_ids))
}

type StatusBefore = { user_session_id: number; from_status_id: number; from_emailed: boolean }
type Change = { to_status_id: number; changed_by: number | null; reason: string | undefined; red_flag_ids: number[]; feedback_ids: number[] }
type ChangeOptions = { undoSeconds: number; isEmailed: boolean; isSearchable: boolean; isSealed: boolean }
type RecordedChange = CurrentStatus & { application_status: string; status_change_id: number; undo_until: string }

/**
 * Records the same change for each of these applicants and updates their status, in one statement. `isEmailed`: their emails are queued in the same
 * transaction. `isSearchable`: the change has text to search. `isSealed`: the decisions must be sealed.
 */
export async function insertStatusChanges(tx: Db, from: StatusBefore[], change: Change, how: ChangeOptions): Promise<RecordedChange[]> {
  const ids = from.map((one) => one.user_session_id)
  const { to_status_id, changed_by, reason, red_flag_ids, feedback_ids } = change
  const shown = { ref_application_status_id: to_status_id, has_emailed_application_status: how.isEmailed }
  // The rest of the statement doesn't see the new rows. An older change can still have a later time if the clock was set back.
  const changedAt = sql`(select changed_at from change where change.user_session_id = user_session.user_session_id)`
  const updated = currentStatusUpdate(tx, ids, shown, sql`greatest((${newestChangeAt}), ${changedAt})`)
  const { rows } = await tx.execute<RecordedChange>(sql`
    with change as (
      insert into status_change (user_session_id, from_status_id, from_emailed, to_status_id, changed_by, reason, red_flag_ids, feedback_ids, read_versions, undo_until)
      select given.id, given.status, given.emailed, ${to_status_id}::int, ${changed_by}::int, ${reason || null}::text, ${sql.param(red_flag_ids)}::int[],
        ${sql.param(feedback_ids)}::int[], ${standingVersions(sql`given.id`)}, now() + make_interval(secs => ${how.undoSeconds})
      from unnest(${sql.param(ids)}::int[], ${sql.param(from.map((one) => one.from_status_id))}::int[],
        ${sql.param(from.map((one) => one.from_emailed))}::boolean[]) as given(id, status, emailed)
      returning status_change_id, user_session_id, undo_until, changed_at),
    standing as (${updated.getSQL()})
    ${how.isSearchable ? sql`, search as (${queueingForSearch(...ids)})` : sql``}
    ${how.isSealed ? sql`, seal as (${requestSealsFrom('decided', sql`change`)})` : sql``}
    select standing.*, change.status_change_id, change.undo_until from standing join change using (user_session_id)`)
  return rows.map((row) => ({ ...row, undo_until: new Date(row.undo_until).toISOString() }))
}

/** The versions the decider had read, for the email sent with the change. */
export function versionsReadFor(status_change_id: number): ReadVersions {
  return sql`(select read_versions from status_change where status_change_id = ${status_change_id})`
}

/**
 * Keeps the undo period as long as promised when the clock jumps by more than that period; see `holdThroughJump`. Periods already moved by another
 * process are outside these limits.
 */
export async function moveUndo(tx: Db, { from, byMs }: ClockJump): Promise<void> {
  const jump = sql`make_interval(secs => ${byMs / 1000})`
  const jumpedFrom = sql`to_timestamp(${from / 1000})`
  const isOpen =
    byMs > 0
      ? sql`undo_until > clock_timestamp() - ${jump} and undo_until <= ${jumpedFrom} + ${jump}`
      : sql`undo_until > ${jumpedFrom} and undo_until <= ${jumpedFrom} - ${jump}`
  await tx.execute(sql`update status_change set undo_until = undo_until + ${jump} where changed_at > ${jumpedFrom} - interval '2 days' and ${isOpen}`)
}

export async function findStatusChange(db: Db, status_change_id: number) {
  const [row] = await db
    .select({ ...changeColumns, isInTime: sql<boolean>`undo_until > now()` })
    .from(status_change)
    .where(eq(status_change.status_change_id, status_change_id))
  return row ?? null
}

const changeColumns = {
  status_change_id: status_change.status_change_id,
  user_session_id: status_change.user_session_id,
  from_status_id: status_change.from_status_id,
  from_emailed: status_change.from_emailed,
  to_status_id: status_change.to_status_id,
  changed_at: status_change.changed_at,
  undone_at: status_change.undone_at,
  changed_by: status_change.changed_by,
}

/** The change that led to an applicant's current status. */
export async function findCurrentChange(db: Db, user_session_id: number) {
  return (await listCurrentChanges(db, [user_session_id])).get(user_session_id) ?? null
}

/** The same for several applicants, by `user_session_id`. */
export async function listCurrentChanges(db: Db, user_session_ids: number[]) {
  const rows = await db
    .selectDistinctOn([status_change.user_session_id], changeColumns)
    .from(status_change)
    .where(and(inArray(status_change.user_session_id, user_session_ids), isNull(status_change.undone_at)))
    .orderBy(status_change.user_session_id, desc(status_change.status_change_id))
  return new Map(rows.map((row) => [row.user_session_id, row]))
}

/** The change that led to the current status, if any, and whether emails that aren't tied to one haven't been sent. */
export type ReplacedChange = { user_session_id: number; status_change_id: number | null; has_untied: boolean }

/** What new decisions on these applicants would replace, by `user_session_id`. */
export async function listReplacedChanges(db: Db, user_session_ids: number[]): Promise<Map<number, ReplacedChange>> {
  const { rows } = await db.execute<ReplacedChange>(sql`
    select given.id as user_session_id,
      (select max(c.status_change_id) from status_change c where c.user_session_id = given.id and c.undone_at is null) as status_change_id,
      exists (select from email_outbox where user_session_id = given.id and state in ('queued', 'failed') and ${isUntied}) as has_untied
    from unnest(${sql.param(user_session_ids)}::int[]) as given(id)`)
  return new Map(rows.map((row) => [row.user_session_id, row]))
}

type EarlierStatus = { user_session_id: number; from_status_id: number; from_emailed: boolean }

/** Whether the status before a change counts as emailed: if its email was being sent during the change, that attempt may have failed since. */
export async function wasEmailedBefore(tx: Db, { user_session_id, from_status_id, from_emailed }: EarlierStatus): Promise<boolean> {
  if (!from_emailed) return false
  const { rows } = await tx.execute<{ is_emailed: boolean | null }>(sql`
    select bool_or(state in ('queued', 'sent') or coalesce(leased_until > clock_timestamp(), false)) as is_emailed from email_outbox
    where user_session_id = ${user_session_id} and ref_application_status_id = ${from_status_id} and purpose = 'candidate'`)
  return rows[0]!.is_emailed ?? true
}

/** `undone_by` is null when the candidate undid a withdrawal. */
export async function setUndone(tx: Db, status_change_id: number, undone_by: number | null): Promise<void> {
  await tx
    .update(status_change)
    .set({ undone_by, undone_at: sql`now()` })
    .where(eq(status_change.status_change_id, status_change_id))
}

/** A sent email restarts the reply time, unless its purpose keeps the date. */
export async function setReplyDue(tx: Db, email_id: number): Promise<void> {
  await tx.execute(sql`
    update user_session u set reply_due_at = now() + make_interval(days => u.reply_within_days)
    from email_outbox o where o.email_id = ${email_id} and u.user_session_id = o.user_session_id 
      and (o.template_purpose is null or o.template_purpose <> all(${sql.param(DATE_KEEPING_PURPOSES)}::text[]))`)
}

/** Who last moved an applicant or undid the last move, and when. */
export async function findLastMover(db: Db, user_session_id: number) {
  const [row] = await db
    .select({
      email: sql<string>`coalesce(${staff_account.email}, 'the candidate')`,
      at: sql<string>`coalesce(undone_at, changed_at)`,
      isUndo: sql<boolean>`undone_at is not null`,
    })
    .from(status_change)
    .leftJoin(staff_account, sql`staff_account_id = case when undone_at is null then changed_by else undone_by end`)
    .where(eq(status_change.user_session_id, user_session_id))
    .orderBy(sql`coalesce(undone_at, changed_at) desc`, desc(status_change.status_change_id))
    .limit(1)
  return row ?? null
}
