import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import pg from 'pg'
import { startProduct } from '#lab/faults/product.ts'
import { copyOfDemo } from '#test/setup/demo-template.ts'
import { startMailServer } from '#test/setup/mail-server.ts'

export type Session = { token: string; email: string; expires_at: string; idle_until: string }
type Area = 'admin' | 'interviewer'
type Ask = { path: string; body?: unknown; as?: Session; method?: string }

/** In seconds; longer than any test takes, so emails can be undone until a test sends them with `sendWaiting`. */
export const HOLD_SECONDS = '600'

export const ADMIN = 'admin@meridianhealth.example'
export const OTHER_ADMIN = 'hiring@meridianhealth.example'
export const INTERVIEWER = 'ambrose.kittredge@meridianhealth.example'

/** Opens the built product with its own demo data and a real mail server. What it returns can call the API and create staff sessions. */
export async function openProduct(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-e2e-'))
  const mail = await startMailServer()
  const demo = await copyOfDemo(folder)
  const { url, stop } = await startProduct({
    ...demo,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Careers <careers@meridianhealth.example>',
    NODE_ENV: 'development',
    ...settings,
  })

  const ask = async ({ path, body, as, method = body ? 'POST' : 'GET' }: Ask) => {
    const headers = { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as.token}` }) }
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    return { status: response.status, body: await response.json().catch(() => null) }
  }
  /** Returns the code from the latest email to this address, ignoring the first `before` emails. */
  const codeFor = async (email: string, before = 0): Promise<string> => {
    const emails = () => mail.received.slice(before).filter(({ to, mail: { subject } }) => to.includes(email) && subject?.startsWith('Your code'))
    await expect.poll(() => emails().length).toBeGreaterThan(0)
    const { subject, text } = emails().at(-1)!.mail
    expect(subject).not.toMatch(/\d/)
    return /\b\d{8}\b/.exec(text ?? '')![0]
  }
  const signIn = async (email: string, role: Area): Promise<Session> => {
    const before = mail.received.length
    await ask({ path: '/api/auth/send-code', body: { email, role } })
    const { status, body } = await ask({ path: '/api/auth/verify-code', body: { email, code: await codeFor(email, before), role } })
    expect(status).toBe(200)
    return body as Session
  }
  const close = async () => {
    await stop()
    await mail.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, folder, demo, received: mail.received, ask, codeFor, signIn, close, ...openDatabase(demo['DATABASE_URL']!) }
}
export type Product = Awaited<ReturnType<typeof openProduct>>

/** Opens the product's own database. */
function openDatabase(connectionString: string) {
  const query = async (statement: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    const { rows } = await client.query(statement).finally(() => client.end())
    return rows
  }
  /** Sends emails held for undo, as if the time to undo had passed. */
  const sendWaiting = () =>
    query(
      `update email_outbox set send_after = send_after - interval '${HOLD_SECONDS} seconds', due_since = now() where state = 'queued' and send_after > now()`,
    )
  return { query, sendWaiting }
}

/** Signs in every page opened from now on. */
export async function storeSession(pages: Page | BrowserContext, area: Area, session: Session): Promise<void> {
  await pages.addInitScript(
    ([name, kept]) => {
      // A sandboxed frame has no storage.
      if (window.top === window) for (const [key, value] of Object.entries(kept)) localStorage.setItem(`${name}_${key}`, String(value))
    },
    [area, session] as const,
  )
}

/** The browser logs that it blocked the test's own scripts in email previews. */
const OWN_SCRIPTS = /sandboxed/
/** The browser also logs calls that fail on purpose. */
export const DENIED_CALLS = /sandboxed|Failed to load resource/

/** Returns the page's console errors, script errors and policy violations. */
export function watch(page: Page, expected = OWN_SCRIPTS): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && !expected.test(message.text()) && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Blocks the clipboard from now on. */
export async function blockCopying(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Refused', 'NotAllowedError'))
  })
}

/** Waits until everything triggered by a key has run. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
