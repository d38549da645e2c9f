import { sql, type SQL } from 'drizzle-orm'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db, Database } from '#server/db/connect.ts'
import { deleteUnsubmitted } from '#server/people/personal-store.ts'
import { CODES } from '#server/mail/outbox-purposes.ts'

export type Subject = {
  user_session_id: number
  created_at: string
  legal_hold_reason: string | null
  restricted_at: string | null
  erased_at: string | null
}

/** Returns one application, locked until the transaction ends. */
export async function lockSubject(tx: Db, user_session_id: number): Promise<Subject | null> {
  const { rows } = await tx.execute<Subject>(sql`
    select user_session_id, ${iso(sql`created_at`)} as created_at, legal_hold_reason, restricted_at, erased_at
    from user_session where user_session_id = ${user_session_id} for no key update`)
  return rows[0] ?? null
}

/** Returns the date until which this application must be kept if it's kept for `days` after its last action, and whether that date has passed. */
export async function findMandatoryPeriod(tx: Db, user_session_id: number, days: number): Promise<{ is_over: boolean; until: string }> {
  const until = sql`last_action_at + make_interval(days => ${days})`
  const { rows } = await tx.execute<{ is_over: boolean; until: string }>(sql`
    select application_submitted_datetime_utc is null or ${until} <= now() as is_over, ${iso(until)} as until
    from user_session where user_session_id = ${user_session_id}`)
  return rows[0]!
}

/** Returns other applications with the same address or profile. */
export async function listLinkedIds(tx: Db, user_session_id: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select o.user_session_id as id from user_session u join user_session o on o.user_session_id <> u.user_session_id
      and (o.email_key = u.email_key or o.linkedin_key = u.linkedin_key)
    where u.user_session_id = ${user_session_id} order by 1`)
  return rows.map((row) => row.id)
}

export async function setRestricted(tx: Db, user_session_id: number, reason: string): Promise<void> {
  await tx.execute(sql`
    update user_session set restricted_at = coalesce(restricted_at, now()), restricted_reason = ${reason}, version = version + 1 where user_session_id = ${user_session_id}`)
  await tx.execute(sql`update email_outbox set state = 'withdrawn', leased_until = null where user_session_id = ${user_session_id} and state = 'queued'`)
}

export async function setHold(tx: Db, user_session_id: number, reason: string | null): Promise<void> {
  await tx.execute(sql`update user_session set legal_hold_reason = ${reason} where user_session_id = ${user_session_id}`)
}

/** Returns whether an application was put on legal hold at or after this time. */
export async function wasHeldSince(tx: Db, user_session_id: number, at: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from audit_trail
    where subject_kind = 'applicant' and subject_id = ${user_session_id} and action = 'applicant.held' and at >= ${at}::timestamptz limit 1`)
  return rows.length > 0
}

/** Recorded in the database so the erasure is repeated after a restore from an older backup. Returns the time of the erasure. */
export async function insertErasure(tx: Db, user_session_id: number): Promise<string> {
  const { rows } = await tx.execute<{ erased_at: string }>(sql`
    insert into erasure (user_session_id, reason) values (${user_session_id}, '')
    on conflict (user_session_id) do update set reason = erasure.reason
    returning ${iso(sql`erased_at`)} as erased_at`)
  return rows[0]!.erased_at
}

/** No one is removed before being notified, so these people must be emailed first. */
const UNANSWERED = statusesWhere((meaning) => meaning.owesReply === 'until-emailed')

/** Lists applications in these statuses with no activity for this many days, oldest first; never those on legal hold or still owed a reply. */
export async function listOverdue(db: Db, statuses: number[], days: number) {
  const { rows } = await db.execute<{ user_session_id: number; ref_application_status_id: number; last_action_at: string }>(sql`
    select user_session_id, ref_application_status_id, ${iso(sql`last_action_at`)} as last_action_at from user_session
    where ref_application_status_id = any(${sql.param(statuses)}::int[]) and last_action_at < now() - make_interval(days => ${days})
      and erased_at is null and legal_hold_reason is null
      and not (ref_application_status_id = any(${sql.param(UNANSWERED)}::int[]) and not has_emailed_application_status)
    order by last_action_at, user_session_id`)
  return rows
}

