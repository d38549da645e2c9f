import type { Db } from '#server/db/connect.ts'
import type { Viewer } from '#server/people/view-of.ts'
import { listApplicantIds, listApplicantRows, listPageRows, type ApplicantRow, type Filter, type ListPosition } from './list-store.ts'
import { pagesOf } from './pages-of.ts'
import { answersOf, withoutAnswers, viewOfRow, presentApplicant } from './present-applicant.ts'
import type { Applicant } from '#contract/applicants/applicants.ts'

/** All applications that match a filter, as one JSON array, in pieces; the first is sent as soon as the first rows arrive. */
export async function* streamApplicants(db: Db, filter: Filter, viewer: Viewer): AsyncGenerator<string> {
  let begin = '['
  const ask = async (ids: number[]) => {
    const rows = await listApplicantRows(db, { ids, scope: filter.scope }, { withIdentity: viewer.identifiable, time_zone: filter.order.time_zone })
    const byId = new Map(rows.map((row) => [row.user_session_id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
  for await (const rows of pagesOf(await listApplicantIds(db, filter), ask)) {
    yield begin + rows.map((row) => jsonOf(row, viewer)).join(',')
    begin = ','
  }
  yield begin === '[' ? '[]' : ']'
}

function jsonOf(row: ApplicantRow, viewer: Viewer): string {
  const view = viewOfRow(row, viewer)
  return `${JSON.stringify(withoutAnswers(row, view)).slice(0, -1)},"answers":${answersOf(row, view)}}`
}

/** One page of a list; `next` is the cursor of the page after it, null on the last. */
export async function listPage(
  db: Db,
  filter: Filter,
  page: { after: ListPosition | null; limit: number; viewer: Viewer },
): Promise<{ applicants: Applicant[]; next: number | null }> {
  const withIdentity = page.viewer.identifiable
  const rows = await listPageRows(db, filter, { withIdentity, time_zone: filter.order.time_zone, after: page.after, limit: page.limit + 1 })
  const applicants = rows.slice(0, page.limit).map((row) => presentApplicant(row, page.viewer))
  return { applicants, next: rows.length > page.limit ? applicants.at(-1)!.user_session_id : null }
}
