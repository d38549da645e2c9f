import { expect, test, type Locator, type Page } from '@playwright/test'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { stopClock } from '../setup/clock.ts'
import { busyRole, closeDesk, enter, openDesk, post, product, sessions, readStatus, take, type Listed } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

/** Simulates a slow network: the script arrives only once it's released. */
async function holdScript(page: Page, name: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(name, async (route) => {
    await held
    await route.continue()
  })
  return release
}

for (const name of ['murray', 'harris', 'pippa']) {
  test(`'${name}', typed after Ctrl+K while the search is still loading, doesn't make a decision or lose a letter`, { tag: '@full' }, async ({ page }) => {
    const [role, , waiting] = await busyRole()
    const one = take(waiting)
    // Held back from the start, because an idle screen loads the search ahead of time.
    const release = await holdScript(page, /command-palette/)
    await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
    await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(name, { delay: 60 })
    await expect(page.getByPlaceholder('Find anything')).toHaveValue(name)
    release()
    await expect(page.locator('input.mantine-Spotlight-search')).toHaveValue(name)
    await expect(page.locator('input.mantine-Spotlight-search')).toBeFocused()
    await page.keyboard.type('s')
    await expect(page.locator('input.mantine-Spotlight-search')).toHaveValue(`${name}s`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await readStatus(one)).toBe(5)
  })
}

/** Opens a waiting applicant's page, ready for keys. */
async function openOne(page: Page) {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  return one
}

/**
 * Waits for what a key or click opens, with the page's clock stopped. Until the clock resumes, every key counts as premature, however slow the
 * machine is.
 */
async function openedAtOnce(page: Page, what: Locator): Promise<void> {
  await expect.poll(async () => (await page.clock.runFor(10), what.isVisible()), { intervals: [10] }).toBe(true)
}

test('pressing R twice within 150 ms opens the rejection dialog and confirms nothing', async ({ page }) => {
  const confirm = page.getByRole('button', { name: 'Confirm and send' })
  await page.clock.install()
  const one = await openOne(page)
  await stopClock(page, 60_000)
  await page.keyboard.press('r')
  await openedAtOnce(page, confirm)
  await page.keyboard.press('r')
  await confirm.focus()
  await page.keyboard.press('Enter')
  await page.clock.resume()
  await expect(page.locator('[data-readable]')).toBeVisible()
  await expect(confirm).toBeVisible()
  expect(await readStatus(one)).toBe(5)
})

for (const key of ['r', 'Enter'])
  test(`holding down ${key} opens a dialog and never confirms it`, async ({ page }) => {
    const confirm = page.getByRole('button', { name: 'Confirm and send' })
    const one = await openOne(page)
    await page.getByRole('button', { name: 'Reject', exact: true }).focus()
    await page.keyboard.down(key)
    await expect(page.locator('[data-readable]')).toBeVisible()
    await confirm.focus()
    for (let repeats = 0; repeats < 20; repeats++) await page.keyboard.down(key)
    await page.keyboard.up(key)
    await expect(confirm).toBeEnabled()
    expect(await readStatus(one)).toBe(5)
    await page.keyboard.press('Enter')
    await expect.poll(() => readStatus(one)).toBe(3)
  })

/** Ways to open a rejection without pressing R. */
const OPENINGS: Record<string, (page: Page, one: Listed) => Promise<void>> = {
  'a click on Reject': (page) => page.getByRole('button', { name: 'Reject', exact: true }).click(),
  'Update Status': async (page, { user_session_id }) => {
    await post(sessions[0]!, '/api/user-session/update_status', { user_session_id, ref_application_status_id: PROCEED })
    await page.reload()
    await page.getByRole('button', { name: 'Update Status' }).click()
    await page.getByRole('menuitem', { name: 'Rejected at Panel Scheduling' }).click()
  },
  'Reject for a selection': async (page, { alias }) => {
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: `Select ${alias}` }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click()
  },
}

/** Types into the rejection's email, once keys can confirm it, and expects nothing else to happen. */
async function expectTyped(page: Page, one: Listed, [first, rest]: [string, string]): Promise<void> {
  const before = await readStatus(one)
  const dialog = page.getByRole('dialog')
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await expect(text).toBeFocused()
  await expect(text).toContainText('Hello')
  await expect(dialog.getByRole('button', { name: /^(Confirm and send|Send 1)/ })).toBeEnabled()
  await expect(dialog).toHaveAttribute('data-readable', '')
  await page.keyboard.press(first)
  await page.keyboard.type(rest)
  await expect(text).toContainText(first.at(-1) + rest)
  await expect(dialog).toBeVisible()
  expect(await readStatus(one)).toBe(before)
}

