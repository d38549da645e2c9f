import { expect, test, type Locator } from '@playwright/test'
import { ADMIN, storeSession, INTERVIEWER, openProduct, type Product, type Session } from './setup/product.ts'
import { press, reach } from './setup/reach.ts'

test.describe.configure({ mode: 'default' })
const STORY = 'I like to work with people who listen.'
let product: Product
let admin: Session
let interviewer: Session
test.beforeAll(async () => {
  product = await openProduct()
  admin = await product.signIn(ADMIN, 'admin')
  interviewer = await product.signIn(INTERVIEWER, 'interviewer')
})
test.afterAll(() => product?.close())

test('a job seeker applies using only the keyboard', { tag: '@access' }, async ({ page }) => {
  await page.goto(product.url)
  await press(page.getByRole('link', { name: 'View Details of Telehealth Nurse Practitioner' }))
  await press(page.getByRole('link', { name: 'Apply Now', exact: true }).first())
  await expect(page.getByRole('tab', { name: 'Apply Now', selected: true })).toBeVisible()

  await press(page.getByRole('button', { name: 'Submit application' }))
  await expect(page.locator('[name="first_name"]')).toBeFocused()

  await page.keyboard.type('Kay')
  await type(page.locator('[name="last_name"]'), 'Board')
  await type(page.locator('[name="email"]'), 'kay.board@example.com')
  for (const group of await page.getByRole('radiogroup').all()) {
    await reach(group.getByRole('radio').first())
    await page.keyboard.press('ArrowDown')
    await expect(group.getByRole('radio', { name: 'No' })).toBeChecked()
  }
  await type(page.locator('[name="recent_role_tenure"]'), '18')
  for (const box of await page.locator('.field textarea:not([tabindex="-1"])').all()) await type(box, STORY)
  await press(page.getByRole('button', { name: 'Submit application' }))

  await page.waitForURL('**/resume')
  await press(page.getByRole('button', { name: 'Skip this step' }))
  await expect(page.getByRole('dialog', { name: 'Application Complete!' })).toBeVisible()
  await press(page.getByRole('button', { name: 'See other openings' }))
  await expect(page.getByRole('status').filter({ hasText: 'Application Complete!' })).toBeVisible()
  const { body } = await product.ask({ path: '/api/user-session/applicants_with_answers/1?days_ago=1&identifiable=true', as: admin })
  expect(body.map((one: { email: string }) => one.email)).toContain('kay.board@example.com')
})

test('an admin goes through applications using only the keyboard', { tag: '@access' }, async ({ page }) => {
  await storeSession(page, 'admin', admin)
  await page.goto(`${product.url}/admin/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder(/Find an applicant/)).toBeFocused()
  await page.keyboard.type('Applicant Review')
  await expect(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Applicant Review/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Enter')

  await reach(page.getByRole('combobox', { name: 'Role' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.type('Telehealth')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/applications\/1\//)
  await press(page.getByRole('link', { name: /^View Details/ }).first())

  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^1 of / })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('status').filter({ hasText: /^2 of / })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('status').filter({ hasText: /^1 of / })).toBeVisible()
  const rejected = /\d+$/.exec(new URL(page.url()).pathname)![0]
  const statusOf = async (id: string) => (await product.ask({ path: `/api/applicants/by-id/${id}`, as: admin })).body.ref_application_status_id
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Text' })).toBeFocused()
  await expect(page.locator('[data-readable]')).toBeVisible()
  await press(page.getByRole('dialog').getByRole('button', { name: 'Confirm and send' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => statusOf(rejected)).toBe(3)
  await page.keyboard.press('z')
  await expect.poll(() => statusOf(rejected)).not.toBe(3)
})

test('an interviewer writes and submits feedback using only the keyboard', { tag: '@access' }, async ({ page }) => {
  await storeSession(page, 'interviewer', interviewer)
  await page.goto(`${product.url}/interviewer/dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: 'Applicant Review' })).toBeFocused()
  await reach(page.getByRole('combobox', { name: 'Interview' }))
  await page.keyboard.type('Interview B')
  const options = page.getByRole('option').filter({ visible: true })
  await expect(options).toHaveText(['Interview B'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Interview' })).toHaveValue('Interview B')
  await reach(page.getByRole('combobox', { name: 'Candidate' }))
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toBeVisible()
  // Moves to the last candidate, for whom this interviewer hasn't submitted feedback.
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  const answer = page.getByRole('textbox', { name: /^\d\. / }).first()
  await expect(answer).toBeVisible()

  await type(answer, 'Explained the plan in plain words.')
  await expect(page.getByText(/^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Submit this feedback?' })
  await expect(dialog).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Submit' }))
  await expect(page.getByText('Feedback submitted successfully.')).toBeVisible()
})

async function type(field: Locator, words: string): Promise<void> {
  await reach(field)
  await field.page().keyboard.type(words)
}
