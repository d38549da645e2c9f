import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { isEmailAddress } from '#contract/applications/answer-checks.ts'
import { letterheadOf } from '#server/brand/letterhead.ts'
import type { Email } from '#server/mail/email.ts'
import { wrapInLayout } from '#server/mail/layout.ts'
import { insertEmail } from '#server/mail/store.ts'
import { unsubscribeUrl } from '#server/mail/unsubscribe.ts'
import { listUnsubscribed } from '#server/mail/unsubscribed-store.ts'
import type { Services } from '#server/services.ts'
import { findSigningKey } from '#server/packet/signing-key-store.ts'
import { claimMorningRun, findHead, HEAD_SENT, listOwners } from './morning-store.ts'
import { isMorning } from './send-morning.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys'>
type Head = { head: string; fingerprint: string; on: string }

/**
 * Once a morning, emails the audit trail's newest row to the owners and sends it to TRAIL_HEAD_TO: anyone who keeps it can later detect a rewritten
 * history, even one rewritten by the server's owner. Returns how many emails were queued.
 */
export async function sendHead(services: Deps, at = new Date()): Promise<number> {
  const { db, env } = services
  if (!isMorning(env, at)) return 0
  const sent = await db.transaction(async (tx) => {
    if (!(await claimMorningRun(tx, HEAD_SENT))) return null
    const found = { head: await findHead(tx), fingerprint: (await findSigningKey(tx))?.fingerprint ?? 'none yet', on: dayOf(env, at) }
    const unsubscribed = await listUnsubscribed(tx, 'trail-head')
    const owners = new Set([...env.ADMIN_EMAILS, ...(await listOwners(tx))].filter((email) => !unsubscribed.has(email)))
    const letterhead = await letterheadOf(env, tx)
    for (const owner of owners) await insertEmail(tx, headEmail(services, letterhead, { ...found, to_address: owner, isOwner: true }), 'system')
    const to = addressIn(env)
    if (to && !owners.has(to)) await insertEmail(tx, headEmail(services, letterhead, { ...found, to_address: to, isOwner: false }), 'system')
    return { found, count: owners.size + (to && !owners.has(to) ? 1 : 0) }
  })
  if (sent) await writeToFolder(services, sent.found)
  return sent?.count ?? 0
}

const dayOf = ({ TIME_ZONE }: Deps['env'], at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(TIME_ZONE).toPlainDate().toString()

const addressIn = ({ TRAIL_HEAD_TO: to }: Deps['env']) => (to && isEmailAddress(to) ? to.toLowerCase() : null)

/** Writes one file a day, which is never overwritten. The emails are already queued, so a full folder only affects this file. */
async function writeToFolder({ env }: Deps, { head, fingerprint, on }: Head): Promise<void> {
  const { TRAIL_HEAD_TO: to } = env
  if (!to || isEmailAddress(to)) return
  await writeFile(join(to, `audit-head-${on}.txt`), `head ${head}\nkey ${fingerprint}\n`, { flag: 'wx', mode: 0o644 })
}

type Reader = Head & { to_address: string; isOwner: boolean }

function headEmail({ env, keys }: Deps, letterhead: Awaited<ReturnType<typeof letterheadOf>>, { head, fingerprint, to_address, isOwner }: Reader): Email {
  const subject = `Audit trail: newest row ${head.split(':')[0]}`
  const unsubscribe_url = isOwner ? unsubscribeUrl({ env, keys }, { email: to_address, kind: 'trail-head' }) : undefined
  const { html, text } = wrapInLayout(letterhead, {
    title: subject,
    paragraphs: ['Hello,', 'Keep this email. It can show later whether anyone with the server rewrote the history before it.'],
    facts: [
      ['Newest row', head],
      ['Key that signs packets', fingerprint],
    ],
    closing: [`To compare: “audit verify --since ${head}” for the trail, “packet verify FILE --since ${head}” for a decision packet whose trail has this row.`],
    footer: unsubscribe_url
      ? `Owners get this email every morning. To unsubscribe: ${unsubscribe_url}`
      : "You get this email every morning because the installation's settings name you (TRAIL_HEAD_TO).",
  })
  return { purpose: 'notice', to_address, to_name: '', subject, text, html, ...(unsubscribe_url && { unsubscribe_url }) }
}
