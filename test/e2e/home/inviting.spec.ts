import { expect, test } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { ADMIN, storeSession, openProduct, type Product } from '../setup/product.ts'

let product: Product
test.beforeAll(async () => void (product = await openProduct({ MAIL_DELAY_SECONDS: '0' })))
test.afterAll(() => product.close())

test("an owner invites someone from a role's page, with the name hidden", { tag: '@full' }, async ({ page }) => {
  await product.query(`update user_session set proved_email_key = email_key where email_key is not null`)
  const [role] = (await product.query(`
    select ref_function_role_id as id, function_role_name as name from function_role where not disabled_flag and license_states = '{}' order by 1 limit 1`)) as [
    { id: number; name: string },
  ]
  await page.setViewportSize({ width: 390, height: 844 })
  await storeSession(page, 'admin', await product.signIn(ADMIN, 'admin'))
  await page.goto(`${product.url}/admin/roles?role=${role.id}`)
  await page.getByRole('link', { name: 'People to invite' }).click()
  const first = page.getByRole('checkbox', { name: /^Applicant / }).first()
  await first.waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  const write = page.getByRole('button', { name: 'Write the invitation' })
  const [button, dock] = [await write.boundingBox(), await page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).boundingBox()]
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(2 * 844)
  expect(button!.y + button!.height).toBeLessThanOrEqual(dock!.y)
  await first.check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await expectAccessible(page)
  await write.click()
  const form = page.getByRole('region', { name: 'Invitation' })
  await expect(form.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await form.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText('1 applicant invited.')).toBeVisible()
  const subject = `Another role for you: ${role.name}`
  await expect.poll(() => product.received.filter(({ mail }) => mail.subject === subject).length).toBe(1)
  expect(product.received.find(({ mail }) => mail.subject === subject)!.mail.text).toContain('/unsubscribe/')
})

test('under Invitations, a recruiter invites applicants from other roles in their scope', { tag: '@full' }, async ({ page }) => {
  await product.query(`update user_session set proved_email_key = email_key where email_key is not null`)
  const roles = (await product.query(`
    select ref_function_role_id as id, function_role_name as name from function_role where not disabled_flag and license_states = '{}' order by 1 desc limit 2`)) as {
    id: number
    name: string
  }[]
  const scope = roles.map(({ id }) => id)
  const email = 'recruiter@agency.example'
  await product.ask({ path: '/api/staff', as: await product.signIn(ADMIN, 'admin'), body: { email, given_role: 'recruiter', scope } })
  const recruiter = await product.signIn(email, 'admin')
  await storeSession(page, 'admin', recruiter)
  await page.goto(`${product.url}/admin/dashboard`)
  await page.getByRole('region', { name: 'Manage' }).getByRole('link', { name: 'Invitations' }).click()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('option')).toHaveText(roles.map(({ name }) => name).toSorted())
  await page.getByRole('option', { name: roles[0]!.name }).click()
  const first = page.getByRole('checkbox', { name: /^Applicant /, disabled: false }).first()
  await expect(first).toBeVisible()
  const others = roles.slice(1).map(({ name }) => `Applied for ${name}.`)
  for (const text of await page.getByText(/^Applied for /).allTextContents())
    expect(others).toContainEqual(expect.stringContaining(text.slice(0, others[0]!.length)))
  await first.check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Write the invitation' }).click()
  // Changing the role would discard what was typed.
  await expect(page.getByRole('combobox', { name: 'Role' })).toBeDisabled()
  await page.getByRole('region', { name: 'Invitation' }).getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText('1 applicant invited.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Role' })).toBeEnabled()
})
