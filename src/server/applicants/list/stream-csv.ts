import { asCsvText, hasOwnColumn } from '#contract/questions/question-rules.ts'
import type { Decided, ListedDecision } from '#contract/applicants/applicant-list.ts'
import { LICENSE_FILTERS, type ListedLicenses } from '#contract/licenses/listed.ts'
import { hasLicenses } from '#server/applicants/licenses/license-store.ts'
import { licensesOf } from '#server/applicants/licenses/licenses-of.ts'
import { hasReasons, listDecisions } from '#server/applicants/decide/reason-store.ts'
import type { Db } from '#server/db/connect.ts'
import { cellOf } from '#server/http/csv-cell.ts'
import { hasVias, listAskedQuestions, listCsvRows, type AskedQuestion, type CsvRow } from './csv-store.ts'
import { viewOf, type Viewer } from '#server/people/view-of.ts'
import { listApplicantIds, type Filter } from './list-store.ts'
import { pagesOf } from './pages-of.ts'

/** Without it, spreadsheets don't recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

type Column = { header: string; of: (row: CsvRow) => string }

export type Wish = {
  viewer: Viewer
  /** The IDs to include, in this order; without them, all, newest first. */
  user_session_ids?: number[]
  /** Makes the decision columns show this decision. */
  decided?: Decided | undefined
}

/** What the file would contain: the header, and a row for each of the others. */
export async function describeCsv(db: Db, filter: Filter, wish: Wish): Promise<{ rows: number; columns: string[] }> {
  const { headers } = await partsOf(db, filter, wish)
  return { rows: inOrder(await listApplicantIds(db, filter), wish.user_session_ids).length, columns: headers }
}

/** Applications of a filter as CSV (RFC 4180, every cell in quotes), in pieces. */
export async function* streamCsv(db: Db, filter: Filter, wish: Wish): AsyncGenerator<string> {
  const { viewer, decided } = wish
  const { questions, columns, licensed, reasoned, headers } = await partsOf(db, filter, wish)
  const asked = questions.map((question) => question.ref_question_id)
  yield `${BYTE_ORDER_MARK}${headers.map(cellOf).join(',')}\r\n`
  const ids = inOrder(await listApplicantIds(db, filter), wish.user_session_ids)
  const shown = { questions: asked, withIdentity: viewer.identifiable }
  const ask = async (page: number[]) => sorted(await listCsvRows(db, { ids: page, scope: filter.scope }, shown), page)
  for await (const rows of pagesOf(ids, ask)) {
    const page = rows.map(({ user_session_id }) => user_session_id)
    const listed = licensed.length > 0 ? await licensesOf(db, page, filter.order.time_zone) : new Map()
    const decisions = reasoned.length > 0 ? await listDecisions(db, page, { decided, time_zone: filter.order.time_zone }) : new Map()
    let lines = ''
    for (const row of rows) {
      const licenses = licensed.length > 0 ? licenseCells(listed.get(row.user_session_id)) : []
      const { answers, hide } = answersOf(row, questions, viewer)
      const why = reasoned.length > 0 ? decisionCells(decisions.get(row.user_session_id), hide) : []
      lines += `${[...columns.map((column) => column.of(row)), ...licenses, ...why, ...answers].map(cellOf).join(',')}\r\n`
    }
    yield lines
  }
}

async function partsOf(db: Db, filter: Filter, { viewer, decided }: Wish) {
  const questions = (await listAskedQuestions(db, filter)).filter(hasOwnColumn)
  const came = viewer.identifiable && (await hasVias(db, filter)) ? [LINK] : []
  const columns = [...(viewer.identifiable ? IDENTIFIED : HIDDEN_IDENTITY), ...(filter.roleId === 'all' ? [ROLE] : []), ...came]
  const licensed = (await hasLicenses(db, filter)) ? LICENSED : []
  const reasoned = decided || (await hasReasons(db, filter)) ? DECIDED : []
  const headers = [...columns.map((column) => column.header), ...licensed, ...reasoned, ...questions.map((question) => question.question_text)]
  return { questions, columns, licensed, reasoned, headers }
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

/** Only in an export of people who listed licenses. */
const LICENSED = ['Licenses', 'License Coverage', 'License Notes']

function licenseCells(listed: ListedLicenses | undefined): string[] {
  if (!listed) return ['', '', '']
  const notes: string[] = listed.fits.flatMap((fit) => (fit === 'expiring' || fit === 'unverified' ? [LICENSE_FILTERS[fit]] : []))
  if (listed.facts_seen_on) notes.push(`Facts about compacts of ${listed.facts_seen_on}`)
  return [listed.held.join('; '), listed.sentence ?? '', notes.join('; ')]
}

/** Only in an export of people with a decision that has a reason, or filtered by decision date. */
const DECIDED = ['Decision Reason', 'Decision', 'Decided On', 'Decided By']

function decisionCells(decision: ListedDecision | undefined, hide: (text: string) => string): string[] {
  if (!decision) return ['', '', '', '']
  return [hide(decision.reason), decision.application_status, decision.decided_on, decision.decided_by ?? 'the candidate']
}

const STANDING: Column[] = [
  { header: 'Requires H1B', of: (row) => row.sponsorship ?? '' },
  { header: 'Status', of: (row) => row.application_status },
]
/** Only with names, because a link can be made for one person, and only in an export of people who used one. */
const LINK: Column = { header: 'Link', of: (row) => row.via ?? '' }
const ROLE: Column = { header: 'Role', of: (row) => row.function_role_name }
const IDENTIFIED: Column[] = [
  { header: 'Applied Date', of: (row) => new Date(row.submitted).toISOString() },
  { header: 'Name', of: (row) => `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() },
  { header: 'Email', of: (row) => row.email ?? '' },
  ...STANDING,
  { header: 'LinkedIn', of: (row) => row.linkedin_profile_url ?? '' },
]
const HIDDEN_IDENTITY: Column[] = [{ header: 'Applicant', of: (row) => row.alias }, ...STANDING]

/** The answers as text; with identities hidden, they're masked here, before anything is quoted. */
function answersOf(row: CsvRow, questions: AskedQuestion[], viewer: Viewer) {
  const texts = questions.map(({ question_type }, place) => asCsvText(question_type, row[`a${place}`] ?? ''))
  const { hide } = viewOf(row, viewer, texts.join('\n'))
  return { answers: texts.map(hide), hide }
}
