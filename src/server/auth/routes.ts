import { logout, logoutEverywhere, readSession, revokeAccess, sendCode, verifyCode } from '#contract/auth/auth.ts'
import { confirmWithCode } from '#contract/auth/passkeys.ts'
import { endOwnSession, listOwnSessions } from '#contract/auth/sessions.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import { HttpError } from '#server/http/http-error.ts'
import { auditDenials } from './reject-sign-in.ts'
import { bearerKey } from './bearer.ts'
import { confirmByCode } from './confirmation.ts'
import { logOut, revokeSessions } from './end-sessions.ts'
import { rememberBrowser, visitorOf } from './known-browser.ts'
import { sendSignInCode } from './send-code.ts'
import { passkeyRoutes } from './passkeys/passkey-routes.ts'
import { endSessionOfAccount, presentSessions } from './sessions/own-sessions.ts'
import { ssoRoutes } from './sso/sso-routes.ts'
import { findSession } from './store.ts'
import { signIn } from './verify-code.ts'

/** Anything the browser stores about the person is cleared along with the session. */
const FORGET = ['clear-site-data', '"storage"'] as const

export function authRoutes(context: AppContext): void {
  const { services } = context
  const { db } = services
  auditDenials(context)

  ssoRoutes(context)
  passkeyRoutes(context)

  answer(context, sendCode, async ({ input, ...from }) => sendSignInCode(services, input, visitorOf(services, from)))
  answer(context, verifyCode, async ({ input, caller, request, reply }) => {
    const signedIn = await signIn(services, input, visitorOf(services, { caller, request }))
    rememberBrowser(services, { request, reply }, signedIn.email)
    return signedIn
  })
  answer(context, confirmWithCode, ({ input, caller, request }) =>
    confirmByCode(services, caller, { code: input.code, session: bearerKey(request)!, visitor: visitorOf(services, { caller, request }) }),
  )
  answer(context, readSession, async ({ caller, request }) => {
    const session = await findSession(db, bearerKey(request)!)
    if (!session) throw new HttpError(401, 'Please sign in.')
    return { email: caller.email, roles: caller.roles, powers: caller.powers, expires_at: session.expires_at, idle_until: session.idle_until }
  })
  answer(context, listOwnSessions, ({ caller, request }) => presentSessions(db, caller.staff_account_id, bearerKey(request)))
  answer(context, endOwnSession, ({ input, caller }) =>
    endSessionOfAccount(db, caller, { staff_account_id: caller.staff_account_id, auth_session_id: input.id }),
  )
  answer(context, logout, async ({ caller, request, reply }) => {
    await logOut(db, caller, bearerKey(request)!)
    reply.header(...FORGET)
    return null
  })
  answer(context, logoutEverywhere, async ({ caller, reply }) => {
    await revokeSessions(db, caller.email, caller)
    reply.header(...FORGET)
    return null
  })
  answer(context, revokeAccess, async ({ input, caller }) => {
    const ended = await revokeSessions(db, input.email, caller)
    return { message: ended === 1 ? 'Ended 1 session.' : `Ended ${ended} sessions.`, ended }
  })
}
