import { expect, test, type Locator, type Page } from '@playwright/test'
import { PROCEED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { storeSession } from '../setup/product.ts'
import { smallTouchTargets } from '../setup/thumb.ts'
import { openDesk, closeDesk, busyRole, enter, list, post, product, sessions, readStatus } from '../setup/review-desk.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

function linesOf(button: Element): number {
  const range = document.createRange()
  range.selectNodeContents(button.querySelector('.mantine-Button-label')!)
  return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom))).size
}

test('by touch alone, people can open, read, decide and undo; touch targets are large enough, and each decision in the bar takes one line', async ({
  page,
}) => {
  const [role, , waiting] = await busyRole()
  const [one] = waiting
  await enter(page, `/admin/applications/${role}/${SUBMITTED}/400`)
  await expect(page.getByText(/^\d+ applicants/)).toBeVisible()
  await expect.poll(() => smallTouchTargets(page)).toEqual([])
  await page.getByRole('link', { name: one!.alias }).first().tap()
  const decide = page.getByRole('group', { name: 'Decide' }).getByRole('button')
  await expect(decide).toHaveCount(3)
  await expect.poll(() => smallTouchTargets(page)).toEqual([])
  for (const one of await decide.all()) expect(await one.evaluate(linesOf)).toBe(1)

  await page.getByRole('button', { name: 'Under Review' }).tap()
  await expect.poll(() => readStatus(one!)).toBe(UNDER_REVIEW)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(async () => (await page.getByRole('group', { name: 'Message' }).boundingBox())?.width).toBeGreaterThan(250)
  await expect.poll(() => smallTouchTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo', exact: true }).tap()
  await expect.poll(() => readStatus(one!)).toBe(SUBMITTED)
})

test("all four decisions on someone who hasn't been emailed fit on the narrowest phone, and the statuses are readable", { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = waiting.at(-1)!
  await post(sessions[0]!, '/api/user-session/update_status', { user_session_id: one.user_session_id, ref_application_status_id: PROCEED })
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const decide = page.getByRole('group', { name: 'Decide' }).getByRole('button')
    await expect(decide).toHaveCount(4)
    await expect.poll(() => smallTouchTargets(page)).toEqual([])
    for (const button of await decide.all()) {
      expect(await button.evaluate(linesOf)).toBe(1)
      expect(await button.evaluate((it) => it.scrollWidth - it.clientWidth <= 1 && it.getBoundingClientRect().right <= innerWidth)).toBe(true)
    }
    await page.getByRole('button', { name: 'Update Status' }).tap()
    await expect(page.getByRole('menuitem', { name: 'Accepted Offer' })).toBeVisible()
    expect((await page.getByRole('menu').boundingBox())!.width).toBeGreaterThan(250)
    await page.keyboard.press('Escape')
  }
})

