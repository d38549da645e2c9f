import type pg from 'pg'

type Connection = { query: (text: string) => void }

/** Reads a COPY … TO STDOUT to the end and returns the number of bytes. The driver doesn't handle this protocol message itself. */
export function copyOut(client: pg.Client, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    const submitted = {
      submit: (connection: Connection) => connection.query(text),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => void (bytes += chunk.length),
      handleCommandComplete: () => {},
      handleError: reject,
      handleReadyForQuery: () => resolve(bytes),
      callback: () => {},
    }
    client.query(submitted as unknown as pg.Submittable)
  })
}
