import { sql, type SQL } from 'drizzle-orm'
import type { Identity } from '#contract/applications/person-keys.ts'
import type { ReplyUrgency } from '#contract/applicants/applicants.ts'
import type { ExportedApplicant } from '#contract/applicants/list-columns.ts'
import type { Db } from '#server/db/connect.ts'
import { identityOf, unidentifying } from '#server/people/identity.ts'
import { isList } from '#server/questions/store.ts'
import type { Scope } from '#server/http/caller.ts'
import { isInScope, visible } from '#server/people/visible.ts'
import { dueOf, replyDueAt } from './due-store.ts'

export type Filter = {
  roleId: number | 'all'
  days_ago: number
  since?: string | undefined
  ref_application_status_id: number | 'all'
  scope: Scope
  order: Order
  /** If set, only these applications, ignoring role, days and status. */
  ids?: number[] | undefined
}
/** While names are hidden, a list is ordered by whole days in this time zone, and within a day in an order that reveals nothing about time. */
export type Order = { time_zone: string; isBlind: boolean }

/** The last row of a page: the next page starts after it. */
export type ListPosition = { submitted: string; alias: string; user_session_id: number }

export type ApplicantRow = Identity & {
  user_session_id: number
  alias: string
  also: string | null
  submitted: string
  ref_application_status_id: number
  application_status: string
  has_emailed_application_status: boolean
  ref_function_role_id: number
  function_role_name: string
  hiring_lead_email: string
  hiring_lead_name: string
  suspected_bot: boolean
  status_changed_at: string
  /** When the reply is due, whether or not one is owed. */
  reply_due_at: string
  due: ReplyUrgency
  has_resume: boolean
  assigned_to: string | null
  /** The answers in order, as JSON built by PostgreSQL: they're most of a list's bytes and are sent unparsed. */
  answers: string
}

type ViewContext = { withIdentity: boolean; time_zone: string }
/** Applications by ID, within the scope. */
export type ChosenApplicants = { ids: number[]; scope: Scope }
export type OneApplicant = { user_session_id: number; scope: Scope }

/** The current applications of a filter, newest first. */
export async function listApplicantIds(db: Db, filter: Filter): Promise<number[]> {
  const { rows } = await db.execute<{ ids: number[] }>(sql`
    select array_to_json(array(select user_session_id from user_session where ${matchesFilter(filter)} order by ${newestIn(filter.order)})) as ids`)
  return rows[0]!.ids
}

/** Returns those of these applications that may be shown, in the given order. */
export async function listVisibleIds(db: Db, { ids, scope }: ChosenApplicants): Promise<number[]> {
  const { rows } = await db.execute<{ user_session_id: number }>(sql`select user_session_id from user_session where ${isOneOf({ ids, scope })}`)
  const shown = new Set(rows.map(({ user_session_id }) => user_session_id))
  return ids.filter((id) => shown.has(id))
}

/** Returns the applications that may still be shown, newest first. */
export function listApplicantRows(db: Db, { ids, scope }: ChosenApplicants, shown: ViewContext): Promise<ApplicantRow[]> {
  return rowsOf(db, { which: sql`where ${isOneOf({ ids, scope })}`, order: newest }, shown)
}

/** The next `limit` applications of the filter, newest first. */
export function listPageRows(db: Db, filter: Filter, page: ViewContext & { after: ListPosition | null; limit: number }): Promise<ApplicantRow[]> {
  const order = newestIn(filter.order)
  const which = sql`${matchesFilter(filter)} ${isBelow(page.after, filter.order)}`
  return rowsOf(
    db,
    { which: sql`where ${which} and ${isRecent(which, { order: filter.order, count: page.limit })} order by ${order} limit ${page.limit}`, order },
    page,
  )
}

async function rowsOf(db: Db, { which, order }: { which: SQL; order: SQL }, shown: ViewContext): Promise<ApplicantRow[]> {
  const { rows } = await db.execute<ApplicantRow>(sql`
    select ${columns(shown)}
    from (select * from user_session ${which}) u
    ${roleAndStatus}
    order by ${order}`)
  return rows
}

export async function findApplicantRow(db: Db, { user_session_id, scope }: OneApplicant, shown: ViewContext) {
  const [row] = await listApplicantRows(db, { ids: [user_session_id], scope }, shown)
  return row ?? null
}

export async function findListPosition(db: Db, { user_session_id, scope }: OneApplicant): Promise<ListPosition | null> {
  const { rows } = await db.execute<ListPosition>(sql`
    select application_submitted_datetime_utc as submitted, alias, user_session_id from user_session
    where user_session_id = ${user_session_id} and ${visible(scope)}`)
  return rows[0] ?? null
}

