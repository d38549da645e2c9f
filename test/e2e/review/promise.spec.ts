import { expect, test, type Page } from '@playwright/test'
import { PROCEED, REJECTED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { expectAccessible } from '../setup/accessible.ts'
import { ADMIN, storeSession, openProduct, type Product, type Session } from '../setup/product.ts'

type Owed = {
  user_session_id: number
  email: string
  reply_by: string
  function_role_name: string
  ref_function_role_id: number
  ref_application_status_id: number
  due: string
}
/** Statuses in which people still need an answer when a role closes. The others are final and have their own emails. */
const OPEN = [PROCEED, REJECTED, UNDER_REVIEW, SUBMITTED] as number[]

let product: Product
let admin: Session
test.beforeAll(async () => {
  product = await openProduct({ MAIL_DELAY_SECONDS: '0' })
  admin = await product.signIn(ADMIN, 'admin')
})
test.afterAll(() => product.close())

const owed = async (): Promise<Owed[]> => {
  const { body } = await product.ask({ path: '/api/user-session/applicants_with_answers/all?days_ago=400&identifiable=true', as: admin })
  return (body as Owed[]).filter(({ due }) => due !== null)
}
async function enter(page: Page, path: string): Promise<void> {
  await storeSession(page, 'admin', admin)
  await page.goto(product.url + path)
}
const emailTo = (address: string, words: string) => product.received.find(({ to, mail }) => to.includes(address) && mail.text?.includes(words))

test('the first number on the home screen counts replies due and links to those applicants, longest wait first', { tag: '@access' }, async ({ page }) => {
  await enter(page, '/admin/dashboard')
  const first = page.getByRole('link', { name: /^Replies due/ })
  const count = (await owed()).filter(({ due }) => due === 'late' || due === 'soon').length
  await expect(first).toContainText(String(count))
  await first.click()
  await expect(page.getByText(`${count} applicants`)).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('Late')
})

test('asking for more time takes one key, or one button on a phone; the candidate is told the date, at most twice', { tag: '@access' }, async ({ page }) => {
  const one = (await owed()).find(({ due }) => due === 'late')!
  await enter(page, `/admin/applications/all/all/400/${one.user_session_id}`)
  await expect(page.getByRole('button', { name: 'Need More Time' })).toBeVisible()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: /^Need more time/ })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Email and move the date' }).click()
  await expect(page.getByText('You can move it once more.')).toBeVisible()
  await expect.poll(() => emailTo(one.email, 'we need more time than we expected')?.mail.subject).toContain(one.function_role_name)
  expect((await owed()).find(({ user_session_id }) => user_session_id === one.user_session_id)!.due).toBe('later')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Need More Time' }).click()
  await dialog.getByRole('button', { name: 'Email and move the date' }).click()
  await expect(page.getByText("You can't move it again.")).toBeVisible()
  await page.getByRole('button', { name: 'Need More Time' }).click()
  await dialog.getByRole('button', { name: 'Email and move the date' }).click()
  await expect(dialog.getByText('This date has already been moved 2 times. Please make a decision.')).toBeVisible()
})

test('closing a role while people are waiting asks what to tell them, and then tells them', { tag: '@access' }, async ({ page }) => {
  const role = 2
  const waiting = (await owed()).filter((one) => one.ref_function_role_id === role && OPEN.includes(one.ref_application_status_id))
  expect(new Set(waiting.map((one) => one.ref_application_status_id)).size).toBeGreaterThan(1)
  await enter(page, `/admin/roles?role=${role}`)
  await page.getByRole('radio', { name: 'Closed' }).check()
  await expect(page.getByText(`${waiting.length} applicants are still waiting for a reply.`)).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(/Choose what to tell them|waiting for a reply/).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Email them that the position is closed' }).check()
  await page.getByLabel('Subject', { exact: true }).fill('{function_role_name} has been filled')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Role updated successfully.')).toBeVisible()
  for (const { user_session_id } of waiting) {
    // These stay queued for half a minute, so that closing the role can be undone.
    const { body: emails } = await product.ask({ path: `/api/user-session/emails/${user_session_id}`, as: admin })
    expect(emails).toContainEqual(expect.objectContaining({ template_name: 'Position Closed' }))
  }
  expect((await owed()).filter((one) => one.ref_function_role_id === role && OPEN.includes(one.ref_application_status_id))).toEqual([])
})
