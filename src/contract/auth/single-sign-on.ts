import { z } from 'zod'
import { StaffRole, verifyCode } from './auth.ts'
import { endpoint, boundedText } from '../endpoint.ts'

/** The page the provider redirects people back to; registered with the provider as `BASE_URL` + this path. */
export const SSO_RETURN_PATH = '/admin/login/sso'
/** How long someone has to sign in at the provider. */
export const SSO_MINUTES = 10

/** The same message for every response that can't be trusted; the audit trail records which check it failed. */
export const SSO_FAILED = "Single sign-on didn't finish. Please try again."
export const SSO_UNREACHABLE = "Single sign-on isn't available right now. Please try again in a minute."
export const CODES_DISABLED = 'Codes are turned off. Use single sign-on.'

const Text = boundedText(4_096)

export const startSingleSignOn = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/auth/sso/start',
  summary: "Get the OpenID provider's sign-in URL; 404 if there's no provider, 503 while it's unavailable",
  body: z.object({
    role: StaffRole,
    /** Asks the provider to make people sign in again even if they're signed in; the new session counts as fresh proof for `PROOF_MINUTES`. */
    is_again: z.boolean().default(false),
  }),
  output: z.object({ authorization_url: z.string() }),
})

export const finishSingleSignOn = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/auth/sso/finish',
  counted: 'sign_ins',
  summary: "Sign in with the provider's response, once, in the browser that started; 401 if the response can't be trusted",
  body: z.object({ state: Text, code: Text.optional(), iss: Text.optional(), error: Text.optional() }),
  output: verifyCode.output.extend({ role: StaffRole }),
})

/** OpenID Connect Back-Channel Logout 1.0, section 2.5: a form with a single field. */
export const backChannelLogout = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/auth/sso/logout',
  summary: "End the sessions named in the provider's logout token; 400 if the token can't be trusted",
  consumes: 'form',
  body: z.object({ logout_token: boundedText(20_000) }),
  output: z.object({}),
})
