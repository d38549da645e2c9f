import { settleCandidateEmail } from '#server/applicants/emails/settle-candidate-email.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import { lockReturned, setReported, setReturned } from '#server/mail/returned-store.ts'
import { isDeadStatus } from '#server/mail/smtp-fault.ts'
import { readReport } from './read-report.ts'

const REPORTED = 'The recipient reported this email as spam.'

/**
 * Applies a bounce or complaint to the email it names, as if its delivery had failed: in one transaction with the applicant and the audit trail.
 * Returns what happened, in one sentence. Reading the same report again changes nothing.
 */
export async function recordReport(db: Db, message: string): Promise<string> {
  const report = await readReport(message)
  if (!report) return "This isn't a delivery report or complaint, so nothing was changed."
  const { message_ids, kind, status, said } = report
  if (kind === 'delayed') return 'The mail server is still trying to deliver this email, so nothing was changed.'
  if (message_ids.length === 0) return "The report doesn't name an email of ours, so nothing was changed."
  return db.transaction(async (tx) => {
    const email = await lockReturned(tx, message_ids)
    if (!email) return 'No sent email has this Message-ID, so nothing was changed.'
    const { email_id } = email
    const isDead = kind === 'complaint' || isDeadStatus(status)
    if (kind === 'complaint') await setReported(tx, email_id, REPORTED)
    else {
      await setReturned(tx, email_id, { last_error: `Not delivered: ${said || status || 'the mail server gave no reason'}`, isDead })
      await settleCandidateEmail(tx, email, 'failed')
    }
    await recordAudit(tx, { actor: null, action: 'email.returned', subject_kind: 'email', subject_id: email_id, facts: { kind, status, is_dead: isDead } })
    const stopped = isDead ? ' Nothing more is sent to its address until someone allows it.' : ''
    return `Email ${email_id} ${kind === 'complaint' ? 'was reported as spam' : "wasn't delivered"}.${stopped}`
  })
}
