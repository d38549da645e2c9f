import { sql, type SQL } from 'drizzle-orm'

/**
 * The one rule for which applications anyone may be shown or count: submitted, not restricted, not erased. `of` is the name under
 * which the statement reads `user_session`.
 */
export function visible(of = 'user_session'): SQL {
  const u = sql.identifier(of)
  return sql`(${u}.application_submitted_datetime_utc is not null and ${u}.restricted_at is null and ${u}.erased_at is null)`
}
