import type { Browser, BrowserContext, Page } from '@playwright/test'
import { ANSWERS, fillForm, submit } from '#test/e2e/setup/candidate.ts'
import { benchAdminTable } from './admin-table.ts'
import { openBrowser, openPhone, visit, type PageVitals, type BytesSent } from './browse.ts'
import { startWithHero } from './hero.ts'
import { median, ms } from '../measure.ts'
import type { Stage } from '../stage.ts'
import { tableOfLimits, type Limit, type Table } from '../table.ts'

const VISITS = 5
const ROLE = 1
const KIB = 1024
const SMALL_SCRIPT = 3
const FORM_SCRIPT = 45
const MAX_HTML = 14
const FIRST_PAINT =
  'a turn of 150 ms on the line and a processor 4 times slower leave little; styles come with the page, and no font or script holds up the first paint.'
const BLOCKING = 'with a processor 4 times slower it differs from run to run: the form had 113, 168 and 161 ms within a quarter of an hour.'

type PublicPage = {
  path: string
  what?: string
  most_script: number
  interact: (page: Page) => Promise<unknown>
  prepare?: (page: Page, url: string) => Promise<unknown>
}

const PAGES: PublicPage[] = [
  { path: '/', most_script: SMALL_SCRIPT, interact: (page) => page.locator('.openings-search input').tap() },
  { path: `/roles/${ROLE}`, most_script: SMALL_SCRIPT, interact: (page) => page.getByRole('button', { name: 'Share this role' }).tap() },
  { path: `/roles/${ROLE}/apply`, most_script: FORM_SCRIPT, interact: typeAndChoose },
  {
    path: `/roles/${ROLE}/resume`,
    most_script: FORM_SCRIPT,
    interact: (page) => page.getByRole('button', { name: 'Skip this step' }).tap(),
    prepare: apply,
  },
]

const HERO: PublicPage = {
  path: '/',
  what: '`/` with a hero picture',
  most_script: SMALL_SCRIPT,
  interact: (page) => page.getByRole('searchbox').tap(),
}

type Measurement = { path: string; what?: string | undefined; most_script: number; seen: PageVitals; sent: BytesSent }

/** Benchmarks how fast the built product is for visitors on slow phones, and for staff with a very long table. */
export async function benchWeb(stage: Stage): Promise<Table> {
  const browser = await openBrowser()
  const product = await stage.product(null)
  try {
    // On localhost, browsers accept Brotli, as they do over TLS.
    const url = product.url.replace('127.0.0.1', 'localhost')
    const measured: Measurement[] = []
    // A page's very first response is rendered on demand and streamed.
    for (const { path } of PAGES) await fetch(url + path)
    for (const page of PAGES) measured.push(await measure(browser, url, page))
    await product.stop()
    measured.push(await measureHero(browser))
    const limits = [...measured.flatMap(limitsOf), ...(await benchAdminTable(stage, browser))]
    return tableOfLimits('In a browser: public pages on a slow phone, and a table of 10,000 applicants', limits, [
      `Medians of ${VISITS} first visits with an empty cache, in Chromium, with 150 ms to each answer, 1.6 Mbit/s, a processor 4 times slower and a screen of a phone. INP is the slowest of the interactions that were made: a tap on the search of the openings, the share menu, a letter and a choice in the form, the dialog after the resume step. CLS is the sum of all shifts. Bytes are as they were sent (brotli).`,
      'The table is measured on a processor of full speed and on PostgreSQL; sorting and searching from the press of the key or button to the paint with the new rows.',
    ])
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function measureHero(browser: Browser): Promise<Measurement> {
  const { product, close } = await startWithHero()
  try {
    const url = product.url.replace('127.0.0.1', 'localhost')
    await fetch(url)
    return await measure(browser, url, HERO)
  } finally {
    await close()
  }
}

async function measure(browser: Browser, url: string, { path, what, most_script, interact, prepare }: PublicPage): Promise<Measurement> {
  const visits: Awaited<ReturnType<typeof visit>>[] = []
  for (let round = 0; round < VISITS; round++) {
    const context = await openPhone(browser)
    if (prepare) await prepareProfile(context, url, prepare)
    visits.push(await visit(context, url + path, interact))
    await context.close()
  }
  const middle = (value: (one: PageVitals) => number) => median(visits.map(value))
  const long_tasks = visits.toSorted((a, b) => blockingTime(a) - blockingTime(b))[Math.floor(VISITS / 2)]!.long_tasks
  const seen = { lcp_ms: middle((one) => one.lcp_ms), cls: middle((one) => one.cls), inp_ms: middle((one) => one.inp_ms), long_tasks }
  return { path, what, most_script, seen, sent: visits.at(-1)!.sent }
}

async function prepareProfile(context: BrowserContext, url: string, prepare: NonNullable<PublicPage['prepare']>): Promise<void> {
  const page = await context.newPage()
  await prepare(page, url)
  await page.close()
}

function limitsOf({ path, what, most_script, seen, sent }: Measurement): Limit[] {
  const kib = (value: number) => `${(value / KIB).toFixed(1)} KiB`
  const at = what ?? `\`${path}\``
  return [
    { what: `${at}: largest paint (LCP)`, is: seen.lcp_ms, most: 750, show: ms, because: FIRST_PAINT },
    { what: `${at}: slowest interaction (INP)`, is: seen.inp_ms, most: 200, show: ms },
    { what: `${at}: shifts (CLS)`, is: seen.cls, most: 0.02, show: (value) => value.toFixed(3) },
    { what: `${at}: blocking beyond 50 ms of a task`, is: blockingTime(seen), most: 150, show: ms, because: BLOCKING },
    { what: `${at}: HTML`, is: sent['document'] ?? 0, most: MAX_HTML * KIB, show: kib },
    { what: `${at}: JavaScript`, is: sent['script'] ?? 0, most: most_script * KIB, show: kib },
  ]
}

function blockingTime({ long_tasks }: PageVitals): number {
  return long_tasks.reduce((sum, task) => sum + task - 50, 0)
}

async function typeAndChoose(page: Page): Promise<void> {
  await page.locator('[name="first_name"]').tap()
  await page.keyboard.press('R')
  await page.getByRole('radiogroup').first().getByLabel('No').tap()
}

/** Fills in and submits an application, stopping at the resume step, so the browser has its cookie. */
async function apply(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/roles/${ROLE}/apply`, { waitUntil: 'networkidle' })
  await fillForm(page, { ...ANSWERS, email: `web-${performance.now()}@example.com` })
  await submit(page)
  await page.waitForURL('**/resume')
}
