/** Returns a function that makes the value on the first call and keeps it. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
