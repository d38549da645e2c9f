import { expect, test } from '@playwright/test'
import { openProduct } from '../setup/product.ts'
import { ANSWERS, fillForm, openLiveForm, submit } from '../setup/candidate.ts'

test.describe('with JavaScript', () => {
  test('the list and the URL follow the search, and a reload shows the same results', async ({ page }) => {
    await page.goto('/')
    const cards = page.locator('.role-card:visible')
    const all = await cards.count()
    await page.getByRole('searchbox', { name: 'Search openings' }).fill('night nurse')
    await expect(cards).toHaveCount(1)
    await expect(page.locator('.count-openings [role=status]')).toHaveText(`1 of ${all} openings`)
    await expect(page).toHaveURL(/\/\?q=night\+nurse$/)
    await page.reload()
    await expect(cards).toHaveCount(1)
    await page.getByRole('searchbox').fill('')
    await expect(cards).toHaveCount(all)
    await page.getByLabel('License state').selectOption({ label: 'Texas' })
    await expect(page).toHaveURL(/state=TX/)
    await expect(cards.filter({ hasNotText: /TX|Any state/ })).toHaveCount(0)
    expect(await cards.count()).toBeGreaterThan(1)
    await page.getByRole('searchbox').fill('zzz')
    await expect(page.getByText('No openings match.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all openings' }).click()
    await expect(cards).toHaveCount(all)
    await page.getByRole('searchbox').fill('practitoner')
    await expect(page.locator('.count-openings [role=status]')).toHaveText(`Showing results for practitioner: 1 of ${all} openings`)
  })

  test('going back from a role restores the search and scroll position', async ({ page }) => {
    await page.goto('/?shift=Days')
    const count = page.locator('.count-openings [role=status]')
    const said = await count.textContent()
    await page.locator('li.role-card').last().scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(0)
    await page
      .locator('li.role-card')
      .last()
      .getByRole('link', { name: /^View Details/ })
      .click()
    await page.waitForURL(/\/roles\/\d+$/)
    await page.goBack()
    await expect(count).toHaveText(said!)
    await expect(page.getByLabel('Shift')).toHaveValue('Days')
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(3)
    await page
      .locator('li.role-card')
      .first()
      .getByRole('link', { name: /^View Details/ })
      .click()
    await page.getByRole('tab', { name: 'Apply Now' }).click()
    await page.waitForURL('**/apply')
    await page.getByRole('link', { name: 'Back to Careers' }).click()
    await expect(page).toHaveURL(/\/\?shift=Days#openings$/)
  })

  test('a card shows that this browser has been used to apply, until someone else starts over', { tag: '@full' }, async ({ page }) => {
    await openLiveForm(page, 6)
    await fillForm(page, { ...ANSWERS, email: 'marked@example.com' })
    await submit(page)
    await page.waitForURL('**/resume')
    await page.goto('/')
    await expect(page.locator('.role-card', { has: page.locator('[href="/roles/6"]') }).getByText('Applied')).toBeVisible()
    await expect(page.locator('.applied')).toHaveCount(1)
    await page.goto('/roles/6/resume')
    await page.getByRole('button', { name: 'Not you? Start a new application' }).click()
    await page.goto('/')
    await expect(page.locator('.applied')).toHaveCount(0)
  })
})

for (const width of [320, 390, 768, 1280]) {
  test(
    `cards are at most 112 px high and nothing scrolls sideways at ${width} px; the first card is visible without scrolling`,
    { tag: '@full' },
    async ({ page }) => {
      const height = width === 1280 ? 800 : 844
      await page.setViewportSize({ width, height })
      await page.goto('/')
      await expect(page.locator('li.role-card h4, li.role-card h3').first()).toBeVisible()
      const heights = await page.locator('li.role-card').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
      expect(Math.max(...heights)).toBeLessThanOrEqual(112)
      const first = (await page.locator('li.role-card').first().boundingBox())!
      expect(first.y + first.height).toBeLessThanOrEqual(height)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    },
  )
}

test(
  'on a phone, text on a card never overlaps, and a role says what the form asks for above the first apply button',
  { tag: '@full' },
  async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const page = await context.newPage()
    await page.goto('/')
    const apart = await page.locator('li.role-card:has(.pay)').evaluateAll((cards) => {
      const wordsOf = (card: Element, part: string) => {
        const range = document.createRange()
        range.selectNodeContents(card.querySelector(part)!.firstChild!)
        return range.getBoundingClientRect()
      }
      return cards.map((card) => Math.round(wordsOf(card, '.more').top - wordsOf(card, '.pay').bottom))
    })
    expect(apart.length).toBeGreaterThan(3)
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(0)
    await page.goto('/roles/1')
    await expect(page.getByRole('link', { name: 'Apply Now' })).toHaveCount(1)
    const asks = (await page.getByText(/The application has 10 short questions, .*a list of your licenses/).boundingBox())!
    const tab = (await page.getByRole('tab', { name: 'Apply Now' }).boundingBox())!
    expect(asks.y + asks.height).toBeLessThanOrEqual(tab.y)
    await context.close()
  },
)

test(
  'a hundred openings start out collapsed; after a visit to a role, expanded groups are still open, at the same position',
  { tag: '@full' },
  async ({ page }) => {
    const product = await openProduct()
    try {
      await product.query(`insert into function_role (function_role_name, function_role_description, hiring_lead_email, hiring_lead_name, department)
      select 'Ward Nurse ' || n, 'You care.', 'lead@example.com', 'Lead', 'Nursing' from generate_series(1, 100) n`)
      await expect.poll(async () => (await (await fetch(product.url)).text()).includes('Ward Nurse')).toBe(true)
      await page.goto(product.url)
      const nursing = page.locator('.group', { has: page.getByRole('heading', { name: /^Nursing/ }) })
      await page.getByRole('link', { name: /^Show all 1\d\d in Nursing$/ }).click()
      await expect(nursing.locator('.role-card')).toHaveCount(40)
      await expect(page.locator('.role-card a:focus')).toBeInViewport()
      await page.getByRole('link', { name: 'Show 40 more' }).click()
      await expect(nursing.locator('.role-card')).toHaveCount(80)
      await expect(nursing.locator('.role-card').nth(40).getByRole('link').first()).toBeFocused()
      await expect(page.locator('.role-card a:focus')).toBeInViewport()
      const card = nursing.locator('.role-card').nth(75)
      await card.scrollIntoViewIfNeeded()
      const place = await page.evaluate(() => scrollY)
      await card.getByRole('link').first().click()
      await page.waitForURL(/\/roles\/\d+$/)
      await page.goBack()
      await expect(nursing.locator('.role-card')).toHaveCount(80)
      await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThan(3)
    } finally {
      await product.close()
    }
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the search is a plain form', async ({ page }) => {
    await page.goto('/')
    const all = await page.locator('li.role-card').count()
    await page.getByRole('searchbox').fill('night nurse')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\?q=night\+nurse/)
    await expect(page.locator('li.role-card')).toHaveCount(1)
    await page.getByRole('link', { name: 'Show all openings' }).click()
    await expect(page.locator('li.role-card')).toHaveCount(all)
  })
})
