import { recordAudit } from '#server/audit/record-audit.ts'
import type { Caller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Services } from '#server/services.ts'
import { endProviderSessions } from './sso-store.ts'

/**
 * Ends the sessions that the provider has ended, for all processes: each one checks the database for who is signed in. Throws 400 for a token that
 * can't be trusted.
 */
export async function endByProvider({ db, limits, sso }: Services, caller: Caller, logout_token: string): Promise<void> {
  if (!sso) throw new HttpError(404, 'Single sign-on is not set up.')
  await limits.take('sso-logout', caller.ip)
  const named = await sso.readLogout(logout_token).catch((error: HttpError) => {
    throw error.status === 401 ? new HttpError(400, "This logout token can't be trusted.", { cause: error.cause }) : error
  })
  await db.transaction(async (tx) => {
    const accounts = await endProviderSessions(tx, named)
    for (const account of new Set(accounts)) {
      const ended = accounts.filter((one) => one === account).length
      await recordAudit(tx, { actor: null, action: 'session.ended-by-provider', subject_kind: 'account', subject_id: account, facts: { ended } })
    }
  })
}
