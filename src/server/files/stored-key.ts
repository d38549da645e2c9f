const SEGMENT = '[a-z0-9][a-z0-9._-]{0,199}'
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT}){0,4}$`)
const PREFIX = new RegExp(`^(?:${SEGMENT}/){0,4}(?:${SEGMENT})?$`)

export function isStoredKey(key: string): boolean {
  return KEY.test(key)
}

/**
 * Returns the key itself, or throws. Invalid keys are rejected rather than corrected, so two keys never refer to the same file. Capitals are excluded
 * because some file systems are case-insensitive, and a leading dot because our own temporary files start with one.
 */
export function storedKey(key: string): string {
  if (!isStoredKey(key)) throw new Error('Not a key of the file store.')
  return key
}

export function storedPrefix(prefix: string): string {
  if (!PREFIX.test(prefix)) throw new Error('Not a prefix of the file store.')
  return prefix
}
