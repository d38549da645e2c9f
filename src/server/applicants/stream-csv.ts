import { hasOwnColumn } from '#contract/applicants.ts'
import type { Db } from '#server/db/connect.ts'
import { listAskedQuestions, listCsvRows, type CsvRow } from './csv-store.ts'
import { hiderOf } from './hide-identity.ts'
import { listApplicantIds, type Filter } from './list-store.ts'
import { pagesOf } from './pages-of.ts'

/** Spreadsheets take UTF-8 for something else without it. */
const BYTE_ORDER_MARK = '\uFEFF'
/** A cell that begins with one of these may be run as a formula (CWE-1236). */
const FORMULA = ['=', '+', '-', '@', '\t', '\r', '\0']

type Column = { header: string; of: (row: CsvRow) => string }

/** All applications of a filter as CSV (RFC 4180, every cell in quotes), newest first, in pieces. */
export async function* streamCsv(db: Db, filter: Filter, withIdentity: boolean): AsyncGenerator<string> {
  const questions = (await listAskedQuestions(db, filter)).filter((question) => hasOwnColumn(question.question_name))
  const asked = questions.map((question) => question.ref_question_id)
  const columns = [...(withIdentity ? IDENTIFIED : HIDDEN_IDENTITY), ...(filter.roleId === 'all' ? [ROLE] : [])]
  const headers = [...columns.map((column) => column.header), ...questions.map((question) => question.question_text)]
  yield `${BYTE_ORDER_MARK}${headers.map(cellOf).join(',')}\r\n`
  for await (const rows of pagesOf(await listApplicantIds(db, filter), (page) => listCsvRows(db, page, { questions: asked, withIdentity }))) {
    let lines = ''
    for (const row of rows) lines += `${columns.map((column) => cellOf(column.of(row))).join(',')}${answerCells(row, withIdentity)}\r\n`
    yield lines
  }
}

const STANDING: Column[] = [
  { header: 'Requires H1B', of: (row) => row.sponsorship ?? '' },
  { header: 'Status', of: (row) => row.application_status },
]
const ROLE: Column = { header: 'Role', of: (row) => row.function_role_name }
const IDENTIFIED: Column[] = [
  { header: 'Applied Date', of: (row) => new Date(row.submitted).toISOString() },
  { header: 'Name', of: (row) => `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() },
  { header: 'Email', of: (row) => row.email ?? '' },
  ...STANDING,
  { header: 'LinkedIn', of: (row) => row.linkedin_profile_url ?? '' },
]
const HIDDEN_IDENTITY: Column[] = [{ header: 'Applicant', of: (row) => row.alias }, ...STANDING]

/** The answers are cells already; a name that is covered in them has no quotes to break. */
function answerCells(row: CsvRow, withIdentity: boolean): string {
  return withIdentity ? row.cells : hiderOf(row).hide(row.cells)
}

export function cellOf(text: string): string {
  const safe = FORMULA.includes(text[0] ?? '') ? `'${text}` : text
  return safe.includes('"') ? `"${safe.replaceAll('"', '""')}"` : `"${safe}"`
}
