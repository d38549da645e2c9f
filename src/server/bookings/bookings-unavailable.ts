/** `reason` is shown to staff and logged: one sentence without secrets, addresses or paths. */
export function bookingsUnavailable(reason: string): Error {
  return Object.assign(new Error(reason), { code: 'BOOKINGS_UNAVAILABLE' as const })
}

export function isBookingsUnavailable(error: unknown): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === 'BOOKINGS_UNAVAILABLE'
}

/** For `catch`: returns null while Bookings is unavailable and throws any other error. */
export function nullIfUnavailable(error: unknown): null {
  if (isBookingsUnavailable(error)) return null
  throw error
}
