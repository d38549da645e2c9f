import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { openEveryScreen, show, type EveryScreen, type Screen } from './setup/every-screen.ts'

test.describe.configure({ timeout: 600_000 })
let app: EveryScreen
test.beforeAll(async () => void (app = await openEveryScreen()))
test.afterAll(async () => app.product.close())

const TYPING_MS = 60
/** How long a dialog must have been open before a key may confirm it. */
const READABLE_MS = 500
/** Slower than the fastest typist, and different for each script. */
const delayOf = (url: string) => 150 + ([...url].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 977, 7) % 600)

type Write = { what: string; dialogFor: number }
type Watching = { writes: Write[]; isSlow: boolean }

/** Calls that only read or count. Under Review, its undo, selecting and drafting happen immediately because they have no dialog; a draft decides nothing. */
function isHarmless(path: string, body: string): boolean {
  if (
    /\/(list|rows|find|visits|vitals|csp-reports|coverage|generate-rationale|preview_candidate_email|check_candidate_email|preview|email-preview)$/.test(path)
  )
    return true
  return path.endsWith('/update_status/undo') || (path.endsWith('/update_status') && /"ref_application_status_id":4\b/.test(body))
}

/** Delays every script on a screen, and blocks every outgoing change, recording how long a dialog had been open. */
async function watchContext(context: BrowserContext): Promise<Watching> {
  const watching: Watching = { writes: [], isSlow: true }
  await context.addInitScript(() => {
    const seen = window as unknown as { dialogSince: number | null }
    seen.dialogSince = null
    const look = () => {
      const isOpen = [...document.querySelectorAll('[role="dialog"], dialog[open]')].some((one) => one.checkVisibility())
      seen.dialogSince = isOpen ? (seen.dialogSince ?? performance.now()) : null
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
    const send = window.fetch
    window.fetch = (input, init) => {
      const since = (window as unknown as { dialogSince: number | null }).dialogSince
      const headers = new Headers(init?.headers)
      headers.set('x-dialog-for', String(since === null ? 0 : Math.round(performance.now() - since)))
      return send(input, { ...init, headers })
    }
  })
  await context.route(/\/assets\/.*\.js/, async (route) => {
    if (watching.isSlow) await new Promise((resolve) => setTimeout(resolve, delayOf(route.request().url())))
    await route.continue()
  })
  await context.route(/\/api\//, async (route) => {
    const request = route.request()
    const path = new URL(request.url()).pathname
    if (request.method() === 'GET' || isHarmless(path, request.postData() ?? '')) return route.continue()
    watching.writes.push({ what: `${request.method()} ${path} ${request.postData() ?? ''}`, dialogFor: Number(request.headers()['x-dialog-for'] ?? 0) })
    await route.fulfill({ status: 503, json: { detail: 'Try again in a moment.' } })
  })
  return watching
}

/** Returns the single-key shortcuts that the product lists for the screen. */
async function keysOf(page: Page): Promise<string[]> {
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await expect(help.getByRole('switch', { name: 'Single-key shortcuts' })).toBeVisible()
  const names = await help.locator('kbd').allTextContents()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  return names.filter((name) => /^[A-Z/]$/.test(name)).map((name) => name.toLowerCase())
}

async function type(page: Page, keys: string[]): Promise<void> {
  // Not timed in the page, because going back ends a page's scripts.
  for (const key of keys) await page.keyboard.press(key, { delay: 5 }).then(() => new Promise((done) => setTimeout(done, TYPING_MS)))
}

async function findWhileLoading(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name, { delay: TYPING_MS })
  await expect(page.locator('input.mantine-Spotlight-search')).toHaveValue(name)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const EARLY = ['r', 'r', 'p', 'p', 't', 's', 'Enter', 'u', 'z', 'x', 'Enter', ' ']

async function tryScreen(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path, { waitUntil: 'commit' })
  await type(page, EARLY)
  await page.keyboard.press('Escape')
  await show(page, screen)
  await findWhileLoading(page, 'murray')
  const keys = await keysOf(page)
  for (const key of keys) {
    // Once, twice in quick succession, and held down.
    await type(page, [key, key, 'Enter'])
    await page.keyboard.down(key)
    await page.keyboard.down(key)
    await page.keyboard.up(key)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  await page.goBack({ waitUntil: 'commit' }).catch(() => null)
  await type(page, ['r', 'r', 'Enter'])
  await page.goForward({ waitUntil: 'commit' }).catch(() => null)
  await type(page, ['p', 'p', 'Enter'])
}

for (const as of ['admin', 'interviewer'] as const) {
  test(`no key on a screen of the ${as} does anything before its dialog can be read, and none is lost`, async ({ browser }) => {
    const context = await app.enter(browser, as)
    const watching = await watchContext(context)
    const page = await context.newPage()
    const screens = app.screens.filter((screen) => screen.as === as && !screen.lands && !screen.first)
    for (const screen of screens) await test.step(screen.path, () => tryScreen(page, screen))
    expect(watching.writes.filter(({ dialogFor }) => dialogFor < READABLE_MS)).toEqual([])
  })
}
