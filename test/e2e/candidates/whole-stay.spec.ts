import { expect, test, type Browser, type Page } from '@playwright/test'
import { ADMIN, storeSession, openProduct, type Product } from '../setup/product.ts'
import { fillForm, openLiveForm, STORY, submit } from '../setup/candidate.ts'

test.describe.configure({ mode: 'serial' })

let product: Product
test.beforeAll(async () => {
  product = await openProduct({ MAIL_DELAY_SECONDS: '0' })
})
test.afterAll(() => product.close())

const MISTYPED = 'grace.hopworth@gmial.com'
const RIGHT = 'grace.hopworth@gmail.com'

const textsTo = (address: string) => product.received.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.text ?? '')
async function linkTo(address: string, kind: RegExp): Promise<string> {
  const found = () => textsTo(address).flatMap((text) => kind.exec(text)?.[0] ?? [])
  await expect.poll(() => found().length).toBeGreaterThan(0)
  return new URL(found().at(-1)!).pathname
}
const open = (page: Page, words: string) => page.locator('summary', { hasText: words }).click()

test(
  'someone applies on a phone, continues on a laptop, corrects their address, withdraws and returns, gets all their data and is erased',
  {
    tag: '@access',
  },
  async ({ browser }) => {
    await beginOnPhone(browser)
    const laptop = await browser.newContext({ baseURL: product.url })
    const page = await laptop.newPage()
    await finishOnLaptop(page)
    await withdrawAndTakeBack(page)
    await askForEverything(page)
    await eraseByStaff(browser)
    await expectNothingLeft(page)
    await laptop.close()
  },
)

/** Fills in half of the form, then requests a link to finish it elsewhere. */
async function beginOnPhone(browser: Browser): Promise<void> {
  const phone = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await phone.newPage()
  await openLiveForm(page)
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopworth')
  await page.getByLabel('Email address').fill(RIGHT)
  await page.getByRole('button', { name: 'Email me a link to continue' }).click()
  await expect(page.getByText(/saved your answers/)).toBeVisible()
  await phone.close()
}

/** Submits with a mistyped address and corrects it afterward; the confirmation to the right address opens the candidate's own page. */
async function finishOnLaptop(page: Page): Promise<void> {
  await page.goto(await linkTo(RIGHT, /http\S+\/application\/draft\/[\w-]+/))
  await expect(page.getByLabel('First name')).toHaveValue('Grace')
  await fillForm(page, { first: 'Grace', last: 'Hopworth', email: MISTYPED })
  await page.getByLabel('Last name').focus()
  await expect(page.getByText(/Did you mean/)).toBeVisible()
  await submit(page)
  await page.waitForURL('**/resume')
  await expect(page.getByText(MISTYPED).first()).toBeVisible()
  await page.getByRole('link', { name: 'Wrong address? Correct it' }).click()
  await page.getByLabel('Email address').fill(RIGHT)
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText(RIGHT).first()).toBeVisible()
  expect(textsTo(RIGHT).filter((text) => text.includes('Reference'))).toEqual([])
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await expect(page.getByRole('heading', { name: 'Application Complete!' })).toBeVisible()
  await page.goto(await linkTo(RIGHT, /http\S+\/application\/[\w-]{43,}/))
  await expect(page.getByText('Received.', { exact: true })).toBeVisible()
  expect(textsTo(MISTYPED)).toEqual([])
}

async function withdrawAndTakeBack(page: Page): Promise<void> {
  await open(page, 'Withdraw your application')
  await page.getByRole('button', { name: 'Withdraw application' }).click()
  await expect(page.getByText('Withdrawn.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo withdrawal' }).click()
  await expect(page.getByText('Received.', { exact: true })).toBeVisible()
}

async function askForEverything(page: Page): Promise<void> {
  await open(page, 'What you sent us, and what we sent you')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download everything (JSON)' }).click()
  const packet = await (await (await downloading).createReadStream()).toArray()
  expect(Buffer.concat(packet as Buffer[]).toString()).toContain(STORY)
  await open(page, 'Ask us to erase your data')
  await page.getByRole('button', { name: 'Request erasure' }).click()
  await expect(page.getByText(/We'll lock it by [^.]+\. The law may require us to keep it until \w+ \d+, \d{4} or longer/)).toBeVisible()
}

/**
 * Staff are told what erasing does before they confirm; they erase the application once the four years of record keeping are over, and only after a
 * new code, because they signed in a while ago.
 */
async function eraseByStaff(browser: Browser): Promise<void> {
  const desk = await browser.newContext({ baseURL: product.url })
  await storeSession(desk, 'admin', await product.signIn(ADMIN, 'admin'))
  const page = await desk.newPage()
  await page.goto('/admin/requests')
  await expect(
    page.getByText(/Will be hidden automatically on \w+ \d+, \d{4} and erased on \w+ \d+, \d{4}: the law may require keeping it until then\./),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Hide now…' }).click()
  await expect(page.getByText(/keeping it until \w+ \d+, \d{4}: it will be hidden from everyone now and erased then\. This can't be undone\./)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Hide Applicant \w+ now$/ })).toBeVisible()
  await product.query(`update user_session set last_action_at = now() - interval '5 years' where email = '${RIGHT}'`)
  await page.reload()
  await expect(page.getByText(/Will be erased automatically on /)).toBeVisible()
  await page.getByRole('button', { name: 'Erase now…' }).click()
  await product.query(`update auth_session set proved_at = now() - interval '1 day'`)
  const sent = product.received.length
  await page.getByRole('button', { name: /^Erase Applicant \w+ now$/ }).click()
  const asking = page.getByRole('dialog', { name: "Confirm it's you" })
  await asking.getByRole('button', { name: 'Email me a code' }).click()
  expect(await product.query(`select 1 from user_session where email = '${RIGHT}'`)).toHaveLength(1)
  await asking.getByLabel('Code').fill(await product.codeFor(ADMIN, sent))
  await expect(asking).toHaveAttribute('data-readable', '')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/is erased\./)).toBeVisible()
  await desk.close()
}

/** Checks the page, a link request and the database. */
async function expectNothingLeft(page: Page): Promise<void> {
  await page.goto('/application')
  await expect(page.getByRole('heading', { name: 'Find your application' })).toBeVisible()
  const before = textsTo(RIGHT).length
  await page.getByLabel('Email address').fill(RIGHT)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByText('If we have an application with this address')).toBeVisible()
  expect(textsTo(RIGHT)).toHaveLength(before)
  const left = `select count(*)::int as left from user_session_answer where user_answer_text_box like '%Hopworth%' or user_answer_text_box = '${RIGHT}'`
  expect(await product.query(left)).toEqual([{ left: 0 }])
}
