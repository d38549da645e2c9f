import type { FastifyRequest } from 'fastify'
import { type AuditEntry, recordAudit } from '#server/audit/record-audit.ts'
import { isStaff, type Caller, type StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import type { AppContext } from '#server/http/answer.ts'

type Deps = Pick<Services, 'db' | 'limits'>

/** Rejects a sign-in, recording only the network address and that an email address was rejected. */
export async function rejectSignIn(services: Deps, caller: Caller, rejection: HttpError): Promise<never> {
  await recordRejection(services, { actor: caller, action: 'sign-in.refused', subject_kind: 'account' })
  throw rejection
}

type SignInRejection = Pick<AuditEntry, 'action' | 'subject_kind' | 'facts'> & { actor: Caller }

/**
 * Records why a sign-in was rejected. Unknown people get one row a minute per kind; the rest are only counted, in the row about exceeded limits, so
 * outsiders can't flood the audit trail.
 */
export async function recordRejection({ db, limits }: Deps, rejection: SignInRejection): Promise<void> {
  const kind = [rejection.action, rejection.facts?.['method'] ?? 'code'].join(' ')
  const isOnlyCounted = !isStaff(rejection.actor) && (await limits.take('audited-stranger', kind).catch((over: unknown) => over instanceof HttpError))
  if (!isOnlyCounted) await db.transaction((tx) => recordAudit(tx, rejection))
}

const FLUSH_INTERVAL_MS = 60_000

/** Audits denied requests: each call a signed-in person had no access to, and how often each limit rejected requests. */
export function auditDenials(context: AppContext): void {
  auditForbiddenCalls(context)
  auditExceededLimits(context)
}

/**
 * Records which call it was, never its content, before the person gets the response. Beyond 60 an hour, calls are only counted, because each row
 * takes the audit trail's lock.
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
  const timer = setInterval(() => void write(), FLUSH_INTERVAL_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
  })
}
