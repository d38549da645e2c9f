import type { FastifyReply } from 'fastify'
import { backChannelLogout, finishSingleSignOn, SSO_MINUTES, startSingleSignOn } from '#contract/auth/single-sign-on.ts'
import { rememberBrowser, visitorOf } from '#server/auth/known-browser.ts'
import { answer, type AppContext } from '#server/http/answer.ts'
import type { Services } from '#server/services.ts'
import { finishSso, startSso, endByProvider } from './finish-sso.ts'

export function ssoRoutes(context: AppContext): void {
  const { services } = context

  answer(context, startSingleSignOn, async ({ input, caller, reply }) => {
    const { authorization_url, state } = await startSso(services, caller, input)
    setState(services, reply, { state, seconds: SSO_MINUTES * 60 })
    return { authorization_url }
  })
  answer(context, finishSingleSignOn, async ({ input, caller, request, reply }) => {
    const stateOfBrowser = request.cookies[nameOf(services)]
    setState(services, reply, { state: '', seconds: 0 })
    const signedIn = await finishSso(services, { input, visitor: visitorOf(services, { caller, request }), stateOfBrowser })
    rememberBrowser(services, { request, reply }, signedIn.email)
    return signedIn
  })
  answer(context, backChannelLogout, async ({ input, caller }) => {
    await endByProvider(services, caller, input.logout_token)
    return {}
  })
}

/** SameSite=Strict works even though the provider redirects here, because the return page makes the request itself. */
function setState(services: Services, reply: FastifyReply, { state, seconds }: { state: string; seconds: number }): void {
  reply.setCookie(nameOf(services), state, { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(services), maxAge: seconds })
}

function nameOf(services: Services): string {
  return isSecure(services) ? '__Host-sso' : 'sso'
}

function isSecure({ env }: Services): boolean {
  return env.BASE_URL.startsWith('https:')
}
