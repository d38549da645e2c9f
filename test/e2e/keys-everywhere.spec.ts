import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import fc from 'fast-check'
import { setTimeout as pause } from 'node:timers/promises'
import { openEveryScreen, show, type EveryScreen, type Screen } from './setup/every-screen.ts'

test.describe.configure({ timeout: 600_000 })
let app: EveryScreen
test.beforeAll(async () => void (app = await openEveryScreen()))
test.afterAll(async () => app.product.close())

const TYPING_MS = 60
/** How long a dialog must have been open before a key can confirm it. */
const READABLE_MS = 500
/** How late each script arrives: later than the fastest typist's next key, and different for each script. */
const everyScript = (url: string) => 150 + ([...url].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 977, 7) % 600)

type Write = { what: string; dialogFor: number; hasClicked: boolean }
type Watching = { writes: Write[]; delayOf: (url: string) => number; hasClicked: boolean }

/**
 * Returns whether a call is harmless: it only reads or counts, or it's one that needs no dialog (Under Review, its undo, selecting, and drafting,
 * which decides nothing).
 */
function isHarmless(path: string, body: string): boolean {
  if (
    /\/(list|rows|find|visits|vitals|csp-reports|coverage|generate-rationale|preview_candidate_email|check_candidate_email|preview|email-preview)$/.test(path)
  )
    return true
  return path.endsWith('/update_status/undo') || (path.endsWith('/applicants/decide') && /"ref_application_status_id":4\b/.test(body))
}

/** Delays every script on a screen and blocks every outgoing change, recording how long a dialog had been open. */
async function watchContext(context: BrowserContext): Promise<Watching> {
  const watching: Watching = { writes: [], delayOf: everyScript, hasClicked: false }
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
    await pause(watching.delayOf(route.request().url()))
    await route.continue()
  })
  await context.route(/\/api\//, async (route) => {
    const request = route.request()
    const path = new URL(request.url()).pathname
    if (request.method() === 'GET' || isHarmless(path, request.postData() ?? '')) return route.continue()
    watching.writes.push({
      what: `${request.method()} ${path} ${request.postData() ?? ''}`,
      dialogFor: Number(request.headers()['x-dialog-for'] ?? 0),
      hasClicked: watching.hasClicked,
    })
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
  // Waits outside the page, because going back stops a page's scripts.
  for (const key of keys) await page.keyboard.press(key, { delay: 5 }).then(() => pause(TYPING_MS))
}

async function hold(page: Page, key: string): Promise<void> {
  await page.keyboard.down(key)
  await page.keyboard.down(key)
  await page.keyboard.up(key)
}

async function findWhileLoading(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(name, { delay: TYPING_MS })
  // The field appears before the script that searches, and stays even if that never loads.
  await expect(page.locator(':is(dialog, [role="dialog"]) input').first()).toHaveValue(name)
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
    await hold(page, key)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  await page.goBack({ waitUntil: 'commit' }).catch(() => null)
  await type(page, ['r', 'r', 'Enter'])
  await page.goForward({ waitUntil: 'commit' }).catch(() => null)
  await type(page, ['p', 'p', 'Enter'])
}

for (const as of ['admin', 'interviewer'] as const) {
  test(`on every ${as} screen, no key takes effect before its dialog can be read, and no key is lost`, async ({ browser }) => {
    const context = await app.enter(browser, as)
    const watching = await watchContext(context)
    const screens = app.screens.filter((screen) => screen.as === as && !screen.lands && !screen.first)
    for (const screen of screens)
      await test.step(screen.path, async () => {
        // Uses a new tab, because the keys may have shown names, which then stay shown in that tab.
        const page = await context.newPage()
        await page.goto(`/${as}/dashboard`, { waitUntil: 'commit' })
        await tryScreen(page, screen)
        await page.close()
      })
    expect(watching.writes.filter(({ dialogFor }) => dialogFor < READABLE_MS)).toEqual([])
  })
}

/** To search longer: `KEYS_PLANS=200 KEYS_SEED=7 npx playwright test keys-everywhere.spec.ts -g random`. */
const [PLANS, SEED] = [Number(process.env['KEYS_PLANS'] ?? 12), Number(process.env['KEYS_SEED'] ?? 1)]
const KEYS = ['r', 'p', 't', 's', 'u', 'z', 'x', 'o', 'j', 'e', 'n', 'Enter', ' ']
const WORDS = ['murray', 'harris', 'pippa']
const LATE_MS = 1500
const GROUPS = 6

