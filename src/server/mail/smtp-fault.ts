import type { Delivery } from './transport.ts'

export type SmtpFault = Error & { code?: string; responseCode?: number; response?: string }
type InVain = Extract<Delivery, { sent: false }>

export const NO_RECIPIENT: InVain = { sent: false, final: true, reason: 'The address is not one that mail can be sent to.' }
export const NOT_A_MESSAGE: InVain = { sent: false, final: true, reason: 'This e-mail could not be put together.' }

/** Faults that belong to this installation, not to the email: whoever runs it can mend them while the email waits. */
const OURS = new Set([530, 534, 535, 538])

const BY_CODE: Record<string, string> = {
  ETIMEDOUT: 'The mail server did not answer in time.',
  EDNS: 'The mail server was not found.',
  ETLS: 'No encrypted connection to the mail server could be made.',
  EAUTH: 'The mail server did not accept our sign-in.',
  EPROTOCOL: 'The mail server answered in a way that could not be understood.',
  EABORT: 'The mail server was too slow.',
}

/** What a refusal means. The server's own sentence stays out: it quotes addresses. */
export function deliveryOf(fault: SmtpFault, signal?: AbortSignal): InVain {
  if (signal?.aborted) return { sent: false, final: false, reason: BY_CODE['EABORT']! }
  const isAboutTheEmail = fault.code === 'EENVELOPE' || fault.code === 'EMESSAGE'
  if (!isAboutTheEmail) return { sent: false, final: false, reason: BY_CODE[fault.code ?? ''] ?? 'The mail server could not be reached.' }
  const code = fault.responseCode
  if (code === undefined || code === 0) return { sent: false, final: true, reason: 'The mail server cannot take this email.' }
  const final = code >= 500 && !OURS.has(code)
  const said = [code, enhancedCode(fault.response)].filter(Boolean).join(' ')
  return { sent: false, final, reason: final ? `The mail server refused the email (${said}).` : `The mail server put the email off (${said}).` }
}

/** '5.1.1' in '550 5.1.1 <somebody@example.org>: no such user' (RFC 3463). */
function enhancedCode(response = ''): string | undefined {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
}
