// A first-time visitor finds a night-shift role among 72 and applies with a resume on a phone: every tap and key takes as long as it
// would take a person.
// JOURNEY_URL: a running product instead of a new one with demo data.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, devices, type Locator, type Page } from '@playwright/test'
import { writtenPdf } from '#test/setup/pdf-files.ts'
import { findBrowser } from '../../scripts/tools.mjs'
import { startWithOpenings } from './openings.ts'

const PROGRAM = findBrowser({ isWhole: true })
/** Milliseconds. Typing on a phone: 36 words a minute in the median (Palin et al. 2019, 37,000 people). */
const KEY = 333
const LOOK = 1_500
const READ_ROLE = 45_000
const WORDS = 45
const MAX_MINUTES = 6
const OPENINGS = 72
/** From tapping the field to choosing a file in the phone's own picker. */
const PICK_FILE = 15_000

const WHY =
  'I have worked nights in a call center for four years and know how different people are at three in the morning. I want to do that work for patients, with time to listen, and I like that you say what each step is and when I will hear back.'
const PROUD =
  'I wrote a one page guide for new colleagues after I saw each of us learn the same ten things the hard way. It is still in use. Callbacks about wrong answers went down by a third, and I learned to ask before I write.'

const folder = mkdtempSync(join(tmpdir(), 'rounds-journey-'))
const given = process.env['JOURNEY_URL']
const product = given ? null : await startWithOpenings(folder, OPENINGS)
const browser = await chromium.launch({ ...(PROGRAM && { executablePath: PROGRAM }), args: ['--no-sandbox'] })
try {
  const context = await browser.newContext({ ...devices['Pixel 5'], baseURL: given ?? product!.url })
  const minutes = await apply(await context.newPage())
  for (const [what, took] of Object.entries(minutes)) console.log(`${what.padEnd(28)} ${took.toFixed(2)} min`)
  if (minutes['in all']! > MAX_MINUTES) process.exitCode = 1
} finally {
  await browser.close()
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function apply(page: Page): Promise<Record<string, number>> {
  const started = performance.now()
  const sinceStart = () => (performance.now() - started) / 60_000
  await page.goto('/')
  await type(page, page.getByRole('searchbox'), 'night')
  await page.waitForURL(/q=night/)
  await tap(page, page.locator('.role-card:visible h4 a, .role-card:visible h3 a').first())
  await page.waitForURL(/\/roles\/\d+$/)
  const found = sinceStart()
  await page.waitForTimeout(READ_ROLE)
  await tap(page, page.locator('.apply-bar a'))
  await fillIn(page)
  await tap(page, page.getByRole('button', { name: 'Submit application' }))
  await page.waitForURL(/\/resume/)
  const submitted = sinceStart()
  await pickFile(page)
  await tap(page, page.getByRole('button', { name: 'Upload resume' }))
  await page.getByText('Application Complete!').first().waitFor()
  return { 'role found after': found, 'submitted after': submitted, 'in all': sinceStart() }
}

async function fillIn(page: Page): Promise<void> {
  await type(page, page.locator('[name="first_name"]'), 'Rosa')
  await type(page, page.locator('[name="last_name"]'), 'Delgado')
  await type(page, page.locator('[name="email"]'), 'rosa.delgado@example.com')
  for (const group of await page.getByRole('radiogroup').all()) await tap(page, group.getByText('No', { exact: true }))
  await type(page, page.locator('[name="recent_role_tenure"]'), '18')
  for (const [name, words] of [
    ['why_this_role', WHY],
    ['proudest_work', PROUD],
  ] as const) {
    if (words.split(/\s+/).length < WORDS - 5) throw new Error(`An answer of about ${WORDS} words is needed`)
    await type(page, page.locator(`textarea[name="${name}"]`), words)
  }
}

async function pickFile(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await tap(page, page.getByLabel('Your resume'))
  await page.waitForTimeout(PICK_FILE)
  await (await chooser).setFiles({ name: 'resume.pdf', mimeType: 'application/pdf', buffer: await writtenPdf() })
}

/** Finds it and taps it. */
async function tap(page: Page, what: Locator): Promise<void> {
  await what.waitFor()
  await page.waitForTimeout(LOOK)
  await what.tap()
}

async function type(page: Page, field: Locator, words: string): Promise<void> {
  await tap(page, field)
  await page.keyboard.type(words, { delay: KEY })
}
