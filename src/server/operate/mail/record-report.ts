import { settleCandidateEmail } from '#server/applicants/emails/settle-candidate-email.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { Keys } from '#server/http/keys.ts'
import { findReturned, isStaffAddress, lockReturned, setReported, setReturned, type ReturnedEmail } from '#server/mail/returned-store.ts'
import { isDeadStatus } from '#server/mail/smtp-error.ts'
import { lockApplicantOf } from '#server/mail/store.ts'
import { KINDS, mailboxHashes, readUnsubscribe, type Kind } from '#server/mail/unsubscribe.ts'
import { insertUnsubscribed } from '#server/mail/unsubscribed-store.ts'
import { readReport } from './read-report.ts'

const REPORTED = 'The recipient reported this email as spam.'

/** What happened, in one sentence; `email_id` is null if nothing was changed. */
type RecordedReport = { email_id: number | null; sentence: string }

const ignoredReport = (sentence: string): RecordedReport => ({ email_id: null, sentence })

/**
 * Applies a bounce or complaint to its email, as if delivery had failed, in one transaction with the applicant and the audit trail. Reading the same
 * bounce again changes nothing.
 */
export async function recordReport({ db, keys }: { db: Db; keys: Keys }, message: string): Promise<RecordedReport> {
  const report = await readReport(message)
  if (!report) return ignoredReport("This isn't a delivery report or complaint, so nothing was changed.")
  const { message_ids, kind, status, said } = report
  if (kind === 'delayed') return ignoredReport('The mail server is still trying to deliver this email, so nothing was changed.')
  if (message_ids.length === 0) return ignoredReport("The report doesn't name an email of ours, so nothing was changed.")
  return db.transaction(async (tx) => {
    await lockApplicantOf(tx, await findReturned(tx, message_ids))
    const email = await lockReturned(tx, message_ids)
    if (!email) return ignoredReport('No sent email has this Message-ID, so nothing was changed.')
    const { email_id } = email
    const isDead = kind === 'complaint' || isDeadStatus(status)
    if (kind === 'complaint') {
      await setReported(tx, email_id, REPORTED)
      await unsubscribeReporter(tx, keys, email)
    } else {
      await setReturned(tx, email_id, { last_error: `Not delivered: ${said || status || 'the mail server gave no reason'}`, isDead })
      await settleCandidateEmail(tx, email, 'failed')
    }
    await recordAudit(tx, { actor: null, action: 'email.returned', subject_kind: 'email', subject_id: email_id, facts: { kind, status, is_dead: isDead } })
    const stopped = isDead ? ' Nothing more is sent to its address until someone allows it.' : ''
    return { email_id, sentence: `Email ${email_id} ${kind === 'complaint' ? 'was reported as spam' : "wasn't delivered"}.${stopped}` }
  })
}

/**
 * Turns off emails about other roles and, for staff, the morning emails: allowing the address again is for necessary emails, and mustn't turn these back on.
 * A candidate's address is stored only as a hash.
 */
async function unsubscribeReporter(tx: Db, keys: Keys, { to_address, unsubscribe_url }: ReturnedEmail): Promise<void> {
  await insertUnsubscribed(tx, { kind: 'role-updates', email: mailboxHashes(keys, to_address)[0]! })
  const link = unsubscribe_url ? readUnsubscribe(keys, unsubscribe_url.split('/').at(-1)!) : null
  const isOurs = (link !== null && link.kind !== 'role-updates') || (await isStaffAddress(tx, to_address))
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => kind !== 'role-updates')
  if (isOurs) for (const kind of kinds) await insertUnsubscribed(tx, { kind, email: to_address.toLowerCase() })
}
