import { expect, test } from '@playwright/test'
import { ADMIN } from '../setup/product.ts'
import { busyRole, closeDesk, enter, openDesk, post, sessions, take } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default', timeout: 90_000 })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

/** Two days away, whatever the employer's zone. */
const around = (days: -2 | 2) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('why someone was rejected is found by the days of the decision, with the person who decided', async ({ page }) => {
  const [, , waiting] = await busyRole()
  const { user_session_id, alias } = take(waiting)
  await post(sessions[0]!, '/api/user-session/update_status', { user_session_id, ref_application_status_id: 3, reason: 'No license in this state.' })
  await enter(page, '/admin/applications/all/all/30?sort=role.asc')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Decided between two days …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decided between two days' })
  await expect(dialog.getByLabel('Decision')).toHaveValue('rejected')
  await dialog.getByLabel('From').fill(around(2))
  await dialog.getByLabel('Through').fill(around(-2))
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(dialog.getByText('The last day must not be before the first')).toBeVisible()
  await dialog.getByLabel('From').fill(around(-2))
  await dialog.getByLabel('Through').fill(around(2))
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/all\/all\/36500\?sort=role\.asc&decided=rejected\.[\d-]+\.[\d-]+$/)
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()

  const row = page.getByRole('row').filter({ hasText: alias })
  await expect(row.getByText('No license in this state.')).toBeVisible()
  await expect(row.getByText(/^\w+ \d+, \d{4}, /)).toContainText(ADMIN)
  if (process.env['SHOT']) await page.screenshot({ path: `${process.env['SHOT']}/decided.png` })
  await page.getByRole('button', { name: /^Remove the filter Rejected: / }).click()
  await expect(page.getByRole('columnheader', { name: 'Decided' })).toHaveCount(0)
  await expect(page).toHaveURL(/\?sort=role\.asc$/)
})