test('on the narrowest phone, a card shows the full status and reply date next to a name', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await enter(page, '/admin/applications/all/all/400')
  const cards = page.getByRole('list', { name: 'Applicants' })
  await expect(cards.getByRole('link').first()).toBeVisible()
  await page.getByRole('button', { name: /Filters/ }).tap()
  await page.getByLabel('Show identifiable information').check()
  await page.keyboard.press('Escape')
  await expect(cards.locator('time').first()).toBeVisible()
  const cut = () =>
    cards.getByRole('link').evaluateAll((links) =>
      links.flatMap((link) => {
        const edge = link.getBoundingClientRect().right
        return [...link.querySelectorAll(':scope > span > *')].filter((part) => part.getBoundingClientRect().right > edge).map((part) => part.textContent)
      }),
    )
  expect(await cut()).toEqual([])
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

test('touch targets are large enough on the home screen, the week view and the editors', async ({ page }) => {
  await storeSession(page, 'admin', sessions[0]!)
  for (const [path, shows] of SCREENS) {
    await page.goto(product.url + path)
    await expect(shows(page)).toBeVisible()
    await expect.poll(() => smallTouchTargets(page), path).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
  }
})

test('by touch alone, people can open a resume and save a role', async ({ page }) => {
  const everybody = await list(sessions[0]!, 'all', 'days_ago=400')
  const { user_session_id } = everybody.find(({ has_resume }) => has_resume)!
  await enter(page, `/admin/applications/all/all/400/${user_session_id}`)
  await page.getByRole('button', { name: 'Resume', exact: true }).tap()
  await page.getByRole('button', { name: 'Show names and open the resume' }).tap()
  await expect(page.getByText('1 page', { exact: true })).toBeInViewport()
  await expect.poll(() => smallTouchTargets(page)).toEqual([])

  await page.goto(`${product.url}/admin/roles?role=1`)
  const requirements = page.getByRole('textbox', { name: 'Requirements' })
  await requirements.tap()
  await page.keyboard.type('Two years by phone. ')
  await page.getByRole('button', { name: 'Save Changes' }).tap()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  await page.reload()
  await expect(requirements).toHaveValue(/Two years by phone\./)
})

test('by touch alone, a saved note appears in view, and its field keeps focus', async ({ page }) => {
  const [, , [one]] = await busyRole()
  await enter(page, `/admin/applications/all/all/400/${one!.user_session_id}`)
  const note = page.getByRole('textbox', { name: 'Add a note' })
  await note.tap()
  await page.keyboard.type('Ask about nights.')
  await page.getByRole('button', { name: 'Save note' }).tap()
  await expect(page.getByRole('article').getByText('Ask about nights.')).toBeInViewport()
  await expect(note).toBeFocused()
  await expect.poll(() => smallTouchTargets(page)).toEqual([])
})

test("on a phone, Edit opens a question's form, even when another question's form is open", async ({ page }) => {
  await enter(page, '/admin/questions')
  for (const [name, heading] of [
    ['Edit why_this_role', 'Edit ‘why_this_role’'],
    ['Edit proudest_work', 'Edit ‘proudest_work’'],
    ['New Question', 'New Question'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).tap()
    await expect(page.getByRole('heading', { name: heading })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Question text' })).toBeInViewport({ ratio: 1 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
})

test('by touch alone, people can open a template by name, insert a placeholder, undo a deletion, save, and restore an earlier version', async ({ page }) => {
  await enter(page, '/admin/email-templates')
  await expect(page.getByRole('link', { name: /^Edit / }).first()).toBeInViewport({ ratio: 1 })
  const edit = page.getByRole('link', { name: 'Edit First Day Prep' })
  await edit.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }))
  // It scrolls vertically but never sideways.
  await expect(edit).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollX)).toBe(0)
  await page.getByRole('link', { name: 'First Day Prep', exact: true }).tap()
  const body = page.getByRole('textbox', { name: 'Email HTML Content' })
  await body.getByText("We're delighted").tap()
  await page.getByRole('button', { name: '{hiring_lead_name}' }).tap()
  await expect(body).toContainText('{hiring_lead_name}')
  await expect(body).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Backspace')
  await expect(body).not.toContainText("We're delighted")
  await page.getByRole('button', { name: 'Undo', exact: true }).tap()
  await expect(body).toContainText("We're delighted")
  await expect(body).toBeFocused()
  const subject = page.getByRole('textbox', { name: 'Subject' })
  const before = await subject.inputValue()
  await subject.fill('Welcome')
  await page.getByRole('button', { name: 'Save Changes' }).tap()
  await expect(page).toHaveURL(/email-templates$/)
  await expect(page.getByText("'First Day Prep' updated successfully.")).toBeVisible()

  await page.getByRole('link', { name: 'First Day Prep', exact: true }).tap()
  await expect(subject).toHaveValue('Welcome')
  await page.getByText('Earlier versions').tap()
  await page.getByRole('button', { name: 'Restore version 1' }).tap()
  await expect(page.getByText('Version 1 is in the form.')).toBeVisible()
  await expect(subject).toHaveValue(before)
  await expect.poll(() => smallTouchTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'Save Changes' }).tap()
  await expect(page).toHaveURL(/email-templates$/)
})
