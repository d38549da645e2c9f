import { expect, test } from '@playwright/test'
import { ANSWERS, fillForm, openLiveForm, submit } from '../setup/candidate.ts'

test.describe('with JavaScript', () => {
  test('the list follows the search, the URL keeps it, and a reload shows the same', async ({ page }) => {
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
    for (const card of await cards.all()) await expect(card).toContainText('TX')
    await page.getByRole('searchbox').fill('zzz')
    await expect(page.getByText('No openings match.')).toBeVisible()
  })

  test('a card says that this browser applied, until another person starts over', { tag: '@full' }, async ({ page }) => {
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
    `cards are at most 112 px high and nothing scrolls sideways at ${width} px; the first is on a phone's first screen`,
    { tag: '@full' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/')
      await expect(page.locator('li.role-card h4, li.role-card h3').first()).toBeVisible()
      const heights = await page.locator('li.role-card').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height))
      expect(Math.max(...heights)).toBeLessThanOrEqual(112)
      const first = (await page.locator('li.role-card').first().boundingBox())!
      expect(first.y + first.height).toBeLessThanOrEqual(844)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    },
  )
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the search is a plain form', async ({ page }) => {
    await page.goto('/')
    const all = await page.locator('li.role-card').count()
    await page.getByRole('searchbox').fill('night nurse')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\?q=night\+nurse/)
    await expect(page.locator('li.role-card')).toHaveCount(1)
    await page.getByRole('link', { name: 'Show all' }).click()
    await expect(page.locator('li.role-card')).toHaveCount(all)
  })
})
