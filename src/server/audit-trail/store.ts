import { sql, type SQL } from 'drizzle-orm'
import { AUDIT_PAGE, type AuditRow } from '#contract/audit-trail.ts'
import { showedName } from '#server/audit/audit-store.ts'
import { hidesApplicant, MATCH_CLOSED } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'

export type AuditFilter = {
  who?: string | undefined
  action?: string | undefined
  user_session_id?: number | undefined
  days_ago: number
  before?: number | undefined
}
/** `account` is the address of the staff member affected. */
export type FoundRow = Omit<AuditRow, 'sentence' | 'ip'> & { personal: string | null; account: string | null }

/** Returns rows, newest first. */
export async function listRows(db: Db, wanted: AuditFilter, limit = AUDIT_PAGE): Promise<FoundRow[]> {
  const { rows } = await db.execute<FoundRow>(sql`
    select t.audit_id, t.at, a.email as who, t.actor_kind, t.action, t.subject_kind, t.subject_id, t.facts, p.personal, s.email as account
    from audit_trail t
    left join staff_account a on a.staff_account_id = t.actor_id
    left join staff_account s on s.staff_account_id = case t.subject_kind when 'account' then t.subject_id else (t.facts ->> 'staff_account_id')::int end
    left join audit_personal p on p.audit_id = t.audit_id
    where ${sql.join(conditionsOf(wanted), sql` and `)}
    order by t.audit_id desc
    limit ${limit}`)
  return rows.map((row) => (hidesApplicant(row) ? { ...row, subject_kind: 'exclusions', subject_id: null } : row))
}

function conditionsOf({ who, action, user_session_id, days_ago, before }: AuditFilter): SQL[] {
  const conditions = [sql`t.at >= now() - make_interval(days => ${days_ago})`]
  if (before !== undefined) conditions.push(sql`t.audit_id < ${before}`)
  if (who) conditions.push(sql`t.actor_id = any(array(select staff_account_id from staff_account where strpos(email, ${who.toLowerCase()}) > 0))`)
  if (action) conditions.push(action.endsWith('.') ? sql`starts_with(t.action, ${action})` : sql`t.action = ${action}`)
  if (user_session_id !== undefined) conditions.push(isAbout(user_session_id))
  return conditions
}

/** Matches rows about an applicant, and lists with names that included the applicant. */
function isAbout(user_session_id: number): SQL {
  return sql`((t.subject_kind = 'applicant' and t.subject_id = ${user_session_id} and t.action <> ${MATCH_CLOSED}) or ${showedName(user_session_id)})`
}

/** Returns the addresses of everyone who has ever signed in. */
export async function listAccounts(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`select email from staff_account`)
  return rows.map((row) => row.email)
}

export async function findHead(db: Db) {
  const { rows } = await db.execute<{ rows: number; audit_id: number | null; hash: string | null; at: string | null }>(sql`
    select coalesce(max(audit_id), 0)::int as rows, max(audit_id) as audit_id,
      (select hash from audit_trail order by audit_id desc limit 1) as hash, max(at) as at from audit_trail`)
  return rows[0]!
}
