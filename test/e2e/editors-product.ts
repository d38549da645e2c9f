import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startProduct } from '../faults/product.ts'
import { startMailServer } from '../setup/mail-server.ts'

export const ADMIN = 'admin@meridianhealth.example'
const OTHER = 'hiring@meridianhealth.example'
const INTERVIEWER = 'ambrose.kittredge@meridianhealth.example'

type Session = { token: string; email: string }
export type Editors = { url: string; folder: string; admin: Session; other: Session; interviewer: Session; close: () => Promise<void> }

/** The product with demo data of its own, two admins and an interviewer signed in. */
export async function openEditors(): Promise<Editors> {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-editors-'))
  const mail = await startMailServer()
  const product = await startProduct({
    DATA_DIR: folder,
    SEED: 'demo',
    SMTP_URL: mail.url,
    MAIL_FROM: 'Careers <careers@meridianhealth.example>',
    NODE_ENV: 'development',
  })
  const post = async (path: string, body: object) => {
    const response = await fetch(product.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    return (await response.json()) as Session
  }
  const signedIn = async (email: string) => {
    await post('/api/auth/send-code', { email })
    await expect.poll(() => mail.received.some(({ to }) => to.includes(email)), { timeout: 20_000 }).toBe(true)
    const letter = mail.received.findLast(({ to }) => to.includes(email))!
    return post('/api/auth/verify-code', { email, code: /\b\d{8}\b/.exec(letter.mail.text!)![0] })
  }
  const close = async () => {
    await product.stop()
    await mail.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: product.url, folder, admin: await signedIn(ADMIN), other: await signedIn(OTHER), interviewer: await signedIn(INTERVIEWER), close }
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

export async function expectHarmless(page: Page, selector: string): Promise<void> {
  const found = await page.locator(selector).evaluate((place) => {
    const deep = (root: Element | ShadowRoot): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? deep(one.shadowRoot) : [])])
    return deep(place)
      .filter(
        (one) =>
          /alert\(1\)|evil\.example/.test([...one.attributes].map(({ value }) => value).join(' ')) ||
          (one.tagName === 'A' && /^(javascript|data):/i.test((one as HTMLAnchorElement).href)),
      )
      .map((one) => one.outerHTML.slice(0, 200))
      .filter((html) => !html.startsWith('<textarea'))
  })
  expect(found).toEqual([])
}

export function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (fault) => faults.push(fault.message))
  return faults
}

export async function carry(page: Page, role: 'admin' | 'interviewer', session: Session): Promise<void> {
  await page.addInitScript(
    ([area, kept]) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(`${area}_${name}`, String(value))
    },
    [role, { ...session, idle_until: new Date(Date.now() + 3_600_000).toISOString() }] as const,
  )
}
