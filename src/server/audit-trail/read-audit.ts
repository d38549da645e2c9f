import type { AuditRow } from '#contract/audit-trail.ts'
import { recordRead } from '#server/audit/record-audit.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import type { Services } from '#server/services.ts'
import { knownAccounts, type KnownAccounts } from './known-accounts.ts'
import { sentenceFor } from '#server/audit/sentences.ts'
import { listRows, type FoundRow, type AuditFilter } from './store.ts'

/** Returns a page of the audit trail. The read itself is recorded as a row, but only for the first page. */
export async function readAudit(services: Pick<Services, 'db' | 'env' | 'keys'>, caller: StaffCaller, filter: AuditFilter): Promise<AuditRow[]> {
  const { db } = services
  const rows = await listRows(db, filter)
  if (filter.before === undefined) {
    const { user_session_id, action, days_ago } = filter
    const facts = { days_ago, ...(action && { action }), is_by_person: Boolean(filter.who) }
    const subject = user_session_id === undefined ? { subject_kind: 'audit' } : { subject_kind: 'applicant', subject_id: user_session_id }
    await db.transaction((tx) => recordRead(tx, caller, { action: 'audit.read', ...subject, facts }))
  }
  const known = await knownAccounts(services)
  return rows.map((row) => present(row, known))
}

export function present({ personal, account, ...row }: FoundRow, known: KnownAccounts): AuditRow {
  const sentence = sentenceFor({ ...row, account: account ?? known.get(row.facts['account']) ?? null })
  return { ...row, audit_id: Number(row.audit_id), at: new Date(row.at).toISOString(), sentence, ip: ipFromFacts(personal) }
}

function ipFromFacts(personal: string | null): string | null {
  const { ip } = JSON.parse(personal ?? '{}') as { ip?: unknown }
  return typeof ip === 'string' ? ip : null
}
