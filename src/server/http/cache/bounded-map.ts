export type BoundedMap<Value> = {
  get: (key: string) => Value | undefined
  /** `bytes` is the value's size; a value larger than the map's limit isn't stored. */
  set: (key: string, value: Value, bytes: number) => void
  delete: (key: string) => void
  /** The total size of all values, in bytes. */
  weight: () => number
}

/** A map that evicts the least recently used values once they exceed `maxBytes`, so strangers can't grow it without limit. */
export function boundedMap<Value>(maxBytes: number): BoundedMap<Value> {
  const entries = new Map<string, { value: Value; bytes: number }>()
  let total = 0

  function remove(key: string): void {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get(key) {
      const found = entries.get(key)
      if (!found) return undefined
      entries.delete(key)
      entries.set(key, found)
      return found.value
    },
    set(key, value, bytes) {
      remove(key)
      entries.set(key, { value, bytes })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break
        remove(oldest)
      }
    },
    delete: remove,
    weight: () => total,
  }
}
