import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, type Page } from '@playwright/test'
import { startProduct } from '../faults/product.ts'

export type Session = { token: string; email: string; expires_at: string; idle_until: string }
type Role = 'admin' | 'interviewer'
type Ask = { path: string; body?: unknown; as?: Session; method?: string }

/** The built product with demo data and letters in files; what its API answers, and sessions of its staff. */
export async function openProduct(settings: Record<string, string> = {}) {
  const { ROUNDS_E2E_URL: running, ROUNDS_E2E_DATA: data } = process.env
  const folder = data ?? mkdtempSync(join(tmpdir(), 'rounds-interviews-'))
  const product = running
    ? { url: running, stop: async () => {} }
    : await startProduct({ DATA_DIR: folder, SEED: 'demo', NODE_ENV: 'development', ...settings })
  const { url } = product

  const ask = async ({ path, body, as, method = body ? 'POST' : 'GET' }: Ask) => {
    const headers = { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as.token}` }) }
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    return { status: response.status, body: await response.json().catch(() => null) }
  }
  const signIn = async (email: string, role: Role): Promise<Session> => {
    const known = new Set(letters(folder))
    await ask({ path: '/api/auth/send-code', body: { email, role } })
    for (let time = 0; time < 100; time++) {
      await pause(200)
      for (const text of letters(folder)
        .filter((one) => !known.has(one))
        .map((name) => readFileSync(name, 'utf8'))) {
        const code = text.includes(email) ? /\b\d{8}\b/.exec(text.slice(text.indexOf('\r\n\r\n'))) : null
        const { status, body } = code ? await ask({ path: '/api/auth/verify-code', body: { email, code: code[0], role } }) : { status: 0, body: null }
        if (status === 200) return body as Session
      }
    }
    throw new Error(`No code came for ${email}.`)
  }
  const close = async () => {
    await product.stop()
    if (!running) rmSync(folder, { recursive: true, force: true })
  }
  return { url, ask, signIn, close }
}
export type InterviewProduct = Awaited<ReturnType<typeof openProduct>>

function letters(folder: string): string[] {
  try {
    return readdirSync(join(folder, 'mail'))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => join(folder, 'mail', name))
  } catch {
    return []
  }
}

/** Every page of the context is signed in. */
export async function stay(context: BrowserContext, role: Role, session: Session): Promise<void> {
  await context.addInitScript(
    ([area, kept]) => {
      if (window.top === window) for (const [name, value] of Object.entries(kept)) localStorage.setItem(`${area}_${name}`, String(value))
    },
    [role, session] as const,
  )
}

/** What the browser had to refuse or could not run. */
export function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => /Content Security Policy|Refused to/i.test(message.text()) && faults.push(message.text()))
  page.on('pageerror', (fault) => faults.push(fault.message))
  return faults
}
