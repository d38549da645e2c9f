import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { SessionKey } from '#server/auth/bearer.ts'
import { isLiveSession } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { auth_session, first_run_key, function_role, staff_account } from '#server/db/tables.ts'

type Key = { key_hash: string; opens: 'link' | 'page'; minutes: number; session: SessionKey | null }

/** Also deletes expired keys, because nothing else does. */
export async function insertKey(db: Db, { minutes, session, ...key }: Key): Promise<void> {
  await db.delete(first_run_key).where(lt(first_run_key.expires_at, sql`now()`))
  const [found] = session
    ? await db.select({ auth_session_id: auth_session.auth_session_id }).from(auth_session).where(inArray(auth_session.token_hash, session))
    : []
  await db.insert(first_run_key).values({ ...key, ...found, expires_at: sql`now() + make_interval(mins => ${minutes})` })
}

const isLive = (key_hash: string, opens: Key['opens']) =>
  and(eq(first_run_key.key_hash, key_hash), eq(first_run_key.opens, opens), gt(first_run_key.expires_at, sql`now()`))

export async function findLink(db: Db, key_hash: string): Promise<boolean> {
  const rows = await db.select({ key_hash: first_run_key.key_hash }).from(first_run_key).where(isLive(key_hash, 'link'))
  return rows.length > 0
}

/** Invalidates every link and closes every page if this link is valid; returns false otherwise. If several requests race, only one gets true. */
export async function spendLink(tx: Db, key_hash: string): Promise<boolean> {
  const spent = await tx.delete(first_run_key).where(isLive(key_hash, 'link')).returning({ key_hash: first_run_key.key_hash })
  if (spent.length > 0) await tx.delete(first_run_key)
  return spent.length > 0
}

/** A browser that has the page open. `email` is the owner who reopened it, or null for the person who used the link. */
export type OpenPage = { staff_account_id: number | null; email: string | null }

export async function findPage(db: Db, key_hash: string): Promise<OpenPage | null> {
  const [row] = await db
    .select({ staff_account_id: staff_account.staff_account_id, email: staff_account.email })
    .from(first_run_key)
    .leftJoin(auth_session, eq(auth_session.auth_session_id, first_run_key.auth_session_id))
    .leftJoin(staff_account, eq(staff_account.staff_account_id, auth_session.staff_account_id))
    .where(and(isLive(key_hash, 'page'), or(isNull(first_run_key.auth_session_id), isLiveSession)))
  return row ?? null
}

export type OwnerRow = { staff_account_id: number; email: string; has_signed_in: boolean }

/** Returns the owners added in the product. */
export async function listOwnerRows(db: Db): Promise<OwnerRow[]> {
  const { rows } = await db.execute<OwnerRow>(sql`
    select staff_account_id, email, exists (select 1 from auth_session s where s.staff_account_id = a.staff_account_id) as has_signed_in
    from staff_account a where owner_flag order by staff_account_id`)
  return rows
}

export async function countRoles(db: Db): Promise<number> {
  return db.$count(function_role)
}
