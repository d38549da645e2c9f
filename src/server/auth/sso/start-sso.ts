import type { StaffRole } from '#contract/auth/auth.ts'
import type { Caller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { tokenHash } from '#server/auth/bearer.ts'
import type { Services } from '#server/services.ts'
import { insertAttempt } from './sso-store.ts'

/** Where the browser goes now, and the state that it must bring back. */
export async function startSso({ db, limits, sso }: Services, caller: Caller, role: StaffRole): Promise<{ authorization_url: string; state: string }> {
  if (!sso) throw new HttpError(404, 'Single sign-on is not set up.')
  await limits.take('sso-start', caller.ip)
  const { authorization_url, attempt } = await sso.begin()
  const { state, ...checks } = attempt
  await insertAttempt(db, { state_hash: tokenHash(state), role, ...checks })
  return { authorization_url, state }
}
