import type { Input } from '#contract/endpoint.ts'
import type { startSingleSignOn } from '#contract/auth/single-sign-on.ts'
import type { Caller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { purposeHash } from '#server/http/keys.ts'
import type { Services } from '#server/services.ts'
import { insertAttempt } from './sso-store.ts'

type Started = { authorization_url: string; state: string }

/** Returns where the browser goes next and the state that it must bring back. */
export async function startSso({ db, limits, sso }: Services, caller: Caller, asked: Input<typeof startSingleSignOn>): Promise<Started> {
  if (!sso) throw new HttpError(404, 'Single sign-on is not set up.')
  await limits.take('sso-start', caller.ip)
  const { authorization_url, attempt } = await sso.begin(asked.is_again)
  const { state, ...checks } = attempt
  await insertAttempt(db, { state_hash: purposeHash('sso-state', state), role: asked.role, ...checks })
  return { authorization_url, state }
}
