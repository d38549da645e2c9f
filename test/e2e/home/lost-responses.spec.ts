import { expect, test, type Page } from '@playwright/test'
import type { FunctionRole } from '#contract/roles.ts'
import { admin, openOffice, other, product } from '../setup/office.ts'
import { storeSession } from '../setup/product.ts'

openOffice()
test.beforeEach(({ page }) => storeSession(page, 'admin', admin))

const pathOf = (id: number) => `/api/open-roles/admin/${id}`
const rolesNow = async () => (await product.ask({ path: '/api/open-roles/admin', as: admin })).body as FunctionRole[]
const roleNow = async (id: number) => (await rolesNow()).find((one) => one.ref_function_role_id === id)!

async function makeCopy(function_role_name: string): Promise<number> {
  const { ref_function_role_id: id } = (await product.ask({ path: `${pathOf(1)}/duplicate`, body: {}, as: admin })).body as FunctionRole
  await product.ask({ path: pathOf(id), body: { function_role_name }, method: 'PUT', as: admin })
  return id
}

/** Drops the response to the next save at this path after the server has saved; `meanwhile` runs in between. */
async function loseResponse(
  page: Page,
  path: string,
  { status = 200, meanwhile }: { status?: number; meanwhile?: () => Promise<unknown> } = {},
): Promise<void> {
  let isLost = false
  await page.route(`**${path}`, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    expect((await route.fetch()).status()).toBe(status)
    await meanwhile?.()
    await route.abort()
  })
}

