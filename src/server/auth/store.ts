import { and, eq, gt, inArray, isNull, sql, type AnyColumn, desc } from 'drizzle-orm'
import { IDLE_HOURS, MAX_SESSION_HOURS, type SignInMethod } from '#contract/auth/auth.ts'
import { PROOF_MINUTES } from '#contract/auth/passkeys.ts'
import type { Db } from '#server/db/connect.ts'
import { auth_session, staff_account } from '#server/db/tables.ts'
import type { SessionKey } from './bearer.ts'

const now = sql`now()`
const idle = sql`make_interval(hours => ${IDLE_HOURS})`
/** Not ended, not idle too long, not too old. */
export const isLiveSession = and(isNull(auth_session.revoked_at), gt(auth_session.expires_at, now), gt(auth_session.last_seen_at, sql`now() - ${idle}`))

/**
 * Returns the account for an address, creating it on the first sign-in. An existing account isn't locked: updating its address, which is a key, would
 * also block rows that refer to it.
 */
export async function openAccount(db: Db, email: string): Promise<number> {
  const id = { staff_account_id: staff_account.staff_account_id }
  const [made] = await db.insert(staff_account).values({ email }).onConflictDoNothing().returning(id)
  const [row] = made ? [made] : await db.select(id).from(staff_account).where(eq(staff_account.email, email))
  return row!.staff_account_id
}

/**
 * Serializes one person's simultaneous actions until the transaction ends: what counts toward a maximum, such as adding passkeys, and what gives or ends
 * access. Lock the account before its codes, passkeys and sessions, or two transactions could deadlock.
 */
export async function lockStaffAccount(tx: Db, staff_account_id: number): Promise<void> {
  await tx
    .select({ staff_account_id: staff_account.staff_account_id })
    .from(staff_account)
    .where(eq(staff_account.staff_account_id, staff_account_id))
    .for('no key update')
}

export async function hasSignedInBefore(db: Db, staff_account_id: number): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(auth_session)
    .where(eq(auth_session.staff_account_id, staff_account_id))
    .limit(1)
  return rows.length > 0
}

export type FreshSession = {
  token_hash: string
  staff_account_id: number
  sign_in_method: SignInMethod
  browser: string
  sso_sid: string | null
  isConfirmed: boolean
  isProved: boolean
}

export async function insertSession(db: Db, { isConfirmed, isProved, ...session }: FreshSession) {
  const [row] = await db
    .insert(auth_session)
    .values({
      ...session,
      ...(isConfirmed && { confirmed_at: now }),
      ...(isProved && { proved_at: now }),
      expires_at: sql`now() + make_interval(hours => ${MAX_SESSION_HOURS})`,
    })
    .returning({ expires_at: auth_session.expires_at, idle_until: idleUntil() })
  return row!
}

// Spelled out because the query builder omits the table name in single-table statements, and the inner table would be compared with itself.
const outer = sql.raw('staff_account.staff_account_id')
/**
 * The openings whose applicants an account can see: as a member of the role's team, as its hiring lead, or through its department. As JSON, because
 * the driver has no type for the array. Departments and leads are looked up each time, so new openings are included immediately.
 */
export const visibleOpenings = sql<number[]>`array_to_json(array(
  select s.ref_function_role_id from staff_scope s where s.staff_account_id = ${outer}
  union select l.ref_function_role_id from function_role l where lower(l.hiring_lead_email) = ${sql.raw('staff_account.email')}
  union select r.ref_function_role_id from function_role r
    join staff_department d on lower(d.department) = lower(r.department) where d.staff_account_id = ${outer}))`
const member = {
  role_from_group_flag: staff_account.role_from_group_flag,
  owner_flag: staff_account.owner_flag,
  given_role: staff_account.given_role,
  may_decide_flag: staff_account.may_decide_flag,
  suspended_at: staff_account.suspended_at,
  scope: visibleOpenings,
}

const isRecent = (at: AnyColumn) => sql<boolean>`coalesce(${at} > now() - make_interval(mins => ${PROOF_MINUTES}), false)`

