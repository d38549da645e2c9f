import { expect, test } from '@playwright/test'

test('a wrong password shows an error and clears and focuses the field; the right one shows the document with its text', async ({ page }) => {
  await page.goto('/protected-pdf')
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex')
  const field = page.getByLabel('Password')
  await page.getByRole('button', { name: 'Open the document' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter the password.')
  await field.fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Incorrect password.')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()

  await field.fill('rounds-demo')
  await page.keyboard.press('Enter')
  const first = page.getByRole('region', { name: 'Page 1 of 2' })
  await expect(first).toContainText('Candidate guide')
  // US Letter, 612 points wide, at 1.7.
  expect(await first.evaluate((frame: HTMLElement) => frame.style.width)).toBe('1040.4px')
  await expect(page.getByText('Downloading and printing are turned off for this document.')).toBeVisible()
})

test('right-clicking, printing and saving do nothing while the document is shown', { tag: '@full' }, async ({ page }) => {
  await page.goto('/protected-pdf')
  await page.getByLabel('Password').fill('rounds-demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Page 1 of 2' })).toBeVisible()
  const isHeldBack = (kind: string, init: object) =>
    page.evaluate(
      ([name, how]) =>
        !document.body.dispatchEvent(
          name === 'contextmenu'
            ? new MouseEvent(name, { bubbles: true, cancelable: true })
            : new KeyboardEvent(name as string, { bubbles: true, cancelable: true, ...(how as object) }),
        ),
      [kind, init] as const,
    )
  expect(await isHeldBack('contextmenu', {})).toBe(true)
  for (const key of ['p', 's', 'P']) {
    expect(await isHeldBack('keydown', { key, ctrlKey: true })).toBe(true)
    expect(await isHeldBack('keydown', { key, metaKey: true })).toBe(true)
    expect(await isHeldBack('keydown', { key })).toBe(false)
  }
})

test('other failures have their own error messages', { tag: '@full' }, async ({ page }) => {
  await page.goto('/protected-pdf')
  await page.route('**/api/pdfs/protected-pdf', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByLabel('Password').fill('rounds-demo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Error validating password.')
})