/** Makes every read of the roles fail, as if the connection were down, until the returned function is called. */
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
      await loseResponse(page, pathOf(id), {
        meanwhile: async () => {
          if (isDown) restore = await loseReads(page)
        },
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

test("if the response to saving a role is lost, the save isn't mistaken for someone else's", { tag: '@full' }, async ({ page }) => {
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

test('anything typed after a save that gets no response is also saved, without asking to choose between versions', { tag: '@full' }, async ({ page }) => {
  const id = await makeCopy('Lost Twice')
  await page.goto(`${product.url}/admin/roles?role=${id}`)
  await page.getByRole('textbox', { name: 'Role name' }).fill('Lost Once')
  let restore = async () => {}
  await loseResponse(page, pathOf(id), { meanwhile: async () => void (restore = await loseReads(page)) })
  await saving(page).click()
  await expect(page.getByText(/^Failed to update function role\. No response from server/)).toBeVisible({ timeout: 15_000 })
  await restore()
  await page.getByRole('textbox', { name: 'Shift' }).fill('Night')
  await saving(page).click()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  await expect(conflict(page)).toBeHidden()
  expect(await roleNow(id)).toMatchObject({ function_role_name: 'Lost Once', shift: 'Night' })
})

test('a role that was created or duplicated is opened, even if the response was lost', { tag: '@full' }, async ({ page }) => {
  const countNamed = async (name: string) => (await rolesNow()).filter((one) => one.function_role_name === name).length
  await page.goto(`${product.url}/admin/roles?role=new`)
  await page.getByRole('textbox', { name: 'Role name' }).fill('Lost Creation')
  await page.getByRole('textbox', { name: 'Hiring lead name' }).fill('Lena Lead')
  await page.getByRole('textbox', { name: 'Hiring lead email' }).fill('lead@meridianhealth.example')
  await loseResponse(page, '/api/open-roles/admin', { status: 201 })
  await page.getByRole('button', { name: 'Create Role' }).click()
  await expect(page.getByText("Role 'Lost Creation' created successfully.")).toBeVisible()
  await expect(page).toHaveURL(/role=\d+/)
  expect(await countNamed('Lost Creation')).toBe(1)
  await loseResponse(page, '/duplicate', { status: 201 })
  await page.getByRole('button', { name: 'Duplicate Lost Creation' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Set up this copy' })).toBeVisible()
  expect(await countNamed('Copy of Lost Creation')).toBe(1)
})

test('a template counts as saved even if the server tidied its markup and the response is lost', { tag: '@full' }, async ({ page }) => {
  const template = { email_name: 'Lost Template', email_desc: 'One', email_subject: 'Two', email_base_html: '<p>Three</p>', fits_status_ids: [] }
  const { body: stored } = await product.ask({ path: '/api/email-templates', body: template, as: admin })
  const path = `/api/email-templates/${stored.ref_email_base_id}`
  await page.goto(`${product.url}/admin/email-templates/${stored.ref_email_base_id}`)
  await page.getByRole('textbox', { name: 'HTML' }).fill('<P>Four  <b>five</b><script>alert(1)</script></P>')
  await loseResponse(page, path)
  await saving(page).click()
  await expect(page.getByText("Email template 'Lost Template' updated successfully.")).toBeVisible()
  await expect(conflict(page)).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/email-templates$/)
})

test('a question moved to a new position counts as saved even if the response is lost', { tag: '@full' }, async ({ page }) => {
  await page.goto(`${product.url}/admin/questions?question=1`)
  const text = page.getByRole('textbox', { name: 'Question text' })
  await text.fill(`${await text.inputValue()} Please.`)
  await page.getByRole('textbox', { name: 'Position' }).fill('3')
  await loseResponse(page, '/api/application/questions')
  await saving(page).click()
  await expect(page.getByText(/updated successfully/)).toBeVisible()
  await expect(conflict(page)).toBeHidden()
})

test('a save that got no response is confirmed by a new read, not by an earlier one', { tag: '@full' }, async ({ page }) => {
  const id = await makeCopy('Lost Between Reads')
  await page.goto(`${product.url}/admin/roles?role=${id}`)
  await page.getByRole('textbox', { name: 'Department' }).fill('Nursing')
  let answer = () => {}
  const lost = new Promise<void>((resolve) => (answer = resolve))
  let held = () => {}
  const isHeld = new Promise<void>((resolve) => (held = resolve))
  // The read after the first save is answered only after the second one.
  await page.route(
    (url) => url.pathname === '/api/open-roles/admin',
    async (route) => {
      const response = await route.fetch()
      held()
      await lost
      await route.fulfill({ response }).catch(() => null)
    },
    { times: 1 },
  )
  await saving(page).click()
  await isHeld
  await page.getByRole('textbox', { name: 'Shift' }).fill('Night')
  await loseResponse(page, pathOf(id), { meanwhile: async () => answer() })
  await saving(page).click()
  await expect.poll(async () => (await roleNow(id)).shift).toBe('Night')
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  await expect(conflict(page)).toBeHidden()
})

test('anything typed during a save stays in the form', { tag: '@full' }, async ({ page }) => {
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

test('saving while offline says so right away', { tag: '@full' }, async ({ page, context }) => {
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

test("a role's team counts as saved even if the response is lost, whatever the order of its members", { tag: '@full' }, async ({ page }) => {
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

test("someone else's later save is shown even after a save that got no response", { tag: '@full' }, async ({ page }) => {
  const id = await makeCopy('Lost To Another')
  await page.goto(`${product.url}/admin/roles?role=${id}`)
  await page.getByRole('textbox', { name: 'Role name' }).fill('Mine')
  await loseResponse(page, pathOf(id), { meanwhile: () => product.ask({ path: pathOf(id), body: { function_role_name: 'Theirs' }, method: 'PUT', as: other }) })
  await saving(page).click()
  await expect(page.getByText(/^Failed to update function role\. No response from server/)).toBeVisible()
  await saving(page).click()
  await expect(conflict(page)).toContainText('hiring@meridianhealth.example changed this')
  await expect(conflict(page)).toContainText('Theirs')
  await expect(page.getByRole('textbox', { name: 'Role name', exact: true })).toHaveValue('Mine')
})
