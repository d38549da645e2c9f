import { listColleaguesFor } from '#server/applicants/together/colleagues.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import { wrapInLayout, type Letterhead } from '#server/mail/layout.ts'
import type { Email } from '#server/mail/email.ts'
import { insertEmail } from '#server/mail/store.ts'
import { unsubscribeUrl } from '#server/mail/unsubscribe.ts'
import { listUnsubscribed } from '#server/mail/unsubscribed-store.ts'
import type { Services } from '#server/services.ts'
import { listCollected, listUnsent, lockDigests, setNoticesSent, setDigestSent, type DigestRow, type UnsentDigest } from './morning-store.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys'>

/**
 * Notifies colleagues of new mentions and assignments: one email each, at most hourly, with aliases only, and only about applicants they can still see.
 * Returns how many were queued.
 */
export async function sendColleagueDigests(services: Deps): Promise<number> {
  return services.db.transaction(async (tx) => {
    if (!(await lockDigests(tx))) return 0
    const unsubscribed = await listUnsubscribed(tx, 'colleagues')
    const found = await listUnsent(tx)
    const seenBy = new Map<number, string[]>()
    for (const id of new Set(found.map((one) => one.ref_function_role_id))) seenBy.set(id, await listColleaguesFor({ ...services, db: tx }, id))
    let queued = 0
    for (const [staff_account_id, waiting] of Map.groupBy(found, (one) => one.staff_account_id)) {
      await setDigestSent(tx, staff_account_id)
      const unsent = waiting.filter((one) => seenBy.get(one.ref_function_role_id)!.includes(one.email))
      if (unsent.length === 0 || unsubscribed.has(unsent[0]!.email)) continue
      await insertEmail(tx, digestEmail(services, await letterheadOf(services.env, tx), unsent), 'system')
      queued++
    }
    return queued
  })
}

/**
 * Notifies people of candidates' requests beyond their daily limit of emails: one email for all of them, once a day, with aliases only. Returns how
 * many were queued.
 */
export async function sendCandidateDigests({ db, env }: Deps): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await lockDigests(tx))) return 0
    const people = [...Map.groupBy(await listCollected(tx), ({ to_address }) => to_address)]
    for (const [to_address, collected] of people) {
      await setNoticesSent(tx, to_address)
      await insertEmail(tx, candidateDigest(env, await letterheadOf(env, tx), collected), 'system')
    }
    return people.length
  })
}

function candidateDigest(env: Deps['env'], letterhead: Letterhead, collected: DigestRow[]): Email {
  const count = collected.reduce((sum, one) => sum + one.count, 0)
  const title = `${count} more ${count === 1 ? 'message' : 'messages'} from candidates`
  const { html, text } = wrapInLayout(letterhead, {
    title,
    paragraphs: ['Hello,', 'Candidates sent you more messages today than we email one by one. Open each application to see them:'],
    facts: collected.map((one) => [
      `${one.alias}, ${one.function_role_name} (${one.count})`,
      `${env.BASE_URL}/admin/applications/all/all/36500/${one.user_session_id}`,
    ]),
    button: { label: 'Open requests', url: `${env.BASE_URL}/admin/requests` },
    footer: 'You get this email at most once a day, and only when there were more than 9 messages.',
  })
  return { purpose: 'notice', to_address: collected[0]!.to_address, to_name: '', subject: title, text, html }
}

const REASONS = { mention: 'mentioned in a note', assignment: 'assigned to you' }

function digestEmail({ env, keys }: Omit<Deps, 'db'>, letterhead: Letterhead, unsent: UnsentDigest[]): Email {
  const to_address = unsent[0]!.email
  const [mentions, given] = [unsent.filter((one) => one.kind === 'mention').length, unsent.filter((one) => one.kind === 'assignment').length]
  const count = (many: number, one: string, more: string) => (many === 0 ? [] : [`${many} ${many === 1 ? one : more}`])
  const title = [...count(mentions, 'mention', 'mentions'), ...count(given, 'applicant for you', 'applicants for you')].join(', ')
  const unsubscribe_url = unsubscribeUrl({ env, keys }, { email: to_address, kind: 'colleagues' })
  const { html, text } = wrapInLayout(letterhead, {
    title,
    paragraphs: ['Hello,', 'Your colleagues left this for you:'],
    facts: unsent.map((one) => [
      `${one.alias}, ${one.function_role_name} (${REASONS[one.kind]})`,
      `${env.BASE_URL}/admin/applications/all/all/36500/${one.user_session_id}`,
    ]),
    footer: `You get this email at most once an hour, and only when there's something new. To unsubscribe: ${unsubscribe_url}`,
  })
  return { purpose: 'notice', to_address, to_name: '', subject: title, text, html, unsubscribe_url }
}
