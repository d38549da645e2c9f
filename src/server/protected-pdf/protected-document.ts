import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Env } from '#server/env.ts'
import { HttpError } from '#server/http/http-error.ts'

const hash = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>
const DEMO_PASSWORD = 'rounds-demo'
/** Each hash takes 16 MB and one of Node's four worker threads, which files and DNS also need. */
const MAX_CONCURRENT_HASHES = 2
const MAX_WAITING = 40

export type ProtectedDocument = { isOpenedBy: (password: string) => Promise<boolean>; read: () => Promise<Buffer> }

/** Opens the document at PROTECTED_PDF_PATH, or the demo's; null if there isn't one. Only a slow hash of its password is stored. */
export async function openProtectedDocument(env: Env): Promise<ProtectedDocument | null> {
  const path = env.PROTECTED_PDF_PATH ?? (env.isDemo ? join(env.DATA_DIR, 'protected.pdf') : undefined)
  const password = env.PROTECTED_PDF_PASSWORD ?? (env.isDemo ? DEMO_PASSWORD : undefined)
  if (!path || !password || !existsSync(path)) return null

  const salt = randomBytes(16)
  const expected = await slowHash(password, salt, 32)
  return {
    isOpenedBy: async (given) => timingSafeEqual(await slowHash(given, salt, 32), expected),
    read: () => readFile(path),
  }
}

let running = 0
const waiting: (() => void)[] = []

/** Throws 503 if too many passwords are already being checked. */
async function slowHash(password: string, salt: Buffer, length: number): Promise<Buffer> {
  if (running < MAX_CONCURRENT_HASHES) running++
  else if (waiting.length >= MAX_WAITING)
    throw new HttpError(503, "We're checking a lot of passwords right now. Try again in a moment.", { retryAfterSeconds: 2 })
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await hash(password, salt, length)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
