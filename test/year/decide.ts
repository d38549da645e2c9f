import { retryCandidateEmail, sendCandidateEmail } from '#contract/candidate/candidate-emails.ts'
import { undoStatus, updateStatus } from '#contract/applicants/moves.ts'
import { needMoreTime } from '#contract/applicants/promise.ts'
import { ACCEPTED_OFFER, meaningOf, PROCEED, REJECTED, REJECTED_AFTER_A, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { PURPOSES } from '#contract/templates/purposes.ts'
import { answerMany } from './answer-many.ts'
import { isOpen, type Entry } from './ledger.ts'
import type { Office } from './office.ts'

const DAY = 24 * 60 * 60 * 1000
export type Admin = Awaited<ReturnType<Office['app']['admin']>>
type BulkDecision = { entry: Entry; to: number }

/** One in eight applicants is decided on through individual API calls, covering every path; the others get their decision and email in bulk. */
export async function answerAll(office: Office, as: Admin, waiting: Entry[]): Promise<void> {
  const plain: BulkDecision[] = []
  for (const entry of waiting) {
    const answered = await decideOn(office, as, entry)
    if (answered) plain.push(answered)
  }
  const answers = plain.map(({ entry, to }) => ({ id: entry.id, address: entry.address, from: entry.status, to }))
  const emails = await answerMany(office, as.staff_account_id, answers)
  for (const { entry, to } of plain) move(entry, to, { email_id: emails.get(entry.id)!, at: Date.now() })
}

/** Decides on one person; returns a decision that can be made in bulk instead, or null if nothing is left to do. */
async function decideOn({ app, chance }: Office, as: Admin, entry: Entry): Promise<BulkDecision | null> {
  const luck = chance()
  const to = entry.status === PROCEED ? (luck < 0.3 ? ACCEPTED_OFFER : REJECTED_AFTER_A) : luck < 0.4 ? PROCEED : REJECTED
  if (isOpen(entry) && entry.id % 8 > 0) return { entry, to }
  if (entry.status !== PROCEED && entry.extensions < 2 && luck < 0.15 && isOpen(entry)) return moveReplyDate(app, as, entry)
  if (entry.status === SUBMITTED && luck < 0.3) return set(app, as, { entry, to: UNDER_REVIEW }).then(() => null)
  const token = isOpen(entry) ? await set(app, as, { entry, to }) : null
  // A misclick that's undone immediately, and a forgotten email.
  if (token && luck > 0.92) return undoDecision(app, as, { entry, token })
  if (token && luck > 0.84) return null
  return write(app, as, entry)
}

async function write(app: Office['app'], as: Admin, entry: Entry): Promise<null> {
  const { template_name } = PURPOSES[meaningOf(entry.status).offers!]
  const { status, body } = await app.call(sendCandidateEmail, { candidate_info: { user_session_id: entry.id }, template_name }, as)
  if (status !== 202) throw new Error(JSON.stringify(body))
  entry.queued = { email_id: body.email_id, at: Date.now() }
  return null
}

type Change = { entry: Entry; to: number }
const before = new WeakMap<Entry, Entry>()

async function set(app: Office['app'], as: Admin, { entry, to }: Change): Promise<string> {
  const { status, body } = await app.call(updateStatus, { user_session_id: entry.id, ref_application_status_id: to }, as)
  if (status !== 200) throw new Error(JSON.stringify(body))
  before.set(entry, { ...entry })
  move(entry, to, null)
  return body.undo_token!
}

export function move(entry: Entry, status: number, queued: Entry['queued']): void {
  const isDecision = status !== UNDER_REVIEW
  Object.assign(entry, { status, queued, isTold: false, lastActionAt: Date.now(), ...(isDecision && { decidedAt: entry.decidedAt ?? Date.now() }) })
}

async function undoDecision(app: Office['app'], as: Admin, { entry, token }: { entry: Entry; token: string }): Promise<null> {
  const { status, body } = await app.call(undoStatus, { undo_token: token }, as)
  if (status !== 200) throw new Error(JSON.stringify(body))
  Object.assign(entry, before.get(entry))
  return null
}

async function moveReplyDate(app: Office['app'], as: Admin, entry: Entry): Promise<null> {
  const until = new Date(Math.max(entry.dueAt, Date.now()) + 10 * DAY).toISOString()
  const { status, body } = await app.call(needMoreTime, { id: entry.id, until }, as)
  if (status !== 202) throw new Error(JSON.stringify(body))
  const request = { at: Date.now(), from: entry.dueAt, until: Date.parse(until) }
  Object.assign(entry, { asked: request, dueAt: request.until, extensions: entry.extensions + 1 })
  return null
}

export async function resendEmail({ app }: Office, as: Admin, entry: Entry): Promise<void> {
  const { status, body } = await app.call(retryCandidateEmail, { email_id: entry.failed!, identifiable: true }, as)
  if (status !== 200) throw new Error(JSON.stringify(body))
  Object.assign(entry, { queued: { email_id: entry.failed!, at: Date.now() }, failed: null })
}
