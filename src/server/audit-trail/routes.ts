import { listAudit, readAuditHead } from '#contract/audit-trail.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { readAudit } from './read-audit.ts'
import { findHead } from './store.ts'

export function auditRoutes(context: AppContext): void {
  const { db } = context.services

  answer(context, listAudit, ({ input, caller }) => readAudit(db, caller, input))
  answer(context, readAuditHead, async () => {
    const { rows, audit_id, hash, at } = await findHead(db)
    return { rows, head: audit_id === null ? null : `${audit_id}:${hash}`, at: at && new Date(at).toISOString() }
  })
}
