import type { Db } from '#server/db/connect.ts'
import { listApplicantIds, listApplicantRows, type ApplicantRow, type Filter } from './list-store.ts'
import { pagesOf } from './pages-of.ts'
import { answersOf, headOf } from './present-applicant.ts'

/** All applications of a filter as one JSON array, in pieces; the first comes as soon as the first rows do. */
export async function* streamApplicants(db: Db, filter: Filter, withIdentity: boolean): AsyncGenerator<string> {
  let begin = '['
  for await (const rows of pagesOf(await listApplicantIds(db, filter), (ids) => listApplicantRows(db, { ids, scope: filter.scope }, { withIdentity }))) {
    yield begin + rows.map((row) => jsonOf(row, withIdentity)).join(',')
    begin = ','
  }
  yield begin === '[' ? '[]' : ']'
}

function jsonOf(row: ApplicantRow, withIdentity: boolean): string {
  return `${JSON.stringify(headOf(row, withIdentity)).slice(0, -1)},"answers":${answersOf(row, withIdentity)}}`
}
