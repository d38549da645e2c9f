import { sql, type SQL } from 'drizzle-orm'
import type { Scope } from '#server/http/caller.ts'

/**
 * The one rule for which applications someone may see or count: submitted, not restricted, not erased, and within their scope. Staff calls pass the
 * caller's scope; 'everyone' is for the product itself and for interviewers. `of` is the statement's alias for `user_session`.
 */
export function visible(scope: Scope, of = 'user_session'): SQL {
  const u = sql.identifier(of)
  return sql`(${u}.application_submitted_datetime_utc is not null and ${openToCandidate(of)}${within(scope, of)})`
}

/**
 * The one rule for which applications the person who sent them can still access, by cookie, link or key: not erased, and not kept only because the
 * law requires it. Part of every lookup on their behalf.
 */
export function openToCandidate(of = 'user_session'): SQL {
  const u = sql.identifier(of)
  return sql`(${u}.restricted_at is null and ${u}.erased_at is null)`
}

function within(scope: Scope, of: string): SQL {
  return scope === 'everyone' ? sql`` : sql` and ${isInScope(scope, of)}`
}

/**
 * The one rule for which applications count in figures about the past: submitted and within the scope, even if since restricted or erased. An erasure
 * keeps role, dates and statuses, so those figures stay correct; if they changed, they'd reveal whose application it was.
 */
export function countable(scope: Scope, of = 'user_session'): SQL {
  const u = sql.identifier(of)
  return sql`(${u}.application_submitted_datetime_utc is not null${within(scope, of)})`
}

/** Whether the opening itself is within the scope. `of` is the statement's alias for its table. */
export function isInScope(scope: Scope, of: string): SQL {
  return scope === 'everyone' ? sql`true` : sql`${sql.identifier(of)}.ref_function_role_id = any(${sql.param([...scope])}::int[])`
}
