/** Returns the body as text, or null if it's longer than `maxBytes`. Counts the bytes received, because the declared length can be wrong. */
export async function readCapped(response: Response, maxBytes: number): Promise<string | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    // Breaking out of the loop closes the connection.
    if (size > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
