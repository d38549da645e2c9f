import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { openLiveForm } from '../setup/candidate.ts'
import { openProduct, type Product } from '../setup/product.ts'

let product: Product
test.beforeAll(async () => {
  product = await openProduct({ MAIL_DELAY_SECONDS: '0' })
})
test.afterAll(() => product.close())

/** Returns the latest emailed link of this kind, as shown to the recipient. */
async function linkTo(address: string, kind: RegExp): Promise<string> {
  const found = () => product.received.flatMap(({ to, mail: { text } }) => (to.includes(address) ? (kind.exec(text ?? '')?.[0] ?? []) : []))
  await expect.poll(() => found().length).toBeGreaterThan(0)
  return new URL(found().at(-1)!).pathname
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Archer')
  await page.getByLabel('Email address').fill(email)
}

async function signOutAndGoBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('status')).toHaveText("You're signed out.")
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Find your application' })).toBeVisible()
}

async function correctAndGoBack(page: Page): Promise<void> {
  await page.getByLabel('Last name').fill('Arrow')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('Your details are saved. Last name: Arrow (was: Archer).')
  await page.getByText('Undo your last name or profile change').click()
  await page.getByRole('button', { name: 'Restore my previous details' }).click()
  await expect(page.getByRole('status')).toContainText('Last name: Archer (was: Arrow).')
}

test(
  "an application saved on a phone can be continued on a laptop, and the saved copy is gone once it's submitted",
  { tag: '@access' },
  async ({ browser }) => {
    const email = 'two.devices@example.com'
    const phone = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } })
    const onPhone = await phone.newPage()
    await openLiveForm(onPhone)
    await onPhone.getByRole('button', { name: 'Email me a link to continue' }).click()
    await expect(onPhone.locator('#error-summary').getByText('This field is required')).toBeVisible()
    await fillIn(onPhone, email)
    await onPhone.getByRole('button', { name: 'Email me a link to continue' }).click()
    await expect(onPhone.getByText(/saved your answers/)).toBeVisible()
    await expectAccessible(onPhone)

    const laptop = await browser.newContext({ baseURL: product.url })
    const page = await laptop.newPage()
    await page.goto(await linkTo(email, /http\S+\/application\/draft\/[\w-]+/))
    await expect(page).toHaveURL(/\/roles\/1\/apply$/)
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await expect(page.getByText('Here are the answers you saved.')).toBeVisible()
    await Promise.all([phone.close(), laptop.close()])
  },
)

const sendLink = (page: Page) => page.getByRole('button', { name: 'Email me a link to continue' }).click()

/** Saves a different first name, from the same browser or another device. */
async function saveElsewhere(page: Page, name: string): Promise<void> {
  await page.getByLabel('First name').fill(name)
  await sendLink(page)
  await expect(page.getByText(/saved your answers/)).toBeVisible()
}

/** Chooses between two versions: another device saved 'Adaline' while this form was open. */
async function chooseBetween(page: Page, name: string): Promise<void> {
  const first = page.getByLabel('First name')
  const offer = page.getByText('Different answers to this application were saved on another device or in another tab.')
  await first.fill(name)
  await sendLink(page)
  await expect(offer).toBeVisible()
  await expect(first).toHaveValue(name)
  await page.getByRole('button', { name: 'Show the other version' }).click()
  await expect(first).toHaveValue('Adaline')
  await page.getByRole('button', { name: 'Show the other version' }).click()
  await expect(first).toHaveValue(name)
  await page.getByRole('button', { name: 'Keep this version' }).click()
  await expect(offer).toHaveCount(0)
  await page.goto('/roles/1/apply')
  await expect(first).toHaveValue(name)
  await expect(page.getByText('There are two versions of this application')).toHaveCount(0)
}

test('when two devices save with the same link, both versions are offered, with and without JavaScript', { tag: '@full' }, async ({ browser }) => {
  const email = 'both.devices@example.com'
  const phone = await browser.newContext({ baseURL: product.url })
  const onPhone = await phone.newPage()
  await openLiveForm(onPhone)
  await fillIn(onPhone, email)
  await saveElsewhere(onPhone, 'Ada')
  const link = await linkTo(email, /http\S+\/application\/draft\/[\w-]+/)
  for (const [javaScriptEnabled, before, name] of [
    [true, 'Ada', 'Adah'],
    [false, 'Adah', 'Adela'],
  ] as const) {
    const laptop = await browser.newContext({ baseURL: product.url, javaScriptEnabled })
    const page = await laptop.newPage()
    await page.goto(link)
    await expect(page.getByLabel('First name')).toHaveValue(before)
    const tablet = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
    const onTablet = await tablet.newPage()
    await onTablet.goto(link)
    await saveElsewhere(onTablet, 'Adaline')
    await chooseBetween(page, name)
    if (javaScriptEnabled) await expectAccessible(page)
    await Promise.all([laptop.close(), tablet.close()])
  }
  await phone.close()
})

