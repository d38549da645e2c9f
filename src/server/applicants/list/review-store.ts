import { sql, type SQL } from 'drizzle-orm'
import type { DecisionSummary, DueFilter } from '#contract/applicants/applicant-list.ts'
import { sortColumnOf } from '#contract/applicants/columns-shown.ts'
import type { SortedColumnId } from '#contract/applicants/list-columns.ts'
import { typeByAlias } from '#contract/licenses/license-types.ts'
import type { LicenseFilter } from '#contract/licenses/listed.ts'
import { PLACES } from '#contract/licenses/places.ts'
import { searchWords } from '#contract/text/search-words.ts'
import { isDecidedAs } from '#server/applicants/decide/reason-store.ts'
import type { Db } from '#server/db/connect.ts'
import { IDENTITY_KEYS, unidentifying } from '#server/people/identity.ts'
import type { Viewer } from '#server/people/view-of.ts'
import { dueOf, isDue, isOwed, replyDueAt } from './due-store.ts'
import { isRecent, matchesFilter, newest, newestIn, type Filter } from './list-store.ts'

export type ReviewQuery = Filter & {
  viewer: Viewer
  q: string
  sort: string
  answered: { question_name: string; answer: 'Yes' | 'No' }[]
  resume?: 'yes' | 'no' | undefined
  due?: DueFilter | undefined
  decided?: DecisionSummary | undefined
  licenses?: LicenseFilter | undefined
  /** If set, limits the list to these. */
  only?: number[]
  mine?: boolean
  /** The question whose answers aren't truncated. */
  whole?: string | undefined
  /** The person asking. */
  staff_account_id: number
}

/** Only this many of the newest are sorted: no one scrolls further, and sorting more would slow everyone else down. */
const MAX_ROWS_READ = 100_000

/** The matching IDs, in order. */
export async function listReviewIds(db: Db, requested: ReviewQuery, most: number): Promise<number[]> {
  const order = orderOf(requested)
  const [matching, last] = [matches(requested), newestIn(requested.order)]
  const from = order ? sql`(select * from user_session where ${matching} order by ${newest} limit ${MAX_ROWS_READ}) user_session` : sql`user_session`
  const which = order ? sql`true` : sql`${matching} and ${isRecent(matching, { order: requested.order, count: most })}`
  const { rows } = await db.execute<{ ids: number[] }>(sql`
    select array_to_json(array(
      select user_session.user_session_id from ${from}
      ${order ? joined : sql``} where ${which} order by ${order ?? sql``} ${last} limit ${most})) as ids`)
  return rows[0]!.ids
}

