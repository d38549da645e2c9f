import { toCsvText, hasOwnColumn } from '#contract/questions/question-rules.ts'
import type { DecisionSummary, ListedDecision } from '#contract/applicants/applicant-list.ts'
import { csvColumns } from '#contract/applicants/columns-shown.ts'
import type { ListColumnId } from '#contract/applicants/list-columns.ts'
import type { ListedLicenses } from '#contract/licenses/listed.ts'
import { hasLicenses } from '#server/applicants/licenses/license-store.ts'
import { licensesOf } from '#server/applicants/licenses/licenses-of.ts'
import { hasReasons, listDecisions } from '#server/applicants/decide/reason-store.ts'
import type { Db } from '#server/db/connect.ts'
import { cellOf } from '#server/http/csv-cell.ts'
import { hasVias, listAskedQuestions, listCsvRows, type AskedQuestion, type CsvRow } from './csv-store.ts'
import { viewOf, type Viewer } from '#server/people/view-of.ts'
import { listApplicantIds, type Filter } from './list-store.ts'
import { pagesOf } from './pages-of.ts'

/** Without it, spreadsheets don't detect UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

export type CsvRequest = {
  viewer: Viewer
  /** The IDs to include, in this order; if omitted, all, newest first. */
  user_session_ids?: number[]
  /** Makes the decision columns show this decision. */
  decided?: DecisionSummary | undefined
}

/** The file's contents: the header, and a row for each applicant. */
export async function describeCsv(db: Db, filter: Filter, requested: CsvRequest): Promise<{ rows: number; columns: string[] }> {
  const { ids, columns } = await findContents(db, filter, requested)
  return { rows: ids.length, columns: columns.map(({ header }) => header) }
}

/** Applications that match a filter as CSV (RFC 4180, every cell in quotes), in pieces. */
export async function* streamCsv(db: Db, filter: Filter, requested: CsvRequest): AsyncGenerator<string> {
  const { viewer, decided } = requested
  const { time_zone } = filter.order
  const { ids, questions, columns, held } = await findContents(db, filter, requested)
  yield `${BYTE_ORDER_MARK}${columns.map(({ header }) => cellOf(header)).join(',')}\r\n`
  const shown = { questions, withIdentity: viewer.identifiable }
  const ask = async (page: number[]) => sorted(await listCsvRows(db, { ids: page, scope: filter.scope }, shown), page)
  for await (const rows of pagesOf(ids, ask)) {
    const page = rows.map(({ user_session_id }) => user_session_id)
    const licenses = held.includes('licenses') ? await licensesOf(db, page, time_zone) : new Map<number, ListedLicenses>()
    const isDecided = decided || held.includes('decision')
    const decisions = isDecided ? await listDecisions(db, page, { decided, time_zone }) : new Map<number, ListedDecision>()
    let lines = ''
    for (const row of rows) {
      const { answers, hide } = answersOf(row, questions, viewer)
      const decision = decisions.get(row.user_session_id)
      const one = Object.assign(row, {
        answers,
        licenses: licenses.get(row.user_session_id),
        decision: decision && { ...decision, reason: hide(decision.reason) },
      })
      lines += `${columns.map(({ cell }) => cellOf(cell(one))).join(',')}\r\n`
    }
    yield lines
  }
}

/** Read from one snapshot, so every applicant in the file has the columns for all their answers while people keep applying. */
function findContents(db: Db, filter: Filter, requested: CsvRequest) {
  return db.transaction(
    async (tx) => ({
      ...(await findColumns(tx, filter, requested)),
      ids: inOrder(await listApplicantIds(tx, filter), requested.user_session_ids),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function findColumns(db: Db, filter: Filter, { viewer: { identifiable }, decided }: CsvRequest) {
  const questions = (await listAskedQuestions(db, filter)).filter(hasOwnColumn)
  const held: ListColumnId[] = []
  if (identifiable && (await hasVias(db, filter))) held.push('link')
  if (await hasLicenses(db, filter)) held.push('licenses')
  if (!decided && (await hasReasons(db, filter))) held.push('decision', 'reason')
  const filtered = { roleId: filter.roleId !== 'all', decided: decided !== undefined }
  return { questions, held, columns: csvColumns({ identifiable, filtered, held }, questions) }
}

function inOrder(filtered: number[], wanted: number[] | undefined): number[] {
  if (!wanted) return filtered
  const isFiltered = new Set(filtered)
  return [...new Set(wanted)].filter((id) => isFiltered.has(id))
}

/** Someone may have been erased since the order was determined, so a row may be missing. */
function sorted(rows: CsvRow[], ids: number[]): CsvRow[] {
  const byId = new Map(rows.map((row) => [row.user_session_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The answers as text; with identities hidden, they're masked here, before quoting. */
function answersOf(row: CsvRow, questions: AskedQuestion[], viewer: Viewer) {
  const texts = questions.map(({ question_type }, place) => toCsvText(question_type, row[`a${place}`] ?? ''))
  const { hide } = viewOf(row, viewer, texts.join('\n'))
  return { answers: texts.map(hide), hide }
}
