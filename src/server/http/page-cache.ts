import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** How long the content is taken as unchanged, and how long at most a request goes on without waiting for the next look. */
const FRESH_MS = 500
const STALE_MS = 850

export type Page = { status?: number; type?: string; content: string | Buffer }

/** An answer, compressed beforehand. */
export type Kept = { status: number; type: string; version?: object; etag: string; plain: Buffer; brotli: Buffer | null; gzip: Buffer | null }

export type PageCache = {
  /** What `make` makes, once for each version of the content. */
  keep: (key: string, make: () => Promise<Page>) => Promise<Kept>
  /** The same for a value that pages are made of. */
  remember: <T>(key: string, make: () => Promise<T>) => Promise<T>
  /** What was remembered last, however old: for an answer that must not lose what somebody typed. */
  lastKnown: <T>(key: string) => T | undefined
  /** Takes nothing as unchanged any more: this process has just changed something. */
  expire: () => void
  /** Nothing has to be asked before a kept page may be sent. */
  isFresh: () => boolean
  /** The content has not changed since this was made. */
  isCurrent: (kept: Kept) => boolean
}

export type Encoding = 'br' | 'gzip' | 'identity'

/**
 * Keeps pages for as long as `readVersion` says the same. It is asked at most twice a second, whatever the load, so that a change made
 * by another process shows within a second. When it cannot be asked, pages fail rather than show openings that may be gone.
 */
export function openPageCache(readVersion: () => Promise<string>): PageCache {
  let version: string | undefined
  let checkedAt = -Infinity
  let expiredAt = -Infinity
  let checking: Promise<void> | undefined
  let kept = new Map<string, Promise<unknown>>()
  const known = new Map<string, unknown>()

  async function check(): Promise<void> {
    const startedAt = performance.now()
    const now = await readVersion()
    if (now !== version) kept = new Map()
    version = now
    checkedAt = startedAt
  }

  function look(): Promise<void> {
    checking ??= check().finally(() => (checking = undefined))
    return checking
  }

  /** False: the caller has to wait for a look first. */
  function isFresh(): boolean {
    if (checkedAt <= expiredAt) return false
    const age = performance.now() - checkedAt
    if (age >= FRESH_MS && age < STALE_MS) look().catch(() => {})
    return age < STALE_MS
  }

  /** A look that began before the content expired does not count. */
  async function fresh(): Promise<void> {
    while (!isFresh()) await look()
  }

  async function remember<T>(key: string, make: () => Promise<T>): Promise<T> {
    await fresh()
    const now = kept
    const found = now.get(key) as Promise<T> | undefined
    if (found) return found
    const made = make()
    now.set(key, made)
    made.then((value) => known.set(key, value)).catch(() => now.delete(key))
    return made
  }

  return {
    remember,
    expire: () => void (expiredAt = performance.now()),
    keep: (key, make) => {
      return remember(`page ${key}`, async () => {
        const version = kept
        return { ...(await compress(await make())), version }
      })
    },
    isFresh,
    isCurrent: (page) => page.version === kept,
    lastKnown: <T>(key: string) => known.get(key) as T | undefined,
  }
}

export async function compress({ status = 200, type = 'text/html; charset=utf-8', content }: Page): Promise<Kept> {
  const plain = Buffer.from(content)
  const isText = !type.startsWith('image/')
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const [brotli, gzipped] = isText ? await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzip)(plain, { level: 9 })]) : [null, null]
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { status, type, etag, plain, brotli, gzip: gzipped }
}

const sent = new WeakMap<FastifyReply, Kept>()

/** The kept page that a reply is sending, if it is one. */
export function keptIn(reply: FastifyReply): Kept | undefined {
  return sent.get(reply)
}

export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: Kept, cacheControl = 'public, no-cache'): FastifyReply {
  reply.code(kept.status).type(kept.type).header('cache-control', cacheControl).header('vary', 'accept-encoding')
  sent.set(reply, kept)
  if (kept.status === 200) reply.header('etag', kept.etag)
  if (kept.status === 200 && request.headers['if-none-match']?.includes(kept.etag)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'br' && kept.brotli) return reply.header('content-encoding', 'br').send(kept.brotli)
  if (encoding === 'gzip' && kept.gzip) return reply.header('content-encoding', 'gzip').send(kept.gzip)
  return reply.send(kept.plain)
}

export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? '')
  if (/\bbr\b/.test(names)) return 'br'
  return /\bgzip\b/.test(names) ? 'gzip' : 'identity'
}