/** How many match, counted up to one more than `most`. */
export async function countReview(db: Db, requested: ReviewQuery, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select 1 from user_session where ${matches(requested)} limit ${most + 1}) one`)
  return rows[0]!.count
}

export type AskedQuestion = { question_name: string; question_text: string; question_type: string }

/** The questions these applications were asked, each in its newest wording, in the form's order. */
export async function listQuestionsOf(db: Db, ids: number[]): Promise<AskedQuestion[]> {
  const { rows } = await db.execute<AskedQuestion>(sql`
    select question_name, (array_agg(question_text order by user_session_answer_id desc))[1] as question_text, max(question_type) as question_type
    from user_session_answer
    where user_session_id = any(${sql.param(ids)}::int[]) group by question_name order by min(sort_order), question_name`)
  return rows
}

const joined = sql`join application_status using (ref_application_status_id) join function_role using (ref_function_role_id)`

function matches(requested: ReviewQuery): SQL {
  const conditions = [
    matchesFilter(requested),
    searched(requested),
    ...requested.answered.map(
      ({ question_name, answer }) => sql`exists (select 1 from user_session_answer a
        where a.user_session_id = user_session.user_session_id and a.question_name = ${question_name} and lower(btrim(a.user_answer_text_box)) = ${answer === 'Yes' ? sql`'yes'` : sql`'no'`})`,
    ),
    ...(requested.resume
      ? [
          sql`${requested.resume === 'no' ? sql`not` : sql``} exists (select 1 from resume r where r.user_session_id = user_session.user_session_id and r.replaced_at is null)`,
        ]
      : []),
    ...(requested.due ? [isDue(requested.due, requested.order.time_zone)] : []),
    ...(requested.decided
      ? [
          sql`user_session.user_session_id in (select c.user_session_id from status_change c where ${isDecidedAs(requested.decided, requested.order.time_zone)})`,
        ]
      : []),
    ...(requested.only ? [sql`user_session.user_session_id = any(${sql.param(requested.only)}::int[])`] : []),
    ...(requested.mine
      ? [sql`exists (select 1 from assignment t where t.user_session_id = user_session.user_session_id and t.staff_account_id = ${requested.staff_account_id})`]
      : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** Uses an index. A search without letters or digits matches nothing. */
function searched({ q, viewer: { identifiable } }: ReviewQuery): SQL {
  if (q.trim() === '') return sql`true`
  const { words, licenses } = parseSearch(q)
  const licensed = licenses.map(
    (code) => sql`user_session.user_session_id in (
      select l.user_session_id from license l where l.removed_at is null and ${Object.hasOwn(PLACES, code) ? sql`l.license_state` : sql`l.license_type`} = ${code})`,
  )
  if (words.length === 0) return licensed.length === 0 ? sql`false` : sql.join(licensed, sql` and `)
  // Only letters and digits, so it can't contain an operator.
  const query = words.map((word) => (word.length === 1 ? word : `${word}:*`)).join(' & ')
  const column = identifiable ? sql`t.words` : sql`t.blind_words`
  const found = sql`user_session.user_session_id in (select t.user_session_id from applicant_text t where ${column} @@ ${query}::tsquery)`
  return sql.join([found, ...licensed], sql` and `)
}

const LICENSE = /(?<!\S)license:(\w+)/gi

/** A search's words and, after `license:`, the states or license types. `PA` and `MA` are the states; an unknown code matches nothing. */
export function parseSearch(q: string): { words: string[]; licenses: string[] } {
  const codes = [...q.matchAll(LICENSE)].map(([, code = '']) => code.toUpperCase())
  return { words: searchWords(q.replace(LICENSE, ' ')), licenses: codes.map((code) => (Object.hasOwn(PLACES, code) ? code : typeByAlias(code))) }
}

type SortContext = { identifiable: boolean; time_zone: string; question_name: string }

/** The sort expression for each column. */
const SORT_KEYS: Record<SortedColumnId, (by: SortContext) => SQL> = {
  applied: () => sql`application_submitted_datetime_utc`,
  name: () => IDENTITY_KEYS.name,
  email: () => IDENTITY_KEYS.email,
  linkedin: () => IDENTITY_KEYS.linkedin,
  status: () => sql`application_status`,
  role: () => sql`lower(function_role_name)`,
  due: ({ identifiable, time_zone }) =>
    identifiable
      ? sql`case when ${isOwed()} then ${replyDueAt()} end`
      : sql`case when ${isOwed()} then array_position(array['late', 'soon', 'later'], ${dueOf(time_zone)}) end`,
  h1b: ({ identifiable }) => answerKey('require_sponsorship', identifiable),
  answer: ({ identifiable, question_name }) => answerKey(question_name, identifiable),
}
/** How many characters of an answer are compared. */
const COMPARED_LENGTH = 80

/** Null means newest first. */
function orderOf({ sort, viewer: { identifiable }, order: { time_zone } }: ReviewQuery): SQL | null {
  const [, id = '', direction] = /^(.+)\.(asc|desc)$/.exec(sort) ?? []
  const column = sortColumnOf(id, identifiable)
  if (!column) return null
  const key = SORT_KEYS[column.kind]({ identifiable, time_zone, question_name: column.question_name })
  return direction === 'desc' ? sql`${key} desc nulls last,` : sql`${key} asc nulls last,`
}

function answerKey(question_name: string, identifiable: boolean): SQL {
  const shown = identifiable ? sql`true` : unidentifying('a')
  return sql`(select lower(left(a.user_answer_text_box, ${COMPARED_LENGTH})) from user_session_answer a
    where a.user_session_id = user_session.user_session_id and a.question_name = ${question_name} and ${shown} limit 1)`
}
