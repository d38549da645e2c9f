import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { AssignedRole } from '#contract/staff/access.ts'
import { SSO_MINUTES } from '#contract/auth/single-sign-on.ts'
import type { Db } from '#server/db/connect.ts'
import { auth_session, sso_attempt, staff_account } from '#server/db/tables.ts'

type AttemptRow = typeof sso_attempt.$inferInsert

const expired = sql`${sso_attempt.created_at} < now() - make_interval(mins => ${SSO_MINUTES})`

/** Saves what the response is checked against; expired entries are removed. */
export async function insertAttempt(db: Db, attempt: Omit<AttemptRow, 'created_at'>): Promise<void> {
  await db.delete(sso_attempt).where(expired)
  await db.insert(sso_attempt).values(attempt)
}

/** Returns the attempt, but only to the request that consumes it. */
export async function takeAttempt(db: Db, state_hashes: string[]) {
  const [row] = await db
    .delete(sso_attempt)
    .where(and(inArray(sso_attempt.state_hash, state_hashes), sql`not (${expired})`))
    .returning()
  return row ?? null
}

/** Returns true once the address belongs to the subject; false if either belongs to another. */
export async function bindSubject(tx: Db, staff_account_id: number, subject: string): Promise<boolean> {
  const bound = await tx.execute(sql`
    update staff_account set sso_subject = ${subject}
    where staff_account_id = ${staff_account_id} and coalesce(sso_subject, ${subject}) = ${subject}
      and not exists (select 1 from staff_account o where o.sso_subject = ${subject} and o.staff_account_id <> ${staff_account_id})
    returning 1`)
  return bound.rows.length === 1
}

/** Lets the next sign-in bind the address to another subject. Returns true if it was bound. */
export async function releaseSubject(db: Db, email: string): Promise<boolean> {
  const released = await db
    .update(staff_account)
    .set({ sso_subject: null })
    .where(and(eq(staff_account.email, email), sql`${staff_account.sso_subject} is not null`))
    .returning({ staff_account_id: staff_account.staff_account_id })
  return released.length === 1
}

export async function setGroupRole(tx: Db, staff_account_id: number, given_role: AssignedRole | null): Promise<void> {
  await tx
    .update(staff_account)
    .set({ given_role, role_from_group_flag: given_role !== null, version: sql`${staff_account.version} + 1` })
    .where(eq(staff_account.staff_account_id, staff_account_id))
}

/** Returns the account that lost its group's role; null if the address has none, or is bound to another subject. */
export async function clearGroupRole(tx: Db, email: string, subject: string): Promise<number | null> {
  const [cleared] = await tx
    .update(staff_account)
    .set({ given_role: null, role_from_group_flag: false, version: sql`${staff_account.version} + 1` })
    .where(
      and(
        eq(staff_account.email, email),
        eq(staff_account.sso_subject, subject),
        eq(staff_account.role_from_group_flag, true),
        isNotNull(staff_account.given_role),
      ),
    )
    .returning({ staff_account_id: staff_account.staff_account_id })
  return cleared?.staff_account_id ?? null
}

type LogoutTarget = { subject: string | null; sid: string | null; issued_at: number }

/**
 * Sessions that started after the provider issued its token are kept: a replayed token can't end them. Returns the account of each session that
 * ended.
 */
export async function endProviderSessions(tx: Db, { subject, sid, issued_at }: LogoutTarget): Promise<number[]> {
  const ended = await tx
    .update(auth_session)
    .set({ revoked_at: sql`now()` })
    .from(staff_account)
    .where(
      and(
        eq(staff_account.staff_account_id, auth_session.staff_account_id),
        eq(auth_session.sign_in_method, 'sso'),
        isNull(auth_session.revoked_at),
        // The provider's clock may be this far behind ours.
        lte(auth_session.created_at, sql`to_timestamp(${issued_at}) + interval '30 seconds'`),
        subject === null ? undefined : eq(staff_account.sso_subject, subject),
        sid === null ? undefined : eq(auth_session.sso_sid, sid),
      ),
    )
    .returning({ staff_account_id: auth_session.staff_account_id })
  return ended.map(({ staff_account_id }) => staff_account_id)
}
