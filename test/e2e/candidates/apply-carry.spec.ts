import { expect, test, type Browser, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { ANSWERS, writeEssay, fillForm, openForm } from '../setup/candidate.ts'
import { ADMIN, openProduct, type Product } from '../setup/product.ts'

let product: Product
test.beforeAll(async () => {
  product = await openProduct({ MAIL_DELAY_SECONDS: '0' })
})
test.afterAll(() => product.close())

const [BROUGHT, OWN] = ['Typed for the role that closed.', 'Typed for this role before.']
const LATER = 'Typed after carrying it over.'
const TWO = 'There are two versions of this application'

/** Opens a role's form, waits until the role closes, and types something else into the most similar role's form. Returns that role's ID. */
async function typeInBoth(page: Page, role: number, typeOwn: (page: Page) => Promise<void>): Promise<string> {
  await openForm(page, role)
  await fillForm(page)
  await writeEssay(page, 'why_this_role').fill(BROUGHT)
  const body = { disabled_flag: true, waiting_applicants: 'stay-due' }
  const closed = await product.ask({ path: `/api/open-roles/admin/${role}`, method: 'PUT', body, as: await product.signIn(ADMIN, 'admin') })
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
  const other = await page.context().newPage()
  const similar = other.locator('.similar a').first()
  await expect(async () => {
    await other.goto(`/roles/${role}`)
    await expect(similar).toBeVisible({ timeout: 500 })
  }).toPass()
  const id = /\d+/.exec((await similar.getAttribute('href'))!)![0]
  await openForm(other, Number(id))
  await writeEssay(other, 'why_this_role').fill(OWN)
  await typeOwn(other)
  await other.close()
  return id
}

async function carryOver(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Submit application' }).click()
  await expect(page.getByRole('heading', { name: 'This role closed while you were applying' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Use these answers for/ })
    .first()
    .click()
  await page.waitForURL(`**/roles/${id}/draft`)
  await expect(page.getByText("We've filled in your answers from the other role.")).toBeVisible()
}

async function saveDraft(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(ANSWERS.email)
  await page.getByRole('button', { name: 'Email me a link to continue' }).click()
  await expect(page.getByText(/saved your answers/)).toBeVisible()
}

const phone = (browser: Browser, javaScriptEnabled: boolean) =>
  browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 }, javaScriptEnabled })

test("answers carried over from a closed role don't replace what was typed for the other role, even before the person chooses", async ({ browser }) => {
  const context = await phone(browser, true)
  const page = await context.newPage()
  const id = await typeInBoth(page, 2, async (other) => expect(other.locator('.draft-note [role=status]')).toHaveText('All changes saved'))
  await carryOver(page, id)
  const why = writeEssay(page, 'why_this_role')
  await expect(why).toHaveValue(BROUGHT)
  await expect(page.getByText(`${TWO}: your answers from the other role, and the ones typed in this browser.`)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/roles/${id}/apply`)
  await expect(why).toHaveValue(BROUGHT)
  await expect(page.getByText(TWO)).toBeVisible()
  await page.getByRole('button', { name: 'Show the other version' }).click()
  await expect(why).toHaveValue(OWN)
  await page.getByRole('button', { name: 'Keep this version' }).click()
  await page.reload()
  await expect(why).toHaveValue(OWN)
  await expect(page.getByText(TWO)).toHaveCount(0)
  await context.close()
})

test('without JavaScript, answers carried over from a closed role are offered alongside those saved for the other role', async ({ browser }) => {
  const context = await phone(browser, false)
  const page = await context.newPage()
  const id = await typeInBoth(page, 3, saveDraft)
  await carryOver(page, id)
  const why = writeEssay(page, 'why_this_role')
  await expect(why).toHaveValue(BROUGHT)
  await expect(page.getByText(`${TWO}: your answers from the other role, and those you had saved for this one.`)).toBeVisible()
  await page.getByRole('button', { name: 'Show the other version' }).click()
  await expect(why).toHaveValue(OWN)
  await page.getByRole('button', { name: 'Show the other version' }).click()
  await expect(why).toHaveValue(BROUGHT)
  await page.getByRole('button', { name: 'Keep this version' }).click()
  await expect(page.getByText(TWO)).toHaveCount(0)
  await expect(why).toHaveValue(BROUGHT)
  await context.close()
})

test("what's typed after carrying answers over to a role with a saved draft survives a reload, even on a device with a slow clock", async ({ browser }) => {
  const context = await phone(browser, true)
  await context.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() - 300_000
  })
  const page = await context.newPage()
  const id = await typeInBoth(page, 4, saveDraft)
  await carryOver(page, id)
  const why = writeEssay(page, 'why_this_role')
  await expect(page.getByText(`${TWO}: your answers from the other role, and the ones typed in this browser.`)).toBeVisible()
  await page.getByRole('button', { name: 'Keep this version' }).first().click()
  await why.fill(LATER)
  await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')
  await page.goto(`/roles/${id}/apply`)
  await expect(page.getByText('Here are the answers you saved.')).toBeVisible()
  await expect(why).toHaveValue(LATER)
  await expect(page.getByText(/typed in this browser/)).toHaveCount(0)
  await context.close()
})
