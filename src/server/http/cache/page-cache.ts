import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowStyles } from '../headers.ts'
import { boundedMap } from './bounded-map.ts'
import { encodingFor } from './encoding.ts'
import { openFreshness } from './freshness.ts'

/** `styles` is the CSP hash for the page's inline styles. */
export type Page = { status?: number; type?: string; content: string | Buffer; styles?: string | null }

/** A cached response, compressed in advance. */
export type Kept = { status: number; type: string; etag: string; styles: string | null; plain: Buffer; brotli: Buffer | null; gzip: Buffer | null }

type Remembered = { made: Promise<unknown>; value?: unknown }

export type PageCache = {
  /** Returns the page that `make` builds, once per version of the content. Doesn't return a promise if it's cached and fresh. */
  keep: (key: string, make: () => Promise<Page>) => Kept | Promise<Kept>
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
  let kept = boundedMap<Remembered>(maxBytes)
  const known = boundedMap<unknown>(MAX_KNOWN_BYTES)
  const { isFresh, fresh, expire } = openFreshness(readVersion, () => (kept = boundedMap(maxBytes)))

  async function find<T>(key: string, make: () => Promise<T>, weigh: (made: T) => number): Promise<T> {
    if (!isFresh()) await fresh()
    const now = kept
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
      const known = isFresh() ? (kept.get(name)?.value as Kept | undefined) : undefined
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
    weight: () => kept.weight(),
  }
}

function weightOf({ plain, brotli, gzip: zipped }: Kept): number {
  return plain.length + (brotli?.length ?? 0) + (zipped?.length ?? 0)
}

export async function compress({ status = 200, type = 'text/html; charset=utf-8', content, styles = null }: Page): Promise<Kept> {
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
export function serve(request: FastifyRequest, reply: FastifyReply, page: Kept | Promise<Kept>, cacheControl?: string): Promise<FastifyReply> | undefined {
  if (page instanceof Promise) return page.then((kept) => sendKept(request, reply, kept, cacheControl))
  sendKept(request, reply, page, cacheControl)
  return undefined
}

export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: Kept, cacheControl = 'public, no-cache'): FastifyReply {
  keptReplies.add(reply)
  reply.code(kept.status).header('content-type', kept.type).header('cache-control', cacheControl).header('vary', 'accept-encoding')
  if (kept.styles) allowStyles(reply, kept.styles)
  if (kept.status === 200) reply.header('etag', kept.etag)
  if (kept.status === 200 && request.headers['if-none-match']?.includes(kept.etag)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'br' && kept.brotli) return reply.header('content-encoding', 'br').send(kept.brotli)
  if (encoding === 'gzip' && kept.gzip) return reply.header('content-encoding', 'gzip').send(kept.gzip)
  return reply.send(kept.plain)
}
