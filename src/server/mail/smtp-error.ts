import type { Cause, Delivery } from './transport.ts'

export type SmtpError = Error & { code?: string; responseCode?: number; response?: string }
type FailedDelivery = Extract<Delivery, { sent: false }>

export const NO_RECIPIENT: FailedDelivery = { sent: false, final: true, reason: "Email can't be sent to this address." }
export const NOT_A_MESSAGE: FailedDelivery = { sent: false, final: true, reason: "We couldn't build this email." }
/** For example, too many files are open. */
export const NOT_LOADED: FailedDelivery = { sent: false, final: false, cause: 'file', reason: "The library that sends email couldn't be loaded." }
/** The key is in the database, which may be unreachable for a moment. */
export const NO_SIGNING_KEY: FailedDelivery = { sent: false, final: false, cause: 'signing-key', reason: "The key that signs emails couldn't be read." }

/** Withdrawn when it was about to be sent. */
export const OBSOLETE: Delivery = { sent: false, final: true, isObsolete: true, reason: "Not sent, because it's no longer true or wanted." }
/** Whether it's still wanted is in the database. */
export const NOT_CHECKED: FailedDelivery = { sent: false, final: false, cause: 'deferred', reason: "Whether this email is still wanted couldn't be read." }

export const DEAD_ADDRESS: FailedDelivery = {
  sent: false,
  final: true,
  reason: 'Not sent, because an earlier email to this address came back or was reported as spam. Retry sends it anyway.',
}

/** The server has the whole message but hasn't said whether it accepted it. */
export const IN_DOUBT: FailedDelivery = {
  sent: false,
  final: false,
  cause: 'timeout',
  isInDoubt: true,
  reason: "The mail server got the email but didn't confirm it, so it may have arrived.",
}

/** Errors in this installation's configuration, not in the email: the operator can fix them while the email is pending. */
const CONFIGURATION_ERRORS = new Set([530, 534, 535, 538])

const BY_CODE: Record<string, { cause: Cause; reason: string }> = {
  ETIMEDOUT: { cause: 'timeout', reason: 'The mail server took too long to respond.' },
  EDNS: { cause: 'dns', reason: "The mail server wasn't found." },
  ETLS: { cause: 'tls', reason: "We couldn't open an encrypted connection to the mail server." },
  EAUTH: { cause: 'sign-in', reason: "The mail server didn't accept our sign-in." },
  EPROTOCOL: { cause: 'protocol', reason: "The mail server sent a response we couldn't understand." },
  EABORT: { cause: 'timeout', reason: 'The mail server was too slow.' },
}
const UNREACHABLE = { cause: 'unreachable', reason: "The mail server couldn't be reached." } as const

/** Interprets the server's response. Its text is dropped because it quotes addresses. */
export function deliveryOf(error: SmtpError, signal?: AbortSignal): FailedDelivery {
  if (signal?.aborted) return { sent: false, final: false, ...BY_CODE['EABORT']! }
  const isAboutTheEmail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  if (!isAboutTheEmail) return { sent: false, final: false, ...(BY_CODE[error.code ?? ''] ?? UNREACHABLE) }
  const code = error.responseCode
  if (code === undefined || code === 0) return { sent: false, final: true, reason: "The mail server can't accept this email." }
  const statusText = [code, enhancedCode(error.response)].filter(Boolean).join(' ')
  const isDead = isDeadStatus(enhancedCode(error.response))
  if (code >= 500 && !CONFIGURATION_ERRORS.has(code)) return { sent: false, final: true, reason: `The mail server refused the email (${statusText}).`, isDead }
  return { sent: false, final: false, cause: 'deferred', reason: `The mail server deferred the email (${statusText}).` }
}

/** Whether a status means that the address doesn't exist (RFC 3463, RFC 7505), rather than that this email or its sender was rejected. */
export function isDeadStatus(status = ''): boolean {
  return /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/.test(status)
}

/** Returns '5.1.1' from '550 5.1.1 <somebody@example.org>: no such user' (RFC 3463). */
function enhancedCode(response = ''): string | undefined {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
}
