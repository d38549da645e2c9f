import { expect, test, type Page } from '@playwright/test'
import { SUBMITTED } from '#contract/statuses/statuses.ts'
import { ADMIN, OTHER_ADMIN } from '../setup/product.ts'
import { reach } from '../setup/reach.ts'
import { openDesk, closeDesk, busyRole, enter, list, product, sessions, readStatus } from '../setup/review-desk.ts'

test.beforeAll(openDesk)
test.afterAll(closeDesk)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('focus stays put when something is selected or collapsed, and moves to the application that opens', { tag: '@access' }, async ({ page }) => {
  const [role] = await busyRole()
  await enter(page, '/admin/applications')
  const { body: roles } = await product.ask({ path: '/api/open-roles/admin', as: sessions[0]! })
  const { function_role_name } = roles.find((one: { ref_function_role_id: number }) => String(one.ref_function_role_id) === role)
  await reach(page.getByRole('combobox', { name: 'Role' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type(function_role_name)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Role' })).toBeFocused()
  await reach(button(page, 'Filters'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Filters')).toBeFocused()
  await expect(button(page, 'Filters')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Filters')).toHaveAttribute('aria-expanded', 'false')

  await page.keyboard.press('j')
  await expect(page.getByRole('row').nth(1).getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(section(page, 'Application')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').nth(1).getByRole('link').first()).toBeFocused()
})

test('focus returns to the same button after a dialog or decision, and to the note field after a note', { tag: '@access' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  await enter(page, `/admin/applications/${role}/${SUBMITTED}/400/${waiting[0]!.user_session_id}`)
  await reach(page.getByRole('button', { name: /^Reject/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Text' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Reject/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Text' })).toBeFocused()
  await reach(page.getByRole('dialog').getByRole('button', { name: 'Confirm and send' }))
  await expect(page.locator('[data-readable]')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(new RegExp(`/${waiting[0]!.user_session_id}$`))
  await expect(page.getByRole('button', { name: /^Reject/ })).toBeFocused()
  await reach(button(page, 'Undo'))
  await page.keyboard.press('Enter')
  await expect.poll(() => readStatus(waiting[0]!)).toBe(SUBMITTED)
  await expect(page.locator('main :focus')).toHaveCount(1)

  await reach(page.getByRole('textbox', { name: 'Add a note' }))
  await page.keyboard.type('Ask about nights.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').getByText('Ask about nights.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Add a note' })).toBeFocused()
})

test(
  "an empty red flag stays undecided; confirming a flag never moves focus to another flag's button, and starting a draft moves it to Cancel",
  { tag: '@access' },
  async ({ page }) => {
    const [one] = await list(sessions[0]!, 'all', 'days_ago=400&ref_application_status_id=2')
    await enter(page, `/admin/applications/${one!.user_session_id}/interview-feedback`)
    const first = page.getByRole('row').nth(1)
    await expect(first.getByText('Not decided')).toBeVisible()
    const name = await first.getByRole('rowheader').textContent()
    const mine = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: name!, exact: true }) })
    await reach(mine.getByRole('checkbox'))
    await page.keyboard.press('Space')
    await expect(mine.locator('[data-state]')).toHaveText('Absent')
    await page.keyboard.press('Space')
    await expect(mine.locator('[data-state]')).toHaveText('Not decided')
    await expect(mine.getByRole('button', { pressed: true })).toHaveCount(0)

    await reach(mine.getByRole('button', { name: 'Generate', exact: true }))
    await page.keyboard.press('Enter')
    await reach(mine.getByRole('button', { name: /^Present/ }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(mine.locator('[data-state]')).toHaveText('Present')
    await expect(mine.locator(':focus')).toHaveCount(1)

    await page.route('**/api/red-flags/generate-rationale', () => {})
    const next = page.getByRole('row').nth(2)
    await reach(next.getByRole('button', { name: 'Generate', exact: true }))
    await page.keyboard.press('Enter')
    await expect(next.getByRole('button', { name: /^Cancel/ })).toBeVisible()
    await expect(next.locator(':focus')).toHaveCount(1)
  },
)

test('assigning and handing over an applicant by keyboard is saved and returns focus to the assignee control', { tag: '@access' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const { user_session_id } = waiting[0]!
  const onIt = async () => (await product.ask({ path: `/api/applicants/by-id/${user_session_id}`, as: sessions[0]! })).body.assigned_to
  await enter(page, `/admin/applications/${role}/${SUBMITTED}/400/${user_session_id}`)
  await reach(page.getByRole('button', { name: /^(On it|Unassigned)/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'On it: you')).toBeFocused()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect.poll(onIt).toBe(ADMIN)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: OTHER_ADMIN })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'No one' })).toBeFocused()
  for (let time = 0; time < 9 && !(await page.getByRole('menuitem', { name: OTHER_ADMIN }).evaluate((one) => one === document.activeElement)); time++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^On it: hiring/ })).toBeFocused()
  await expect.poll(onIt).toBe(OTHER_ADMIN)
})

test('with names hidden, the resume shortcut and Enter open the resume wide, and J opens the next one', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const [first, second] = (await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')).filter(
    ({ has_resume, ref_application_status_id: status }) => has_resume && status === 5,
  )
  await enter(page, `/admin/applications/all/5/400/${first!.user_session_id}`)
  await expect(button(page, 'Show names and open the resume')).toBeVisible()
  await page.keyboard.press('o')
  await expect(button(page, 'Show names and open the resume')).toBeFocused()
  await page.keyboard.press('Enter')
  const pdf = page.getByRole('region', { name: 'Resume', exact: true })
  const sheet = page.getByRole('group', { name: 'Page 1' }).locator('canvas')
  const widthOf = async () => (await sheet.boundingBox())?.width ?? 0
  await expect.poll(widthOf).toBeGreaterThanOrEqual(600)
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`/${second!.user_session_id}$`))
  await expect(pdf).toContainText(second!.last_name)
  await expect.poll(widthOf).toBeGreaterThanOrEqual(600)
})

test('showing names to open a resume opens it without leaving the page', { tag: '@access' }, async ({ page }) => {
  const everybody = await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')
  const one = everybody.find(({ has_resume }) => has_resume)!
  await enter(page, `/admin/applications/all/all/400/${one.user_session_id}`)
  await reach(button(page, 'Show names and open the resume'))
  const before = await page.evaluate(() => scrollY)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Resume', exact: true }).getByText('1 page')).toBeVisible()
  await expect(page.getByRole('region', { name: /^Resume, Page Up/ })).toBeFocused()
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(300)
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByLabel('Find in the resume')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: /^Resume, Page Up/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ has: page.locator(':focus') })).toContainText(one.last_name)
})
