import { chromium, devices, type Locator, type Page } from '@playwright/test'
import { writtenPdf } from '#test/setup/pdf-files.ts'
import { findBrowser } from '../../scripts/tools.mjs'
import { NAMES, newPerson, PROUD, SEARCH, TENURE, WHY, type Person } from './person.ts'

const PROGRAM = findBrowser({ isWhole: true })
const WIDTH = 390
/** More presses than any page needs. */
const MAX_TABS = 150

export type Walk = { person: Person; found: number; submitted: number }

/** Applies in Chromium at 390 px, using only the keyboard: search, the first opening, the form, the resume, the thank-you page. */
export async function walkByKeyboard(baseURL: string): Promise<Walk> {
  const browser = await chromium.launch({ ...(PROGRAM && { executablePath: PROGRAM }), args: ['--no-sandbox'] })
  try {
    const { userAgent, deviceScaleFactor } = devices['iPhone 13']
    const context = await browser.newContext({ userAgent, deviceScaleFactor, viewport: { width: WIDTH, height: 844 }, baseURL })
    return await apply(await context.newPage())
  } finally {
    await browser.close()
  }
}

async function apply(page: Page): Promise<Walk> {
  const person = newPerson()
  const file = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: await writtenPdf() }
  page.on('filechooser', (chooser) => void chooser.setFiles(file))
  await person.wait(() => page.goto('/'))
  await write(page, person, page.getByRole('searchbox'), SEARCH)
  const first = page.locator('.role-card').first()
  await person.wait(() => first.filter({ hasText: 'Nights' }).waitFor())
  // It must be the night shift that requires a California license.
  if (!/California|CA\b/.test((await first.textContent()) ?? '')) throw new Error('The first opening is not in California.')
  await follow(page, person, first.getByRole('link').first(), () => page.waitForURL(/\/roles\/\d+$/))
  const found = person.total()
  person.read()
  await follow(page, person, page.getByRole('link', { name: /^Apply/ }).first(), () => page.getByLabel('First name').waitFor())
  await fillIn(page, person)
  await follow(page, person, page.getByRole('button', { name: 'Submit application' }), () => page.waitForURL(/\/resume/))
  const submitted = person.total()
  await pickFile(page, person)
  await follow(page, person, page.getByRole('button', { name: 'Upload resume' }), () => page.getByText('Application Complete!').first().waitFor())
  return { person, found, submitted }
}

async function fillIn(page: Page, person: Person): Promise<void> {
  await write(page, person, page.locator('[name="first_name"]'), NAMES.first)
  await write(page, person, page.locator('[name="last_name"]'), NAMES.last)
  await write(page, person, page.locator('[name="email"]'), 'rosa.delgado@example.com')
  for (const group of await page.getByRole('radiogroup').all()) await chooseNo(page, person, group)
  await write(page, person, page.locator('[name="recent_role_tenure"]'), TENURE)
  await write(page, person, page.locator('textarea[name="why_this_role"]'), WHY)
  await write(page, person, page.locator('textarea[name="proudest_work"]'), PROUD)
}

async function chooseNo(page: Page, person: Person, group: Locator): Promise<void> {
  const no = group.getByRole('radio', { name: 'No', exact: true })
  await moveTo(page, person, group.getByRole('radio').first())
  for (let presses = 0; presses < 5 && !(await no.isChecked()); presses++) {
    await page.keyboard.press('ArrowDown')
    person.press(1)
  }
}

async function pickFile(page: Page, person: Person): Promise<void> {
  await moveTo(page, person, page.getByLabel('Your resume'))
  await page.keyboard.press('Space')
  person.press(1)
  person.pickFile()
  await page.getByText('resume.pdf').first().waitFor()
}

async function write(page: Page, person: Person, field: Locator, words: string): Promise<void> {
  await moveTo(page, person, field)
  await page.keyboard.type(words)
  person.type(words)
}

async function follow(page: Page, person: Person, what: Locator, arrived: () => Promise<unknown>): Promise<void> {
  await moveTo(page, person, what)
  person.press(1)
  await person.wait(async () => {
    await page.keyboard.press('Enter')
    await arrived()
  })
}

/** Adds the time to find an element, then presses Tab until it has focus. */
async function moveTo(page: Page, person: Person, what: Locator): Promise<void> {
  person.look()
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await what.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    person.press(1)
  }
  throw new Error(`The Tab key does not reach ${String(what)}.`)
}