const acts = fc.record({
  does: fc.constantFrom(
    'press',
    'press twice',
    'press twice',
    'hold',
    'search',
    'click',
    'click',
    'go back',
    'go forward',
    'disconnect',
    'reconnect',
    'switch tabs',
  ),
  at: fc.nat(1000),
})
/** In each plan, a different sixth of the scripts is late. */
const plans = fc.record({ screen: fc.nat(1000), salt: fc.nat(1000), acts: fc.array(acts, { minLength: 8, maxLength: 14 }) })
type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never
type Trial = { context: BrowserContext; tabs: Page[]; path: string; watching: Watching }

const isLate = (url: string, salt: number) => [...url].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)! + salt) % 9973, salt) % GROUPS === 0

async function act({ context, tabs, path, watching }: Trial, { does, at }: Plan['acts'][number]): Promise<void> {
  const page = tabs[0]!
  // An earlier action may have left the product or gone offline.
  if (!page.url().startsWith('http')) await context.setOffline(false).then(() => page.goto(path, { waitUntil: 'commit' }))
  watching.hasClicked ||= does === 'click'
  const key = KEYS[at % KEYS.length]!
  if (does === 'press') await type(page, [key])
  else if (does === 'press twice') await type(page, [key, key, 'Enter'])
  else if (does === 'hold') await hold(page, key)
  else if (does === 'search') await searchAnywhere(page, WORDS[at % WORDS.length]!)
  else if (does === 'click') await clickSomething(page, at)
  else if (does === 'go back') await page.goBack({ waitUntil: 'commit' }).catch(() => null)
  else if (does === 'go forward') await page.goForward({ waitUntil: 'commit' }).catch(() => null)
  else if (does === 'switch tabs') await switchTabs(tabs)
  else await context.setOffline(does === 'disconnect')
}

/** Keeps the frontmost tab first. */
async function switchTabs(tabs: Page[]): Promise<void> {
  tabs.push(tabs.shift()!)
  await tabs[0]!.bringToFront()
}

/** Searches if possible: an open dialog or menu keeps the keyboard, and a page has no search until its first script has loaded. */
async function searchAnywhere(page: Page, word: string): Promise<void> {
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
  if (await page.locator('header').count()) await findWhileLoading(page, word)
}

async function clickSomething(page: Page, at: number): Promise<void> {
  const all = page.locator('main :is(button, a[href^="/admin"], [role="tab"], [role="option"])').filter({ visible: true })
  const count = await all.count().catch(() => 0)
  if (count > 0)
    await all
      .nth(at % count)
      .click({ timeout: 2000, noWaitAfter: true })
      .catch(() => null)
}

/** Clicks, and Enter on the element they focused, may save right away; only decisions must always go through a dialog. */
const isEarly = ({ what, dialogFor, hasClicked }: Write) => dialogFor < READABLE_MS && (!hasClicked || /\/decide\b/.test(what))

test("with random actions and late responses, dialogs don't act until they can be read, and nothing typed is lost", async ({ browser }) => {
  const context = await app.enter(browser, 'admin')
  const watching = await watchContext(context)
  const screens = app.screens.filter((screen) => screen.as === 'admin' && !screen.lands && !screen.first)
  for (const plan of fc.sample(plans, { numRuns: PLANS, seed: SEED })) {
    const { path } = screens[plan.screen % screens.length]!
    await test.step(`${path} ${JSON.stringify(plan)}`, async () => {
      watching.hasClicked = false
      watching.delayOf = (url) => (isLate(url, plan.salt) ? LATE_MS : 0)
      const tabs = [await context.newPage(), await context.newPage()]
      for (const page of tabs) await page.goto(path, { waitUntil: 'commit' })
      for (const one of plan.acts) await act({ context, tabs, path, watching }, one)
      await context.setOffline(false)
      await Promise.all(tabs.map((page) => page.close()))
      expect(watching.writes.filter(isEarly)).toEqual([])
    })
  }
})
