const HEAD_BYTES = 4

/** Prefixes content with its length, for a pipe between processes. */
export function frameOf(content: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(content.length)
  return Buffer.concat([head, content])
}

/** Yields the contents of a stream until it ends or breaks off. */
export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let rest = Buffer.alloc(0)
  try {
    for await (const part of stream) {
      rest = Buffer.concat([rest, part])
      while (rest.length >= HEAD_BYTES && rest.length >= HEAD_BYTES + rest.readUInt32LE()) {
        const end = HEAD_BYTES + rest.readUInt32LE()
        yield rest.subarray(HEAD_BYTES, end)
        rest = rest.subarray(end)
      }
    }
  } catch {
    // The other process has ended.
  }
}
