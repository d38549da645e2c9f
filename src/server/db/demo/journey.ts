import * as status from '#contract/statuses/statuses.ts'
import type { ShippedPurpose } from '#contract/templates/purposes.ts'
import type { Applicant } from './applicant.ts'

export type Step = {
  from_status_id: number
  to_status_id: number
  at: Date
  /** The purpose of the email sent with this step; null if none was sent. */
  email: ShippedPurpose | null
}

const DAY = 24 * 60 * 60 * 1000

const EMAILS: Record<number, ShippedPurpose> = {
  [status.PROCEED]: 'invitation',
  [status.REJECTED]: 'rejection',
  [status.REJECTED_AT_SCHEDULING]: 'rejection',
  [status.REJECTED_AFTER_A]: 'rejection-after-interviews',
  [status.REJECTED_AFTER_B]: 'rejection-after-interviews',
  [status.REJECTED_AFTER_C]: 'rejection-after-interviews',
  [status.REJECTED_AFTER_FINAL]: 'rejection-after-interviews',
  [status.ACCEPTED_OFFER]: 'first-day',
}

/** The hour (in UTC; afternoon in the United States) increases with each stage, so steps stay in order. */
const STAGES = {
  review: { share: 0.12, hour: 14 },
  proceed: { share: 0.25, hour: 15 },
  'Interview A': { share: 0.45, hour: 16 },
  'Interview B': { share: 0.55, hour: 18 },
  'Interview C': { share: 0.65, hour: 20 },
  decision: { share: 0.8, hour: 22 },
}

/** Returns a time between this person's application and now. */
export function momentOf({ submitted_days_ago }: Applicant, stage: keyof typeof STAGES, now: Date): Date {
  const { share, hour } = STAGES[stage]
  const submitted = now.getTime() - submitted_days_ago! * DAY
  const day = Math.floor((submitted + share * submitted_days_ago! * DAY) / DAY) * DAY
  return new Date(Math.max(day + hour * 60 * 60 * 1000, submitted + 2 * 60 * 60 * 1000))
}

/** Returns the decisions that led to an applicant's current status. */
export function stepsOf(applicant: Applicant, now: Date): Step[] {
  const path = pathTo(applicant)
  return path.map((to_status_id, index) => {
    const isLast = index === path.length - 1
    return {
      from_status_id: index === 0 ? status.SUBMITTED : path[index - 1]!,
      to_status_id,
      at: momentOf(applicant, stageOf(to_status_id, isLast && path.length > 1), now),
      email: !isLast || wasEmailed(applicant) ? (EMAILS[to_status_id] ?? null) : null,
    }
  })
}

/** Some applicants were told by phone, and some haven't been told yet. */
function wasEmailed({ status: reached, random }: Applicant): boolean {
  return reached === status.ACCEPTED_OFFER || random.chance(reached === status.REJECTED ? 0.6 : 0.82)
}

function pathTo(applicant: Applicant): number[] {
  const target = applicant.status
  if (target === status.STARTED || target === status.SUBMITTED) return []
  if (target === status.UNDER_REVIEW) return [target]
  const before = applicant.random.chance(0.4) ? [status.UNDER_REVIEW] : []
  const isAfterPanel = target >= status.REJECTED_AT_SCHEDULING
  return isAfterPanel ? [...before, status.PROCEED, target] : [...before, target]
}

function stageOf(to_status_id: number, isDecision: boolean): keyof typeof STAGES {
  if (to_status_id === status.UNDER_REVIEW) return 'review'
  if (to_status_id === status.PROCEED) return 'proceed'
  return isDecision || to_status_id === status.POSITION_CLOSED ? 'decision' : 'proceed'
}
