import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { function_role } from '#server/db/tables.ts'
import { isOpen } from '#server/roles/store.ts'

/**
 * A text that is another one as soon as anything on the public pages changes, whoever changed it: every row's last transaction, and
 * which roles are open now.
 */
export async function readContentVersion(db: Db): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(sql`
    select concat_ws('/',
      (select md5(string_agg(concat_ws(':', ref_function_role_id, xmin::text, (${isOpen})::text), ',' order by ref_function_role_id)) from function_role),
      (select md5(string_agg(concat_ws(':', ref_question_id, xmin::text), ',' order by ref_question_id)) from application_question),
      (select md5(string_agg(concat_ws(':', ref_question_answer_id, xmin::text), ',' order by ref_question_answer_id)) from question_answer_choice),
      (select md5(string_agg(concat_ws(':', ref_question_id, ref_function_role_id), ',' order by ref_question_id, ref_function_role_id)) from question_role)
    ) as version`)
  return rows[0]!.version
}

/** When each open role was changed last. */
export function listOpenRoleChanges(db: Db) {
  return db.select({ ref_function_role_id: function_role.ref_function_role_id, modified_at: function_role.modified_at }).from(function_role).where(isOpen)
}