/** Returns what owners set for an address; null if it has no account. */
export async function findMember(db: Db, email: string) {
  const [row] = await db.select(member).from(staff_account).where(eq(staff_account.email, email))
  return row ?? null
}

/** Returns a token's session while it's live: not ended, not idle too long, not too old. */
export async function findSession(db: Db, key: SessionKey) {
  const [row] = await db
    .select({
      staff_account_id: auth_session.staff_account_id,
      email: staff_account.email,
      ...member,
      sign_in_method: auth_session.sign_in_method,
      confirmed_at: auth_session.confirmed_at,
      is_confirmed: isRecent(auth_session.confirmed_at),
      is_proved: isRecent(auth_session.proved_at),
      has_passkey: sql<boolean>`exists (select 1 from passkey p where p.staff_account_id = ${outer})`,
      expires_at: auth_session.expires_at,
      idle_until: idleUntil(),
      is_unseen: sql<boolean>`${auth_session.last_seen_at} < now() - interval '1 minute'`,
    })
    .from(auth_session)
    .innerJoin(staff_account, eq(staff_account.staff_account_id, auth_session.staff_account_id))
    .where(and(inArray(auth_session.token_hash, key), isLiveSession))
  return row
}

export async function setSeen(db: Db, key: SessionKey): Promise<void> {
  await db
    .update(auth_session)
    .set({ last_seen_at: now })
    .where(and(inArray(auth_session.token_hash, key), isLiveSession))
}

/** Records that the person confirmed their identity again. Returns how long that's valid. */
export async function setProved(tx: Db, key: SessionKey, how: 'confirmed_at' | 'proved_at'): Promise<string> {
  const [row] = await tx
    .update(auth_session)
    .set({ [how]: now })
    .where(inArray(auth_session.token_hash, key))
    .returning({ until: sql<string>`now() + make_interval(mins => ${PROOF_MINUTES})` })
  return new Date(row!.until).toISOString()
}

export async function endSession(db: Db, key: SessionKey): Promise<void> {
  await db
    .update(auth_session)
    .set({ revoked_at: now })
    .where(and(inArray(auth_session.token_hash, key), isNull(auth_session.revoked_at)))
}

/** Returns how many sessions ended. */
export async function endSessionsOf(db: Db, staff_account_id: number): Promise<number> {
  const ended = await db
    .update(auth_session)
    .set({ revoked_at: now })
    .where(and(eq(auth_session.staff_account_id, staff_account_id), isLiveSession))
    .returning({ token_hash: auth_session.token_hash })
  return ended.length
}

/** Locks an address's account if it has one. Returns its ID. */
export async function lockAccountOf(tx: Db, email: string): Promise<number | null> {
  const account = await findAccount(tx, email)
  if (account) await lockStaffAccount(tx, account.staff_account_id)
  return account?.staff_account_id ?? null
}

export async function findAccount(db: Db, email: string) {
  const [row] = await db.select({ staff_account_id: staff_account.staff_account_id }).from(staff_account).where(eq(staff_account.email, email))
  return row
}

function idleUntil() {
  return sql<string>`least(${auth_session.expires_at}, ${auth_session.last_seen_at} + ${idle})`.mapWith((at: string) => new Date(at).toISOString())
}

export function listSessions(db: Db, staff_account_id: number) {
  const { token_hash, auth_session_id, browser, sign_in_method, created_at, last_seen_at, expires_at } = auth_session
  return db
    .select({ token_hash, auth_session_id, browser, sign_in_method, created_at, last_seen_at, expires_at })
    .from(auth_session)
    .where(and(eq(auth_session.staff_account_id, staff_account_id), isLiveSession))
    .orderBy(desc(last_seen_at))
}

/** Returns true if it was theirs and live. */
export async function endOneSession(tx: Db, staff_account_id: number, auth_session_id: number): Promise<boolean> {
  const ended = await tx
    .update(auth_session)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(auth_session.staff_account_id, staff_account_id), eq(auth_session.auth_session_id, auth_session_id), isLiveSession))
    .returning({ auth_session_id: auth_session.auth_session_id })
  return ended.length === 1
}
