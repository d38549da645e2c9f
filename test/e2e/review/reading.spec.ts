import { expect, test, type Locator, type Page } from '@playwright/test'
import { minimalPdf } from '#test/setup/pdf-files.ts'
import { storeSession } from '../setup/product.ts'
import { closeDesk, enter, list, openDesk, sessions, type Listed } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

const FULL = { tag: '@full' }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const PDF = /^Resume, Page Up/

/** Returns an element's box; retries, because re-rendering makes elements disappear for a moment. */
async function placeOf(one: Locator) {
  let place: Awaited<ReturnType<Locator['boundingBox']>> = null
  await expect.poll(async () => (place = await one.boundingBox())).not.toBeNull()
  return place!
}
const waiting = async () =>
  (await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')).filter((one) => one.has_resume && one.ref_application_status_id === 5)
const pathOf = ({ user_session_id }: Listed) => `/admin/applications/all/5/400/${user_session_id}?resume=yes`
const sidewaysOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Opens the first applicant in the list with names shown; returns the list. */
async function openFirst(page: Page): Promise<Listed[]> {
  const all = await waiting()
  await enter(page, pathOf(all[0]!))
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeAttached()
  const unfold = page.getByRole('button', { name: 'Filters' })
  if (await unfold.isVisible()) await unfold.tap()
  await page.getByLabel('Show identifiable information').check()
  if (await unfold.isVisible()) await unfold.tap()
  await expect(page.getByRole('heading', { name: `${all[0]!.first_name} ${all[0]!.last_name}` }).first()).toBeAttached()
  return all
}

test('at every size, the decision buttons are visible, even on the list and with filters expanded, and nothing scrolls sideways', FULL, async ({ page }) => {
  for (const [width, height] of [
    [1600, 860],
    [1440, 900],
    [1280, 800],
    [1280, 600],
    [1024, 768],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await enter(page, pathOf((await waiting())[0]!))
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeAttached()
    const decide = page.getByRole('group', { name: 'Decide' }).getByRole('button')
    await expect(decide).toHaveCount(3)
    for (const button of await decide.all()) await expect(button, `${width} × ${height}`).toBeInViewport({ ratio: 1 })
    expect(await sidewaysOf(page), `${width} × ${height}`).toBe(0)
  }
  for (const [width, height] of [
    [1600, 860],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await enter(page, '/admin/applications/all/5/400')
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check()
    const buttons = page.getByRole('toolbar', { name: 'Selected applicants' }).getByRole('button')
    await expect(buttons.filter({ hasText: 'Reject' })).toHaveCount(1)
    for (const button of await buttons.all()) await expect(button, `${width} × ${height}`).toBeInViewport({ ratio: 1 })
  }
})

test('one key opens the resume at page width next to the answers, and the resume has its own shortcuts', FULL, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const [first, second] = await openFirst(page)
  const pdf = page.getByRole('region', { name: PDF })
  await expect(pdf.locator('canvas').first()).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => /\/\d+\/resume$/.test(request.url()) && asked.push(request.url()))

  await page.keyboard.press('o')
  await expect(pdf).toBeFocused()
  const sheet = page.getByRole('group', { name: 'Page 1' })
  await expect.poll(async () => (await placeOf(sheet.locator('canvas'))).width).toBeGreaterThanOrEqual(600)
  await expect.poll(async () => (await placeOf(sheet)).y).toBeLessThanOrEqual(260)
  await expect.poll(async () => (await placeOf(page.getByRole('region', { name: 'Answers' }))).width).toBeGreaterThanOrEqual(360)
  expect(await sidewaysOf(page)).toBe(0)
  for (const button of await page.getByRole('group', { name: 'Decide' }).getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 })

  const scrolled = () => pdf.evaluate((one) => one.scrollTop)
  await page.keyboard.press('ArrowDown')
  await expect.poll(scrolled).toBeGreaterThan(0)
  const before = await scrolled()
  await page.keyboard.press('Space')
  await expect.poll(scrolled).toBeGreaterThan(before + 100)
  await page.keyboard.press('/')
  await expect(page.getByLabel('Find in the resume')).toBeFocused()
  await page.keyboard.type(first!.last_name)
  await expect(page.getByText(/^\d+ times? on 1 page$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pdf).toBeFocused()

  await expect.poll(() => asked).toEqual([expect.stringContaining(`/${second!.user_session_id}/resume`)])
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`/${second!.user_session_id}\\?`))
  await expect(pdf).toContainText(second!.last_name)
  await expect(pdf).toBeFocused()
  await page.keyboard.press('k')
  await expect(page).toHaveURL(new RegExp(`/${first!.user_session_id}\\?`))
  await expect(pdf).toContainText(first!.last_name)
})

