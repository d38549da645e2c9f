// Takes a screenshot of every screen in every state, width and theme, and writes one sheet comparing them with an earlier run. With `docs`, updates
// docs/screens instead. The list of screens is test/e2e/setup/every-screen.ts.
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { ensureBuilt, ensureInstalled, projectNode, say } from './ready.mjs'
import { ensureBrowsers, ensurePostgres, findBrowser, temporaryFolder } from './tools.mjs'

const HELP = `npm run screens                    every screen, compared with the last run
npm run screens -- FOLDER          every screen, compared with the run in FOLDER
npm run screens -- --only people   screens whose name contains 'people', compared with the last whole run
npm run screens -- docs            the screenshots in docs/screens; --only works here, too`
const OUT = resolve(fileURLToPath(new URL('..', import.meta.url)), '.scratch/screens')
const DOCS = 'docs/screens'
const LARGEST = 220 * 1024
const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic', '--no-first-run']
const PHONE = { widths: [390], height: 844, hasTouch: true, isMobile: true }
const DESK = { widths: [768, 1280, 1600], height: 860 }
const THEMES = ['light', 'dark']

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string', default: '' }, help: { type: 'boolean' } } })
if (values.help) {
  console.log(HELP)
  process.exit()
}
const isForDocs = positionals[0] === 'docs'
const earlier = positionals[0] && !isForDocs ? resolve(positionals[0]) : undefined

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
ensureInstalled({ tests: true })
ensureBuilt()
ensureBrowsers()
process.env.PATH = [dirname(projectNode()), ensurePostgres(), process.env.PATH].join(delimiter)
process.env.TMPDIR ||= temporaryFolder() ?? tmpdir()
const { chromium } = await import('@playwright/test')
const { default: prepareDemo } = await import('../test/setup/demo-template.ts')
const { openEveryScreen, show } = await import('../test/e2e/setup/every-screen.ts')
const { keepRun, writeSheet } = await import('./screens-sheet.mjs')
const { waitForAnimations } = await import('../test/e2e/setup/accessible.ts')

const started = performance.now()
const next = join(OUT, 'next')
rmSync(next, { recursive: true, force: true })
mkdirSync(next, { recursive: true })
const removeDemo = await prepareDemo()
const browser = await chromium.launch({ executablePath: findBrowser(), args: ARGUMENTS })
const app = await openEveryScreen()
try {
  await takeAll()
} finally {
  await browser.close()
  await app.product.close()
  await removeDemo()
}

async function takeAll() {
  const screens = [...app.screens.filter(({ lands }) => !lands), ...(await app.states())]
  if (isForDocs)
    return inParallel(
      screens.filter(({ picture }) => picture?.[0].includes(values.only)),
      takeForDocs,
    )
  const wanted = screens.flatMap((screen) => [screen, ...generalStates(screen)]).filter((screen) => nameOf(screen).includes(values.only))
  const failed = []
  await inParallel(
    wanted.flatMap((screen) => [PHONE, DESK].map((device) => [screen, device])),
    ([screen, device]) => take(screen, device).catch((error) => failed.push(`${nameOf(screen)}: ${error.message}`)),
  )
  const run = keepRun(OUT, { isWhole: values.only === '', earlier })
  const file = writeSheet({ ...run, names: wanted.map(nameOf), widths: [...PHONE.widths, ...DESK.widths], themes: THEMES, failed })
  say(`${file}, ${Math.round((performance.now() - started) / 1000)} s`)
  if (failed.length > 0) process.exitCode = 1
}

/** Staff screens while loading, without any rows, with an error, and without access. */
function generalStates(screen) {
  if (screen.state || !['admin', 'interviewer'].includes(screen.as)) return []
  const answers = {
    waiting: () => new Promise(() => {}),
    empty: emptied,
    failed: (route) => route.fulfill({ status: 500, json: { detail: 'Internal server error' } }),
    'no access': (route) => route.fulfill({ status: 403, json: { detail: "You don't have access." } }),
  }
  return Object.entries(answers).map(([state, answer]) => ({ ...screen, state, answer }))
}

async function emptied(route) {
  const response = await route.fetch()
  const body = await response.json().catch(() => null)
  await route.fulfill(Array.isArray(body) ? { response, json: [] } : { response })
}

/** Like `admin-admin-people-invite`. */
function nameOf({ as, path, state }) {
  return [as, path, state]
    .filter(Boolean)
    .join('-')
    .replaceAll(/[^a-z0-9]+/gi, '-')
    .replace(/-$/, '')
}

async function open(screen, device, look) {
  const { widths, ...rest } = device
  const viewport = { width: widths[0], height: device.height }
  const context = await app.enter(browser, screen.as, { ...rest, viewport, reducedMotion: 'reduce', locale: 'en-US', ...look })
  const page = await context.newPage()
  if (!screen.answer) await show(page, screen)
  else {
    await page.route(/\/api\/(?!auth\/)/, (route) => screen.answer(route).catch(() => undefined))
    await page.goto(screen.path)
    await page.locator('main h1').first().waitFor({ state: 'attached' })
  }
  // If what's expected never appears, the screenshot shows the screen as it is.
  const quietly = (wait) => wait.catch(() => undefined)
  if (screen.state === 'waiting') await quietly(page.getByText('Still trying').first().waitFor({ timeout: 5000 }))
  else {
    await quietly(page.waitForLoadState('networkidle', { timeout: 20_000 }))
    await quietly(page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden', timeout: 10_000 }))
  }
  return page
}

async function take(screen, device) {
  const page = await open(screen, device)
  try {
    for (const width of device.widths) {
      await page.setViewportSize({ width, height: device.height })
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        // Scrolls up, so that elements fixed to the window are at the top of the screenshot.
        await page.evaluate(() => scrollTo(0, 0))
        await waitForAnimations(page)
        await page.screenshot({ path: join(next, `${nameOf(screen)}-${width}-${colorScheme}.png`), fullPage: true, animations: 'disabled', caret: 'hide' })
      }
    }
  } finally {
    await page.context().close()
  }
}

async function takeForDocs(screen) {
  const [name, ...looks] = screen.picture
  for (const look of looks) {
    const isDark = look.endsWith('dark')
    const device = look.startsWith('390') ? PHONE : { ...DESK, widths: [1280] }
    const page = await open(screen, device, { colorScheme: isDark ? 'dark' : 'light' })
    await waitForAnimations(page)
    const kind = device === PHONE ? '-phone' : isDark ? '-desk' : ''
    const path = join(DOCS, `${name}${kind}${isDark ? '-dark' : ''}.png`)
    await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
    await page.context().close()
    const { size } = statSync(path)
    say(`${path}, ${Math.round(size / 1024)} KB`)
    if (size > LARGEST) throw new Error(`${path} is larger than ${LARGEST / 1024} KB`)
  }
}

/** Runs several jobs per core, because pages mostly wait. */
async function inParallel(jobs, act) {
  const left = jobs.values()
  const work = async () => {
    for (const job of left) await act(job)
  }
  await Promise.all(Array.from({ length: availableParallelism() * 2 }, work))
}
