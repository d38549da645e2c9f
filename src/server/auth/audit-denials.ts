import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { AppContext } from '#server/http/answer.ts'
import { isStaff, type StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'

const EVERY_MS = 60_000

/** Audits denied requests: each call a signed-in person had no access to, and how often each limit rejected requests. */
export function auditDenials(context: AppContext): void {
  auditForbiddenCalls(context)
  auditExceededLimits(context)
}

/**
 * Recorded before the person gets the response: which call, never its content. Beyond 60 an hour they're only counted, because each row takes the
 * audit trail's lock.
 */
function auditForbiddenCalls({ app, services: { db, limits } }: AppContext): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { caller } = request
    if (reply.statusCode !== 403 || !caller || !isStaff(caller)) return done()
    void write(request, caller).finally(() => done())
  })

  async function write(request: FastifyRequest, caller: StaffCaller): Promise<void> {
    const isOverLimit = await limits.take('audited-denial', String(caller.staff_account_id)).catch((over: unknown) => over instanceof HttpError)
    if (isOverLimit) return
    const facts = { method: request.method, route: request.routeOptions.url ?? 'unknown' }
    await db
      .transaction((tx) => recordAudit(tx, { actor: caller, action: 'access.refused', subject_kind: 'call', facts }))
      .catch(() => request.log.error({ route: facts.route }, 'a denied call could not be written to the audit trail'))
  }
}

/** Adds at most one row per minute and process, no matter how many requests were over a limit. */
function auditExceededLimits({ app, services: { db, limits, log } }: AppContext): void {
  const write = async () => {
    const rejected = limits.drainRejected()
    if (Object.keys(rejected).length === 0) return
    await db
      .transaction((tx) => recordAudit(tx, { actor: null, action: 'limit.exceeded', subject_kind: 'call', facts: { rejected } }))
      .catch(() => log.error({ rejected }, 'exceeded limits could not be written to the audit trail'))
  }
  const timer = setInterval(() => void write(), EVERY_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
  })
}
