import { STAGE_NAMES, type Dashboard } from '#contract/dashboard.ts'
import type { Stage } from '#contract/statuses/status-meanings.ts'

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const LIST = new Intl.ListFormat('en-US')

export function many(count: number, one: string, more = `${one}s`): string {
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
  return `${many(all, 'application')} in ${many(weeks.length, 'week')}, most in the week of ${weekName(most.week)} (${most.applications}). So far this week: ${last.applications}.`
}

export type Step = { stage: Stage; name: string; applications: number; ofBefore: number | null; ofAll: number | null }

/** Each stage with its share, in whole percent, of the previous stage and of all; null when there's no one to compare with. */
export function stepsOf(funnel: Dashboard['funnel']): Step[] {
  return funnel.map(({ stage, applications }, place) => ({
    stage,
    name: STAGE_NAMES[stage],
    applications,
    ofBefore: place === 0 ? null : shareOf(applications, funnel[place - 1]!.applications),
    ofAll: shareOf(applications, funnel[0]!.applications),
  }))
}

export function describeFunnel(funnel: Dashboard['funnel']): string {
  const steps = stepsOf(funnel)
  const of = (stage: Stage) => steps.find((one) => one.stage === stage)!
  const [all, panel, accepted] = [of('submitted'), of('panel'), of('accepted')]
  if (all.applications === 0) return 'No applications in this period.'
  return `Of ${many(all.applications, 'application')}, ${panel.applications} (${panel.ofAll}%) reached panel interviews and ${accepted.applications} (${accepted.ofAll}%) accepted an offer.`
}

export function describeStanding(standing: Dashboard['standing']): string {
  const most = standing.toSorted((a, b) => b.applications - a.applications)[0]
  if (!most || most.applications === 0) return 'No applications in this period.'
  return `${most.applications} in ${most.application_status}. Select a status to see its list.`
}

export function describeStays(stays: Dashboard['stays']): string {
  const ageing = stays.reduce((sum, one) => sum + one.ageing, 0)
  const medians = stays.flatMap(({ application_status, median_days }) => (median_days === null ? [] : [`${many(median_days, 'day')} in ${application_status}`]))
  const usual = medians.length === 0 ? 'No one moved on in this period.' : `Applicants usually spend ${LIST.format(medians)}.`
  return `${usual} ${ageing === 0 ? 'No one is over the limit today.' : `${many(ageing, 'person is', 'people are')} over the limit today.`}`
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 100)
}
