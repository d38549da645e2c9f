import { expect, test } from '@playwright/test'
import { costOf } from '../setup/cost.ts'
import { carry } from '../setup/product.ts'
import { closeHome, open, openHome, product, session } from '../setup/home.ts'

test.beforeAll(openHome)
test.afterAll(closeHome)
test.beforeEach(({ context }) => carry(context, 'admin', session))

const MANY = 60

test(
  'a second Nurse Practitioner role with other states, two openings and another panel takes 8 clicks and one line of typing to publish',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto(`${product.url}/admin/roles`)
    const cost = await costOf(page, async ({ click, press, type }) => {
      await click(page.getByRole('button', { name: 'Duplicate Telehealth Nurse Practitioner' }))
      const dialog = page.getByRole('dialog', { name: 'Name this copy' })
      await page.locator('[aria-modal="true"][data-readable]').waitFor()
      await expect(dialog.getByRole('textbox', { name: 'Role name' })).toBeFocused()
      await type('Night Nurse Practitioner')
      await press('Tab')
      await type('NY, NJ')
      await press('Tab')
      await type('2')
      await press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await click(page.getByRole('link', { name: 'Interviews', exact: true }).last())
      await click(page.getByRole('combobox', { name: 'Interview A: possible interviewers' }))
      for (const person of ['Ambrose Kittredge-Bai', 'Dorothea Lightfoot']) await click(page.getByRole('option', { name: person }))
      await click(page.getByRole('button', { name: 'Save Changes' }))
      await page.getByText('Interviews updated successfully.').waitFor()
      await click(page.getByRole('button', { name: 'Publish' }))
      await page.getByText("'Night Nurse Practitioner' is published.").waitFor()
    })
    expect(cost.clicks).toBeLessThanOrEqual(8)
    const id = new URL(page.url()).searchParams.get('role')!
    await page.goto(`${product.url}/roles/${id}`)
    await expect(page.getByRole('main')).toContainText('NY')
  },
)

test(
  'with 60 roles, the home screen stays short on a phone: roles with replies due, a search field for the rest, and an expandable list',
  { tag: '@full' },
  async ({ page }) => {
    const lead = { hiring_lead_email: 'lead@meridianhealth.example', hiring_lead_name: 'Lena Lead' }
    for (let place = 1; place <= MANY; place++) {
      const { status } = await product.ask({ path: '/api/open-roles/admin', body: { function_role_name: `Night Porter ${place}`, ...lead }, as: session })
      expect(status).toBeLessThan(300)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page)
    const roles = page.getByRole('region', { name: 'Roles', exact: true }).first()
    await expect(roles.getByRole('rowheader')).not.toHaveCount(0)
    expect(await roles.getByRole('rowheader').count()).toBeLessThanOrEqual(10)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6000)
    for (const card of ['Applications', 'Roles', 'Email Templates', 'Questions', 'Interview Instructions', 'Interviewers'])
      await expect(page.getByRole('region', { name: 'Manage' }).getByRole('link', { name: card, exact: true })).toBeVisible()

    const field = page.getByRole('searchbox', { name: 'Find a role' })
    await field.fill('porter 42')
    await expect(roles.getByRole('rowheader')).toHaveText(['Night Porter 42'])
    await expect(page.getByText('1 role', { exact: true })).toBeVisible()
    await field.fill('')
    await page.getByText(/^\d+ other roles$/).click()
    await page.getByRole('link', { name: 'Night Porter 17', exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/applications\/\d+\/all\/30$/)
  },
)
