/** Whether the service that stores files failed, or didn't answer in time; it may work again in a moment. */
export function isStorageAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['AbortError', 'TimeoutError'].includes(error.name) || '$metadata' in error
}

/** Whether a failed `put` means there's no room, which the operator must solve, rather than an unavailable service. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } }
  if (code === 'ENOSPC' || code === 'EDQUOT') return true
  return $metadata?.httpStatusCode === 507 || ['QuotaExceeded', 'XMinioStorageFull'].includes(error.name)
}
