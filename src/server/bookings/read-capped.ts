const MAX_BYTES = 5 * 1024 * 1024

/** The body as text, or null if it's longer than 5 MB; counts what arrives, because a declared length can lie. */
export async function readCapped(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    // Leaving the loop ends the connection.
    if (size > MAX_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
