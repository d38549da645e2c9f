import { buffer, text } from 'node:stream/consumers'
import type { FileStore } from './file-store.ts'
import { fieldOf, openBucket, type S3Patience, type S3Request } from './s3-client.ts'
import { readStorageUrl } from './storage-url.ts'
import { isStoredKey, storedKey, storedPrefix } from './stored-key.ts'

const PATIENCE: S3Patience = { connectMs: 3_000, silenceMs: 10_000, totalMs: 30_000, attempts: 3 }

type Ask = ReturnType<typeof openBucket>

/** Opens a bucket on any S3-compatible server. */
export function s3Files(storageUrl: string, patience: S3Patience = PATIENCE): FileStore {
  const ask = openBucket(readStorageUrl(storageUrl), patience)
  const stream = async (key: string) => ask({ method: 'GET', key: storedKey(key) }).catch(nullWhenMissing)
  return {
    put: async (key, content) => succeed(ask, { method: 'PUT', key: storedKey(key), content }),
    async read(key) {
      const found = await stream(key)
      return found && buffer(found)
    },
    stream,
    remove: async (key) => succeed(ask, { method: 'DELETE', key: storedKey(key) }),
    list: (prefix) => listFrom(ask, storedPrefix(prefix)),
    ping: pingOf(ask),
  }
}

/** Reads the response so that its connection can be reused. */
async function succeed(ask: Ask, request: S3Request): Promise<void> {
  await buffer(await ask(request))
}

async function* listFrom(ask: Ask, prefix: string): ReturnType<FileStore['list']> {
  let token: string | undefined
  do {
    const query = { 'list-type': '2', ...(prefix && { prefix }), ...(token && { 'continuation-token': token }) }
    const page = await text(await ask({ method: 'GET', query }))
    yield* [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, row]) => asStoredFile(row!))
    token = fieldOf(page, 'NextContinuationToken')
  } while (token)
}

function asStoredFile(row: string) {
  const [key, modified] = [fieldOf(row, 'Key'), fieldOf(row, 'LastModified')]
  return key && modified && isStoredKey(key) ? [{ key, modified_at: new Date(modified) }] : []
}

/** Tests writing once per process; a write on every probe would fill a bucket that keeps versions. */
function pingOf(ask: Ask): () => Promise<void> {
  let mayWrite = false
  return async () => {
    await succeed(ask, mayWrite ? { method: 'HEAD' } : { method: 'PUT', key: '.ping', content: Buffer.from('.') })
    mayWrite = true
  }
}

/** A missing bucket is also a 404 and must not look like a missing file. */
function nullWhenMissing(error: Error): null {
  if (error.name === 'NoSuchKey') return null
  throw error
}
