import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'

/** A row of the audit trail as the exact text that was hashed, plus its personal values if they still exist. */
export type AuditRow = {
  audit_id: number
  at: string
  actor_kind: string
  actor_id: string | null
  action: string
  subject_kind: string
  subject_id: string | null
  facts: string
  personal_commitment: string | null
  row_salt: string | null
  previous_hash: string
  hash: string
  salt: string | null
  personal: string | null
}

export async function listAuditRows(db: Db, after: number, limit: number): Promise<AuditRow[]> {
  const { rows } = await db.execute<AuditRow>(sql`
    select a.audit_id::int as audit_id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, a.actor_kind, a.actor_id::text as actor_id, a.action,
      a.subject_kind, a.subject_id::text as subject_id, a.facts::text as facts, a.personal_commitment,
      -- An older backup is verified before it's migrated, without this column.
      to_jsonb(a) ->> 'row_salt' as row_salt, a.previous_hash, a.hash, p.salt, p.personal
    from audit_trail a left join audit_personal p using (audit_id)
    where a.audit_id > ${after} order by a.audit_id limit ${limit}`)
  return rows
}

/** Returns a row of personal values that no row of the trail refers to, or null; there should be none. */
export async function findStrayPersonal(db: Db): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select p.audit_id::int as id from audit_personal p left join audit_trail a using (audit_id) where a.audit_id is null order by 1 limit 1`)
  return rows[0]?.id ?? null
}
