import { ACCEPTED_OFFER, DECLINED_OFFER, SUBMITTED, UNDER_REVIEW, PROCEED, WITHDRAWN } from '#contract/statuses/statuses.ts'
import { ROLES } from './calendar.ts'

const DAY = 24 * 60 * 60 * 1000
/** How long the product keeps trying to send an email. */
const RETRY_PERIOD_MS = DAY
const OPEN = new Set<number>([SUBMITTED, UNDER_REVIEW, PROCEED])
const NO_REPLY_OWED = new Set<number>([DECLINED_OFFER, ACCEPTED_OFFER, WITHDRAWN])

/** An application as an outside observer sees it: who did what when, and which emails arrived. */
export type Entry = {
  id: number
  role: number
  address: string
  submittedAt: number
  dueAt: number
  extensions: number
  /** The date in an email that's being sent, and the previous date. */
  asked: { at: number; from: number; until: number } | null
  status: number
  /** Whether the email about this status has arrived. */
  isTold: boolean
  /** When the email about this status was queued; null if it wasn't, if it arrived, or if the product gave up on it. */
  queued: { email_id: number; at: number } | null
  /** An email that failed permanently and that staff must send again. */
  failed: number | null
  firstAnswerAt: number | null
  decidedAt: number | null
  withdrawnAt: number | null
  lastActionAt: number
}

export function newEntry(made: Pick<Entry, 'id' | 'role' | 'address'>): Entry {
  const now = Date.now()
  const dueAt = now + ROLES[made.role]!.reply_within_days * DAY
  const nothingRecorded = { asked: null, isTold: false, queued: null, failed: null, firstAnswerAt: null, decidedAt: null, withdrawnAt: null }
  return { ...made, ...nothingRecorded, submittedAt: now, dueAt, extensions: 0, status: SUBMITTED, lastActionAt: now }
}

/** The employer emailed: the reply period restarts, unless this email sets a new reply date. */
export function recordArrival(entry: Entry, subject: string): void {
  entry.firstAnswerAt ??= Date.now()
  if (isAboutTime(subject)) return void (entry.asked = null)
  entry.dueAt = Date.now() + ROLES[entry.role]!.reply_within_days * DAY
  entry.isTold = true
  entry.queued = null
}

/** The mail server was down: an email that waited for a day is dropped, along with the date it set. */
export function recordDrop(entry: Entry, subject: string): void {
  if (isAboutTime(subject)) return undoReplyDate(entry)
  if (!entry.queued || Date.now() < entry.queued.at + RETRY_PERIOD_MS) return
  entry.failed = entry.queued.email_id
  entry.queued = null
}

function undoReplyDate(entry: Entry): void {
  if (!entry.asked || Date.now() < entry.asked.at + RETRY_PERIOD_MS) return
  const { from, until } = entry.asked
  if (entry.dueAt === until) Object.assign(entry, { dueAt: from, extensions: entry.extensions - 1 })
  entry.asked = null
}

const isAboutTime = (subject: string): boolean => subject.startsWith('We need more time')

/** Returns whether someone is owed a reply: the application is open, or its final email hasn't arrived and isn't being sent. */
export function isOwed({ status, isTold, queued }: Entry): boolean {
  return OPEN.has(status) || (!NO_REPLY_OWED.has(status) && !isTold && queued === null)
}

const dayOf = (at: number): number => Math.floor(at / DAY)
/** Days on the calendar in `TIME_ZONE`, which is UTC here. */
const daysLeft = ({ dueAt }: Entry): number => dayOf(dueAt) - dayOf(Date.now())
export const isLate = (entry: Entry): boolean => isOwed(entry) && daysLeft(entry) < 0
export const isDue = (entry: Entry): boolean => isOwed(entry) && daysLeft(entry) <= 3
export const isOpen = ({ status }: Entry): boolean => OPEN.has(status)

/** Recomputes the published figures one application at a time. */
export function countByHand(entries: Entry[]) {
  const yearAgo = new Date()
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1)
  const recent = entries.filter((one) => one.submittedAt > yearAgo.getTime())
  const promised = (one: Entry) => one.submittedAt + ROLES[one.role]!.reply_within_days * DAY
  const answered = recent.filter((one) => one.firstAnswerAt !== null)
  const wasDue = recent
    .filter((one) => one.firstAnswerAt !== null || promised(one) < Date.now())
    .filter((one) => one.withdrawnAt === null || one.withdrawnAt >= Math.min(promised(one), one.firstAnswerAt ?? Number.POSITIVE_INFINITY))
  const inTime = wasDue.filter((one) => one.firstAnswerAt !== null && one.firstAnswerAt <= promised(one))
  return {
    answered_in_time: Math.floor((100 * inTime.length) / wasDue.length),
    days_to_answer: medianDays(answered.map((one) => one.firstAnswerAt! - one.submittedAt)),
    days_to_decision: medianDays(recent.flatMap((one) => (one.decidedAt === null ? [] : [one.decidedAt - one.submittedAt]))),
  }
}

function medianDays(spans: number[]): number {
  const sorted = spans.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return Math.round(((sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2 / DAY) * 10) / 10
}
