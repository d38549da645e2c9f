import { Temporal } from 'temporal-polyfill'
import type { Output } from '#contract/endpoint.ts'
import { MAX_DAYS_AHEAD, MAX_EXTENSIONS, type needMoreTime as needMoreTimeCall } from '#contract/applicants/promise.ts'
import { formatLongDay } from '#contract/time-zone.ts'
import { isOwedReply } from '#contract/statuses/statuses.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { fieldError } from '#server/http/changes.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { queueCandidateEmail, type Wording } from '#server/applicants/emails/queue-candidate-email.ts'
import { undoTokenOf } from '#server/applicants/emails/sent-emails.ts'
import { notFound } from './applicant-errors.ts'
import { lockApplicant } from './move-store.ts'
import { findReplyDate, moveReplyDate } from './reply-date-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Emails an applicant that the decision will take until `until`, and moves the reply date there. Throws 404 for an unknown applicant, 409 when no
 * reply is owed or the date was already moved twice, 422 for a date that isn't later than the promised one, or too far ahead.
 */
export async function needMoreTime(
  { db, env, keys }: Pick<Services, 'db' | 'env' | 'keys'>,
  caller: StaffCaller,
  { id, until, subject, html }: { id: number; until: string } & Pick<Wording, 'subject' | 'html'>,
): Promise<Output<typeof needMoreTimeCall>> {
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, id, caller.scope)
    if (!applicant) throw notFound(id)
    if (!isOwedReply(applicant) || !applicant.email) throw new HttpError(409, "This applicant isn't waiting for a reply.")
    const { reply_by, reply_extensions } = await findReplyDate(tx, id)
    if (reply_extensions >= MAX_EXTENSIONS) throw new HttpError(409, `This date has already been moved ${MAX_EXTENSIONS} times. Please make a decision.`)
    const moved = laterDate(until, { reply_by, time_zone: env.TIME_ZONE })
    const until_day = formatLongDay(env.TIME_ZONE, moved)
    const queued = await queueCandidateEmail({ tx, env, keys, actor: caller }, applicant, {
      purpose: 'more-time',
      subject,
      html,
      ref_application_status_id: null,
      status_change_id: null,
      values: { reply_by: until_day },
      delaySeconds: env.MAIL_DELAY_SECONDS,
    })
    const { email_id, send_after } = queued!
    await moveReplyDate(tx, id, moved)
    const facts = { email_id, from: reply_by, until: moved, until_day }
    await recordAudit(tx, { actor: caller, action: 'applicant.reply-date-moved', subject_kind: 'applicant', subject_id: id, facts })
    return { reply_by: moved, extensions_left: MAX_EXTENSIONS - reply_extensions - 1, email_id, send_after, undo_token: undoTokenOf(keys, email_id) }
  })
}

/** A date without a time ends at midnight in the employer's time zone. */
export function endOf(until: string, time_zone: string): number {
  if (until.length > 10) return Date.parse(until)
  return Temporal.PlainDate.from(until).add({ days: 1 }).toZonedDateTime(time_zone).epochMilliseconds - 1000
}

/** Throws 422 for a date that isn't later than the promised one, or too far ahead. */
function laterDate(until: string, { reply_by, time_zone }: { reply_by: string; time_zone: string }): string {
  const moved = endOf(until, time_zone)
  if (moved <= Math.max(Date.parse(reply_by), Date.now())) throw fieldError(422, 'until', 'Choose a date after the one you promised')
  if (moved > Date.now() + MAX_DAYS_AHEAD * DAY_MS) throw fieldError(422, 'until', `Choose a date within ${MAX_DAYS_AHEAD} days`)
  return new Date(moved).toISOString()
}
