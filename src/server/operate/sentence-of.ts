/** The driver's own words instead of those that quote the statement and its values. */
export function sentenceOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  return fault.message.startsWith('Failed query') && fault.cause instanceof Error ? fault.cause.message : fault.message
}
