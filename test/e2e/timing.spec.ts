import { expect, test, type Locator, type Page } from '@playwright/test'
import { openLiveForm } from './setup/candidate.ts'
import { passTime, stopClock } from './setup/clock.ts'
import { ADMIN, storeSession, openProduct, type Product, type Session } from './setup/product.ts'

/** The precision of a measured time in milliseconds: the time that may pass between two clock readings. */
const EXACT = 60

/** Lets time pass until something appears. Checks after each step, so a slow machine doesn't let more time pass. */
async function passUntil(page: Page, what: Locator): Promise<void> {
  await expect.poll(async () => (await passTime(page, 20), what.isVisible()), { intervals: [10] }).toBe(true)
}

/** Returns a promise and the function that resolves it. */
function wait(): [Promise<void>, () => void] {
  let keep = () => {}
  return [new Promise<void>((done) => (keep = done)), () => keep()]
}

/** Checks that something visible disappears after this many milliseconds, and no sooner. */
async function expectGoneAfter(page: Page, what: Locator, ms: number): Promise<void> {
  await passUntil(page, what)
  await passTime(page, ms - EXACT)
  await expect(what).toBeVisible()
  await passTime(page, 2 * EXACT)
  await expect(what).toBeHidden()
}

test('the page scrolls to the openings 100 ms after it loads', async ({ page }) => {
  await page.clock.install()
  await stopClock(page)
  await page.goto('/#openings')
  const heading = page.getByRole('heading', { name: 'Current Openings' })
  // The browser scrolls there on its own right away. If someone has scrolled away since, the page scrolls back.
  await expect(heading).toBeFocused()
  await heading.evaluate((at) => (at.blur(), scrollTo({ top: 0, behavior: 'instant' })))
  await passTime(page, 99)
  await expect(heading).not.toBeFocused()
  await passTime(page, 1)
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
})

test('a draft is saved one second after the last key press', async ({ page }) => {
  await page.clock.install()
  await openLiveForm(page, 4)
  await stopClock(page)
  const kept = () => page.evaluate(() => localStorage.getItem('application_draft_4'))
  await page.locator('[name="first_name"]').pressSequentially('Ro')
  await passTime(page, 999)
  await page.locator('[name="first_name"]').pressSequentially('sa')
  await passTime(page, 999)
  expect(await kept()).toBeNull()
  await passTime(page, 1)
  expect(await kept()).toContain('"question_name":"first_name","user_answer_text_box":"Rosa"')
})

test('pages cross-fade in 300 ms', async ({ page }) => {
  await page.goto('/')
  const lasts = await page.evaluate(async () => {
    await document.startViewTransition(() => {}).ready
    const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect)
    return effects.filter(({ pseudoElement }) => /::view-transition-(old|new)/.test(pseudoElement ?? '')).map((one) => one.getTiming().duration)
  })
  expect(new Set(lasts)).toEqual(new Set([300]))
})

test.describe('staff', () => {
  let product: Product
  let admin: Session
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    product = await openProduct()
    admin = await product.signIn(ADMIN, 'admin')
  })
  test.afterAll(() => product.close())
  test.beforeEach(async ({ page }) => {
    await storeSession(page, 'admin', { ...admin, idle_until: new Date(Date.now() + 10_800_000).toISOString() })
    await page.clock.install()
  })

  test('a saved template returns to the list after 1500 ms', async ({ page }) => {
    await page.goto(`${product.url}/admin/email-templates/4`)
    await page.getByLabel('Description').fill('For the day before')
    await stopClock(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectGoneAfter(page, page.getByText('Going back to the list…'), 1500)
    await expect(page).toHaveURL(`${product.url}/admin/email-templates`)
  })

  test('a saved template stays open while the pointer is on the message about going back', async ({ page }) => {
    await page.goto(`${product.url}/admin/email-templates/4`)
    await page.getByLabel('Description').fill('For the evening before')
    await stopClock(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const note = page.getByText('Going back to the list…')
    await passUntil(page, note)
    await note.hover()
    await passTime(page, 5000)
    await expect(note).toBeVisible()
    await page.mouse.move(0, 0)
    await expectGoneAfter(page, note, 1500)
  })

  test('focus returning to the save button leaves the page where someone scrolled to', { tag: '@full' }, async ({ page }) => {
    await page.goto(`${product.url}/admin/email-templates/4`)
    await page.getByLabel('Description').fill('For the night before')
    await stopClock(page)
    const [held, release] = wait()
    await page.route('**/api/email-templates/4', (route) => (route.request().method() === 'PUT' ? held.then(() => route.continue()) : route.continue()))
    const save = page.getByRole('button', { name: 'Save Changes' })
    await save.click()
    await passUntil(page, page.locator('form:focus'))
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    release()
    await passUntil(page, page.getByText('Going back to the list…'))
    await passTime(page, 100)
    await expect(save).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('the result of submitting red flags is shown for 2 seconds, and a failure for 3', async ({ page }) => {
    const { body } = await product.ask({ path: '/api/user-session/applicants_by_status/2', as: admin })
    await page.goto(`${product.url}/admin/applications/${body[0].user_session_id}/interview-feedback`)
    const submit = page.getByRole('button', { name: 'Submit' })
    await expect(submit).toBeVisible()
    await stopClock(page)
    const [held, release] = wait()
    await page.route('**/api/red-flags/hiring-decision-detail', (route) => held.then(() => route.continue()))
    await submit.click()
    await passUntil(page, page.getByText('Saving...'))
    await expect(submit).toBeDisabled()
    release()
    await expectGoneAfter(page, page.getByText('All red flags saved!'), 2000)
    await page.route('**/api/red-flags/hiring-decision-detail', (route) => route.fulfill({ status: 500, json: { detail: 'No luck.' } }))
    await submit.click()
    await expectGoneAfter(page, page.getByText('Error saving red flags!'), 3000)
  })

  test('a list of applicants that fails to load is retried three times, 750 ms apart', async ({ page }) => {
    let asked = 0
    await page.route('**/api/applicants/list', (route) => (asked++, route.fulfill({ status: 500, json: { detail: 'No luck.' } })))
    await page.goto(`${product.url}/admin/applications`)
    await page.getByRole('combobox', { name: 'Role' }).click()
    await stopClock(page)
    await page.getByRole('option', { name: 'All Roles' }).click()
    for (const time of [1, 2, 3, 4]) {
      // The page may process a response a moment after it was sent, and it starts counting then.
      await expect.poll(async () => (await passTime(page, 10), asked), { intervals: [10] }).toBe(time)
      if (time === 4) break
      await passTime(page, 750 - 10 * EXACT)
      expect(asked).toBe(time)
      await passTime(page, 10 * EXACT)
    }
    await passUntil(page, page.getByText('Failed to load applicants: No luck.'))
    await passTime(page, 5_000)
    expect(asked).toBe(4)
  })
})
