/** Returns a function that creates the value on the first call and caches it. */
export function lazily<Value>(make: () => Value): () => Value {
  let cached: Value | undefined
  return () => (cached ??= make())
}
