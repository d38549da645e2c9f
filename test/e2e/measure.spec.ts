import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { openProduct, type Product } from './setup/product.ts'

test.describe.configure({ mode: 'default' })

let product: Product
test.beforeAll(async () => void (product = await openProduct({ ANALYTICS_MEASUREMENT_ID: 'G-TEST1234' })))
test.afterAll(() => product.close())

/** Opens a page and records its requests to other hosts; the tag itself gets an empty response. */
async function watched(context: BrowserContext): Promise<{ page: Page; foreign: string[] }> {
  const foreign: string[] = []
  await context.route(/^https:\/\//, (route) => {
    foreign.push(route.request().url())
    return route.fulfill({ status: 200, contentType: 'text/javascript', body: '' })
  })
  return { page: await context.newPage(), foreign }
}

test('nothing loads until someone agrees; then the tag loads without any ID in its URLs, and vitals go to our own host', async ({ context }) => {
  const { page, foreign } = await watched(context)
  await page.goto(`${product.url}/roles/1`)
  await expect(page.getByRole('heading', { name: 'Can we use analytics?' })).toBeVisible()
  expect(foreign).toEqual([])

  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => foreign.length).toBe(1)
  expect(foreign[0]).toContain('googletagmanager.com/gtag/js?id=G-TEST1234')
  const said = await page.evaluate(() => JSON.stringify((window as unknown as { dataLayer: unknown[] }).dataLayer))
  expect(said).toContain('/roles/:id')
  expect(said).not.toContain('/roles/1')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Can we use analytics?' })).toHaveCount(0)
  const beacon = page.waitForRequest((request) => request.url() === `${product.url}/api/vitals`)
  await page.getByRole('heading', { level: 1 }).click()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect((await beacon).postDataJSON()).toMatchObject({ page: '/roles/:id' })
})

test('declining is remembered and can be changed in the footer', { tag: '@full' }, async ({ context }) => {
  const { page, foreign } = await watched(context)
  await page.goto(product.url)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Can we use analytics?' })).toHaveCount(0)
  expect(foreign).toEqual([])
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => foreign.length).toBe(1)
})

test('Global Privacy Control overrides earlier consent', { tag: '@full' }, async ({ context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
    localStorage.setItem('analytics_consent', JSON.stringify({ choice: 'yes', at: Date.now() }))
  })
  const { page, foreign } = await watched(context)
  await page.goto(product.url)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { name: 'Can we use analytics?' })).toHaveCount(0)
  expect(foreign).toEqual([])
})

test('the application form and staff pages never load the measurement tag', { tag: '@full' }, async ({ context }) => {
  const { page, foreign } = await watched(context)
  await page.goto(product.url)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => foreign.length).toBe(1)
  for (const path of ['/roles/1/apply', '/admin/login', '/interviewer/login', '/protected-pdf']) {
    await page.goto(product.url + path)
    await page.waitForLoadState('networkidle')
  }
  expect(foreign).toHaveLength(1)
})
