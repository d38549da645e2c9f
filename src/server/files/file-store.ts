import type { Readable } from 'node:stream'

/** Bytes under a server-made key; what `put` acknowledged survives a crash of the process and of the machine. */
export type FileStore = {
  /** Writes the whole content under `key`, replacing what was there at once or not at all. */
  put: (key: string, content: Buffer) => Promise<void>
  /** The content, or null when nothing is stored under `key`. */
  read: (key: string) => Promise<Buffer | null>
  /** The content as a stream, or null when nothing is stored under `key`. */
  stream: (key: string) => Promise<Readable | null>
  /** Removes `key`; does nothing if it isn't there. */
  remove: (key: string) => Promise<void>
  /** All keys that begin with `prefix`, with the time of their last change. */
  list: (prefix: string) => AsyncIterable<{ key: string; modified_at: Date }>
  /** Rejects if nothing can be written right now. */
  ping: () => Promise<void>
}
