import type { SQL } from 'drizzle-orm'
import { matchesFilter } from '#server/applicants/list/list-store.ts'
import type { Scope } from '#server/http/caller.ts'

/** The period covered by a number on the home screen. */
export type CountQuery = { days_ago: number; scope: Scope; order: { time_zone: string } }

export function submittedIn(counted: CountQuery): SQL {
  return matchesFilter({ roleId: 'all', ref_application_status_id: 'all', ...counted })
}
