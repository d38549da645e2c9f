import { buffer, text } from 'node:stream/consumers'
import type { FileStore } from './file-store.ts'
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { markAsStorage } from './storage-full.ts'
import { signS3 } from './sign-s3.ts'
import { readStorageUrl, type S3Location } from './storage-url.ts'
import { isStoredKey, storedKey, storedPrefix } from './stored-key.ts'

const TIMEOUTS: S3Timeouts = { connectMs: 3_000, silenceMs: 10_000, totalMs: 30_000, attempts: 3 }

type BucketRequest = ReturnType<typeof openBucket>

/** Opens a bucket on any S3-compatible server. */
export function s3Files(storageUrl: string, timeouts: S3Timeouts = TIMEOUTS): FileStore {
  const send = openBucket(readStorageUrl(storageUrl), timeouts)
  const stream = async (key: string) => send({ method: 'GET', key: storedKey(key) }).catch(nullWhenMissing)
  return {
    put: async (key, content) => succeed(send, { method: 'PUT', key: storedKey(key), content }),
    async read(key) {
      const found = await stream(key)
      return found && buffer(found)
    },
    stream,
    remove: async (key) => succeed(send, { method: 'DELETE', key: storedKey(key) }),
    list: (prefix) => listFrom(send, storedPrefix(prefix)),
    ping: pingOf(send),
  }
}

/** Consumes the response so its connection can be reused. */
async function succeed(send: BucketRequest, request: S3Request): Promise<void> {
  await buffer(await send(request))
}

async function* listFrom(send: BucketRequest, prefix: string): ReturnType<FileStore['list']> {
  let token: string | undefined
  do {
    const query = { 'list-type': '2', ...(prefix && { prefix }), ...(token && { 'continuation-token': token }) }
    const page = await text(await send({ method: 'GET', query }))
    yield* [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, row]) => toStoredFile(row!))
    token = fieldOf(page, 'NextContinuationToken')
  } while (token)
}

function toStoredFile(row: string) {
  const [key, modified] = [fieldOf(row, 'Key'), fieldOf(row, 'LastModified')]
  return key && modified && isStoredKey(key) ? [{ key, modified_at: new Date(modified) }] : []
}

/** Tests writing once per process, because writing on every probe would fill a bucket that keeps versions. */
function pingOf(send: BucketRequest): () => Promise<void> {
  let mayWrite = false
  return async () => {
    await succeed(send, mayWrite ? { method: 'HEAD' } : { method: 'PUT', key: '.ping', content: Buffer.from('.') })
    mayWrite = true
  }
}

/** A missing bucket is also a 404, but must not be mistaken for a missing file. */
function nullWhenMissing(error: Error): null {
  if (error.name === 'NoSuchKey') return null
  throw error
}

type S3Timeouts = {
  connectMs: number
  silenceMs: number
  totalMs: number
  attempts: number
}

type S3Request = { method: 'GET' | 'PUT' | 'DELETE' | 'HEAD'; key?: string; query?: Record<string, string>; content?: Buffer }

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
const OVERLOADED = new Set([429, 500, 502, 503, 504])

/**
 * Opens one bucket on any S3-compatible server. The returned function signs and sends a request and returns the response if it succeeded. Throws an
 * error named after the server's code ('NoSuchKey'). This is the only place that retries: up to `attempts` in total, with random delays, all within
 * `totalMs`, which also limits reading a response's body.
 */
function openBucket(location: S3Location, timeouts: S3Timeouts): (request: S3Request) => Promise<IncomingMessage> {
  const region = location.region ?? process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? 'us-east-1'
  const base = addressOf(location, region)
  const agent = base.startsWith('https:') ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  return async (asked) => {
    const signal = AbortSignal.timeout(timeouts.totalMs)
    for (let attempt = 1; ; attempt++) {
      const outcome = await sendOnce(signed(asked, base, region), { agent, signal, timeouts }).catch((error: Error) => error)
      if (!(outcome instanceof Error) && outcome.statusCode! < 300) return outcome.once('error', (error) => markAsStorage(error, null))
      const failure = outcome instanceof Error ? outcome : await asError(outcome)
      markAsStorage(failure, outcome instanceof Error ? null : outcome.statusCode!)
      const mayPass = outcome instanceof Error || OVERLOADED.has(outcome.statusCode!) || failure.name === 'RequestTimeout'
      if (!mayPass || attempt >= timeouts.attempts || signal.aborted) throw failure
      await pause(pauseAfter(attempt, outcome), undefined, { signal })
    }
  }
}

/** Amazon's own hosts include the bucket's name, unless a dot in the name would make the certificate invalid. */
function addressOf({ bucket, endpoint }: S3Location, region: string): string {
  if (endpoint) return `${endpoint.replace(/\/+$/, '')}/${bucket}`
  return bucket.includes('.') ? `https://s3.${region}.amazonaws.com/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`
}

type SignedRequest = { method: string; url: string; headers: Record<string, string>; content: Buffer | undefined }

function signed({ method, key = '', query = {}, content }: S3Request, base: string, region: string): SignedRequest {
  const search = new URLSearchParams(Object.entries(query).toSorted()).toString().replaceAll('+', '%20')
  const url = new URL(`${base}/${key}${search && `?${search}`}`)
  const headers = signS3({ method, url, content: content ?? Buffer.alloc(0), region, at: new Date() })
  return { method, url: url.href, headers: { ...headers, ...(content && { 'content-length': String(content.length) }) }, content }
}

type Settings = { agent: HttpAgent; signal: AbortSignal; timeouts: S3Timeouts }

/** Aborts if the server doesn't accept the connection or stops responding before or during its response. */
function sendOnce({ method, url, headers, content }: SignedRequest, { agent, signal, timeouts }: Settings): Promise<IncomingMessage> {
  const start = url.startsWith('https:') ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = start(url, { method, headers, agent, signal, timeout: timeouts.silenceMs }, resolve)
    const accepting = setTimeout(() => request.destroy(new Error("The storage server isn't accepting connections.")), timeouts.connectMs)
    request.on('socket', (socket) => {
      if (!socket.connecting) return clearTimeout(accepting)
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => clearTimeout(accepting))
    })
    request.on('timeout', () => request.destroy(new Error('The storage server stopped responding.')))
    request.on('error', reject)
    request.on('close', () => clearTimeout(accepting))
    request.end(content)
  })
}

/** Returns an error with the server's code and message; a redirect counts as an error, too. */
async function asError(response: IncomingMessage): Promise<Error> {
  const said = await text(response).catch(() => '')
  const code = fieldOf(said, 'Code') ?? (response.statusCode === 404 ? 'NotFound' : `Status${response.statusCode}`)
  return Object.assign(new Error(`${code}: ${fieldOf(said, 'Message') ?? 'the storage server gave no reason'}`), { name: code })
}

function pauseAfter(attempt: number, outcome: IncomingMessage | Error): number {
  const asked = outcome instanceof Error ? Number.NaN : Number(outcome.headers['retry-after'])
  if (asked > 0) return Math.min(asked * 1_000, LONGEST_PAUSE_MS)
  return Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the text of the first element with this name in the flat XML that S3 sends. */
function fieldOf(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return found?.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => ENTITIES[entity]!)
}
