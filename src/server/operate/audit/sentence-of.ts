/** Returns the driver's message instead of the one that quotes the statement and its values. */
export function sentenceOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  if (fault.message.startsWith('Failed query') && fault.cause instanceof Error) return fault.cause.message
  // When every address of a host name refuses the connection, the combined error has no message.
  return fault.message || String((fault as { code?: unknown }).code ?? fault.name)
}
