type OfStorage = Error & { code?: string; storage_status?: number | null }

/** Says that the service that stores files failed; with the status of its answer, if it gave one. */
export function markAsStorage(error: Error, status: number | null): void {
  Object.assign(error, { storage_status: status })
}

/** Whether the service that stores files failed, or didn't answer in time; it may work again in a moment. */
export function isStorageAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['AbortError', 'TimeoutError'].includes(error.name) || 'storage_status' in error
}

/** Whether a failed `put` means there's no room, which the operator must solve, rather than an unavailable service. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, storage_status } = error as OfStorage
  if (code === 'ENOSPC' || code === 'EDQUOT') return true
  return storage_status === 507 || ['QuotaExceeded', 'XMinioStorageFull'].includes(error.name)
}
