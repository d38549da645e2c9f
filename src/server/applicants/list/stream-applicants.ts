import type { Db } from '#server/db/connect.ts'
import type { Viewer } from '#server/people/view-of.ts'
import { listApplicantIds, listApplicantRows, type ApplicantRow, type Filter } from './list-store.ts'
import { pagesOf } from './pages-of.ts'
import { answersOf, headOf, viewOfRow } from './present-applicant.ts'

/** All applications of a filter as one JSON array, in pieces; the first is sent as soon as the first rows arrive. */
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
  return `${JSON.stringify(headOf(row, view)).slice(0, -1)},"answers":${answersOf(row, view)}}`
}
