import { SSO_FAILED, SSO_UNREACHABLE } from '#contract/auth/single-sign-on.ts'
import { HttpError } from '#server/http/http-error.ts'

const RETRY_SECONDS = 30

type ErrorDetails = { name?: string; message?: string; code?: string; status?: number; error?: string; cause?: unknown }

/** Throws for a provider that can't be reached or doesn't report its endpoints. */
export function unavailable(cause: unknown): never {
  throw new HttpError(503, SSO_UNREACHABLE, { retryAfterSeconds: RETRY_SECONDS, cause })
}

/** Throws for a response or token that breaks a rule; a provider outage is still reported as an outage. */
export function throwRejected(cause: unknown): never {
  if (cause instanceof HttpError) throw cause
  if (isOutage(cause)) return unavailable(cause)
  throw new HttpError(401, SSO_FAILED, { cause })
}

/** Returns the violated rule in the library's own words, without any values. */
export function reasonOf(error: HttpError): string {
  const { error: errorCode, code, name, cause } = (error.cause ?? {}) as ErrorDetails
  const reason = errorCode ?? code ?? (cause as ErrorDetails | undefined)?.code ?? name ?? ''
  return /^\w{1,60}$/.test(reason) ? reason : 'unknown'
}

function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, message = '', code = '', status = 0, cause } = error as ErrorDetails
  const isNetwork = name === 'TimeoutError' || name === 'AbortError' || message === 'fetch failed' || code === 'ERR_JWKS_TIMEOUT' || code.startsWith('ECONN')
  return isNetwork || status >= 500 || isOutage(cause)
}