test('the divider between answers and resume moves by keyboard and pointer; its position and the open resume are remembered', FULL, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const [first] = await openFirst(page)
  await page.keyboard.press('o')
  const pdf = page.getByRole('region', { name: PDF })
  await expect(pdf.locator('canvas').first()).toBeVisible()
  const divider = page.getByRole('separator', { name: 'Width of the answers' })
  const answers = page.getByRole('region', { name: 'Answers' })
  const width = (await placeOf(answers)).width
  await divider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await placeOf(answers)).width).toBeLessThan(width)
  await expect(page, 'the arrow moves the divider, not the list').toHaveURL(new RegExp(`/${first!.user_session_id}\\?`))
  const { x, y } = await placeOf(divider)
  await page.mouse.move(x + 2, y + 100)
  await page.mouse.down()
  await page.mouse.move(x + 62, y + 100)
  await page.mouse.up()
  await expect.poll(async () => Math.round((await placeOf(divider)).x - x)).toBe(60)
  const left = (await placeOf(divider)).x
  await page.reload()
  await expect(pdf.locator('canvas').first()).toBeVisible()
  await expect.poll(async () => Math.abs((await placeOf(divider)).x - left)).toBeLessThan(2)
  await page.getByRole('button', { name: 'Show the resume at full width' }).click()
  await expect(divider).toHaveCount(0)
  await expect(page.getByRole('complementary').getByRole('heading').first()).toBeVisible()
})

test('a resume page without text says so', FULL, async ({ page }) => {
  const scan = minimalPdf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
      '<< /Length 21 >>\nstream\n72 72 468 648 re fill\nendstream',
    ],
  })
  await page.route(/\/api\/applicants\/\d+\/resume/, (route) => route.fulfill({ contentType: 'application/pdf', body: scan }))
  await openFirst(page)
  await expect(page.getByRole('group', { name: 'Page 1' })).toContainText('This page looks scanned')
})

test('on a phone, answers start within 500 px, tabs come after the name, and a resume can be pinch-zoomed', FULL, async ({ browser }) => {
  const context = await browser.newContext(PHONE)
  await storeSession(context, 'admin', sessions[0]!)
  const page = await context.newPage()
  const [one] = await openFirst(page)
  const who = page.getByRole('heading', { name: `${one!.first_name} ${one!.last_name}` })
  const tabs = page.getByRole('group', { name: 'Show' })
  await expect(tabs.getByRole('button')).toHaveText(['Answers', 'Resume', 'Facts'])
  const first = page.getByRole('article').first().locator('p')
  await expect.poll(async () => (await placeOf(first)).y).toBeLessThan(500)
  await expect.poll(async () => (await placeOf(tabs)).y - (await placeOf(who)).y).toBeGreaterThan(0)
  await expect(page.getByRole('complementary').getByText('Requires sponsorship')).toBeHidden()
  await tabs.getByRole('button', { name: 'Facts' }).tap()
  await expect(page.getByRole('complementary').getByText('Requires sponsorship')).toBeVisible()
  await expect(page.getByRole('complementary').getByRole('link', { name: one!.email })).toBeVisible()
  await expect(page.getByRole('link', { name: 'See Interviewer Feedback' })).toBeVisible()
  await expect(first).toBeHidden()

  await tabs.getByRole('button', { name: 'Resume' }).tap()
  const sheet = page.getByRole('group', { name: 'Page 1' })
  await expect(sheet.locator('canvas')).toBeVisible()
  expect(await sidewaysOf(page)).toBe(0)
  // Headless browsers can't pinch-zoom, so this checks only that the page doesn't disable it.
  await expect(page.locator('meta[name="viewport"]')).not.toHaveAttribute('content', /maximum-scale|user-scalable/)
  const around = await sheet.evaluate(function all(one: Element): string[] {
    return [getComputedStyle(one).touchAction, ...(one.parentElement ? all(one.parentElement) : [])]
  })
  expect(new Set(around)).toEqual(new Set(['auto']))
  await context.close()
})
