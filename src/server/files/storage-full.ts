/** Whether a failed `put` means there's no room, which the operator must solve, rather than an unavailable service. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } }
  if (code === 'ENOSPC' || code === 'EDQUOT') return true
  return $metadata?.httpStatusCode === 507 || ['QuotaExceeded', 'XMinioStorageFull'].includes(error.name)
}
