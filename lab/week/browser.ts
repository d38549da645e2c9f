import { chromium, type Page, type Response } from '@playwright/test'
import { findBrowser } from '../../scripts/tools.mjs'
import { REJECTED } from '#contract/statuses/statuses.ts'
import { canariesIn, type Exchange, type Staff, type Viewer } from '#lab/between/cast.ts'
import { storeSession, watch } from '#test/e2e/setup/product.ts'
import type { Entry, Week } from './week.ts'

const FAR = '2040-01-01T00:00:00.000Z'

/**
 * Opens a real browser as staff or as a candidate. Records every response like the simulation's own requests, and errors on the page as findings. The
 * browser keeps the machine's clock, because Chromium doesn't run under libfaketime; its pages get the simulated time.
 */
export async function inBrowser(week: Week, who: Viewer, act: (page: Page) => Promise<void>): Promise<void> {
  const { LD_PRELOAD: _, ...env } = process.env as Record<string, string>
  const executablePath = findBrowser()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-background-networking'], env })
  try {
    const context = await browser.newContext({ baseURL: week.site.url, ignoreHTTPSErrors: true, viewport: { width: 1280, height: 800 } })
    await context.clock.install({ time: Date.now() })
    if ('staff' in who) await storeSession(context, 'admin', { token: who.staff.token, email: who.staff.email, expires_at: FAR, idle_until: FAR })
    if ('browser' in who) await context.addCookies([...who.browser.cookies].map(([name, value]) => ({ name, value, url: week.site.url })))
    const page = await context.newPage()
    const faults = watch(page)
    const reading: Promise<void>[] = []
    page.on('response', (response) => void reading.push(record(week, who, response)))
    await act(page)
    await page.waitForLoadState('networkidle')
    await Promise.all(reading)
    week.findings.push(...faults.map((fault) => `On ${new URL(page.url()).pathname}: ${fault}`))
  } finally {
    await browser.close()
  }
}

async function record({ world, done, site }: Week, who: Viewer, response: Response): Promise<void> {
  const request = response.request()
  if (!response.url().startsWith(`${site.url}/`)) return
  const path = response.url().slice(site.url.length)
  const one: Exchange = {
    lane: 0,
    who,
    endpoint: null,
    method: request.method(),
    path,
    sent: null,
    status: response.status(),
    body: '',
    began: world.tick(),
    ended: Infinity,
    about: null,
  }
  done.push(one)
  // Redirects have no body, and the browser drops the bodies of pages it has left.
  one.body = await response.text().catch(() => '')
  one.sent = jsonIn(request.postData())
  one.ended = world.tick()
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return text
  }
}

const STAFF_SCREENS = [
  'dashboard',
  'applications/all/all/30',
  'interviews',
  'roles',
  'questions',
  'email-templates',
  'interviewers',
  'audit',
  'people',
  'figures',
]

/** Opens the screens that a recruiter uses every day, with names hidden. */
export async function readScreens(week: Week, staff: Staff): Promise<void> {
  await inBrowser(week, { staff }, async (page) => {
    for (const screen of STAFF_SCREENS) {
      await page.goto(`/admin/${screen}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      const shown = canariesIn(await page.locator('body').innerText()).filter(({ field }) => 'flkm'.includes(field))
      week.findings.push(...shown.map(({ word }) => `/admin/${screen} shows ${word} while names are hidden.`))
    }
  })
}

/** Rejects an applicant by keyboard, with an edited email, and waits until the screen says so. */
export async function rejectByKeys(week: Week, staff: Staff, entry: Entry): Promise<void> {
  const mark = `W${week.promised.length + 1}`
  const text = `(${mark}, ${entry.id})`
  await inBrowser(week, { staff }, async (page) => {
    await page.goto(`/admin/applications/${week.roles[entry.role]!.id}/all/30/${entry.id}`)
    await page.getByRole('button', { name: 'Reject', exact: true }).waitFor()
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Text' }).press('Control+End')
    await page.keyboard.type(` ${text}`)
    await page.locator('[data-readable]').waitFor()
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
  })
  Object.assign(entry, { status: REJECTED, decisions: entry.decisions + 1 })
  week.promised.push({ to: entry.mailbox, text, times: 1 })
}
