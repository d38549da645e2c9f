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

/** A bucket of any S3-compatible server. The official client is loaded on first use: that takes a tenth of a second. */
export function s3Files(storageUrl: string, patience: S3Patience = PATIENCE): FileStore {
  const place = readStorageUrl(storageUrl)
  let opened: ReturnType<typeof openClient> | undefined
  const bucket: Bucket = {
    Bucket: place.bucket,
    open: () => (opened ??= openClient(place, patience)),
    inTime: () => ({ abortSignal: AbortSignal.timeout(patience.totalMs) }),
  }
  const stream = (key: string) => streamFrom(bucket, key)
  return {
    put: (key, content) => putInto(bucket, key, content),
    async read(key) {
      const found = await stream(key)
      return found && buffer(found)
    },
    stream,
    async remove(key) {
      const Key = storedKey(key)
      const { sdk, client } = await bucket.open()
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket.Bucket, Key }), bucket.inTime())
    },
    list: (prefix) => listFrom(bucket, prefix),
    ping: pingOf(bucket),
  }
}

type Bucket = {
  Bucket: string
  open: () => ReturnType<typeof openClient>
  /** Also ends the body of a response, not only the wait for its headers. */
  inTime: () => { abortSignal: AbortSignal }
}

async function putInto({ Bucket, open, inTime }: Bucket, key: string, content: Buffer): Promise<void> {
  const Key = storedKey(key)
  const { sdk, client } = await open()
  const asBytes = { ContentType: 'application/octet-stream', ContentLength: content.length }
  await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: content, ...asBytes }), inTime())
}

async function streamFrom({ Bucket, open, inTime }: Bucket, key: string): Promise<Readable | null> {
  const Key = storedKey(key)
  const { sdk, client } = await open()
  const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), inTime()).catch(nullWhenMissing)
  return found && (found.Body as Readable)
}

async function* listFrom({ Bucket, open, inTime }: Bucket, prefix: string): ReturnType<FileStore['list']> {
  const Prefix = storedPrefix(prefix)
  const { sdk, client } = await open()
  let ContinuationToken: string | undefined
  do {
    const command = new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
    const page = await client.send(command, inTime())
    yield* (page.Contents ?? []).flatMap(asStoredFile)
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

/** Writing is tested once per process; a write on every probe would fill a bucket that keeps versions. */
function pingOf({ Bucket, open, inTime }: Bucket): () => Promise<void> {
  let mayWrite = false
  return async () => {
    const { sdk, client } = await open()
    if (mayWrite) await client.send(new sdk.HeadBucketCommand({ Bucket }), inTime())
    else await client.send(new sdk.PutObjectCommand({ Bucket, Key: '.ping', Body: Buffer.from('.') }), inTime())
    mayWrite = true
  }
}

/** Only the client retries (full jitter, a budget, respecting the server's pauses); no caller repeats a call. */
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
