import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { publicContentVersion } from '#server/people/personal-store.ts'
import { isShown, roleState } from '#server/roles/store.ts'

/**
 * A fingerprint of public content. It changes with every row shown on public pages, no matter who changed it, and when a role opens or closes by
 * date.
 */
export async function readContentVersion(db: Db): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(sql`
    select concat_ws('/', ${publicContentVersion},
      (select string_agg(concat(ref_function_role_id, ${roleState}), ',' order by ref_function_role_id) from function_role where ${isShown})) as version`)
  return rows[0]!.version
}