for (const [how, open] of Object.entries(OPENINGS))
  test(`an email opened by ${how} can begin with an R without being sent`, { tag: '@full' }, async ({ page }) => {
    const one = await openOne(page)
    await open(page, one)
    await expectTyped(page, one, ['r', 'egretfully, regards'])
  })

test('after R opens a rejection, a capital R is typed into it', { tag: '@full' }, async ({ page }) => {
  const one = await openOne(page)
  await page.keyboard.press('r')
  await expectTyped(page, one, ['Shift+R', 'egretfully, regards'])
})

test('while the table of shortcuts loads, no key reaches the page beneath it', async ({ page }) => {
  const one = await openOne(page)
  const release = await holdScript(page, /shortcut-help/)
  await page.getByRole('button', { name: 'Reject', exact: true }).focus()
  await page.keyboard.press('?')
  for (const key of ['Enter', 'r', 'r', ' ', 'p', 'u']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(1)
  release()
  await expect(page.getByRole('dialog').getByText('Reject; press again to confirm')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  expect(await readStatus(one)).toBe(5)
})

test("while the next screen loads, single-key shortcuts don't act on the previous applicant", async ({ page }) => {
  const one = await openOne(page)
  const release = await holdScript(page, /questions-screen/)
  await page.keyboard.press('Control+k')
  await page.locator('input.mantine-Spotlight-search').fill('questions')
  await expect(page.getByRole('dialog').locator('[data-selected]')).toContainText('Edit Questions')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const key of ['r', 'r', 'u', 'p', 't']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  expect(await readStatus(one)).toBe(5)
})

test('a menu that has just opened receives keys even before it has focus', async ({ page }) => {
  const one = await openOne(page)
  const assign = page.getByRole('button', { name: /^(On it|Unassigned)/ })
  await assign.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await assign.focus()
  for (const key of ['r', 'r', 'u']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await readStatus(one)).toBe(5)
})

test('no confirmation dialog accepts Enter or Space before it can be read', async ({ page }) => {
  await page.clock.install()
  await enter(page, '/admin/people')
  const invite = page.getByRole('button', { name: 'Invite a person' })
  await invite.click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('Email').fill('early@agency.example')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  const suspend = page.getByRole('button', { name: 'Suspend: early@agency.example' })
  for (const key of ['Enter', ' ']) {
    await expect(suspend).toBeVisible()
    await stopClock(page, 60_000)
    await suspend.press('Enter')
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true })
    await openedAtOnce(page, confirm)
    await confirm.focus()
    await page.keyboard.press(key)
    await page.clock.resume()
    await expect(page.locator('[data-readable]')).toBeVisible()
    await expect(confirm).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const { body } = await product.ask({ path: '/api/staff', as: sessions[0]! })
  expect(body).toContainEqual(expect.objectContaining({ email: 'early@agency.example', suspended_at: null }))
  await suspend.click()
  await expect(page.locator('[data-readable]')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'early@agency.example' })).toContainText('Suspended')
})

test('text typed before focus has moved into a dialog ends up in its field', async ({ page }) => {
  await enter(page, '/admin/people')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const field = page.getByRole('dialog').getByLabel('Email')
  await expect(field).toBeVisible()
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.type('pippa@agency.example', { delay: 20 })
  await expect(field).toHaveValue('pippa@agency.example')
})

test('searching while offline says so, and the screen beneath keeps what was typed', { tag: '@full' }, async ({ page, context }) => {
  await enter(page, '/admin/email-templates/new')
  await page.getByLabel('Template Name').fill('About your visit')
  await context.setOffline(true)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('murray', { delay: 60 })
  const find = page.getByRole('dialog', { name: 'Find' })
  await expect(find.getByRole('alert')).toContainText("couldn't be loaded")
  await expect(find.getByRole('textbox')).toHaveValue('murray')
  await context.setOffline(false)
  await find.getByRole('button', { name: 'Retry' }).click()
  const search = page.locator('input.mantine-Spotlight-search')
  await expect(search).toHaveValue('murray')
  await expect(search).toBeFocused()
  // The search dialog has its styles.
  await expect(page.locator('.mantine-Spotlight-actionsList')).toHaveCSS('border-top-style', 'solid')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Template Name')).toHaveValue('About your visit')
})
