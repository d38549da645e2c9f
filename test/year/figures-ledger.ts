import type { Figures } from '#contract/figures/figures.ts'
import { statusesFrom } from '#contract/statuses/statuses.ts'

const DAY = 86_400_000

/** An observer's notes on one person. */
export type Entry = {
  n: number
  id: number
  email: string
  role: number
  via: string | null
  week: number
  /** When the role was published. */
  published: number
  applied: number
  statuses: number[]
  invited?: number
  picked?: number
  interviewed?: number
  accepted?: number
  told?: number
  withdrawn?: number
  closed?: boolean
}

export const isEnough = (people: number) => (people < 5 ? null : people)

function percentile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const position = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!]
  return Math.round((below + (above - below) * (position % 1)) * 10) / 10
}

function waitsOf({ published, applied, accepted = 0, invited = accepted, picked = invited, interviewed = accepted }: Entry) {
  const inDays = (span: number) => span / DAY
  return {
    candidate: inDays(applied - published + picked - invited),
    reviewer: inDays(invited - applied),
    interviewer: inDays(interviewed - picked),
    offer: inDays(accepted - interviewed),
  }
}

/** Returns the figures according to the ledger alone, without a database. */
export function expectedOf(of: Entry[]): Omit<Figures, 'funnel'> {
  const hired = of.filter((one) => one.accepted)
  const totals = hired.map((one) => (one.accepted! - one.published) / DAY)
  const waits = hired.map(waitsOf)
  const all = totals.reduce((sum, days) => sum + days, 0)
  const reached = (one: Entry, stage: 'panel' | 'accepted') => one.statuses.some((status) => statusesFrom(stage).some((id) => id === status))
  const sources = [...Map.groupBy(of, ({ via }) => via)].map(([via, people]) => ({
    via,
    count: people.length,
    applied: isEnough(people.length),
    interviewing: isEnough(people.filter((one) => reached(one, 'panel')).length),
    accepted: isEnough(people.filter((one) => one.accepted).length),
  }))
  const due = of.filter(({ told, applied, withdrawn }) => {
    const dueAt = applied + 14 * DAY
    return (told !== undefined || dueAt < Date.now()) && (withdrawn === undefined || withdrawn >= Math.min(told ?? dueAt, dueAt))
  })
  const kept = due.filter(({ told, applied }) => told !== undefined && told <= applied + 14 * DAY)
  return {
    days_to_accept: { people: isEnough(hired.length), median_days: percentile(totals, 0.5), percentile_80_days: percentile(totals, 0.8) },
    waits: (['candidate', 'reviewer', 'interviewer', 'offer'] as const).map((waits_on) => ({
      waits_on,
      percent: Math.round((100 * waits.reduce((sum, one) => sum + one[waits_on], 0)) / all),
      median_days: percentile(
        waits.map((one) => one[waits_on]),
        0.5,
      ),
    })),
    sources: sources
      .toSorted((one, other) => other.count - one.count || (one.via ?? '~').localeCompare(other.via ?? '~'))
      .map(({ count: _count, ...source }) => source),
    promises: { due: isEnough(due.length), kept_percent: Math.floor((100 * kept.length) / due.length) },
  }
}
