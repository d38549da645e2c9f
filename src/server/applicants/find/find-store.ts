import { sql, type SQL } from 'drizzle-orm'
import type { ApplicantName } from '#contract/applicants/applicants.ts'
import { MOST_FOUND } from '#contract/applicants/find-applicants.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { lastNameOf, nameOf } from '#server/people/identity.ts'
import { visible } from '#server/people/visible.ts'

/** Read by each index at most: a common beginning must not cost more than a rare one. */
const LOOKED_AT = 50

/** What the text may be: an application's number, and beginnings (in lower case) of indexed columns. */
export type Sought = { id: number | null; alias: string | null; names: string[]; email: string | null }

/** Each way is a search of its own in its own index; the number comes first, then by alias, which tells no date. */
export async function listFound(db: Db, scope: Scope, { id, alias, names, email }: Sought): Promise<ApplicantName[]> {
  const ways: SQL[] = [
    ...(id === null ? [] : [sql`u.user_session_id = ${id}`]),
    ...(alias === null ? [] : [begins(sql`u.alias`, alias)]),
    ...names.flatMap((name) => [begins(sql`u.name_key`, name), begins(lastNameOf('u'), name)]),
    ...(email === null ? [] : [begins(sql`lower(u.email)`, email)]),
  ]
  if (ways.length === 0) return []
  const each = ways.map((way) => sql`(select u.user_session_id from user_session u where ${way} and ${visible(scope, 'u')} limit ${LOOKED_AT})`)
  const { rows } = await db.execute<ApplicantName>(sql`
    select u.user_session_id, u.alias, ${nameOf('u')}, u.ref_application_status_id, s.application_status, u.ref_function_role_id, r.function_role_name
    from (${sql.join(each, sql` union `)}) found
    join user_session u using (user_session_id)
    join function_role r using (ref_function_role_id)
    join application_status s using (ref_application_status_id)
    order by u.user_session_id is not distinct from ${id}::int desc, u.alias
    limit ${MOST_FOUND}`)
  return rows
}

function begins(column: SQL, text: string): SQL {
  return sql`${column} like ${`${text.replace(/[\\%_]/g, '\\$&')}%`}`
}
