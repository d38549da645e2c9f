import type { Dashboard } from '#contract/dashboard.ts'
import { isoDayIn } from '#contract/time-zone.ts'
import { STAGES } from '#contract/statuses/status-meanings.ts'
import { todayIn } from '#server/applicants/licenses/licenses-of.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import type { Services } from '#server/services.ts'
import {
  countApplications,
  countReplies,
  countStages,
  countByStatus,
  countWaiting,
  countWeeks,
  findLastVisit,
  measureStays,
  sumOf,
  countInventory,
  listRoleRows,
} from './store.ts'
import { countWorklists } from './worklist-store.ts'

/** Returns the numbers on the admin home screen. On a first visit, they cover the last `days` days. */
export async function readDashboard(
  { db, env }: Pick<Services, 'db' | 'env'>,
  caller: StaffCaller,
  asked: { days: number; since?: string | undefined; is_first: boolean },
): Promise<Dashboard> {
  const { days } = asked
  const { scope } = caller
  const counted = { days_ago: days, scope, order: { time_zone: env.TIME_ZONE } }
  const visit = asked.is_first ? { since: null, days: null } : await findLastVisit(db, caller.staff_account_id, asked.since ?? null)
  const back = visit.days ?? days
  const replies = await countReplies(db, counted)
  const waiting = await countWaiting(db, counted)
  const reached = await countStages(db, counted)
  return {
    days,
    arrivals: {
      since: visit.since,
      since_day: visit.since && isoDayIn(env.TIME_ZONE, visit.since),
      days: back,
      count: await countApplications(db, { ...counted, days_ago: back }, visit.since),
    },
    replies: { late: sumOf(replies, 'late'), soon: sumOf(replies, 'soon') },
    worklists: await countWorklists(db, { scope, order: counted.order, email: caller.email, on: todayIn(env.TIME_ZONE) }, waiting),
    inventory: { applications: sumOf(waiting, 'here'), ...(await countInventory(db, scope)) },
    roles: await listRoleRows(db, counted, { replies, waiting }),
    weeks: await countWeeks(db, counted),
    funnel: STAGES.map((stage, place) => ({ stage, applications: reached[place]! })),
    standing: await countByStatus(db, counted),
    stays: await measureStays(db, counted, waiting),
  }
}
