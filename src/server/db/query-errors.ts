const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '25006', // read_only_sql_transaction: the server has become a standby
  '25P03', // idle_in_transaction_session_timeout
])

// The driver's own errors don't have codes.
const UNREACHABLE_TEXTS = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'Query read timeout',
  'Cannot use a pool after calling end',
]

type ErrorWithCause = { code?: unknown; constraint?: unknown; message?: unknown; cause?: unknown }

/** Returns whether the error is a unique violation; with `constraint`, only of the index or constraint with that name. */
export function isUniqueViolation(error: unknown, constraint?: string) {
  return chain(error).some((one) => one.code === '23505' && (constraint === undefined || one.constraint === constraint))
}

/** Returns whether a row conflicts with another one under an exclusion constraint. */
export function isExclusionViolation(error: unknown) {
  return chain(error).some((one) => one.code === '23P01')
}

/** Returns whether the database was unreachable or the connection was lost, so the same call may succeed later. */
export function isConnectionError(error: unknown) {
  return chain(error).some(({ code, message }) => {
    if (typeof code === 'string' && (UNREACHABLE.has(code) || /^08[0-9A-Z]{3}$/.test(code))) return true
    return typeof message === 'string' && UNREACHABLE_TEXTS.some((text) => message.startsWith(text))
  })
}

/** Returns whether a statement, or its wait for a lock, timed out. */
export const isTimeout = (error: unknown) => chain(error).some(({ code }) => code === '57014' || code === '55P03')

/** Drizzle wraps the driver's error as the cause of its own error. */
function chain(error: unknown): ErrorWithCause[] {
  const causes: ErrorWithCause[] = []
  for (let one = error as ErrorWithCause | undefined; one && typeof one === 'object' && causes.length < 5; one = one.cause as ErrorWithCause | undefined)
    causes.push(one)
  return causes
}