test(
  "answers from another device are offered next to this browser's own instead of merged, and anything typed afterward is kept",
  { tag: '@full' },
  async ({ browser }) => {
    const email = 'two.versions@example.com'
    const phone = await browser.newContext({ baseURL: product.url })
    const onPhone = await phone.newPage()
    await openLiveForm(onPhone)
    await fillIn(onPhone, email)
    await onPhone.getByRole('button', { name: 'Email me a link to continue' }).click()
    await expect(onPhone.getByText(/saved your answers/)).toBeVisible()
    await phone.close()

    const laptop = await browser.newContext({ baseURL: product.url })
    const page = await laptop.newPage()
    await openLiveForm(page)
    const [first, last] = [page.getByLabel('First name'), page.getByLabel('Last name')]
    await first.fill('Adah')
    await expect(page.getByText('All changes saved').first()).toBeVisible()
    await page.goto(await linkTo(email, /http\S+\/application\/draft\/[\w-]+/))
    await expect(page.getByText('There are two versions of this application')).toBeVisible()
    await expect(first).toHaveValue('Ada')
    await page.getByRole('button', { name: 'Show the other version' }).click()
    await expect(first).toHaveValue('Adah')
    await expect(last).toHaveValue('')
    await page.getByRole('button', { name: 'Show the other version' }).click()
    await expect(last).toHaveValue('Archer')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Keep this version' }).click()
    await last.fill('Arrow')
    await expect(page.getByText('All changes saved').first()).toBeVisible()
    await page.goto('/roles/1/apply')
    await expect(page.getByText('Here are the answers you saved.')).toBeVisible()
    await expect(last).toHaveValue('Arrow')
    await expect(first).toHaveValue('Ada')
    await laptop.close()
  },
)

for (const javaScriptEnabled of [true, false]) {
  test(
    `a candidate views, corrects and withdraws an application, and undoes the withdrawal ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
    { tag: javaScriptEnabled ? '@access' : ['@access', '@full'] },
    async ({ browser }) => {
      const email = `own.page.${javaScriptEnabled}@example.com`
      const answers = [
        ['first_name', 'Ada'],
        ['last_name', 'Archer'],
        ['email', email],
        ['opt_in_legally_authorized', 'Yes'],
        ['require_sponsorship', 'No'],
        ['startup_previously', 'No'],
        ['recent_role_tenure', '18'],
        ['why_this_role', 'To learn.'],
        ['proudest_work', 'A clinic.'],
      ].map(([question_name, user_answer_text_box]) => ({ question_name, user_answer_text_box }))
      expect(await product.ask({ path: '/roles/1/apply', body: { answers } })).toMatchObject({ status: 201 })
      const context = await browser.newContext({ baseURL: product.url, viewport: { width: 320, height: 700 }, javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(await linkTo(email, /http\S+\/application\/[\w-]{43,}/))
      await expect(page).toHaveURL(/\/application$/)
      await expect(page.getByRole('heading', { name: 'Your applications' })).toBeVisible()
      await expect(page.getByText("You'll hear from us by")).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(page)

      await page.getByText('Correct your name, email or profile').click()
      await page.getByLabel('Last name').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('alert')).toHaveText('This field is required')
      await correctAndGoBack(page)

      await page.getByText('Withdraw your application').click()
      await page.getByRole('button', { name: 'Withdraw application' }).click()
      await expect(page.getByText('Withdrawn.', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Undo withdrawal' }).click()
      await expect(page.getByText('Received.', { exact: true })).toBeVisible()

      await page.getByText('What you sent us, and what we sent you').click()
      await page.getByRole('link', { name: 'See everything on one page' }).click()
      await expect(page.getByText('To learn.')).toBeVisible()
      await signOutAndGoBack(page)
      await expect(page.getByText('To learn.')).toHaveCount(0)
      await context.close()
    },
  )
}
