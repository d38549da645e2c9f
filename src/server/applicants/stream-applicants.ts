import type { Db } from '#server/db/connect.ts'
import { listApplicantRows, type ApplicantRow, type Filter } from './list-store.ts'
import { pagesOf, ROWS } from './pages-of.ts'
import { answersOf, headOf, newSeparators, type Shown } from './present-applicant.ts'

/** All applications of a filter as one JSON array, in pieces; the first piece comes when the first rows are there. */
export async function* streamApplicants(db: Db, filter: Filter, withIdentity: boolean): AsyncGenerator<string> {
  const shown: Shown = { separators: newSeparators(), withIdentity }
  const toJson = jsonOf(shown)
  let begin = '['
  for await (const rows of pagesOf((after) => listApplicantRows(db, filter, { ...shown, after, limit: ROWS }))) {
    yield begin + rows.map(toJson).join(',')
    begin = ','
  }
  yield begin === '[' ? '[]' : ']'
}

/** Questions repeat from row to row: their JSON is made once. */
function jsonOf(shown: Shown) {
  const openings = new Map<string, string>()
  const opening = (name: string, text: string) => {
    const key = `${name}\u0000${text}`
    const known = openings.get(key)
    if (known !== undefined) return known
    const made = `{"question_name":${JSON.stringify(name)},"question_text":${JSON.stringify(text)},"applicants_answer":`
    openings.set(key, made)
    return made
  }
  return (row: ApplicantRow): string => {
    const answers = answersOf(row, shown).map((one) => `${opening(one.question_name, one.question_text)}${JSON.stringify(one.applicants_answer)}}`)
    return `${JSON.stringify(headOf(row, shown.withIdentity)).slice(0, -1)},"answers":[${answers.join(',')}]}`
  }
}
