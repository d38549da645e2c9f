import { Readable } from 'node:stream'
import { auditFileName, checkAudit, exportAudit as exportCall, listAudit, readAuditHead } from '#contract/audit-trail.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { exportAudit } from './export-audit.ts'
import { readAudit } from './read-audit.ts'
import { findHead } from './store.ts'

export function auditRoutes(context: AppContext): void {
  const { db, env, keys, limits } = context.services

  answer(context, listAudit, ({ input, caller }) => readAudit(context.services, caller, input))
  answer(context, exportCall, async ({ input, caller, reply }) => {
    await limits.take('export', String(caller.staff_account_id))
    const pieces = await exportAudit(context.services, caller, input)
    reply.header('content-disposition', `attachment; filename="${auditFileName(new Date())}"`)
    return reply.type('text/csv; charset=utf-8').send(Readable.from(pieces))
  })
  answer(context, checkAudit, async () => {
    const verdict = await verifyAudit(db, { erasures: { secret: env.SECRET_KEY, keys } })
    const checked_at = new Date().toISOString()
    if (verdict.broken === null) return { is_whole: true, rows: verdict.rows, broken_row: null, is_unproved: false, because: null, checked_at }
    const { audit_id, because, isUnproved = false } = verdict.broken
    return { is_whole: false, rows: null, broken_row: audit_id, is_unproved: isUnproved, because, checked_at }
  })
  answer(context, readAuditHead, async () => {
    const { rows, audit_id, hash, at } = await findHead(db)
    return { rows, head: audit_id === null ? null : `${audit_id}:${hash}`, at: at && new Date(at).toISOString() }
  })
}
