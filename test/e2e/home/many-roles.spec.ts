import { expect, test } from '@playwright/test'
import { storeSession } from '../setup/product.ts'
import { closeHome, open, openHome, product, session } from '../setup/home.ts'

test.beforeAll(openHome)
test.afterAll(closeHome)
test.beforeEach(({ context }) => storeSession(context, 'admin', session))

const MANY = 60

test(
  'with 60 roles, the home screen stays short on a phone: roles with replies due, a search field for the rest, and an expandable list',
  { tag: '@full' },
  async ({ page }) => {
    const lead = { hiring_lead_email: 'lead@meridianhealth.example', hiring_lead_name: 'Lena Lead' }
    for (let place = 1; place <= MANY; place++) {
      const { status } = await product.ask({ path: '/api/open-roles/admin', body: { function_role_name: `Night Porter ${place}`, ...lead }, as: session })
      expect(status).toBeLessThan(300)
    }
    await product.query(`insert into user_session (ref_function_role_id, ref_application_status_id, capability_hash, application_submitted_datetime_utc,
      status_changed_at, first_name, last_name, email, name_key)
      select ref_function_role_id, 5, 'late-' || ref_function_role_id, now() - interval '29 days', now() - interval '29 days', 'Lou', 'Late', 'late@example.com', 'lou late'
      from function_role where function_role_name like 'Night Porter 5%'`)
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page)
    await expect(page.getByRole('region', { name: 'Start here' })).toBeVisible()
    await expect(page.getByText(/^The \d+ with the most replies due$/)).toBeVisible()
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
