import { sql, type SQL } from 'drizzle-orm'
import { STAGES, type Stage } from '#contract/statuses/status-meanings.ts'
import { statusesFrom } from '#contract/statuses/statuses.ts'
import { matchesFilter } from '#server/applicants/list/list-store.ts'
import type { Scope } from '#server/http/caller.ts'

/** The period covered by a number on the home screen. */
export type Counted = { days_ago: number; scope: Scope; order: { time_zone: string } }

export function submittedIn(counted: Counted): SQL {
  return matchesFilter({ roleId: 'all', ref_application_status_id: 'all', ...counted })
}

/** The number of applications that reached each stage, as a JSON array in the order of `STAGES`. */
export const reached = sql`json_build_array(${sql.join(
  STAGES.map((stage) => sql`count(*) filter (where ${hasReached(stage)})`),
  sql`, `,
)})`

/** Counts everyone who was ever in the panel, whatever their status now, but not undone changes. */
function hasReached(stage: Stage): SQL {
  const statuses = sql`any(${sql.param(statusesFrom(stage))}::int[])`
  if (stage !== 'panel') return sql`ref_application_status_id = ${statuses}`
  return sql`ref_application_status_id = ${statuses} or exists (
    select 1 from status_change c where c.user_session_id = user_session.user_session_id and c.to_status_id = ${statuses} and c.undone_at is null)`
}
