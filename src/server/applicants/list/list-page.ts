import type { Applicant } from '#contract/applicants/applicants.ts'
import type { Db } from '#server/db/connect.ts'
import type { Viewer } from '#server/people/view-of.ts'
import { listPageRows, type Filter, type Place } from './list-store.ts'
import { presentApplicant } from './present-applicant.ts'

/** One page of a list; `next` is the cursor of the page after it, null on the last. */
export async function listPage(
  db: Db,
  filter: Filter,
  page: { after: Place | null; limit: number; viewer: Viewer },
): Promise<{ applicants: Applicant[]; next: number | null }> {
  const withIdentity = page.viewer.identifiable
  const rows = await listPageRows(db, filter, { withIdentity, time_zone: filter.order.time_zone, after: page.after, limit: page.limit + 1 })
  const applicants = rows.slice(0, page.limit).map((row) => presentApplicant(row, page.viewer))
  return { applicants, next: rows.length > page.limit ? applicants.at(-1)!.user_session_id : null }
}
