import { expect, test, type Page } from '@playwright/test'
import { SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { openDesk, closeDesk, busyRole, enter, standing } from '../setup/review-desk.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

/** What a thumb has less than 44 pixels for: a label and the area drawn around an icon count as the control. */
function small(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>(':is(main, header, [aria-label="Message"]) :is(a, button, input, select, textarea)')]
    const sizesOf = (one: HTMLElement) => {
      const label = one instanceof HTMLInputElement ? one.labels?.[0] : null
      const area = getComputedStyle(one, '::after')
      const around = area.position === 'absolute' ? [Number.parseFloat(area.width)] : []
      const places = [one, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect())
      return [Math.max(...places.map(({ width }) => width), ...around), Math.max(...places.map(({ height }) => height), ...around)]
    }
    return controls
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 1)
      .filter((one) => Math.min(...sizesOf(one)) < 43.9)
      .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent} ${sizesOf(one).map(Math.round).join('×')}`)
  })
}

function linesOf(button: Element): number {
  const range = document.createRange()
  range.selectNodeContents(button.querySelector('.mantine-Button-label')!)
  return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom))).size
}

test('by touch alone one opens, reads, decides and undoes; a thumb has room everywhere, and the bar says each decision in one line', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const [one] = waiting
  await enter(page, `/admin/applications/${role}/${SUBMITTED}/400`)
  await expect(page.getByText(/^\d+ applicants/)).toBeVisible()
  expect(await small(page)).toEqual([])
  await page.getByRole('link', { name: one!.alias }).first().tap()
  const decide = page.getByRole('group', { name: 'Decide' }).getByRole('button')
  await expect(decide).toHaveCount(3)
  expect(await small(page)).toEqual([])
  for (const one of await decide.all()) expect(await one.evaluate(linesOf)).toBe(1)

  await page.getByRole('button', { name: 'Under Review' }).tap()
  await expect.poll(() => standing(one!)).toBe(UNDER_REVIEW)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(async () => (await page.getByRole('group', { name: 'Message' }).boundingBox())!.width).toBeGreaterThan(250)
  expect(await small(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(() => standing(one!)).toBe(SUBMITTED)
})
