import { expect, test, type Page } from '@playwright/test'
import type { FunctionRole } from '#contract/roles.ts'
import { expectAccessible } from '../setup/accessible.ts'
import { admin, openOffice, other, product } from '../setup/office.ts'
import { storeSession, blockCopying, watch } from '../setup/product.ts'

openOffice()
test.beforeEach(({ page }) => storeSession(page, 'admin', admin))

test('a second role is copied from the first, previewed, published in a few clicks, paused and closed', { tag: '@full' }, async ({ page }) => {
  const errors = watch(page)
  await page.goto(`${product.url}/admin/roles`)
  await page.getByRole('button', { name: 'Duplicate Telehealth Nurse Practitioner' }).click()
  await expect(page.getByText("Draft 'Copy of Telehealth Nurse Practitioner' created.")).toBeVisible()
  await nameCopy(page)

  const id = new URL(page.url()).searchParams.get('role')!
  const visit = async (path: string) => (await page.request.get(product.url + path, { maxRedirects: 0 })).status()
  expect(await visit(`/roles/${id}`)).toBe(404)
  const preview = await page.context().newPage()
  await preview.goto(product.url + (await page.getByRole('link', { name: 'Preview' }).getAttribute('href'))!)
  await expect(preview.getByRole('heading', { name: 'Night Nurse Practitioner' })).toBeVisible()
  await expect(preview.getByText("Preview: this role isn't published yet.")).toBeVisible()
  await expectAccessible(preview)
  await preview.close()

  const choose = async (state: string) => {
    await page.getByRole('radio', { name: state }).check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Role updated successfully.')).toBeVisible()
  }
  await choose('Published')
  expect(await visit(`/roles/${id}`)).toBe(200)
  await choose('Paused')
  await expect(page.getByRole('link', { name: 'View page' })).toBeVisible()
  expect([await visit(`/roles/${id}`), await visit(`/roles/${id}/apply`)]).toEqual([200, 303])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await choose('Closed')
  expect(await visit(`/roles/${id}`)).toBe(410)
  await page.goto(`${product.url}/admin/roles`)
  await expect(page.getByRole('row', { name: /Night Nurse Practitioner/ })).toContainText('Closed')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(errors).toEqual([])
})

async function nameCopy(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Set up this copy' })
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Role name' }).fill('Night Nurse Practitioner')
  await dialog.getByRole('combobox', { name: 'License states' }).fill('New York')
  await dialog.getByRole('combobox', { name: 'License states' }).press('Enter')
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  // A reload doesn't prompt again.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Role name' })).toHaveValue('Night Nurse Practitioner')
  await expect(dialog).toBeHidden()
}

