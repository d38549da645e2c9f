import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { ANSWERS, fillForm, openLiveForm, submit } from '../setup/candidate.ts'

/** Waits until the web font has loaded, the form's script has opened the application, and there are no more requests. */
async function visit(page: Page, path: string): Promise<void> {
  const opened = path.endsWith('/apply') && page.waitForResponse((response) => response.url().endsWith('/api/user-session'))
  await page.goto(path)
  await page.evaluate(() => document.fonts.ready)
  await opened
  await page.waitForLoadState('networkidle')
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colors`, () => {
    test.use({ colorScheme })
    test('without a mail server, the login page, which shows where to find the codes, is accessible', { tag: ['@access', '@full'] }, async ({ page }) => {
      await page.goto('/admin/login')
      await expect(page.getByLabel('Email')).toBeVisible()
      await expectAccessible(page)
    })

    test('a rejected form is accessible', { tag: ['@access', '@full'] }, async ({ page }) => {
      await openLiveForm(page, 2)
      await submit(page)
      await expect(page.locator('[name="first_name"]')).toBeFocused()
      await expectAccessible(page)
    })

    test('the thank-you message after applying is accessible', { tag: ['@access', '@full'] }, async ({ page }) => {
      await openLiveForm(page, 7)
      await fillForm(page, { ...ANSWERS, email: `${colorScheme}@example.com` })
      await submit(page)
      await page.waitForURL('**/resume')
      await page.getByRole('button', { name: 'Skip this step' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button').click()
      await expect(page.getByRole('status').filter({ hasText: 'Application Complete!' })).toBeVisible()
      await expectAccessible(page)
    })

    test('an open share menu is accessible', { tag: ['@access', '@full'] }, async ({ page }) => {
      await page.goto('/roles/1')
      await page.getByRole('button', { name: 'Share this role' }).click()
      await expectAccessible(page)
    })
  })
}

test('pages stay within their size budgets and make no requests to other hosts', async ({ page }) => {
  const measuring: Promise<{ url: string; bytes: number; type: string }>[] = []
  page.on('requestfinished', (request) => {
    measuring.push(request.sizes().then(({ responseBodySize }) => ({ url: request.url(), bytes: responseBodySize, type: request.resourceType() })))
  })
  for (const [path, script] of [
    ['/', 5],
    ['/roles/1', 5],
    ['/roles/1/apply', 25],
  ] as const) {
    await visit(page, path)
    const sizes = await Promise.all(measuring.splice(0))
    const kilobytes = (type: string) => sizes.filter((one) => one.type === type).reduce((sum, one) => sum + one.bytes, 0) / 1024
    expect(kilobytes('script'), path).toBeLessThan(script)
    // The page includes its styles, so a first visit doesn't wait for a second response before painting.
    expect(kilobytes('stylesheet'), path).toBe(0)
    expect(kilobytes('font'), path).toBeLessThan(50)
    expect(kilobytes('document'), path).toBeLessThan(14)
    const origin = new URL(page.url()).origin
    expect(sizes.filter(({ url }) => !url.startsWith(origin))).toEqual([])
  }
})

test('no page loads language or time zone data, which would delay the first paint on an old phone', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl
    const asked = Object.assign(window, { asked: 0 })
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, { apply: (made, self, args) => (asked.asked++, Reflect.apply(made, self, args)) })
  })
  for (const path of ['/', '/roles/1', '/roles/1/apply']) {
    await visit(page, path)
    expect(await page.evaluate(() => (window as unknown as { asked: number }).asked), path).toBe(0)
  }
})

test("nothing on a page is blocked by the page's own content security policy", async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => void complaints.push(error.message))
  for (const path of ['/', '/roles/1', '/roles/1/apply', '/how-we-hire']) await visit(page, path)
  expect(complaints).toEqual([])
})

test('arrow keys move between the tabs, each with its own URL', async ({ page }) => {
  await page.goto('/roles/1')
  const [description, apply] = [page.getByRole('tab', { name: 'Description' }), page.getByRole('tab', { name: 'Apply Now' })]
  await expect(description).toHaveAttribute('aria-selected', 'true')
  await description.focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**/roles/1/apply')
  await expect(apply).toHaveAttribute('aria-selected', 'true')
  await expect(apply).toBeFocused()
  await page.goBack()
  await expect(description).toHaveAttribute('aria-selected', 'true')
})

test('the share menu works by keyboard and copies the link', { tag: '@full' }, async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/roles/1')
  const button = page.getByRole('button', { name: 'Share this role' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy Link' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Facebook' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/roles/1`)
})

test('sharing opens a 600 by 400 popup and closes the menu', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    window.open = (...given) => {
      document.title = JSON.stringify(given)
      return window
    }
  })
  await page.goto('/roles/1')
  await page.getByRole('button', { name: 'Share this role' }).click()
  await page.getByRole('menuitem', { name: 'LinkedIn' }).click()
  await expect(page).toHaveTitle(/linkedin.*width=600,height=400/)
  await expect(page.getByRole('menu')).toBeHidden()
})

test('Back to Careers goes to the openings and moves focus there', { tag: '@full' }, async ({ page }) => {
  await page.goto('/roles/1')
  await page.getByRole('link', { name: 'Back to Careers' }).click()
  await expect(page.getByRole('heading', { name: 'Current Openings' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Current Openings' })).toBeInViewport()
})

test("an unknown path redirects to the home page, and an unknown role shows that it doesn't exist", async ({ page }) => {
  await page.goto('/no-such-page')
  expect(new URL(page.url()).pathname).toBe('/')
  const answer = await page.goto('/roles/4711')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Role not found' })).toBeVisible()
})

test('Apply is visible on a phone', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/roles/1')
  await expect(page.getByRole('link', { name: 'Apply Now' })).toBeInViewport()
})

test('a printed role has the pay but not the navigation', { tag: '@full' }, async ({ page }) => {
  await page.goto('/roles/1')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Site' })).toBeHidden()
  await expect(page.locator('.chip-pay')).toBeVisible()
})

test('nothing shifts while a page loads over a slow connection, with or without a cache', { tag: '@full' }, async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await context.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((seen) => {
      for (const entry of seen.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  for (const path of ['/', '/', '/roles/1', '/roles/1/apply']) {
    await visit(page, path)
    const { sum } = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts)
    expect(sum, path).toBeLessThan(0.05)
  }
  await context.close()
})
