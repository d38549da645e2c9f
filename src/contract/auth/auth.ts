import { z } from 'zod'
import { Access, POWERS } from '../staff/access.ts'
import { Empty, endpoint, Instant, Message } from '../endpoint.ts'

/** The two areas that require sign-in. Recruiters, hiring managers and auditors use the admin area, limited by their permissions. */
export const StaffRole = z.enum(['admin', 'interviewer'])
export type StaffRole = z.infer<typeof StaffRole>

/** How a session started. */
export const SignInMethod = z.enum(['code', 'sso', 'passkey'])
export type SignInMethod = z.infer<typeof SignInMethod>

const MAX_EMAIL_LENGTH = 254

/** The address as typed; an invalid address is rejected the same way as one from another domain. */
const EmailInput = z.string().max(MAX_EMAIL_LENGTH)
/** The digits as pasted; spaces and dashes are ignored. */
export const CodeInput = z.string().min(1, 'Enter the code').max(64)

export const CODE_DIGITS = 8
export const CODE_MINUTES = 10
export const CODE_ATTEMPTS = 5
export const IDLE_HOURS = 2
export const MAX_SESSION_HOURS = 12

/** The same message for a wrong, used or expired code and for an address that never requested one. */
export const WRONG_CODE = 'Verification failed. Please check your code and try again.'
export const NOT_AN_ADMIN = 'You are not authorized to access this area.'
export const wrongDomainMessage = (domain: string) => `Only @${domain} emails are allowed.`

export const SignedIn = z.object({
  email: z.string(),
  roles: z.array(Access),
  /** What these roles can do; see `ACCESS`. */
  powers: z.array(z.enum(POWERS)),
  /** When the session ends at the latest. */
  expires_at: Instant,
  /** When the session ends if it isn't used before then. */
  idle_until: Instant,
})
export type SignedIn = z.infer<typeof SignedIn>

export const sendCode = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/auth/send-code',
  counted: 'codes_asked_for',
  summary: 'Email a sign-in code to an admin or interviewer',
  body: z.object({ email: EmailInput, role: StaffRole.optional() }),
  output: Message,
})

export const verifyCode = endpoint({
  who: 'anyone',
  method: 'POST',
  path: '/api/auth/verify-code',
  counted: 'sign_ins',
  summary: 'Sign in with a code; each code works once',
  body: z.object({ email: EmailInput, code: CodeInput, role: StaffRole.optional() }),
  output: SignedIn.extend({ token: z.string() }),
})

export const readSession = endpoint({
  who: 'staff',
  beforePasskey: true,
  method: 'GET',
  path: '/api/auth/session',
  summary: 'Get the signed-in person, their access, and when the session ends',
  output: SignedIn,
})

export const logout = endpoint({
  who: 'staff',
  beforePasskey: true,
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session',
  status: 204,
  output: Empty,
})

export const logoutEverywhere = endpoint({
  who: 'staff',
  beforePasskey: true,
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  summary: "End all of the caller's sessions",
  status: 204,
  output: Empty,
})

export const revokeAccess = endpoint({
  who: 'admin',
  method: 'POST',
  path: '/api/auth/revoke',
  summary: "End all of another person's sessions",
  body: z.object({ email: EmailInput }),
  output: z.object({ message: z.string(), ended: z.int() }),
})
