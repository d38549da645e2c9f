import type { Session } from '#contract/auth/sessions.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { SessionKey } from '#server/auth/bearer.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { endOneSession, listSessions } from '#server/auth/store.ts'

/** Returns where someone is signed in; `current` is the session making the request. */
export async function presentSessions(db: Db, staff_account_id: number, current: SessionKey | null): Promise<Session[]> {
  const iso = (at: string) => new Date(at).toISOString()
  const rows = await listSessions(db, staff_account_id)
  return rows.map(({ token_hash, created_at, last_seen_at, expires_at, ...session }) => ({
    ...session,
    created_at: iso(created_at),
    last_seen_at: iso(last_seen_at),
    expires_at: iso(expires_at),
    is_current: current?.includes(token_hash) ?? false,
  }))
}

/** Ends one session of an account. Throws 404 unless it's live and belongs to the account. */
export async function endSessionOfAccount(
  db: Db,
  caller: StaffCaller,
  { staff_account_id, auth_session_id }: Record<'staff_account_id' | 'auth_session_id', number>,
): Promise<null> {
  return db.transaction(async (tx) => {
    if (!(await endOneSession(tx, staff_account_id, auth_session_id))) throw new HttpError(404, 'That session was not found.')
    await recordAudit(tx, { actor: caller, action: 'session.revoked', subject_kind: 'account', subject_id: staff_account_id, facts: { ended: 1 } })
    return null
  })
}
