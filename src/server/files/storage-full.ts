type StorageError = Error & { code?: string; storage_status?: number | null }

/** Marks an error as a failure of the file storage service, with the status of its response, if any. */
export function markAsStorage(error: Error, status: number | null): void {
  Object.assign(error, { storage_status: status })
}

/** Returns whether the file storage service failed or timed out; it may work again in a moment. */
export function isStorageUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['AbortError', 'TimeoutError'].includes(error.name) || 'storage_status' in error
}

/** Returns whether a failed `put` means storage is full, which the operator has to fix, rather than unavailable. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, storage_status } = error as StorageError
  if (code === 'ENOSPC' || code === 'EDQUOT') return true
  return storage_status === 507 || ['QuotaExceeded', 'XMinioStorageFull'].includes(error.name)
}
