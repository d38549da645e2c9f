import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Env } from '#server/env.ts'

const slowHash = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>
const DEMO_PASSWORD = 'rounds-demo'

export type ProtectedDocument = { isOpenedBy: (password: string) => Promise<boolean>; read: () => Promise<Buffer> }

/** The document that PROTECTED_PDF_PATH names, or the demo's; null when none is published. Only a slow hash of its password is kept. */
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
