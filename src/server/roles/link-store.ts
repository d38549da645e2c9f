import { eq, sql, type SQL } from 'drizzle-orm'
import { OTHER_VIA } from '#contract/role-links.ts'
import type { Db } from '#server/db/connect.ts'
import { role_link } from '#server/db/tables.ts'

export async function listVias(db: Db, ref_function_role_id: number): Promise<string[]> {
  const rows = await db.select({ via: role_link.via }).from(role_link).where(eq(role_link.ref_function_role_id, ref_function_role_id))
  return rows.map(({ via }) => via)
}

/** Newest first. */
export async function listLinks(db: Db, ref_function_role_id: number) {
  const { rows } = await db.execute<{ via: string; applications: number }>(sql`
    select l.via, (select count(*)::int from user_session s
      where s.ref_function_role_id = l.ref_function_role_id and s.via = l.via and s.application_submitted_datetime_utc is not null) as applications
    from role_link l where l.ref_function_role_id = ${ref_function_role_id}
    order by l.role_link_id desc`)
  return rows
}

/** Returns false if the role already has a link with this name. */
export async function insertLink(tx: Db, link: { ref_function_role_id: number; via: string; created_by: number }): Promise<boolean> {
  const rows = await tx.insert(role_link).values(link).onConflictDoNothing().returning({ role_link_id: role_link.role_link_id })
  return rows.length > 0
}

/** Returns the link name to count an application under; see `storedLinkName`. */
export async function findLinkName(db: Db, ref_function_role_id: number, via: string): Promise<string> {
  const { rows } = await db.execute<{ via: string }>(sql`select ${storedLinkName(ref_function_role_id, via)} as via`)
  return rows[0]!.via
}

/** The link name to store with an application: one that staff created, `OTHER_VIA` for any other name, null if there is none. */
export function storedLinkName(ref_function_role_id: number, via: string | null): SQL {
  if (via === null) return sql`null`
  return sql`coalesce((select l.via from role_link l where l.ref_function_role_id = ${ref_function_role_id} and l.via = lower(${via}::text)), ${OTHER_VIA})`
}
