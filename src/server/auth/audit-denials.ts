import { recordAudit } from '#server/audit/record-audit.ts'
import type { AppContext } from '#server/http/answer.ts'
import { isStaff } from '#server/http/caller.ts'

/** What a signed-in person was refused is a row of the audit trail before they hear of it: which call, never what was in it. */
export function auditRefusals({ app, services: { db } }: AppContext): void {
  app.addHook('onSend', async (request, reply) => {
    const { caller } = request
    if (reply.statusCode !== 403 || !caller || !isStaff(caller)) return
    const facts = { method: request.method, route: request.routeOptions.url ?? 'unknown' }
    await db
      .transaction((tx) => recordAudit(tx, { actor: caller, action: 'access.refused', subject_kind: 'call', facts, personal: { ip: caller.ip } }))
      .catch(() => request.log.error({ route: facts.route }, 'a refusal could not be written to the audit trail'))
  })
}
