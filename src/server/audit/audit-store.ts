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
 * Matches rows `t` about lists, exports and searches that showed this applicant's name: those that name the application, and files and lists of all who
 * matched a role, scope, date and status, if it did then. Rows from before dates and scopes were recorded are taken as far back as their number of days.
 */
export function showedName(user_session_id: number): SQL {
  const mine = (column: string) => sql`(select ${sql.identifier(column)} from user_session where user_session_id = ${user_session_id})`
  const submitted = mine('application_submitted_datetime_utc')
  const role = mine('ref_function_role_id')
  const status = sql`coalesce(t.facts ->> 'ref_application_status_id', 'all')`
  return sql`(t.subject_kind = 'applicants' and (t.action = 'applicants.found' or t.facts ->> 'identifiable' = 'true') and (
    t.facts -> 'user_session_ids' @> to_jsonb(${user_session_id}::int) or (
      t.facts -> 'user_session_ids' is null
        and (t.subject_id is null or t.subject_id = ${role}) and (t.facts -> 'scope' is null or t.facts -> 'scope' @> to_jsonb(${role}))
        and t.at > ${submitted}
        and coalesce((t.facts ->> 'submitted_from')::timestamptz, t.at - make_interval(days => (t.facts ->> 'days_ago')::int)) <= ${submitted}
        and (${status} = 'all' or ${status} = ${statusThen(user_session_id)}::text))))`
}

/** The applicant's status at the time of row `t`. */
function statusThen(user_session_id: number): SQL {
  const change = (column: string, which: SQL) => sql`(
    select ${sql.identifier(column)} from status_change where user_session_id = ${user_session_id} and ${which})`
  const isBefore = sql`changed_at <= t.at and (undone_at is null or undone_at > t.at)`
  return sql`coalesce(
    ${change('to_status_id', sql`${isBefore} order by status_change_id desc limit 1`)},
    ${change('from_status_id', sql`true order by status_change_id limit 1`)},
    (select ref_application_status_id from user_session where user_session_id = ${user_session_id}))`
}
