import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { audit_trail } from '#server/db/tables.ts'

/** A row of the trail and the personal values it commits to, as JSON; null if there are none. */
export type AuditRow = typeof audit_trail.$inferInsert & { personal_commitment: string | null; salt: string; personal: string | null }

/** Uses one statement, because anyone else who records something waits from its start until the transaction ends. */
export async function insertAuditRows(tx: Db, rows: AuditRow[]): Promise<void> {
  const written = tx
    .insert(audit_trail)
    .values(rows.map(({ salt: _salt, personal: _personal, ...row }) => row))
    .returning({ audit_id: audit_trail.audit_id, personal_commitment: audit_trail.personal_commitment })
  const values = (column: 'personal_commitment' | 'salt' | 'personal') => sql`${sql.param(rows.map((row) => row[column]))}::text[]`
  await tx.execute(sql`
    with written as (${written.getSQL()})
    insert into audit_personal (audit_id, salt, personal)
    select written.audit_id, given.salt, given.personal
    from written
    join unnest(${values('personal_commitment')}, ${values('salt')}, ${values('personal')}) as given(personal_commitment, salt, personal)
      using (personal_commitment)`)
}

/**
 * Matches rows `t` about lists, exports and searches that showed this applicant's name: those that name the application, and lists of a role or of
 * everyone that went back to its submission.
 */
export function showedName(user_session_id: number): SQL {
  const mine = (column: string) => sql`(select ${sql.identifier(column)} from user_session where user_session_id = ${user_session_id})`
  const submitted = mine('application_submitted_datetime_utc')
  return sql`(t.subject_kind = 'applicants' and (t.action = 'applicants.found' or t.facts ->> 'identifiable' = 'true') and (
    t.facts -> 'user_session_ids' @> to_jsonb(${user_session_id}::int) or (
      (t.subject_id is null or t.subject_id = ${mine('ref_function_role_id')}) and t.at > ${submitted}
        and t.at - make_interval(days => (t.facts ->> 'days_ago')::int) < ${submitted})))`
}
