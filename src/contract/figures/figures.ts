import { z } from 'zod'
import { RoleOrAll } from '../applicants/applicants.ts'
import { countText, endpoint } from '../endpoint.ts'
import { MIN_COUNT_SHOWN } from '../role-links.ts'
import { STAGES, type Stage } from '../statuses/status-meanings.ts'

/** The period that includes every application. */
export const ALL_DAYS = 36_500
export const FIGURE_PERIODS = [90, 365, ALL_DAYS]

/** Who the hiring process was waiting for between a role's publication and the accepted offer. */
export const WAIT_TYPES = ['candidate', 'reviewer', 'interviewer', 'offer'] as const
export type Wait = (typeof WAIT_TYPES)[number]

/** Null if it would describe fewer than `MIN_COUNT_SHOWN` people. */
const People = z.int().nonnegative().nullable()
const Days = z.number().nonnegative().nullable()
const Percent = z.int().min(0).max(100).nullable()

/** Figures about people who applied in a period. The definitions in `FIGURE_DEFINITIONS` are also their documentation. */
export const Figures = z.object({
  /** How many people reached each stage, in `STAGES` order. */
  funnel: z.array(z.object({ stage: z.enum(STAGES), people: People })),
  days_to_accept: z.object({ people: People, median_days: Days, percentile_80_days: Days }),
  /** How much of that time was spent waiting for each. */
  waits: z.array(z.object({ waits_on: z.enum(WAIT_TYPES), percent: Percent, median_days: Days })),
  /** Most applications first. `via` is the name of a link, 'other', or null for people who used none. */
  sources: z.array(z.object({ via: z.string().nullable(), applied: People, interviewing: People, accepted: People })),
  promises: z.object({ due: People, kept_percent: Percent }),
})
export type Figures = z.infer<typeof Figures>

export const STAGE_DEFINITIONS: Record<Stage, string> = {
  submitted: 'Submitted an application in the period, whatever happened to it later.',
  'looked-at': "Was set aside for review, invited or rejected. Closing the role or a withdrawal doesn't count.",
  panel: 'Was invited to interviews, regardless of the outcome.',
  offer: 'Got an offer, and accepted or declined it.',
  accepted: 'Accepted the offer.',
}

export const WAIT_NAMES: Record<Wait, string> = { candidate: 'Candidate', reviewer: 'Reviewer', interviewer: 'Interviewers', offer: 'Offer' }

export const WAIT_DEFINITIONS: Record<Wait, string> = {
  candidate: 'From publishing the role until the person applied, and from the invitation until they first picked an interview time.',
  reviewer: 'From application to interview invitation.',
  interviewer: "From picking a time until the last feedback was submitted or, if there's none, until the last interview ended.",
  offer: 'From the last feedback until the offer was accepted.',
}

export const FIGURE_DEFINITIONS: Record<keyof Figures, string> = {
  funnel: "People who applied in the period and reached each stage; a stage includes everyone who got further. Undone decisions don't count.",
  days_to_accept:
    'Days from publishing the role until the offer was accepted, for each accepted offer. Half took at most the median; 8 in 10 took at most the 80th percentile.',
  waits: 'Days from publishing the role to the accepted offer, broken down by what the process was waiting for.',
  sources: 'The link people used. Unknown link names count as ‘other’.',
  promises: "Replies that were sent by the promised date, out of all that were sent or due. Applications withdrawn before that don't count.",
}

/** Shown instead of a figure about too few people. */
export const TOO_FEW_LABEL = `fewer than ${MIN_COUNT_SHOWN}`

const query = z.object({
  roleId: RoleOrAll.default('all'),
  days: countText(ALL_DAYS, 1, ALL_DAYS).describe('Only people who applied in the last this many days; defaults to everyone'),
})

export const readFigures = endpoint({
  who: 'admin',
  may: 'read',
  method: 'GET',
  path: '/api/figures',
  report: true,
  summary:
    'Get figures for a role, or for all roles the caller can see: stages, days to an accepted offer and what they were spent waiting for, links, replies on time',
  query,
  output: Figures,
})

export const exportFigures = endpoint({
  who: 'admin',
  may: 'export',
  method: 'GET',
  path: '/api/figures/export.csv',
  counted: 'exports',
  report: true,
  summary: 'Export the same figures as CSV with their definitions; each export is in the audit trail',
  query,
  produces: 'text/csv',
  output: z.unknown(),
})

export function figuresFileName(today: Date): string {
  return `Figures_${today.toISOString().slice(0, 10)}.csv`
}
