import { expect, test, type Page } from '@playwright/test'
import type { FunctionRole } from '#contract/roles.ts'
import { admin, openOffice, other, product } from '../setup/office.ts'
import { carry } from '../setup/product.ts'

openOffice()
test.beforeEach(({ page }) => carry(page, 'admin', admin))

const pathOf = (id: number) => `/api/open-roles/admin/${id}`
const rolesNow = async () => (await product.ask({ path: '/api/open-roles/admin', as: admin })).body as FunctionRole[]
const roleNow = async (id: number) => (await rolesNow()).find((one) => one.ref_function_role_id === id)!

async function makeCopy(function_role_name: string): Promise<number> {
  const { ref_function_role_id: id } = (await product.ask({ path: `${pathOf(1)}/duplicate`, body: {}, as: admin })).body as FunctionRole
  await product.ask({ path: pathOf(id), body: { function_role_name }, method: 'PUT', as: admin })
  return id
}

/** Cuts off the response to the next save at this path, after the server has saved. `then` happens between the two. */
async function loseResponse(page: Page, path: string, then: () => Promise<unknown> = async () => {}): Promise<void> {
  let isLost = false
  await page.route(`**${path}`, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    expect((await route.fetch()).status()).toBe(200)
    await then()
    await route.abort()
  })
}

/** Refuses to read the roles again until the returned function is called, as while the connection is down. */
async function loseReads(page: Page): Promise<() => Promise<void>> {
  const isRead = (url: URL) => url.pathname === '/api/open-roles/admin'
  await page.route(isRead, (route) => route.abort())
  return () => page.unroute(isRead)
}

const saving = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const conflict = (page: Page) => page.getByRole('dialog', { name: 'Someone else saved first' })

for (const isDown of [false, true])
  test(
    `a role that was published says so, even if the response was lost${isDown ? ' and nothing can be read for a while' : ''}`,
    { tag: '@full' },
    async ({ page }) => {
      const name = `Lost Publishing ${isDown}`
      const id = await makeCopy(name)
      await page.goto(`${product.url}/admin/roles?role=${id}&tab=questions`)
      const publish = page.getByRole('button', { name: 'Publish', exact: true })
      await expect(publish).toBeVisible()
      let restore = async () => {}
      await loseResponse(page, pathOf(id), async () => {
        if (isDown) restore = await loseReads(page)
      })
      await publish.click()
      if (isDown) {
        await expect(page.getByText(/^We couldn't confirm that the role was published\. No response from server/)).toBeVisible()
        await restore()
        await publish.click()
      }
      await expect(page.getByText(`'${name}' is published.`)).toBeVisible()
      await expect(publish).toBeHidden()
      expect((await roleNow(id)).state).toBe('published')
    },
  )

test("a role's own save isn't someone else's if its response is lost", { tag: '@full' }, async ({ page }) => {
  const id = await makeCopy('Lost Save')
  const { version } = await roleNow(id)
  await page.goto(`${product.url}/admin/roles?role=${id}`)
  await page.getByRole('textbox', { name: 'Department' }).fill(' nursing  care ')
  await page.getByRole('textbox', { name: 'License states' }).fill('tx, CA, TX')
  await page.getByRole('textbox', { name: 'Lowest pay' }).fill('$90,000')
  await page.getByRole('radio', { name: /^Published/ }).check()
  await loseResponse(page, pathOf(id))
  await saving(page).click()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  await expect(conflict(page)).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'License states' })).toHaveValue('CA, TX')
  expect(await roleNow(id)).toMatchObject({ version: version + 1, state: 'published', salary_min: 90_000 })
  await page.getByRole('textbox', { name: 'Hiring lead name' }).fill('Lena Lead')
  await saving(page).click()
  await expect.poll(async () => (await roleNow(id)).hiring_lead_name).toBe('Lena Lead')
})

test('what was typed after a save without a response is saved too, without a choice between two versions', { tag: '@full' }, async ({ page }) => {
  const id = await makeCopy('Lost Twice')
  await page.goto(`${product.url}/admin/roles?role=${id}`)
  await page.getByRole('textbox', { name: 'Role name' }).fill('Lost Once')
  let restore = async () => {}
  await loseResponse(page, pathOf(id), async () => void (restore = await loseReads(page)))
  await saving(page).click()
  await expect(page.getByText(/^Failed to update function role\. No response from server/)).toBeVisible({ timeout: 15_000 })
  await restore()
  await page.getByRole('textbox', { name: 'Shift' }).fill('Night')
  await saving(page).click()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  await expect(conflict(page)).toBeHidden()
  expect(await roleNow(id)).toMatchObject({ function_role_name: 'Lost Once', shift: 'Night' })
})

test('what is typed while a save is on its way stays in the form', { tag: '@full' }, async ({ page }) => {
  const id = await makeCopy('Slow Save')
  await page.goto(`${product.url}/admin/roles?role=${id}`)
  await page.getByRole('textbox', { name: 'Department' }).fill('Nursing')
  let answer = () => {}
  const typed = new Promise<void>((resolve) => (answer = resolve))
  await page.route(`**${pathOf(id)}`, async (route) => {
    const response = await route.fetch()
    await typed
    await route.fulfill({ response })
  })
  await saving(page).click()
  await expect.poll(async () => (await roleNow(id)).department).toBe('Nursing')
  await page.getByRole('textbox', { name: 'Shift' }).fill('Night')
  answer()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Shift' })).toHaveValue('Night')
  await saving(page).click()
  await expect.poll(async () => (await roleNow(id)).shift).toBe('Night')
})

test('offline, saving says so instead of waiting', { tag: '@full' }, async ({ page, context }) => {
  const id = await makeCopy('Lost Offline')
  await page.goto(`${product.url}/admin/roles?role=${id}`)
  await page.getByRole('textbox', { name: 'Department' }).fill('Nursing')
  await context.setOffline(true)
  await saving(page).click()
  await expect(page.getByText(/^Failed to update function role\. No response from server/)).toBeVisible({ timeout: 15_000 })
  await context.setOffline(false)
  await saving(page).click()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
})

test("a role's team saved without a response is saved, whatever the order of its members", { tag: '@full' }, async ({ page }) => {
  const id = await makeCopy('Lost Team')
  await page.goto(`${product.url}/admin/roles?role=${id}&tab=team`)
  for (const email of ['hiring@meridianhealth.example', 'admin@meridianhealth.example']) {
    await page.getByRole('combobox', { name: 'Add a person' }).click()
    await page.getByRole('option', { name: email }).click()
  }
  await loseResponse(page, `${pathOf(id)}/team`)
  await saving(page).click()
  await expect(page.getByText('Team updated successfully.')).toBeVisible()
  await expect(conflict(page)).toBeHidden()
})

test('someone else who saved after a save without a response is still shown', { tag: '@full' }, async ({ page }) => {
  const id = await makeCopy('Lost To Another')
  await page.goto(`${product.url}/admin/roles?role=${id}`)
  await page.getByRole('textbox', { name: 'Role name' }).fill('Mine')
  await loseResponse(page, pathOf(id), () => product.ask({ path: pathOf(id), body: { function_role_name: 'Theirs' }, method: 'PUT', as: other }))
  await saving(page).click()
  await expect(page.getByText(/^Failed to update function role\. No response from server/)).toBeVisible()
  await saving(page).click()
  await expect(conflict(page)).toContainText('hiring@meridianhealth.example changed this')
  await expect(conflict(page)).toContainText('Theirs')
  await expect(page.getByRole('textbox', { name: 'Role name', exact: true })).toHaveValue('Mine')
})
