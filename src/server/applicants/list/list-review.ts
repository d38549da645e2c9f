import {
  MAX_COUNTED,
  MAX_EXPORT_ROWS,
  MAX_LIST_ROWS,
  PAGE_SIZE,
  RESUME,
  type ApplicantList,
  type DecisionSummary,
  type ListedApplicant,
  type ListedDecision,
} from '#contract/applicants/applicant-list.ts'
import { MAX_TABLE_ANSWER_LENGTH, type ApplicantAnswer } from '#contract/applicants/applicants.ts'
import { LIST_COLUMNS } from '#contract/applicants/list-columns.ts'
import { hasOwnColumn } from '#contract/questions/question-rules.ts'
import { hasLicenses } from '#server/applicants/licenses/license-store.ts'
import { idsByLicenses, licensesOf } from '#server/applicants/licenses/licenses-of.ts'
import { listDecisions, listReasons } from '#server/applicants/decide/reason-store.ts'
import { excerptOf } from '#server/applicants/search/excerpt-of.ts'
import { hideInResume } from '#server/applicants/search/hide-in-resume.ts'
import { isSearchBehind, listResumeTexts } from '#server/applicants/search/text-store.ts'
import type { Db } from '#server/db/connect.ts'
import type { View, Viewer } from '#server/people/view-of.ts'
import { countReview, listQuestionsOf, listReviewIds, parseSearch, type ReviewQuery } from './review-store.ts'
import { hasApplicants, listApplicantRows, type ApplicantRow, type ChosenApplicants } from './list-store.ts'
import { answersOf, withoutAnswers, viewOfRow } from './present-applicant.ts'

/** Enough applications to know which questions were asked. */
const SAMPLE = 200

/** `whole` is the question whose answers aren't truncated. */
type ViewContext = { viewer: Viewer; q: string; time_zone: string; decided?: DecisionSummary | undefined; whole?: string | undefined }

/** A list in Applicant Review: the order, the count, and the first rows. */
export async function listReview(db: Db, given: ReviewQuery): Promise<ApplicantList> {
  const requested = await withLicenses(db, given)
  const ids = await listReviewIds(db, requested, MAX_LIST_ROWS)
  const total = ids.length === MAX_LIST_ROWS ? await countReview(db, requested, MAX_COUNTED) : ids.length
  const asked = await listQuestionsOf(db, ids.slice(0, SAMPLE))
  const named = ({ question_name, question_text }: (typeof asked)[number]) => ({ question_name, question_text })
  return {
    ids,
    total,
    rows: await listReviewRows(db, { ids: ids.slice(0, PAGE_SIZE), scope: requested.scope }, { ...requested, time_zone: requested.order.time_zone }),
    columns: asked.filter(hasOwnColumn).map(named),
    yes_no: asked.filter(({ question_type }) => question_type === 'Yes/No Questions' || question_type === 'Checkboxes').map(named),
    has_licenses: await hasLicenses(db, requested),
    has_applicants: ids.length > 0 || (await hasApplicants(db, requested)),
    is_behind: requested.q !== '' && (await isSearchBehind(db)),
  }
}

/** The applications in an export of a list, in its order, and whether more match than one export can have. */
export async function listExported(db: Db, given: ReviewQuery): Promise<{ ids: number[]; is_cut: boolean }> {
  const requested = await withLicenses(db, given)
  const ids = await listReviewIds(db, requested, MAX_EXPORT_ROWS)
  return { ids, is_cut: ids.length === MAX_EXPORT_ROWS && (await countReview(db, requested, MAX_EXPORT_ROWS)) > MAX_EXPORT_ROWS }
}

/** License filters depend on the compacts in force today, which aren't indexed, so the matching applicants are found first. */
async function withLicenses(db: Db, requested: ReviewQuery): Promise<ReviewQuery> {
  return requested.licenses ? { ...requested, only: await idsByLicenses(db, requested, requested.licenses) } : requested
}

/** Returns these applications as rows, in this order; for a search, with the positions of its words. */
export async function listReviewRows(
  db: Db,
  { ids, scope }: ChosenApplicants,
  { viewer, q, time_zone, decided, whole }: ViewContext,
): Promise<ListedApplicant[]> {
  if (ids.length === 0) return []
  const { words: sought, licenses } = parseSearch(q)
  const listed = await licensesOf(db, ids, time_zone)
  const rows = await listApplicantRows(db, { ids, scope }, { withIdentity: viewer.identifiable, time_zone })
  const resumes = sought.length > 0 ? await listResumeTexts(db, ids) : new Map<number, string>()
  const reasons = sought.length > 0 ? await listReasons(db, ids) : new Map<number, string[]>()
  const decisions = decided ? await listDecisions(db, ids, { decided, time_zone }) : new Map<number, ListedDecision>()
  const byId = new Map(rows.map((row) => [row.user_session_id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const view = viewOfRow(row, viewer)
    const answers = JSON.parse(answersOf(row, view)) as ApplicantAnswer[]
    const [held, decision] = [listed.get(id), decisions.get(id)]
    const why = (reasons.get(id) ?? []).map((reason) => ({ where: 'Reason for a decision', text: view.hide(reason) }))
    const text = sought.length > 0 ? excerptOf(answers, [...why, { where: RESUME, text: hideInResume(resumes.get(id) ?? '', view) }], sought) : null
    const found = text ?? (licenses.length > 0 && held ? { where: LIST_COLUMNS.licenses.header, text: held.held.join(', ') } : null)
    return [
      {
        ...asListed(row, { answers, whole }, view),
        ...(held && { licenses: held }),
        ...(decision && { decision: { ...decision, reason: view.hide(decision.reason) } }),
        ...(found && { found }),
      },
    ]
  })
}

type RowAnswers = { answers: ApplicantAnswer[]; whole: string | undefined }

function asListed(row: ApplicantRow, { answers, whole }: RowAnswers, view: View): ListedApplicant {
  const shown = answers.filter((one) => one.question_name === 'require_sponsorship' || hasOwnColumn(one))
  const isCut = ({ question_name, applicants_answer }: ApplicantAnswer) => question_name !== whole && applicants_answer.length > MAX_TABLE_ANSWER_LENGTH
  const textOf = (one: ApplicantAnswer) => (isCut(one) ? `${one.applicants_answer.slice(0, MAX_TABLE_ANSWER_LENGTH).trimEnd()}…` : one.applicants_answer)
  return {
    ...withoutAnswers(row, view),
    answers: Object.fromEntries(shown.map((one) => [one.question_name, textOf(one)])),
    cut: shown.filter(isCut).map((one) => one.question_name),
  }
}
