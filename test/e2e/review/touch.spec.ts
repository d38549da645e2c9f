import { expect, test, type Locator, type Page } from '@playwright/test'
import { SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { carry } from '../setup/product.ts'
import { openDesk, closeDesk, busyRole, enter, list, product, sessions, standing } from '../setup/review-desk.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

/** What a thumb has less than 44 pixels for, but links in running text: a label and the area drawn around an icon count as the control. */
function small(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        ':is(main, header, [role="menu"], [role="listbox"], [aria-label="Message"]) :is(a:not(p a, [contenteditable] a), button, input, select, textarea, summary, [role="option"])',
      ),
    ]
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

const SCREENS: [string, (page: Page) => Locator][] = [
  ['/admin/dashboard', (page) => page.getByRole('heading', { name: 'Days in a status' })],
  ['/admin/interviews', (page) => page.getByRole('button', { name: 'Next week' })],
  ['/admin/roles', (page) => page.getByRole('row').nth(1)],
  ['/admin/questions?question=11', (page) => page.getByText('Disabled questions aren')],
  ['/admin/roles?role=1', (page) => page.getByRole('textbox', { name: 'Requirements' })],
  ['/admin/email-templates', (page) => page.getByRole('rowheader').first()],
  ['/admin/email-templates/1', (page) => page.getByRole('textbox', { name: 'Email HTML Content' })],
  ['/admin/people', (page) => page.getByRole('button', { name: 'Invite a person' })],
]

test('a thumb has room on the home screen, in the week and in the editors', async ({ page }) => {
  await carry(page, 'admin', sessions[0]!)
  for (const [path, shows] of SCREENS) {
    await page.goto(product.url + path)
    await expect(shows(page)).toBeVisible()
    expect(await small(page), path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
  }
})

test('by touch alone a resume opens in its tab, and a role is saved', async ({ page }) => {
  const everybody = await list(sessions[0]!, 'all', 'days_ago=400')
  const { user_session_id } = everybody.find(({ has_resume }) => has_resume)!
  await enter(page, `/admin/applications/all/all/400/${user_session_id}`)
  await page.getByRole('button', { name: 'Resume', exact: true }).tap()
  await page.getByRole('button', { name: 'Show names and open the resume' }).tap()
  await expect(page.getByText('1 page', { exact: true })).toBeInViewport()
  expect(await small(page)).toEqual([])

  await page.goto(`${product.url}/admin/roles?role=1`)
  const requirements = page.getByRole('textbox', { name: 'Requirements' })
  await requirements.tap()
  await page.keyboard.type('Two years by phone. ')
  await page.getByRole('button', { name: 'Save Changes' }).tap()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  await page.reload()
  await expect(requirements).toHaveValue(/Two years by phone\./)
})

test('by touch alone a template opens by its name, gets a placeholder and is saved', async ({ page }) => {
  await enter(page, '/admin/email-templates')
  await expect(page.getByRole('link', { name: 'Edit First Day Prep' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'First Day Prep', exact: true }).tap()
  const body = page.getByRole('textbox', { name: 'Email HTML Content' })
  await body.getByText("We're delighted").tap()
  await page.getByRole('button', { name: '{hiring_lead_name}' }).tap()
  await expect(body).toContainText('{hiring_lead_name}')
  await page.getByRole('button', { name: 'Save Changes' }).tap()
  await expect(page).toHaveURL(/email-templates$/)
  await expect(page.getByText("'First Day Prep' updated successfully.")).toBeVisible()
})
