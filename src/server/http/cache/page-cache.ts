import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowStyles } from '../headers.ts'
import { encodingFor } from './encoding.ts'

/** `styles` is the CSP hash for the page's inline styles. */
export type Page = { status?: number; type?: string; content: string | Buffer; styles?: string | null }

/** A cached response, compressed in advance. */
export type CachedPage = { status: number; type: string; etag: string; styles: string | null; plain: Buffer; brotli: Buffer | null; gzip: Buffer | null }

type CacheEntry = { made: Promise<unknown>; value?: unknown }

export type PageCache = {
  /** Returns the page that `make` builds, once per version of the content. Doesn't return a promise if it's cached and fresh. */
  keep: (key: string, make: () => Promise<Page>) => CachedPage | Promise<CachedPage>
  /** Like `keep`, for a value that pages are built from. */
  remember: <T>(key: string, make: () => Promise<T>) => Promise<T>
  /** Returns the last remembered value, however old, for responses that must not lose what someone typed. */
  lastKnown: <T>(key: string) => T | undefined
  /** Forces a check before the next page, because this process has just changed something. */
  expire: () => void
  /** The size of everything in the cache, in bytes. */
  weight: () => number
}

/** Pages, pictures and the values they're built from, for one version of the content, per process. */
const MAX_BYTES = 32 * 1024 * 1024
/** The values used while the database is down. */
const MAX_KNOWN_BYTES = 4 * 1024 * 1024

/**
 * Caches pages for as long as `readVersion` returns the same value. It's called at most twice a second, whatever the load, so another process's
 * change shows within a second. If it fails, pages fail too rather than show openings that may be gone. Keys are the server's own names for pages,
 * never client input, and the least recently used pages are evicted.
 */
export function openPageCache(readVersion: () => Promise<string>, maxBytes = MAX_BYTES): PageCache {
  let entries = boundedMap<CacheEntry>(maxBytes)
  const known = boundedMap<unknown>(MAX_KNOWN_BYTES)
  const { isFresh, fresh, expire } = openFreshness(readVersion, () => (entries = boundedMap(maxBytes)))

  async function find<T>(key: string, make: () => Promise<T>, weigh: (made: T) => number): Promise<T> {
    if (!isFresh()) await fresh()
    const now = entries
    const found = now.get(key)
    if (found) return found.made as Promise<T>
    const made = make()
    now.set(key, { made }, 0)
    made.then(
      (value) => now.set(key, { made, value }, weigh(value)),
      () => now.delete(key),
    )
    return made
  }

  return {
    keep(key, make) {
      const name = `page ${key}`
      const known = isFresh() ? (entries.get(name)?.value as CachedPage | undefined) : undefined
      return known ?? find(name, async () => compress(await make()), weightOf)
    },
    remember: (key, make) =>
      find(key, make, (value) => {
        const bytes = Buffer.byteLength(JSON.stringify(value))
        known.set(key, value, bytes)
        return bytes
      }),
    lastKnown: <T>(key: string) => known.get(key) as T | undefined,
    expire,
    weight: () => entries.weight(),
  }
}

function weightOf({ plain, brotli, gzip: zipped }: CachedPage): number {
  return plain.length + (brotli?.length ?? 0) + (zipped?.length ?? 0)
}

export async function compress({ status = 200, type = 'text/html; charset=utf-8', content, styles = null }: Page): Promise<CachedPage> {
  const plain = Buffer.from(content)
  const isText = !type.startsWith('image/')
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const [brotli, gzipped] = isText ? await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain, { level: 9 })]) : [null, null]
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { status, type, etag, styles, plain, brotli, gzip: gzipped }
}

const keptReplies = new WeakSet<FastifyReply>()

/** Returns whether a reply came from the cache. */
export function isFromCache(reply: FastifyReply): boolean {
  return keptReplies.has(reply)
}

/** For handlers that aren't async, so a cached page is sent without awaiting anything. */
export function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage | Promise<CachedPage>,
  cacheControl?: string,
): Promise<FastifyReply> | undefined {
  if (page instanceof Promise) return page.then((ready) => sendCached(request, reply, ready, cacheControl))
  sendCached(request, reply, page, cacheControl)
  return undefined
}

export function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage, cacheControl = 'public, no-cache'): FastifyReply {
  keptReplies.add(reply)
  reply.code(page.status).header('content-type', page.type).header('cache-control', cacheControl).header('vary', 'accept-encoding')
  if (page.styles) allowStyles(reply, page.styles)
  if (page.status === 200) reply.header('etag', page.etag)
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'br' && page.brotli) return reply.header('content-encoding', 'br').send(page.brotli)
  if (encoding === 'gzip' && page.gzip) return reply.header('content-encoding', 'gzip').send(page.gzip)
  return reply.send(page.plain)
}

type BoundedMap<Value> = {
  get: (key: string) => Value | undefined
  /** `bytes` is the value's size; a value larger than the map's limit isn't stored. */
  set: (key: string, value: Value, bytes: number) => void
  delete: (key: string) => void
  /** The total size of all values, in bytes. */
  weight: () => number
}

/** A map that evicts the least recently used values once they exceed `maxBytes`, so strangers can't grow it without limit. */
function boundedMap<Value>(maxBytes: number): BoundedMap<Value> {
  const entries = new Map<string, { value: Value; bytes: number }>()
  let total = 0

  function remove(key: string): void {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get(key) {
      const found = entries.get(key)
      if (!found) return undefined
      entries.delete(key)
      entries.set(key, found)
      return found.value
    },
    set(key, value, bytes) {
      remove(key)
      entries.set(key, { value, bytes })
      total += bytes
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break
        remove(oldest)
      }
    },
    delete: remove,
    weight: () => total,
  }
}

/** How long content counts as fresh, and how old it can get before requests have to wait for the next check. */
const FRESH_MS = 500
const STALE_MS = 850

type Freshness = {
  /** False if the caller must wait for a check first. */
  isFresh: () => boolean
  /** Waits for a check that started after this call, unless the content is fresh. */
  fresh: () => Promise<void>
  expire: () => void
}

/** Tracks whether anything built from the content is still current. Reads its version at most twice a second and calls `onChange` when it's new. */
function openFreshness(readVersion: () => Promise<string>, onChange: () => void): Freshness {
  let version: string | undefined
  let checkedAt = -Infinity
  let expiredAt = -Infinity
  let checking: Promise<void> | undefined

  async function check(): Promise<void> {
    const startedAt = performance.now()
    const now = await readVersion()
    if (now !== version) onChange()
    version = now
    checkedAt = startedAt
  }

  function checkVersion(): Promise<void> {
    checking ??= check().finally(() => (checking = undefined))
    return checking
  }

  function isFresh(): boolean {
    if (checkedAt <= expiredAt) return false
    const age = performance.now() - checkedAt
    if (age >= FRESH_MS && age < STALE_MS) checkVersion().catch(() => {})
    return age < STALE_MS
  }

  return {
    isFresh,
    async fresh() {
      // A check that started after this call is recent enough, even if it took longer than FRESH_MS.
      const asked = performance.now()
      const isCurrent = () => isFresh() || checkedAt >= asked
      while (!isCurrent()) await checkVersion()
    },
    expire: () => void (expiredAt = performance.now()),
  }
}
