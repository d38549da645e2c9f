/** Returns the driver's own message, without the statement and its values. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message.startsWith('Failed query') && error.cause instanceof Error) return error.cause.message
  // When every address of a host name refuses the connection, the combined error has no message.
  return error.message || String((error as { code?: unknown }).code ?? error.name)
}
