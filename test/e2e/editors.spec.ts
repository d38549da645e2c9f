import { expect, test, type Page } from '@playwright/test'
import { HOSTILE } from '../hostile/markup.ts'
import { expectAccessible } from './setup/accessible.ts'
import { admin, interviewer, openOffice, other, product } from './setup/office.ts'
import { ADMIN, storeSession, choose, watch } from './setup/product.ts'

test.describe.configure({ mode: 'default' })
openOffice()
test.beforeEach(({ page }) => storeSession(page, 'admin', admin))

test('a role is edited next to a preview of what candidates will see, and the public page shows exactly that', async ({ page }) => {
  const errors = watch(page)
  await page.goto(`${product.url}/admin/roles`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please select a role to update')).toBeVisible()
  await choose(page, 'Role to edit', 'Telehealth Nurse Practitioner')
  await page.getByRole('textbox', { name: 'Requirements' }).fill('- Patience with people\n\n• A clear license\n– A quiet room')
  const preview = page.getByRole('group', { name: 'As candidates see it' })
  await expect(preview.getByRole('listitem').filter({ hasText: /^(Patience with people|A clear license|A quiet room)$/ })).toHaveCount(3)
  const shown = await preview.locator('.prose').innerHTML()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Role updated successfully.' })).toBeVisible()

  await page.goto(`${product.url}/roles/1`)
  await expect(page.getByRole('listitem').filter({ hasText: /^A clear license$/ })).toBeVisible()
  expect((await page.locator('.prose').innerHTML()).replaceAll('<!-- -->', '')).toContain(shown)
  expect(errors).toEqual([])
})

test('a new role without a pay range gets a warning, and closing the role lists who is still waiting', async ({ page }) => {
  await page.goto(`${product.url}/admin/roles`)
  await choose(page, 'Role to edit', 'Create New Role')
  await expect(page.getByText('No pay range set').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Hiring lead email' }).fill('lead@meridianhealth.example')
  await page.getByRole('textbox', { name: 'Hiring lead name' }).fill('Lena Lead')
  await page.getByRole('button', { name: 'Create Role' }).click()
  const summary = page.getByRole('alert', { name: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('listitem')).toHaveText(['Role name: Role name is required'])
  await summary.getByRole('link', { name: 'Role name is required' }).click()
  await expect(page.getByRole('textbox', { name: 'Role name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Role name' })).toHaveAccessibleDescription('Role name is required')
  await page.getByRole('textbox', { name: 'Role name' }).fill('Night Pharmacist')
  await page.getByRole('textbox', { name: 'Lowest pay' }).fill('90,000')
  await page.getByRole('textbox', { name: 'Highest pay' }).fill('80000')
  await expect(page.getByText('No pay range set')).toHaveCount(0)
  await page.getByRole('button', { name: 'Create Role' }).click()
  await expect(summary.getByRole('link', { name: "The highest pay can't be less than the lowest" })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Highest pay' })).toHaveAccessibleDescription("The highest pay can't be less than the lowest")
  await page.getByRole('textbox', { name: 'Highest pay' }).fill('120000')
  await page.getByRole('button', { name: 'Create Role' }).click()
  await expect(page.getByText("Role 'Night Pharmacist' created successfully.")).toBeVisible()
  await expect(page).toHaveURL(/role=\d+/)

  await page.goto(product.url)
  await expect(page.getByRole('heading', { name: 'Night Pharmacist' })).toBeVisible()
  await expect(page.getByText('$90,000–$120,000/yr')).toBeVisible()

  await page.goto(`${product.url}/admin/roles?role=1`)
  await page.getByRole('radio', { name: 'Closed' }).check()
  await expect(page.getByText('This closes the role')).toBeVisible()
  await expect(page.getByText(/\d+ applicants? (is|are) still waiting for a reply/)).toBeVisible()
})

test('a copied role gets a different panel and is published from its Interviews tab', { tag: '@full' }, async ({ page }) => {
  const parts = page.getByRole('navigation', { name: 'Parts of the role' })
  const panel = page.getByRole('combobox', { name: 'Interview A: possible interviewers' })
  await page.goto(`${product.url}/admin/roles?role=1&tab=interviews`)
  await panel.click()
  await page.getByRole('option', { name: 'Ambrose Kittredge-Bai' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Interviews updated successfully.')).toBeVisible()
  await page.goto(`${product.url}/admin/roles`)

  await page.getByRole('button', { name: 'Duplicate Telehealth Nurse Practitioner' }).click()
  await expect(page.getByRole('dialog', { name: 'Set up this copy' }).getByRole('textbox', { name: 'Role name' })).toBeFocused()
  await expect(page.locator('[data-readable]')).toBeVisible()
  // By keyboard alone: Backspace removes a state, and Enter adds the typed one.
  for (const key of 'Night Nurse Practitioner,Tab,ArrowRight,ArrowRight,Tab,Backspace,Backspace,Colorado,Enter,Arizona,Enter,Escape'.split(','))
    await (/^(Tab|Arrow|Back|Enter|Escape)/.test(key) ? page.keyboard.press(key) : page.keyboard.type(key))
  await page.getByRole('button', { name: 'Save draft' }).press('Enter')
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  await parts.getByRole('link', { name: 'Interviews' }).click()
  await panel.click()
  await page.getByRole('option', { name: 'Ambrose Kittredge-Bai' }).click()
  await page.getByRole('option', { name: 'Jorah Peppercorn' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click({ force: true })
  await expect(page.getByText('Save or discard your changes on this page first.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Interviews updated successfully.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published · 2 of 2 openings left')).toBeVisible()
  const feed = async () => (await page.request.get(`${product.url}/jobs.xml`)).text()
  await expect.poll(feed).toMatch(/<title>Night Nurse Practitioner<\/title>.*<state>AZ, CO</)
})

test('publishing a draft from one of its other tabs fails if someone has changed the role since the page was opened', { tag: '@full' }, async ({ page }) => {
  const { body } = await product.ask({ method: 'POST', path: '/api/open-roles/admin/1/duplicate', body: {}, as: admin })
  const { ref_function_role_id: id } = body as { ref_function_role_id: number }
  await page.goto(`${product.url}/admin/roles?role=${id}&tab=team`)
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible()
  await product.ask({ method: 'PUT', path: `/api/open-roles/admin/${id}`, body: { function_role_name: 'Renamed by a colleague' }, as: other })
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.click()
  await expect(page.getByText(/^We couldn't publish the role\. \S+@\S+ changed this on .+ UTC, after you opened it\./)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Role to edit' })).toHaveValue(/Renamed by a colleague/)
  await page.getByRole('link', { name: /^Questions/ }).click()
  await page
    .getByRole('button', { name: /^Leave out / })
    .last()
    .click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Questions updated successfully.')).toBeVisible()
  await publish.click()
  await expect(page.getByText("'Renamed by a colleague' is published.")).toBeVisible()
})

test('leaving with unsaved work prompts to stay, discard or save it', { tag: '@full' }, async ({ page }) => {
  await page.goto(`${product.url}/admin/roles?role=2`)
  const name = page.getByRole('textbox', { name: 'Hiring lead name' })
  const before = await name.inputValue()
  const leave = () => page.getByRole('link', { name: 'Edit Questions', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' })
  await name.fill('Somebody New')
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await leave()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(name).toHaveValue('Somebody New')
  await leave()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Application Question Editor' })).toBeVisible()
  await page.goto(`${product.url}/admin/roles?role=2`)
  await expect(name).toHaveValue(before)
  await name.fill('Saved On The Way')
  await leave()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Application Question Editor' })).toBeVisible()
  await page.goto(`${product.url}/admin/roles?role=2`)
  await expect(name).toHaveValue('Saved On The Way')
})

test('typed text survives a browser crash', { tag: '@full' }, async ({ page }) => {
  await page.goto(`${product.url}/admin/interview-instructions?interview=2`)
  const box = page.getByRole('textbox', { name: 'Instructions' })
  await box.fill('Be kind')
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('interview_2')).length)).toBe(1)
  const again = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await storeSession(again, 'admin', admin)
  await again.goto(`${product.url}/admin/interview-instructions?interview=2`)
  await expect(again.getByText('We restored your unsaved changes from your last visit.')).toBeVisible()
  await expect(again.getByRole('textbox', { name: 'Instructions' })).toHaveValue('Be kind')
  await again.getByRole('button', { name: 'Discard them' }).click()
  await expect(again.getByRole('textbox', { name: 'Instructions' })).not.toHaveValue('Be kind')
})

test('when two people edit the same role, the second one sees both versions and chooses', async ({ page, browser }) => {
  const second = await (await browser.newContext()).newPage()
  await storeSession(second, 'admin', other)
  for (const one of [page, second]) await one.goto(`${product.url}/admin/roles?role=3`)
  await page.getByRole('textbox', { name: 'Role name' }).fill('Name of the first')
  await second.getByRole('textbox', { name: 'Role name' }).fill('Name of the second')
  await second.getByRole('textbox', { name: 'Hiring lead name' }).fill('Lead of the second')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  await second.getByRole('button', { name: 'Save Changes' }).click()

  const dialog = second.getByRole('dialog', { name: 'Someone else saved first' })
  await expect(dialog).toContainText(ADMIN)
  await expect(dialog.getByRole('textbox', { name: 'Role name: yours' })).toHaveValue('Name of the second')
  await expect(dialog.getByRole('textbox', { name: 'Role name: saved version' })).toHaveValue('Name of the first')
  await expectAccessible(second)
  await dialog.getByRole('radiogroup', { name: 'Role name' }).getByRole('radio', { name: 'Saved version' }).check()
  await dialog.getByRole('button', { name: 'Use these' }).click()
  await expect(second.getByRole('textbox', { name: 'Role name' })).toHaveValue('Name of the first')
  await second.getByRole('button', { name: 'Save Changes' }).click()
  await expect(second.getByText('Role updated successfully.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Hiring lead name' })).toHaveValue('Lead of the second')
  await expect(page.getByRole('textbox', { name: 'Role name' })).toHaveValue('Name of the first')
})

test('nothing that staff write can run as code anywhere', async ({ page }) => {
  const ran: string[] = []
  page.on('dialog', (dialog) => (ran.push(dialog.message()), void dialog.dismiss()))
  page.on('console', (message) => /content security policy/i.test(message.text()) && ran.push(message.text()))
  const hostile = `${HOSTILE.join('\n')}\n<ul><li>Still here</li></ul>`

  await page.goto(`${product.url}/admin/interview-instructions?interview=2`)
  await page.getByRole('textbox', { name: 'Instructions' }).fill(hostile)
  await expectHarmless(page, 'section[aria-label="Preview of the instructions"]')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Interview type updated successfully!')).toBeVisible()
  await expectHarmless(page, 'section[aria-label="Preview of the instructions"]')

  await page.goto(`${product.url}/admin/roles?role=4`)
  for (const name of ['Description', 'Responsibilities', 'Requirements']) await page.getByRole('textbox', { name }).fill(hostile)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  for (const path of ['/', '/roles/4', '/roles/4/apply']) {
    await page.goto(product.url + path)
    await expectHarmless(page, 'main')
  }
  await storeSession(page, 'interviewer', interviewer)
  await page.goto(`${product.url}/interviewer/dashboard`)
  await choose(page, 'Interview', 'Interview B')
  await expectHarmless(page, 'main')
  expect(ran).toEqual([])
})

async function expectHarmless(page: Page, selector: string): Promise<void> {
  const found = await page.locator(selector).evaluate((place) => {
    const deep = (root: Element | ShadowRoot): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? deep(one.shadowRoot) : [])])
    return deep(place)
      .filter(
        (one) =>
          /alert\(1\)|evil\.example/.test([...one.attributes].map(({ value }) => value).join(' ')) ||
          (one.tagName === 'A' && /^(javascript|data):/i.test((one as HTMLAnchorElement).href)),
      )
      .map((one) => one.outerHTML.slice(0, 200))
      .filter((html) => !html.startsWith('<textarea'))
  })
  expect(found).toEqual([])
}
