/** Whether a failed `put` means that there is no room, which the operator must solve, and not that the service is away. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } }
  if (code === 'ENOSPC' || code === 'EDQUOT') return true
  return $metadata?.httpStatusCode === 507 || ['QuotaExceeded', 'XMinioStorageFull'].includes(error.name)
}
