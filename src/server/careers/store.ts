import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { function_role } from '#server/db/tables.ts'
import { publicContentVersion } from '#server/people/personal-store.ts'
import { isOpen } from '#server/roles/store.ts'

/**
 * Fingerprint of public content. It changes with every row that public pages show, no matter who changed it, and when a role opens or closes
 * by date.
 */
export async function readContentVersion(db: Db): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(sql`
    select concat_ws('/', ${publicContentVersion},
      (select string_agg(ref_function_role_id::text, ',' order by ref_function_role_id) from function_role where ${isOpen})) as version`)
  return rows[0]!.version
}

/** When each open role was last changed. */
export function listOpenRoleChanges(db: Db) {
  return db.select({ ref_function_role_id: function_role.ref_function_role_id, modified_at: function_role.modified_at }).from(function_role).where(isOpen)
}
