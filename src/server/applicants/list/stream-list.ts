import type { Applicant } from '#contract/applicants/applicants.ts'
import { toCsvText, hasOwnColumn } from '#contract/questions/question-rules.ts'
import type { DecisionSummary, ListedDecision } from '#contract/applicants/applicant-list.ts'
import { csvColumns } from '#contract/applicants/columns-shown.ts'
import type { ListColumnId } from '#contract/applicants/list-columns.ts'
import type { ListedLicenses } from '#contract/licenses/listed.ts'
import type { Db } from '#server/db/connect.ts'
import { type Viewer, viewOf } from '#server/people/view-of.ts'
import { hasLicenses } from '#server/applicants/licenses/license-store.ts'
import { licensesOf } from '#server/applicants/licenses/licenses-of.ts'
import { hasReasons, listDecisions } from '#server/applicants/decide/reason-store.ts'
import { cellOf } from '#server/http/csv-cell.ts'
import {
  listApplicantIds,
  listApplicantRows,
  listPageRows,
  type ApplicantRow,
  type Filter,
  type ListPosition,
  hasVias,
  listAskedQuestions,
  listCsvRows,
  type AskedQuestion,
  type CsvRow,
} from './list-store.ts'
import { answersOf, withoutAnswers, viewOfRow, presentApplicant } from './present-applicant.ts'

/** All applications that match a filter, as one JSON array, in pieces; the first is sent as soon as the first rows arrive. */
export async function* streamApplicants(db: Db, filter: Filter, viewer: Viewer): AsyncGenerator<string> {
  let begin = '['
  const fetchRows = async (ids: number[]) => {
    const rows = await listApplicantRows(db, { ids, scope: filter.scope }, { withIdentity: viewer.identifiable, time_zone: filter.order.time_zone })
    const byId = new Map(rows.map((row) => [row.user_session_id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
  for await (const rows of pagesOf(await listApplicantIds(db, filter), fetchRows)) {
    yield begin + rows.map((row) => toJson(row, viewer)).join(',')
    begin = ','
  }
  yield begin === '[' ? '[]' : ']'
}

function toJson(row: ApplicantRow, viewer: Viewer): string {
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
  const { ids, questions, columns, columnsInUse } = await findContents(db, filter, requested)
  yield `${BYTE_ORDER_MARK}${columns.map(({ header }) => cellOf(header)).join(',')}\r\n`
  const shown = { questions, withIdentity: viewer.identifiable }
  const fetchRows = async (page: number[]) => sorted(await listCsvRows(db, { ids: page, scope: filter.scope }, shown), page)
  for await (const rows of pagesOf(ids, fetchRows)) {
    const page = rows.map(({ user_session_id }) => user_session_id)
    const licenses = columnsInUse.includes('licenses') ? await licensesOf(db, page, time_zone) : new Map<number, ListedLicenses>()
    const isDecided = decided || columnsInUse.includes('decision')
    const decisions = isDecided ? await listDecisions(db, page, { decided, time_zone }) : new Map<number, ListedDecision>()
    let lines = ''
    for (const row of rows) {
      const { answers, hide } = maskedAnswers(row, questions, viewer)
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

/** Reads from one snapshot, so the file has a column for every answer in it even while people keep applying. */
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
  const columnsInUse: ListColumnId[] = []
  if (identifiable && (await hasVias(db, filter))) columnsInUse.push('link')
  if (await hasLicenses(db, filter)) columnsInUse.push('licenses')
  if (!decided && (await hasReasons(db, filter))) columnsInUse.push('decision', 'reason')
  const filtered = { roleId: filter.roleId !== 'all', decided: decided !== undefined }
  return { questions, columnsInUse, columns: csvColumns({ identifiable, filtered, held: columnsInUse }, questions) }
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
function maskedAnswers(row: CsvRow, questions: AskedQuestion[], viewer: Viewer) {
  const texts = questions.map(({ question_type }, index) => toCsvText(question_type, row[`a${index}`] ?? ''))
  const { hide } = viewOf(row, viewer, texts.join('\n'))
  return { answers: texts.map(hide), hide }
}

/** Rows per statement: enough to keep PostgreSQL busy, few enough to keep memory flat. */
const ROWS_PER_PAGE = 250

/** How many pages PostgreSQL prepares while another is being sent; with only one, it would sit idle half the time. */
const PREFETCHED_PAGES = 2

/** The rows of these applications, page by page. No connection is columnsInUse while a slow client receives the last one. */
export async function* pagesOf<Row>(ids: number[], fetchRows: (ids: number[]) => Promise<Row[]>): AsyncGenerator<Row[]> {
  const pending: Promise<Row[]>[] = []
  let from = 0
  const prefetch = () => {
    for (; pending.length < PREFETCHED_PAGES && from < ids.length; from += ROWS_PER_PAGE)
      pending.push(ignoringErrors(fetchRows(ids.slice(from, from + ROWS_PER_PAGE))))
  }
  for (prefetch(); pending.length > 0;) {
    const rows = await pending.shift()!
    prefetch()
    if (rows.length > 0) yield rows
  }
}

/** After a client disconnects, nothing handles a failed page, so its rejection is ignored. */
function ignoringErrors<Row>(page: Promise<Row[]>): Promise<Row[]> {
  page.catch(() => {})
  return page
}
