import { expect, test, type Page } from '@playwright/test'
import { busyRole, closeDesk, enter, openDesk, standing, take } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default', timeout: 90_000 })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

/** A slow network: this script arrives only when it's let through. */
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
  test(`'${name}', typed after Ctrl+K while the search still loads, decides nothing and loses no letter`, { tag: '@full' }, async ({ page }) => {
    const [role, , waiting] = await busyRole()
    const one = take(waiting)
    await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
    await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
    const release = await holdScript(page, /command-palette/)
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
    expect(await standing(one)).toBe(5)
  })
}

test('R twice within 150 ms opens the rejection and confirms nothing', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  await page.keyboard.press('r')
  const confirm = page.getByRole('button', { name: 'Confirm and send' })
  await expect(confirm).toBeVisible()
  await page.keyboard.press('r')
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-readable]')).toBeVisible()
  await expect(confirm).toBeVisible()
  expect(await standing(one)).toBe(5)
})