test(
  "a role asks the questions chosen on its Questions tab, in order; another person's edit doesn't discard anything typed",
  { tag: '@full' },
  async ({ page }) => {
    const errors = watch(page)
    await page.goto(`${product.url}/admin/roles?role=2`)
    await page.getByRole('link', { name: /^Questions \d+$/ }).click()
    await page.getByRole('button', { name: 'Leave out care_story' }).click()
    await expect(page.getByRole('button', { name: 'Ask care_story' })).toBeFocused()
    await page.getByRole('button', { name: 'Move proudest_work up' }).click()
    await expect(page.getByRole('button', { name: 'Move proudest_work down' })).toBeFocused()
    await expect(page.getByRole('switch', { name: 'Required: proudest_work' })).toBeChecked()
    await page.getByRole('switch', { name: 'Required: proudest_work' }).press(' ')
    await product.ask({ method: 'PUT', path: '/api/open-roles/admin/2', body: { shift: 'Nights' }, as: other })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Someone else saved first' })
    await expect(dialog).toContainText(other.email)
    await dialog.getByRole('button', { name: 'Use these' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Questions updated successfully.')).toBeVisible()
    await expectAccessible(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('link', { name: 'Text', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Role name' })).toBeVisible()
    const { body } = await product.ask({ path: '/api/user-session', body: { ref_function_role_id: 2, device_info: 'journey' } })
    const texts = (body as { questions: { question_name: string; required_flag: boolean }[] }).questions.slice(-2)
    expect(texts.map(({ question_name, required_flag }) => [question_name, required_flag])).toEqual([
      ['proudest_work', false],
      ['why_this_role', true],
    ])
    expect(errors).toEqual([expect.stringContaining('409')])
  },
)

test('at 1280 × 800, the switch that adds a new question to all roles is off and visible', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${product.url}/admin/questions`)
  await page.getByRole('button', { name: 'New Question' }).click()
  const all = page.getByRole('switch', { name: 'Asked for all roles' })
  await expect(all).not.toBeChecked()
  const label = page.locator('label', { hasText: 'Asked for all roles' })
  const isUncovered = (box: Element) => {
    const { x, y, width, height } = box.getBoundingClientRect()
    return box.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  await expect.poll(() => label.evaluate(isUncovered)).toBe(true)
  expect(await page.locator('label', { hasText: /^Asked for$/ }).evaluate(isUncovered)).toBe(true)
})

test("a link created on the role's page is copied, shown as a QR code, and remembered with the application", { tag: '@full' }, async ({ page, browser }) => {
  const errors = watch(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${product.url}/admin/roles?role=2`)
  await page.getByRole('link', { name: 'Links', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'Name of the link' })
  await name.fill('nurse fair')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('Use letters, digits and hyphens, such as nurse-fair')).toBeVisible()
  await name.fill('nurse-fair')
  await name.press('Enter')
  await page.getByRole('button', { name: 'Copy link nurse-fair' }).click()
  await expect(page.getByText("Link 'nurse-fair' copied.")).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await blockCopying(page)
  await page.getByRole('button', { name: 'Copy link nurse-fair' }).click()
  await expect(page.getByText("The link couldn't be copied. Select its address and copy it.")).toBeVisible()
  await page.getByRole('button', { name: 'QR code of nurse-fair' }).click()
  const code = page.getByRole('img', { name: `QR code of ${address}` })
  await expect.poll(() => code.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(errors).toEqual([])

  const visitor = await browser.newContext()
  const visited = await visitor.newPage()
  await visited.goto(product.url + new URL(address).pathname + new URL(address).search)
  const opened = visited.waitForRequest((request) => request.url().endsWith('/api/user-session'))
  await visited.getByRole('tab', { name: 'Apply Now' }).click()
  expect((await opened).postDataJSON()).toMatchObject({ ref_function_role_id: 2, via: 'nurse-fair' })
  await visitor.close()
})

/** Chooses the first interviewer for an interview, and returns their name. */
async function chooseFirst(page: Page, interview: string): Promise<string> {
  await page.getByRole('combobox', { name: `${interview}: possible interviewers` }).click()
  const first = page.getByRole('option').filter({ visible: true }).first()
  const name = (await first.textContent())!
  await first.click()
  await page.keyboard.press('Escape')
  return name
}

async function saveInterviews(page: Page): Promise<void> {
  await expect(page.getByText('Interviews updated successfully.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Interviews updated successfully.')).toBeVisible()
}

test("once a role's interviews are set up, one click after Proceed sends the invitation with times to choose from", { tag: '@full' }, async ({ page }) => {
  const errors = watch(page)
  await page.goto(`${product.url}/admin/roles?role=2`)
  await page.getByRole('navigation', { name: 'Parts of the role' }).getByRole('link', { name: 'Interviews' }).click()
  const interviewer = await chooseFirst(page, 'Interview A')
  await saveInterviews(page)
  await chooseFirst(page, 'Interview B')
  await page.getByRole('button', { name: 'Move Interview B up' }).click()
  await expect(page.getByRole('button', { name: 'Move Interview B up' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Move Interview B down' })).toBeFocused()
  await saveInterviews(page)
  await page.reload()
  const fields = page.locator('#main label').filter({ hasText: /: possible interviewers$/ })
  await expect(fields).toHaveText([/^Interview B/, /^Interview A/, /^Interview C/])
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })

  const { body } = await product.ask({ path: '/api/user-session/applicants_by_status/5', as: admin })
  const applicant = (body as { user_session_id: number; ref_function_role_id: number }[]).find((one) => one.ref_function_role_id === 2)!
  await page.goto(`${product.url}/admin/applications/all/all/36500/${applicant.user_session_id}`)
  await page.getByRole('button', { name: 'Proceed', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'With the 2 interviews of this role' })).toBeVisible()
  const said = 'Interview B (45 minutes, by video) and Interview A (45 minutes, by video)'
  await expect(dialog.getByRole('textbox', { name: 'Text' }).getByText(said)).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm and send' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`${product.url}/admin/applications/${applicant.user_session_id}/interviews`)
  await expect(page.locator('#main').getByText(interviewer, { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^Interview [AB]: not booked yet$/)).toHaveText([/^Interview B/, /^Interview A/])
  expect(errors).toEqual([])
})

test("a role's team is set on its page, which says what each member sees and is emailed about", { tag: '@full' }, async ({ page }) => {
  const errors = watch(page)
  await product.ask({ path: '/api/staff', body: { email: 'team-recruiter@agency.example', given_role: 'recruiter' }, as: admin })
  const roles = (await product.ask({ path: '/api/open-roles/admin', as: admin })).body as FunctionRole[]
  const role = roles.find((one) => one.ref_function_role_id === 3)!
  await page.goto(`${product.url}/admin/roles?role=3`)
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await page.getByRole('combobox', { name: 'Add a person' }).click()
  await page.getByRole('option', { name: 'team-recruiter@agency.example' }).click()
  await page.getByRole('combobox', { name: 'team-recruiter@agency.example' }).click()
  await page.getByRole('option', { name: 'Coordinator' }).click()
  await expect(page.getByText('Emailed about interviews that need another time or interviewer.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Team updated successfully.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.goto(`${product.url}/admin/people`)
  await expect(page.getByRole('row').filter({ hasText: 'team-recruiter@agency.example' })).toContainText(role.function_role_name)
  expect(errors).toEqual([])
})

test('filling the last opening offers to close the role and email the people waiting', { tag: '@full' }, async ({ page }) => {
  const applicants = (await product.ask({ path: '/api/user-session/applicants_by_status/2', as: admin })).body as {
    user_session_id: number
    ref_function_role_id: number
  }[]
  const roles = (await product.ask({ path: '/api/open-roles/admin', as: admin })).body as FunctionRole[]
  const role = roles.find((one) => one.state === 'published' && one.unanswered_applicants > 0 && isHiring(applicants, one))!
  const { ref_function_role_id: id, filled_openings } = role
  await product.ask({ method: 'PUT', path: `/api/open-roles/admin/${id}`, body: { openings: filled_openings + 1 }, as: admin })
  const { user_session_id } = applicants.find((one) => one.ref_function_role_id === id)!

  await page.goto(`${product.url}/admin/applications/${user_session_id}/interview-feedback`)
  await page.getByRole('button', { name: 'Update Status' }).click()
  await page.getByRole('menuitem', { name: 'Accepted Offer' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Confirm|Send/ })
    .last()
    .click()
  const message = page.getByRole('group', { name: 'Message' })
  await expect(message).toContainText('That was the last opening.')
  await message.getByRole('link', { name: 'Close the role' }).click()
  await page.getByRole('button', { name: 'Close this role' }).click()
  await expect(page.getByRole('radio', { name: 'Email them that the position is closed' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Email them that the position is closed' })).toBeFocused()
  await expect(page.getByLabel('Subject', { exact: true })).toBeVisible()
  await expect(page.locator('[contenteditable][aria-labelledby]')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  expect((await page.request.get(`${product.url}/roles/${id}`)).status()).toBe(410)
})

function isHiring(applicants: { ref_function_role_id: number }[], { ref_function_role_id }: FunctionRole): boolean {
  return applicants.some((one) => one.ref_function_role_id === ref_function_role_id)
}
