import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { SEALED_ACTION } from '#contract/packet/format.ts'
import type { Db } from '#server/db/connect.ts'
import { audit_trail, packet_edition, staff_account, user_session } from '#server/db/tables.ts'
import { IDENTITY } from '#server/people/identity.ts'
import type { KnownIdentity } from '#server/people/mask/find-person.ts'
import { visible } from '#server/people/visible.ts'

/** Anyone who can read the audit trail can see every applicant. */
export async function isShown(db: Db, user_session_id: number): Promise<boolean> {
  return (await db.$count(user_session, and(eq(user_session.user_session_id, user_session_id), visible('everyone')))) > 0
}

/** Returns what's known about an applicant, even one who can't be shown. */
export async function findIdentity(tx: Db, user_session_id: number): Promise<KnownIdentity> {
  const [row] = await tx.select(IDENTITY).from(user_session).where(eq(user_session.user_session_id, user_session_id))
  return row!
}

/** Prevents two packets for one person from being sealed at once, and decisions from being made while one is read. */
export async function lockForSealing(tx: Db, user_session_id: number): Promise<void> {
  await tx.execute(sql`select 1 from user_session where user_session_id = ${user_session_id} for no key update`)
}

export function listStaff(db: Db, ids: number[]) {
  const columns = { staff_account_id: staff_account.staff_account_id, email: staff_account.email }
  return db.select(columns).from(staff_account).where(inArray(staff_account.staff_account_id, ids)).orderBy(asc(staff_account.staff_account_id))
}

export type Seal = { audit_id: number; hash: string; at: string; edition: number; content_sha256: string }

const BLIND = (isBlind: boolean) => sql`and (facts ->> 'is_blind')::boolean = ${isBlind}`

/** Returns the seals of a person's packets of one kind, oldest first. */
export async function listSeals(db: Db, user_session_id: number, isBlind: boolean): Promise<Seal[]> {
  const { rows } = await db.execute<Seal>(sql`
    select audit_id::int as audit_id, hash, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, (facts ->> 'edition')::int as edition,
      facts ->> 'content_sha256' as content_sha256
    from audit_trail where subject_kind = 'applicant' and subject_id = ${user_session_id} and action = ${SEALED_ACTION} ${BLIND(isBlind)}
    order by audit_id`)
  return rows
}

/** Returns the first audit row about an applicant, where a packet's trail starts. */
export async function findFirstRow(db: Db, user_session_id: number): Promise<number> {
  const isAbout = and(eq(audit_trail.subject_kind, 'applicant'), eq(audit_trail.subject_id, user_session_id))
  const [row] = await db.select({ audit_id: audit_trail.audit_id }).from(audit_trail).where(isAbout).orderBy(asc(audit_trail.audit_id)).limit(1)
  return row!.audit_id
}

export type Edition = typeof packet_edition.$inferSelect

/** Returns the stored packet sealed by this row of the trail; null if its file was never stored or was erased. */
export async function findEdition(db: Db, audit_id: number): Promise<Edition | null> {
  const [row] = await db.select().from(packet_edition).where(eq(packet_edition.audit_id, audit_id))
  return row ?? null
}

/** Returns false if the person has since been erased, because nothing about them may be stored anymore. */
export async function insertEdition(tx: Db, edition: typeof packet_edition.$inferInsert): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from user_session where user_session_id = ${edition.user_session_id} and erased_at is null for share`)
  if (rows.length > 0) await tx.insert(packet_edition).values(edition)
  return rows.length > 0
}

/** Returns whether the decision was undone; waits for an undo in progress. */
export async function isUndone(tx: Db, status_change_id: number): Promise<boolean> {
  const { rows } = await tx.execute<{ is_undone: boolean }>(sql`
    select undone_at is not null as is_undone from status_change where status_change_id = ${status_change_id} for share`)
  return rows[0]?.is_undone ?? false
}

/** Returns a stored packet by its number; null if there isn't one. */
export async function findEditionNumber(db: Db, user_session_id: number, { edition, isBlind }: { edition: number; isBlind: boolean }): Promise<Edition | null> {
  const isIt = and(eq(packet_edition.user_session_id, user_session_id), eq(packet_edition.edition, edition), eq(packet_edition.is_blind, isBlind))
  const [row] = await db.select().from(packet_edition).where(isIt)
  return row ?? null
}

/** Returns the license states of an applicant's role. */
export async function findRoleStates(tx: Db, user_session_id: number): Promise<string[]> {
  const { rows } = await tx.execute<{ license_states: string[] }>(sql`
    select r.license_states from user_session u join function_role r using (ref_function_role_id) where u.user_session_id = ${user_session_id}`)
  return rows[0]?.license_states ?? []
}
