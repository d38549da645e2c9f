import { sql } from 'drizzle-orm'
import { listReview } from '#contract/applicants/applicant-list.ts'
import { listApplicants, type Applicant } from '#contract/applicants/applicants.ts'
import { readDashboard, type Dashboard } from '#contract/dashboard.ts'
import type { Output } from '#contract/endpoint.ts'
import { MIN_COUNT_SHOWN } from '#contract/role-links.ts'
import { readFigures } from '#contract/figures/figures.ts'
import type { Stage } from '#contract/statuses/status-meanings.ts'
import { ACCEPTED_OFFER, DECLINED_OFFER, POSITION_CLOSED, PROCEED, REJECTED_AT_SCHEDULING, STARTED, SUBMITTED, WITHDRAWN } from '#contract/statuses/statuses.ts'
import { ask } from '#lab/between/cast.ts'
import type { Database } from '#server/db/connect.ts'
import { must, type Week } from '../week.ts'

/** Everything an owner sees of all applications, in every form the product offers. */
export type OwnerView = {
  applications: Applicant[]
  ids: number[]
  dashboard: Dashboard
  figures: Output<typeof readFigures>
  exported: number
}

export async function readOwnerView(week: Week): Promise<OwnerView> {
  const owner = { staff: week.staff['owner']! }
  const { body } = await ask(week, owner, { method: 'GET', path: '/api/applicants/export.csv?days_ago=30&identifiable=false' })
  return {
    applications: await must(week, owner, listApplicants, { roleId: 'all', days_ago: 30, identifiable: true }),
    ids: (await must(week, owner, listReview, { roleId: 'all', days_ago: 30 })).ids,
    dashboard: await must(week, owner, readDashboard, { days: 30 }),
    figures: await must(week, owner, readFigures, { days: '30' as never }),
    exported: [...body.matchAll(/Applicant [0-9A-F]{4}/g)].length,
  }
}

/** `been` lists every status it ever had, except undone ones. */
type Row = { id: number; status: number; been: number[]; email: string | null; changes: number; audited: number; erased: boolean }

/** Returns violations: status, history, trail, lists, figures and export must agree with the tables, and with what everyone was told. */
export async function differencesFromSql(week: Week, seen: OwnerView, { db }: Database): Promise<string[]> {
  const { rows } = await db.execute<Row>(sql`
    select s.user_session_id as id, s.ref_application_status_id as status, s.email, s.erased_at is not null as erased,
      (select count(*)::int from status_change c where c.user_session_id = s.user_session_id and c.undone_at is null) as changes,
      s.ref_application_status_id || array(select c.to_status_id from status_change c where c.user_session_id = s.user_session_id and c.undone_at is null) as been,
      (select count(*)::int from audit_trail t where t.subject_kind = 'applicant' and t.subject_id = s.user_session_id
        and t.action in ('applicant.status-changed', 'applicant.withdrawn', 'applicant.position-closed'))
      - (select count(*)::int from audit_trail t where t.subject_kind = 'applicant' and t.subject_id = s.user_session_id
        and t.action in ('applicant.status-undone', 'applicant.withdrawal-undone')) as audited
    from user_session s where s.application_submitted_datetime_utc is not null order by 1`)
  const notErased = rows.filter(({ erased }) => !erased)
  const stored = new Map(notErased.map((row) => [row.id, row]))
  return [...checkEntries(week, stored), ...checkLists(seen, notErased), ...checkFigures(seen, rows)]
}

function checkEntries(week: Week, stored: Map<number, Row>): string[] {
  const notErased = [...week.entries.values()].filter((one) => !one.isErased)
  const strangers = [...stored.keys()].filter((id) => !week.entries.has(id)).map((id) => `Application ${id} is stored, and no one was told so.`)
  return [
    ...strangers,
    ...notErased.flatMap(({ id, status, decisions, mailbox }) => {
      const row = stored.get(id)
      if (!row) return [`Application ${id} was acknowledged and isn't stored.`]
      const told = { status, email: mailbox, changes: decisions, audited: decisions }
      const is = { status: row.status, email: row.email, changes: row.changes, audited: row.audited }
      return JSON.stringify(told) === JSON.stringify(is) ? [] : [`Application ${id} should be ${JSON.stringify(told)} and is ${JSON.stringify(is)}.`]
    }),
  ]
}

const sorted = (ids: number[]) => ids.toSorted((one, other) => one - other).join(' ')

function checkLists({ applications, ids, exported }: OwnerView, rows: Row[]): string[] {
  const all = sorted(rows.map(({ id }) => id))
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  return [
    ...(sorted(ids) === all ? [] : [`The list has other applications than the table: ${ids.length} instead of ${rows.length}.`]),
    ...(sorted(applications.map((one) => one.user_session_id)) === all
      ? []
      : [`The report has ${applications.length} applications instead of ${rows.length}.`]),
    ...(exported === rows.length ? [] : [`The export has ${exported} lines instead of ${rows.length}.`]),
    ...applications
      .filter((one) => statuses.get(one.user_session_id) !== one.ref_application_status_id)
      .map((one) => `The report shows application ${one.user_session_id} as ${one.application_status}.`),
  ]
}

/** Returns whether someone's statuses show that they reached a stage. Withdrawing, or the role closing, doesn't. */
const REACHED: Record<Stage, (been: number[]) => boolean> = {
  submitted: () => true,
  'looked-at': (been) => been.some((status) => ![STARTED, SUBMITTED, POSITION_CLOSED, WITHDRAWN].includes(status as 5)),
  panel: (been) => been.some((status) => status === PROCEED || (status >= REJECTED_AT_SCHEDULING && status <= ACCEPTED_OFFER)),
  offer: (been) => been.some((status) => status === DECLINED_OFFER || status === ACCEPTED_OFFER),
  accepted: (been) => been.includes(ACCEPTED_OFFER),
}

/** Figures about the past include people who were erased; open work doesn't. */
function checkFigures({ dashboard, figures }: OwnerView, all: Row[]): string[] {
  const rows = all.filter(({ erased }) => !erased)
  const counts = Map.groupBy(rows, ({ status }) => status)
  const countErrors = dashboard.standing.filter(({ applications, ref_application_status_id: id }) => applications !== (counts.get(id)?.length ?? 0))
  const stages = figures.funnel.map(({ stage, people }) => ({ stage, people, should: all.filter(({ been }) => REACHED[stage](been)).length }))
  const weeks = dashboard.weeks.reduce((sum, one) => sum + one.applications, 0)
  return [
    ...countErrors.map(
      (one) =>
        `The home screen counts ${one.applications} in "${one.application_status}" instead of ${counts.get(one.ref_application_status_id)?.length ?? 0}.`,
    ),
    // Figures about very few people aren't shown.
    ...stages
      .filter(({ people, should }) => people !== should && (people !== null || should >= MIN_COUNT_SHOWN))
      .map(({ stage, people, should }) => `The figures count ${people} applications that reached "${stage}" instead of ${should}.`),
    ...(weeks === rows.length ? [] : [`The home screen's weeks have ${weeks} applications instead of ${rows.length}.`]),
    ...(dashboard.funnel[0]!.applications === rows.length ? [] : [`The home screen's stages begin with ${dashboard.funnel[0]!.applications}.`]),
  ]
}
