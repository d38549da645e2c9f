import { MOST_COUNTED, MOST_LISTED, PAGE, type ApplicantList, type ListedApplicant } from '#contract/applicants/applicant-list.ts'
import { MAX_TABLE_ANSWER, type ApplicantAnswer } from '#contract/applicants/applicants.ts'
import { hasOwnColumn } from '#contract/questions/question-rules.ts'
import type { Db } from '#server/db/connect.ts'
import { countReview, listQuestionsOf, listReviewIds, wordsOf, type Wish } from './review-store.ts'
import { hasApplicants, listApplicantRows, type ApplicantRow, type Chosen } from './list-store.ts'
import { pagesOf } from './pages-of.ts'
import { answersOf, headOf } from './present-applicant.ts'

/** Enough applications to know which questions are asked. */
const SAMPLE = 200
/** With names hidden, each match is checked once more after masking. */
const MOST_CHECKED = 2000

/** One list of Applicant Review: the order, how many there are, and the first rows. */
export async function listReview(db: Db, wish: Wish): Promise<ApplicantList> {
  const ids = await findReviewIds(db, wish, MOST_LISTED)
  const total = wish.q === '' && ids.length === MOST_LISTED ? await countReview(db, wish, MOST_COUNTED) : ids.length
  const asked = await listQuestionsOf(db, ids.slice(0, SAMPLE))
  const named = ({ question_name, question_text }: (typeof asked)[number]) => ({ question_name, question_text })
  return {
    ids,
    total,
    rows: await listReviewRows(db, { ids: ids.slice(0, PAGE), scope: wish.scope }, wish.identifiable),
    columns: asked.filter(hasOwnColumn).map(named),
    yes_no: asked.filter(({ question_type }) => question_type === 'Yes/No Questions' || question_type === 'Checkboxes').map(named),
    has_applicants: ids.length > 0 || (await hasApplicants(db, wish)),
  }
}

/** The ids in order; with names hidden, a search finds nothing that masking would hide. */
export async function findReviewIds(db: Db, wish: Wish, most: number): Promise<number[]> {
  const words = wordsOf(wish.q)
  if (words.length === 0 || wish.identifiable) return listReviewIds(db, wish, most)
  const found = await listReviewIds(db, wish, Math.min(most, MOST_CHECKED))
  const visible = new Set<number>()
  for await (const rows of pagesOf(found, (ids) => listApplicantRows(db, { ids, scope: wish.scope }, { withIdentity: false }))) {
    for (const row of rows) if (hasWords(row, words)) visible.add(row.user_session_id)
  }
  return found.filter((id) => visible.has(id))
}

function hasWords(row: ApplicantRow, words: string[]): boolean {
  const answers = JSON.parse(answersOf(row, false)) as ApplicantAnswer[]
  const text = [row.alias, ...answers.map((one) => one.applicants_answer)].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

/** These applications as rows, in this order. */
export async function listReviewRows(db: Db, { ids, scope }: Chosen, withIdentity: boolean): Promise<ListedApplicant[]> {
  if (ids.length === 0) return []
  const rows = await listApplicantRows(db, { ids, scope }, { withIdentity })
  const byId = new Map(rows.map((row) => [row.user_session_id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [asListed(row, withIdentity)] : []
  })
}

function asListed(row: ApplicantRow, withIdentity: boolean): ListedApplicant {
  const answers = JSON.parse(answersOf(row, withIdentity)) as ApplicantAnswer[]
  const shown = answers.filter((one) => one.question_name === 'require_sponsorship' || hasOwnColumn(one))
  const isLong = (text: string) => text.length > MAX_TABLE_ANSWER
  const short = (text: string) => (isLong(text) ? `${text.slice(0, MAX_TABLE_ANSWER).trimEnd()}…` : text)
  return {
    ...headOf(row, withIdentity),
    answers: Object.fromEntries(shown.map((one) => [one.question_name, short(one.applicants_answer)])),
    cut: shown.filter((one) => isLong(one.applicants_answer)).map((one) => one.question_name),
  }
}
