import { sql, type SQL } from 'drizzle-orm'
import type { ApplicantName } from '#contract/applicants/applicants.ts'
import { MAX_FOUND } from '#contract/applicants/find-applicants.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { lastNameOf, nameOf } from '#server/people/identity.ts'
import { visible } from '#server/people/visible.ts'

/** How much each index may read: a common prefix must not cost more than a rare one. */
const LOOKED_AT = 50

/** What the text may mean: an application's number or reference, or lowercase prefixes of indexed columns. */
export type SearchTerms = { id: number | null; reference: string | null; alias: string | null; names: string[]; email: string | null }

/** Each kind of match uses its own index. Numbers come first, then exact matches, then the rest by alias, which reveals no date. */
export async function listFound(db: Db, scope: Scope, { id, reference, alias, names, email }: SearchTerms): Promise<ApplicantName[]> {
  const ways: Way[] = [
    ...(alias === null ? [] : [{ column: sql`u.alias`, text: alias }]),
    ...names.flatMap((text) => [sql`u.name_key`, lastNameOf('u')].map((column) => ({ column, text }))),
    ...(email === null ? [] : [{ column: sql`lower(u.email)`, text: email }]),
  ]
  const byNumber = sql`(select u.user_session_id, true as in_full from user_session u where u.user_session_id = ${id} and ${visible(scope, 'u')})`
  const byReference = sql`(select u.user_session_id, true as in_full from user_session u where u.reference = ${reference} and ${visible(scope, 'u')})`
  const all = [...(id === null ? [] : [byNumber]), ...(reference === null ? [] : [byReference]), ...ways.map((way) => beginnings(way, scope))]
  if (all.length === 0) return []
  const { rows } = await db.execute<ApplicantName>(sql`
    select u.user_session_id, u.alias, ${nameOf('u')}, u.ref_application_status_id, s.application_status, u.ref_function_role_id, r.function_role_name
    from (select user_session_id, bool_or(in_full) as in_full from (${sql.join(all, sql` union all `)}) one group by user_session_id) found
    join user_session u using (user_session_id)
    join function_role r using (ref_function_role_id)
    join application_status s using (ref_application_status_id)
    order by u.user_session_id is not distinct from ${id}::int desc, found.in_full desc, u.alias
    limit ${MAX_FOUND}`)
  return rows
}

type Way = { column: SQL; text: string }

/** In the index's order, which puts exact matches first. */
function beginnings({ column, text }: Way, scope: Scope): SQL {
  return sql`(select u.user_session_id, ${column} = ${text} as in_full from user_session u
    where ${column} like ${`${text.replace(/[\\%_]/g, '\\$&')}%`} and ${visible(scope, 'u')} order by ${column} using ~<~ limit ${LOOKED_AT})`
}
