import type { Dashboard } from '#contract/dashboard.ts'
import { STAGE_NAMES, type Stage } from '#contract/statuses/status-meanings.ts'
import { meaningOf } from '#contract/statuses/statuses.ts'

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const LIST = new Intl.ListFormat('en-US')

export function pluralize(count: number, one: string, more = `${one}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? one : more}`
}

/** "Nov 16" for the Monday of a week. */
export function weekName(week: string): string {
  return new Date(`${week}T00:00:00Z`).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

export function describeWeeks(weeks: Dashboard['weeks']): string {
  const all = weeks.reduce((sum, one) => sum + one.applications, 0)
  if (all === 0) return 'No applications in this period.'
  const most = weeks.toSorted((a, b) => b.applications - a.applications)[0]!
  const last = weeks.at(-1)!
  return `${pluralize(all, 'application')} in ${pluralize(weeks.length, 'week')}, most in the week of ${weekName(most.week)} (${most.applications}). So far this week: ${last.applications}.`
}

export type Step = { stage: Stage; name: string; applications: number; ofBefore: number | null; ofAll: number | null }

/** Each stage with its share of the previous stage and of the total, in whole percent; null if there's no one to compare with. */
export function stepsOf(funnel: Dashboard['funnel']): Step[] {
  return funnel.map(({ stage, applications }, place) => ({
    stage,
    name: STAGE_NAMES[stage],
    applications,
    ofBefore: place === 0 ? null : percentOf(applications, funnel[place - 1]!.applications),
    ofAll: percentOf(applications, funnel[0]!.applications),
  }))
}

export function describeFunnel(funnel: Dashboard['funnel']): string {
  const steps = stepsOf(funnel)
  const of = (stage: Stage) => steps.find((one) => one.stage === stage)!
  const [all, panel, accepted] = [of('submitted'), of('panel'), of('accepted')]
  if (all.applications === 0) return 'No applications in this period.'
  return `Of ${pluralize(all.applications, 'application')}, ${panel.applications} (${panel.ofAll}%) reached panel interviews and ${accepted.applications} (${accepted.ofAll}%) accepted an offer.`
}

export function describeStatuses(standing: Dashboard['standing']): string {
  const most = standing.toSorted((a, b) => b.applications - a.applications)[0]
  if (!most || most.applications === 0) return 'No applications in this period.'
  return `${most.applications} in ${most.application_status}. Select a status to see its list.`
}

export function describeStays(stays: Dashboard['stays']): string {
  const ageing = stays.reduce((sum, one) => sum + one.ageing, 0)
  const medians = stays.flatMap(({ application_status, median_days }) =>
    median_days === null ? [] : [`${pluralize(median_days, 'day')} in ${application_status}`],
  )
  const usual = medians.length === 0 ? 'No one moved on in this period.' : `Applicants usually spend ${LIST.format(medians)}.`
  return `${usual} ${ageing === 0 ? 'No one is over the limit today.' : `${pluralize(ageing, 'person is', 'people are')} over the limit today.`}`
}

/** Where to go, and why; `to` is null if only someone else can do it. */
export type FirstStep = { label: string; text: string; to: string | null }

type KnownFacts = Pick<Dashboard, 'days' | 'replies' | 'standing' | 'roles'>

/** The first steps for someone new to the product, in order. */
export function firstStepsOf({ days, replies, standing, roles }: KnownFacts, { isOwner, mayDecide }: { isOwner: boolean; mayDecide: boolean }): FirstStep[] {
  if (roles.length === 0 && standing.every((one) => one.applications === 0)) return [isOwner ? POST_A_ROLE : ASK_FOR_A_ROLE]
  const due = replies.late + replies.soon
  const unread = standing.find(({ ref_application_status_id: id }) => isUnreviewed(id))
  const steps: FirstStep[] = []
  if (due > 0 && mayDecide) {
    const text = 'Replies to them are late or due within 3 days.'
    steps.push({ label: `Reply to ${pluralize(due, 'applicant')}`, text, to: '/admin/applications/all/all/36500?due=due&sort=due.asc' })
  }
  if (unread && unread.applications > 0) {
    const text = 'Names stay hidden until you choose to show them.'
    steps.push({
      label: `Review ${pluralize(unread.applications, 'new application')}`,
      text,
      to: `/admin/applications/all/${unread.ref_application_status_id}/${days}`,
    })
  }
  return steps.length > 0 ? steps : [NOTHING_YET]
}

/** Whether applications in this status haven't been looked at yet. */
function isUnreviewed(ref_application_status_id: number): boolean {
  const { stage, ageingDays } = meaningOf(ref_application_status_id)
  return stage === 'submitted' && ageingDays !== null
}

const POST_A_ROLE = { label: 'Post your first role', text: "Once it's published, applications appear here.", to: '/admin/roles' }
const ASK_FOR_A_ROLE = { label: 'Ask an owner for a role', text: "You can't see any applications until an owner adds you to a role, under People.", to: null }
const NOTHING_YET = { label: 'Look around in Applicant Review', text: 'No one is waiting for you right now.', to: '/admin/applications' }

function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 100)
}
