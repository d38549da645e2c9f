const SEGMENT = '[a-z0-9][a-z0-9._-]{0,199}'
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT}){0,4}$`)
const PREFIX = new RegExp(`^(?:${SEGMENT}/){0,4}(?:${SEGMENT})?$`)

export function isStoredKey(key: string): boolean {
  return KEY.test(key)
}

/**
 * The key itself, or an error. Keys are rejected, never repaired, so two keys never name one file; capitals are excluded
 * because some file systems don't distinguish them, a leading dot because our own temporary files begin with one.
 */
export function storedKey(key: string): string {
  if (!isStoredKey(key)) throw new Error('Not a key of the file store.')
  return key
}

export function storedPrefix(prefix: string): string {
  if (!PREFIX.test(prefix)) throw new Error('Not a prefix of the file store.')
  return prefix
}
