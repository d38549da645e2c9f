import type { S3Client } from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from './file-store.ts'
import { readStorageUrl, type S3Place } from './storage-url.ts'
import { isStoredKey, storedKey, storedPrefix } from './stored-key.ts'

export type S3Patience = {
  connectMs: number
  silenceMs: number
  totalMs: number
  attempts: number
}

const PATIENCE: S3Patience = { connectMs: 3_000, silenceMs: 10_000, totalMs: 30_000, attempts: 3 }

/** A bucket of any S3-compatible server. The official client is loaded at the first use: it costs a tenth of a second. */
export function s3Files(storageUrl: string, patience: S3Patience = PATIENCE): FileStore {
  const place = readStorageUrl(storageUrl)
  const Bucket = place.bucket
  let opened: ReturnType<typeof openClient> | undefined
  let mayWrite = false
  const open = () => (opened ??= openClient(place, patience))
  // Ends the body of an answer as well, not only the wait for its headers.
  const inTime = () => ({ abortSignal: AbortSignal.timeout(patience.totalMs) })

  const store: FileStore = {
    async put(key, content) {
      const Key = storedKey(key)
      const { sdk, client } = await open()
      const asBytes = { ContentType: 'application/octet-stream', ContentLength: content.length }
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: content, ...asBytes }), inTime())
    },
    async read(key) {
      const found = await store.stream(key)
      return found && buffer(found)
    },
    async stream(key) {
      const Key = storedKey(key)
      const { sdk, client } = await open()
      const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), inTime()).catch(nullWhenMissing)
      return found && (found.Body as Readable)
    },
    async remove(key) {
      const Key = storedKey(key)
      const { sdk, client } = await open()
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), inTime())
    },
    async *list(prefix) {
      const Prefix = storedPrefix(prefix)
      const { sdk, client } = await open()
      let ContinuationToken: string | undefined
      do {
        const command = new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
        const page = await client.send(command, inTime())
        yield* (page.Contents ?? []).flatMap(asStoredFile)
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
    async ping() {
      const { sdk, client } = await open()
      // Writing is proved once a process; a write at every probe would fill a bucket that keeps versions.
      if (mayWrite) await client.send(new sdk.HeadBucketCommand({ Bucket }), inTime())
      else await client.send(new sdk.PutObjectCommand({ Bucket, Key: '.ping', Body: Buffer.from('.') }), inTime())
      mayWrite = true
    },
  }
  return store
}

/** Retries are the client's alone (full jitter, a budget, server-side pauses honoured); nobody above repeats a call. */
async function openClient({ endpoint, region }: S3Place, patience: S3Patience) {
  const sdk = await import('@aws-sdk/client-s3')
  const client: S3Client = new sdk.S3Client({
    region: region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'us-east-1',
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    retryMode: 'standard',
    maxAttempts: patience.attempts,
    requestHandler: {
      connectionTimeout: patience.connectMs,
      requestTimeout: patience.silenceMs,
      throwOnRequestTimeout: true,
      socketTimeout: patience.silenceMs,
    },
  })
  return { sdk, client }
}

/** A missing bucket is 404 as well, and must not look like a missing file. */
function nullWhenMissing(error: Error): null {
  if (error.name === 'NoSuchKey') return null
  throw error
}

function asStoredFile({ Key, LastModified }: { Key?: string; LastModified?: Date }) {
  return Key && LastModified && isStoredKey(Key) ? [{ key: Key, modified_at: LastModified }] : []
}