/** Lists applications whose candidates requested erasure, once the staff's review period is over. */
export async function listRequestedErasures(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select user_session_id as id from erasure_request e join user_session u using (user_session_id)
    where e.due_at <= now() and u.restricted_at is null and u.erased_at is null and u.legal_hold_reason is null order by 1`)
  return rows.map((row) => row.id)
}

/** Lists restricted applications whose mandatory period, this many days after the last action, is over. */
export async function listReleased(db: Db, days: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select user_session_id as id from user_session
    where restricted_at is not null and erased_at is null and legal_hold_reason is null and last_action_at + make_interval(days => ${days}) <= now()
    order by 1`)
  return rows.map((row) => row.id)
}

/** Deletes applications that were opened but never submitted. One being submitted right now has its row locked and is skipped. */
export async function purgeNeverSubmitted(tx: Db, days: number, most: number): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select user_session_id as id from user_session
    where application_submitted_datetime_utc is null and created_at < now() - make_interval(days => ${days}) and legal_hold_reason is null
    order by created_at limit ${most} for no key update skip locked`)
  await deleteUnsubmitted(
    tx,
    rows.map((row) => row.id),
  )
  return rows.length
}

export type ErasedApplication = { user_session_id: number; created_at: string; erased_at: string }

/** Lists completed erasures with each application's creation time: after a restore, the number alone may belong to a different person. */
export async function listErasures(db: Db): Promise<ErasedApplication[]> {
  const { rows } = await db.execute<ErasedApplication>(sql`
    select e.user_session_id, ${iso(sql`u.created_at`)} as created_at, ${iso(sql`e.erased_at`)} as erased_at
    from erasure e join user_session u using (user_session_id) order by 1`)
  return rows
}

const DECIDED = statusesWhere((meaning) => meaning.stage !== null && !meaning.isUndecided)

/**
 * Returns whether a file must be kept: a current resume, one that can still replace the current one or was current when a decision was made,
 * one under legal hold, or a packet.
 */
export async function isReferenced(db: Db, storage_key: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from resume r join user_session u using (user_session_id)
    where r.storage_key = ${storage_key} and (r.replaced_at is null or r.replaced_at > now() - interval '25 hours' or u.legal_hold_reason is not null
      or exists (select 1 from status_change c where c.user_session_id = r.user_session_id and c.to_status_id = any(${sql.param(DECIDED)}::int[])
        and c.changed_at between r.uploaded_at and r.replaced_at))
    union all select 1 from packet_edition where storage_key = ${storage_key} limit 1`)
  return rows.length > 0
}

/** Removes reservations whose process died before the bytes were stored. */
export async function removeAbandonedResumes(db: Db): Promise<void> {
  await db.execute(sql`
    delete from resume r using user_session u
    where u.user_session_id = r.user_session_id and r.stored_at is null and r.uploaded_at < now() - interval '1 day' and u.legal_hold_reason is null`)
}

function iso(moment: SQL): SQL {
  return sql`to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/**
 * Deletes the text and calendar entry of up to `most` settled emails older than `days` (0 keeps them), and of sign-in emails after a day. Recipient,
 * time and subject are kept. A legal hold keeps the text.
 */
export async function deleteOldBodies(db: Db, days: number, most: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update email_outbox set html = '', text = '', calendar = null, body_deleted_at = now()
    where email_id in (
      select email_id from email_outbox o
      where state <> 'queued' and body_deleted_at is null and created_at < now() - interval '1 day'
        and (purpose = any(${sql.param(CODES)}::text[]) or (${days}::int > 0 and created_at < now() - make_interval(days => ${days})))
        and not exists (select 1 from user_session u where u.user_session_id = o.user_session_id and u.legal_hold_reason is not null)
      order by created_at limit ${most} for no key update skip locked)`)
  return rowCount ?? 0
}

type Pool = Database['pool']

export async function rewriteTables(pool: Pool, tables: string[]): Promise<void> {
  for (const table of tables) await pool.query(`vacuum full "${table}"`)
}

/** Starts a new WAL segment and deletes those before the checkpoint instead of recycling them. */
export async function dropOldLog(pool: Pool): Promise<void> {
  await pool.query('set wal_recycle = off')
  await pool.query('select pg_switch_wal()')
  await pool.query('checkpoint')
  // The first checkpoint may keep the segment that was current when it started.
  await pool.query('select pg_switch_wal()')
  await pool.query('checkpoint')
}
