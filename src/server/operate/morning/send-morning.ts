import { Temporal } from 'temporal-polyfill'
import type { Env } from '#server/env.ts'
import type { Email } from '#server/mail/email.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import { wrapInLayout, type Letterhead } from '#server/mail/layout.ts'
import { insertEmail } from '#server/mail/store.ts'
import { unsubscribeUrl } from '#server/mail/unsubscribe.ts'
import { listUnsubscribed } from '#server/mail/unsubscribed-store.ts'
import type { Services } from '#server/services.ts'
import { listAllRecipients } from '#server/staff/team.ts'
import { claimMorningRun, listDueReplies, REPLIES_SENT, type DueReply } from './morning-store.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys'>
/** In `TIME_ZONE`: early enough for the working day, and late enough for a process that was down to catch up. */
const [FROM_HOUR, TO_HOUR] = [6, 11]
/** The email lists at most this many people; the rest are in the list on screen. */
const MAX_NAMED = 30

export function isMorning({ TIME_ZONE }: Pick<Env, 'TIME_ZONE'>, at: Date): boolean {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(TIME_ZONE)
  return hour >= FROM_HOUR && hour < TO_HOUR
}

/**
 * Once a morning, emails each hiring lead who owes a reply, and the recruiters on the role's team: late, or due within three days. Applicants appear
 * only by alias. People with no one due get nothing. Returns how many emails were queued.
 */
export async function sendMorning(services: Deps, at = new Date()): Promise<number> {
  if (!isMorning(services.env, at)) return 0
  return services.db.transaction(async (tx) => {
    if (!(await claimMorningRun(tx, REPLIES_SENT))) return 0
    const people = Map.groupBy(
      await listDueReplies(tx, services.env.TIME_ZONE, await listAllRecipients(tx, services.env, 'replies')),
      ({ to_address }) => to_address,
    )
    const unsubscribed = await listUnsubscribed(tx, 'replies-due')
    const letterhead = await letterheadOf(services.env, tx)
    const recipients = [...people].filter(([email]) => !unsubscribed.has(email))
    for (const [email, replies] of recipients) await insertEmail(tx, morningEmail(services, letterhead, { to_address: email, due: replies }), 'system')
    return recipients.length
  })
}

function morningEmail({ env, keys }: Omit<Deps, 'db'>, letterhead: Letterhead, { to_address, due }: { to_address: string; due: DueReply[] }): Email {
  const late = due.filter((one) => one.late)
  const soon = due.filter((one) => !one.late)
  const count = (many: number, what: string) => `${many} ${many === 1 ? 'reply is' : 'replies are'} ${what}`
  const title = [...(late.length > 0 ? [count(late.length, 'late')] : []), ...(soon.length > 0 ? [count(soon.length, 'due within 3 days')] : [])].join(', ')
  const unsubscribe_url = unsubscribeUrl({ env, keys }, { email: to_address, kind: 'replies-due' })
  const { html, text } = wrapInLayout(letterhead, {
    title,
    paragraphs: [due[0]!.to_name ? `Hello ${due[0]!.to_name},` : 'Hello,', 'These applicants are waiting to hear from you:'],
    links: due.slice(0, MAX_NAMED).map((one) => ({
      label: `${one.alias}, ${one.function_role_name} (${one.late ? 'late' : 'due soon'})`,
      url: linkTo(env, one),
    })),
    button: { label: 'See all of them', url: `${env.BASE_URL}/admin/applications/all/all/36500?due=due` },
    ...(due.length > MAX_NAMED && { closing: [`And ${due.length - MAX_NAMED} more.`] }),
    footer: `You get this email on mornings when replies to applicants for your roles are due soon or late. To unsubscribe: ${unsubscribe_url}`,
  })
  return {
    purpose: 'notice',
    to_address,
    to_name: due[0]!.to_name,
    subject: title,
    text,
    html,
    unsubscribe_url,
  }
}

function linkTo({ BASE_URL }: Env, { user_session_id }: DueReply): string {
  return `${BASE_URL}/admin/applications/all/all/36500/${user_session_id}`
}
