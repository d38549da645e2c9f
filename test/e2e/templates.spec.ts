import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ADMIN, carry, openProduct, OTHER_ADMIN, watch, type Product, type Session } from './product.ts'

let product: Product
let admin: Session
let other: Session

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  product = await openProduct()
  admin = await product.signIn(ADMIN, 'admin')
  other = await product.signIn(OTHER_ADMIN, 'admin')
})
test.afterAll(() => product.close())
test.beforeEach(({ page }) => carry(page, 'admin', admin))

test('templates are listed with their status and can be sorted', async ({ page }) => {
  const faults = watch(page)
  await page.goto(`${product.url}/admin/email-templates`)
  await expect(page.getByRole('columnheader')).toHaveText([/ID/, 'Name', 'Description', 'Subject', 'Status', 'Edit'])
  const names = page.getByRole('rowheader')
  await expect(names.first()).toHaveText('Schedule Panel Interview')
  // The word of the specification, in its own letters.
  expect(await page.getByRole('row').nth(1).innerText()).toContain('Active')
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(names.first()).toHaveText('Application Rejection')
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(names.first()).toHaveText('Schedule Panel Interview')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  expect(faults).toEqual([])
})

test('a template is written, tested on oneself, saved, and the list says so', async ({ page }) => {
  const faults = watch(page)
  await page.goto(`${product.url}/admin/email-templates`)
  await page.getByRole('link', { name: 'New Template' }).click()
  await page.getByRole('button', { name: 'Create Template' }).click()
  const summary = page.getByRole('alert', { name: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('listitem')).toHaveText(['Template Name: Template Name is required', 'Email HTML Content: Email HTML Content is required'])
  await summary.getByRole('link', { name: 'Email HTML Content is required' }).click()
  await expect(page.getByRole('textbox', { name: 'Email HTML Content' })).toBeFocused()

  await page.getByLabel('Template Name').fill('Reference check')
  const subject = page.getByLabel('Subject')
  await subject.fill('')
  await subject.pressSequentially('About {fu')
  await expect(page.getByRole('option')).toHaveText(['{function_role_name} Clinical Nurse Educator'])
  await page.keyboard.press('Enter')
  await expect(subject).toHaveValue('About {function_role_name}')
  await subject.fill('About ')
  await page.getByRole('button', { name: '{function_role_name}' }).click()
  await expect(subject).toHaveValue('About {function_role_name}')
  const source = page.getByRole('textbox', { name: 'Email HTML Content' })
  await source.click()
  await page.keyboard.insertText(
    '<p style="color: rgb(200, 0, 0)">Hello {first_nam}</p><script>document.title = "run"</script><img src=x onerror="document.title = \'run\'">',
  )
  await expect(page.getByText('{first_nam} in the HTML is not known. Did you mean {first_name}?')).toBeVisible()
  await page.getByRole('button', { name: 'Create Template' }).click()
  await expect(page.getByText('{first_nam} is not known. Did you mean {first_name}?').first()).toBeVisible()
  await expect(page).toHaveURL(/new$/)

  await source.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText('<p style="color: rgb(200, 0, 0)">Hello </p>')
  for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('{fir')
  await page.getByRole('option', { name: '{first_name}' }).click()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('Hello Amara')).toHaveCSS('color', 'rgb(200, 0, 0)')
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', '')
  await page.getByText('Plain text', { exact: true }).click()
  await expect(page.getByLabel('The email as plain text')).toHaveValue('Hello Amara')

  await subject.fill('x'.repeat(301))
  await page.getByRole('button', { name: 'Create Template' }).click()
  await expect(summary.getByRole('link', { name: 'Use at most 300 characters' })).toBeVisible()
  await expect(subject).toHaveAccessibleDescription('Use at most 300 characters')
  await subject.fill('About {function_role_name}')

  await page.getByRole('button', { name: 'Create Template' }).click()
  await expect(page.getByText("Email template 'Reference check' created successfully.")).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/admin/email-templates`)
  await expect(page.getByText("Email template 'Reference check' created successfully.")).toBeVisible()
  await page.getByRole('link', { name: 'Edit Reference check' }).click()
  await page.getByRole('button', { name: 'Send test to me' }).click()
  await expect(page.getByText(`A test e-mail is on its way to ${ADMIN}.`)).toBeVisible()
  await expect.poll(() => product.received.map(({ mail }) => mail.subject)).toContain('[Test] About Clinical Nurse Educator')
  expect(await page.title()).toBe('Careers-Admin')
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([])
})

test('unsaved words are asked about, and survive a reload', async ({ page }) => {
  await page.goto(`${product.url}/admin/email-templates/2`)
  await expect(page.getByLabel('Template Name')).toHaveAttribute('readonly', '')
  await expect(page.getByText(/It goes with: Rejected Before Panel/)).toBeVisible()
  await page.getByLabel('Description').fill('Half a thought')
  await page.getByRole('link', { name: 'Back to Email Templates' }).click()
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay' }).click()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Unsaved changes from your last visit are back.')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Half a thought')
  await page.getByRole('link', { name: 'Back to Email Templates' }).click()
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Email Template Manager' })).toBeVisible()
})

test('two people who change one template see both texts', async ({ page }) => {
  await page.goto(`${product.url}/admin/email-templates/3`)
  await page.getByLabel('Subject').fill('Mine')
  const changed = await product.ask({ method: 'PUT', path: '/api/email-templates/3', body: { email_subject: 'Theirs' }, as: other })
  expect(changed.status).toBe(200)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved first' })
  await expect(dialog.getByText(new RegExp(OTHER_ADMIN))).toBeVisible()
  await expect(dialog.getByLabel('Subject: yours')).toHaveValue('Mine')
  await expect(dialog.getByLabel('Subject: stored now')).toHaveValue('Theirs')
  await dialog.getByRole('button', { name: 'Use these, then save' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText("Email template 'Rejection After Interview' updated successfully.")).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByText('Earlier versions').click()
  await expect(page.getByText(/Version 2, .*hiring@/)).toBeVisible()
  await page.waitForTimeout(1_800)
  await expect(page).toHaveURL(/email-templates\/3$/)
})

test('a preview with an applicant keeps the name covered until it is asked for', async ({ page }) => {
  await page.goto(`${product.url}/admin/email-templates/1`)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('Hello Amara')).toBeVisible()
  await page.getByRole('combobox', { name: 'Preview with' }).click()
  await page
    .getByRole('option', { name: /^Applicant / })
    .first()
    .click()
  await expect(frame.getByText('Hello [hidden]')).toBeVisible()
})

test('a failure to load says so and can be tried again', async ({ page }) => {
  await page.route('**/api/email-templates/metadata', (route) => route.fulfill({ status: 500, json: { detail: 'No.' } }))
  await page.goto(`${product.url}/admin/email-templates`)
  await expect(page.getByText('Failed to load email templates. Please try again later.')).toBeVisible()
  await page.unroute('**/api/email-templates/metadata')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.goto(`${product.url}/admin/email-templates/999`)
  await expect(page.getByText('Failed to load email template. Please try again later.')).toBeVisible()
})

for (const scheme of ['light', 'dark'] as const) {
  test(`nothing keeps anybody out, in ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${product.url}/admin/email-templates`)
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto(`${product.url}/admin/email-templates/1`)
    await expect(page.getByRole('textbox', { name: 'Email HTML Content' })).toBeVisible()
    await expect(page.frameLocator('iframe').getByText('Hello Amara')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}
