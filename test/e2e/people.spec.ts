import { expect, test } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { ADMIN, storeSession, openProduct, watch, type Product } from './setup/product.ts'
import { press } from './setup/reach.ts'

const RECRUITER = 'recruiter@agency.example'
let product: Product
test.beforeAll(async () => {
  product = await openProduct()
})
test.afterAll(() => product.close())

const RECRUITERS_BAR = ['Applicant Review', 'Interviews', 'Figures', 'Invitations', 'Candidate Requests', 'License Compacts', 'Your Sign-in', 'Logout']

test('an owner invites a recruiter, who sees one opening and no settings, until the owner suspends them', async ({ browser }) => {
  const owner = await product.signIn(ADMIN, 'admin')
  const page = await browser.newPage({ baseURL: product.url })
  const errors = watch(page)
  await storeSession(page, 'admin', owner)
  await page.goto('/admin/people')
  await expect(page.getByRole('row').filter({ hasText: ADMIN })).toContainText('Owner')

  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('Email').fill(RECRUITER)
  await dialog.getByRole('combobox', { name: 'Openings' }).click()
  const opening = page.getByRole('option').first()
  const name = (await opening.textContent())!
  await opening.click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`We emailed an invitation to ${RECRUITER}.`)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: RECRUITER })
  await expect(row).toContainText('Recruiter')
  await expect(row).toContainText(name)

  const recruiter = await product.signIn(RECRUITER, 'admin')
  const theirs = await browser.newPage({ baseURL: product.url })
  const theirErrors = watch(theirs)
  await storeSession(theirs, 'admin', recruiter)
  await theirs.goto('/admin/dashboard')
  await expect(theirs.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(RECRUITERS_BAR)
  const { body } = await product.ask({ path: '/api/user-session/applicants_with_answers/all?days_ago=3650', as: recruiter })
  expect(new Set(body.map((one: { function_role_name: string }) => one.function_role_name))).toEqual(new Set([name]))
  await theirs.goto('/admin/applications')
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()

  const change = row.getByRole('button', { name: `Change: ${RECRUITER}` })
  await press(change)
  await press(page.getByRole('dialog').getByRole('button', { name: 'Save changes' }))
  await expect(change).toBeFocused()
  await row.getByRole('button', { name: `Suspend: ${RECRUITER}` }).click()
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(row).toContainText('Suspended')
  expect((await product.ask({ path: '/api/auth/session', as: recruiter })).status).toBe(401)
  expect([...errors, ...theirErrors]).toEqual([])
})

test("an owner adds and removes a second owner; owners from the settings are listed separately and can't be changed there", async ({ browser }) => {
  const page = await browser.newPage({ baseURL: product.url })
  const errors = watch(page)
  await storeSession(page, 'admin', await product.signIn(ADMIN, 'admin'))
  await page.goto('/admin/people')
  const fixed = page.getByRole('region', { name: 'Owners from the settings' })
  await expect(fixed.getByRole('row').filter({ hasText: ADMIN })).toContainText('Owner')
  await expect(page.getByText('ADMIN_EMAILS')).toHaveCount(1)
  await expect(fixed.getByRole('button', { name: 'Remove' })).toHaveCount(0)

  const email = 'second-owner@agency.example'
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Owner' }).click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`${email} is now an owner.`)).toBeVisible()
  const row = page.getByRole('region', { name: 'People', exact: true }).getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Owner')

  await row.getByRole('button', { name: `Remove: ${email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  expect(errors).toEqual([])
})

test('replacing someone who leaves takes one step, which first lists what will move', { tag: '@full' }, async ({ browser }) => {
  const owner = await product.signIn(ADMIN, 'admin')
  const page = await browser.newPage({ baseURL: product.url })
  const errors = watch(page)
  await storeSession(page, 'admin', owner)
  for (const [email, scope] of [
    ['leaving.this.month@clinical-operations.example', [1, 2]],
    ['next@agency.example', []],
  ] as const)
    await product.ask({ path: '/api/staff', body: { email, given_role: 'recruiter', scope }, as: owner })
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Replace: leaving.this.month@clinical-operations.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace leaving.this.month@clinical-operations.example' })
  await expect(dialog.getByText(/^On the teams of 2 roles: /)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Who takes over' }).fill('nobody@agency.example')
  await expect(page.locator('[data-readable]')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Invite them first')
  await dialog.getByRole('combobox', { name: 'Who takes over' }).fill('next')
  await page.getByRole('option', { name: 'next@agency.example' }).click()
  await dialog.getByRole('button', { name: 'Move everything' }).click()
  await expect(dialog.getByRole('status')).toContainText('Moved to next@agency.example.')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await expect(dialog.getByRole('button', { name: 'Close' }).first()).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('row').filter({ hasText: 'leaving.this.month@clinical-operations.example' })).toContainText('Suspended')
  await expect(page.getByRole('row').filter({ hasText: 'next@agency.example' })).toContainText('Telehealth Nurse Practitioner')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(errors).toEqual([expect.stringContaining('422')])
})