/** Whether anyone within the scope has ever applied for this role. */
export async function hasApplicants(db: Db, { roleId, scope }: Pick<Filter, 'roleId' | 'scope'>): Promise<boolean> {
  const role = roleId === 'all' ? sql`` : sql`and ref_function_role_id = ${roleId}`
  const { rows } = await db.execute(sql`select 1 from user_session where ${visible(scope)} ${role} limit 1`)
  return rows.length > 0
}

export async function hasRole(db: Db, ref_function_role_id: number, scope: Scope): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from function_role where ref_function_role_id = ${ref_function_role_id} and ${isInScope(scope, 'function_role')}`,
  )
  return rows.length > 0
}

export function isOneOf({ ids, scope }: ChosenApplicants): SQL {
  return sql`user_session_id = any(${sql.param(ids)}::int[]) and ${visible(scope)}`
}

/** Matches the index order: without `nulls last`, each page would sort every application. */
export const newest = sql`application_submitted_datetime_utc desc nulls last, user_session_id desc nulls last`

const dayOf = (at: SQL, { time_zone }: Pick<Order, 'time_zone'>) => sql`date_trunc('day', ${at}, ${time_zone})`
const submittedOn = (order: Order) => dayOf(sql`application_submitted_datetime_utc`, order)

/** Newest first; while names are hidden, by day and then by alias. */
export function newestIn(order: Order): SQL {
  return order.isBlind ? sql`${submittedOn(order)} desc nulls last, alias` : newest
}

/**
 * Whether an application is among the newest `count`, or from the same day as the last of them: the index finds these, so few rows are sorted. The
 * upper bound excludes nothing, but with only a lower one PostgreSQL expects a third of all rows and, among a million, reads the whole table.
 */
export function isRecent(which: SQL, { order, count }: { order: Order; count: number }): SQL {
  if (!order.isBlind) return sql`true`
  const last = sql`(select min(at) from (select application_submitted_datetime_utc as at from user_session where ${which} order by ${newest} limit ${count}) one)`
  return sql`application_submitted_datetime_utc >= ${dayOf(last, order)} and application_submitted_datetime_utc < 'infinity'`
}

/** Whether a row comes after this position in the list's order. */
function isBelow(after: ListPosition | null, order: Order): SQL {
  if (after && order.isBlind) {
    const day = dayOf(sql`${after.submitted}::timestamptz`, order)
    return sql`and (${submittedOn(order)} < ${day} or (${submittedOn(order)} = ${day} and alias > ${after.alias}))`
  }
  return after ? sql`and (application_submitted_datetime_utc, user_session_id) < (${after.submitted}::timestamptz, ${after.user_session_id}::int)` : sql``
}

/** This many whole days plus today: a cutoff that moves with the clock would reveal when someone applied. */
export function matchesFilter(filter: Omit<Filter, 'order'> & { order: Pick<Order, 'time_zone'> }): SQL {
  if (filter.ids) return isOneOf({ ids: filter.ids, scope: filter.scope })
  const role = filter.roleId === 'all' ? sql`` : sql`and ref_function_role_id = ${filter.roleId}`
  const { time_zone } = filter.order
  const status = filter.ref_application_status_id === 'all' ? sql`` : sql`and ref_application_status_id = ${filter.ref_application_status_id}`
  const since = filter.since ? sql`and application_submitted_datetime_utc >= ${filter.since}::date::timestamp at time zone ${time_zone}` : sql``
  return sql`application_submitted_datetime_utc >= (date_trunc('day', now() at time zone ${time_zone}) - make_interval(days => ${filter.days_ago})) at time zone ${time_zone} ${since} ${role} ${status} and ${visible(filter.scope)}`
}

// `has_resume` doesn't use `exists`: for each page, PostgreSQL might first read every resume row.
function columns({ withIdentity, time_zone }: ViewContext): SQL {
  const hidden = withIdentity ? sql`` : sql`and ${unidentifying('a')}`
  return sql`u.user_session_id, u.alias, ${identityOf('u')},
    u.application_submitted_datetime_utc as submitted, u.ref_application_status_id, s.application_status, u.has_emailed_application_status,
    u.ref_function_role_id, r.function_role_name, r.hiring_lead_email, r.hiring_lead_name, u.suspected_bot, u.status_changed_at,
    ${replyDueAt('u')} as reply_due_at, ${dueOf(time_zone, 'u')} as due,
    (select true from resume where resume.user_session_id = u.user_session_id and resume.replaced_at is null) is not null as has_resume,
    (select c.email from assignment t join staff_account c using (staff_account_id) where t.user_session_id = u.user_session_id) as assigned_to,
    (select coalesce(json_agg(one)::text, '[]') from (
      select a.question_name, a.question_type, a.question_text, coalesce(a.user_answer_text_box, '') as applicants_answer
      from user_session_answer a where a.user_session_id = u.user_session_id and not ${isList('a')} ${hidden} order by a.sort_order, a.ref_question_id) one) as answers`
}

const roleAndStatus = sql`join function_role r using (ref_function_role_id) join application_status s using (ref_application_status_id)`

/** A question in one of its wordings. `isOneOfSeveral`: other applications answered a different wording, which has its own column. */
export type AskedQuestion = { ref_question_id: number; question_name: string; question_type: string; question_text: string; isOneOfSeveral: boolean }
type StoredQuestion = Omit<AskedQuestion, 'isOneOfSeveral'> & { is_reworded: boolean }

/**
 * The questions that at least one of the filtered applications was asked, in order. Each is looked up by its ID, so the planner can tell which are
 * rare and doesn't read every answer for an unused one.
 */
export async function listAskedQuestions(db: Db, filter: Filter): Promise<AskedQuestion[]> {
  const questions = await db.execute<StoredQuestion>(sql`
    select ref_question_id, question_name, question_type, question_text,
      exists (select from text_version v where v.kind = 'question' and v.of_id = ref_question_id) as is_reworded
    from application_question order by sort_order, ref_question_id`)
  const lookups = questions.rows.map(
    ({ ref_question_id: id }) => sql`
    select ${id}::int as id where exists (
      select from (select user_session_id from user_session where ${matchesFilter(filter)}) u
      join user_session_answer a using (user_session_id) where a.ref_question_id = ${id})`,
  )
  if (lookups.length === 0) return []
  const { rows } = await db.execute<{ id: number }>(sql.join(lookups, sql` union all `))
  const asked = new Set(rows.map(({ id }) => id))
  return inEachWording(
    db,
    filter,
    questions.rows.filter((question) => asked.has(question.ref_question_id)),
  )
}

/** Answers keep the text they answered, so a reworded question has a column for each wording, the latest first. */
async function inEachWording(db: Db, filter: Filter, questions: StoredQuestion[]): Promise<AskedQuestion[]> {
  const changed = questions.filter(({ is_reworded }) => is_reworded).map(({ ref_question_id }) => ref_question_id)
  if (changed.length === 0) return questions.map((question) => ({ ...question, isOneOfSeveral: false }))
  const { rows } = await db.execute<{ ref_question_id: number; question_text: string }>(sql`
    select a.ref_question_id, a.question_text from (select user_session_id from user_session where ${matchesFilter(filter)}) u
    join user_session_answer a using (user_session_id) where a.ref_question_id = any(${sql.param(changed)}::int[])
    group by 1, 2 order by max(a.user_session_answer_id) desc`)
  const wordings = Map.groupBy(rows, ({ ref_question_id }) => ref_question_id)
  return questions.flatMap((question) => {
    const texts = wordings.get(question.ref_question_id) ?? [question]
    return texts.map(({ question_text }) => ({ ...question, question_text, isOneOfSeveral: texts.length > 1 }))
  })
}

/** A row before its answers are masked; `a0` is the answer to the first question. */
export type CsvRow = Omit<ExportedApplicant, 'licenses' | 'decision' | 'answers'> & { user_session_id: number; also: string | null } & Record<
    `a${number}`,
    string | null
  >

/** Like `listApplicantRows`, with the answers to `questions` as columns. */
export async function listCsvRows(db: Db, chosen: ChosenApplicants, { questions, withIdentity }: { questions: AskedQuestion[]; withIdentity: boolean }) {
  const shown = withIdentity ? sql`` : sql`and ${unidentifying('a')}`
  const answers = questions.map(
    ({ ref_question_id: id, question_text, isOneOfSeveral }, place) =>
      sql`, max(a.user_answer_text_box) filter (where a.ref_question_id = ${id}
        ${isOneOfSeveral ? sql`and a.question_text = ${question_text}` : sql``} ${shown}) as ${sql.identifier(`a${place}`)}`,
  )
  const { rows } = await db.execute<CsvRow>(sql`
    select u.user_session_id, u.alias, ${identityOf('u')},
      u.application_submitted_datetime_utc as submitted, u.via, s.application_status, r.function_role_name, answered.*
    from (select * from user_session where ${isOneOf(chosen)}) u
    join function_role r using (ref_function_role_id)
    join application_status s using (ref_application_status_id)
    cross join lateral (
      select max(a.user_answer_text_box) filter (where a.question_name = 'require_sponsorship') as sponsorship ${sql.join(answers, sql` `)}
      from user_session_answer a where a.user_session_id = u.user_session_id) answered
    order by u.application_submitted_datetime_utc desc nulls last, u.user_session_id desc nulls last`)
  return rows
}

/** Whether any of the filtered applications came through a link. */
export async function hasVias(db: Db, filter: Filter): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from user_session where ${matchesFilter(filter)} and via is not null limit 1`)
  return rows.length > 0
}
