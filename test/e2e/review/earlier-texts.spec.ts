import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { storeSession } from '../setup/product.ts'
import { admin, candidate, closeDesk, FLAG, open, openDesk, OWNS_MISTAKE, product, rowOf } from '../setup/red-flags-desk.ts'

test.beforeAll(openDesk)
test.afterAll(closeDesk)
test.beforeEach(({ context }) => storeSession(context, 'admin', admin))

/** Expands a collapsed list and returns it. */
async function unfolded(page: Page, title: string) {
  const details = page.getByRole('group').filter({ hasText: title })
  await details.getByText(title).click()
  return details
}

test('a deleted note stays readable below the other notes, with names masked until they are shown', { tag: '@full' }, async ({ page }) => {
  await page.goto(`${product.url}/admin/applications/all/all/3650/${candidate.user_session_id}`)
  const text = page.getByLabel('Add a note')
  await text.fill(`Call ${candidate.first_name} back.`)
  await page.getByRole('button', { name: 'Save note' }).click()
  await page
    .getByRole('article', { name: /^Note by/ })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByRole('article', { name: /^Note by/ })).toHaveCount(0)
  const deleted = await unfolded(page, 'Deleted notes (1)')
  await expect(deleted).toContainText('Call [name] back.')
  await expect(deleted).toContainText(/Written by .*Deleted by admin@/)
  await expectAccessible(page)
})

test("removed marks stay readable, and decisions show the red flag's wording at the time", { tag: '@full' }, async ({ page }) => {
  const flags = (await product.ask({ path: '/api/red-flags', as: admin })).body as { fgl_ref_red_flag_id: number; red_flag_desc: string }[]
  const { fgl_ref_red_flag_id } = flags.find((one) => one.red_flag_desc === FLAG)!
  const decision = { user_session_id: candidate.user_session_id, fgl_ref_red_flag_id, fgl_absent_flag: true, fgl_rationale: 'Owns mistakes.' }
  expect((await product.ask({ path: '/api/red-flags/hiring-decision-detail', body: decision, as: admin })).status).toBeLessThan(300)
  const reworded = { red_flag_desc: 'Deflects every blame' }
  expect((await product.ask({ path: `/api/red-flags/${fgl_ref_red_flag_id}`, method: 'PUT', body: reworded, as: admin })).status).toBe(200)

  await open(page)
  await expect(rowOf(page, reworded.red_flag_desc)).toContainText(`At that time, the red flag said: “${FLAG}”`)
  await page.getByRole('article').getByRole('button', { name: 'Mark a sentence' }).first().click()
  const marking = page.getByRole('dialog', { name: 'Mark a sentence as an example' })
  await marking.getByRole('radio', { name: OWNS_MISTAKE }).check()
  await marking.getByRole('combobox', { name: 'Red flag' }).click()
  await page.getByRole('option', { name: reworded.red_flag_desc }).click()
  await marking.getByRole('radio', { name: 'Shows the opposite' }).check()
  await marking.getByRole('button', { name: 'Mark' }).click()
  await page.getByRole('button', { name: `Remove the mark on “${OWNS_MISTAKE}”` }).click()
  const removed = await unfolded(page, 'Removed marks (1)')
  await expect(removed).toContainText(`against: ${OWNS_MISTAKE}`)
  await expect(removed).toContainText(/Deflects every blame\. Written by .*Deleted by admin@/)
  await expectAccessible(page)
})

test('a question that was reworded after being answered shows both wordings, but only with names', { tag: '@full' }, async ({ page }) => {
  const questions = (await product.ask({ path: '/api/application/questions', as: admin })).body as { ref_question_id: number; question_name: string }[]
  const { ref_question_id } = questions.find((one) => one.question_name === 'why_this_role')!
  const body = { ref_question_id, question_text: 'Why do you want to work with us?' }
  expect((await product.ask({ path: '/api/application/questions', method: 'PUT', body, as: admin })).status).toBe(200)
  await page.goto(`${product.url}/admin/applications/all/all/3650/${candidate.user_session_id}`)
  await expect(page.getByLabel('Add a note')).toBeVisible()
  await expect(page.getByText('Questions reworded')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show names and open the resume' }).click()
  await expect(page.getByRole('region', { name: /^Resume, Page Up/ })).toBeFocused()
  await page.keyboard.press('o')
  const reworded = await unfolded(page, 'Questions reworded since they were answered (1)')
  await expect(reworded).toContainText(`Today: “${body.question_text}”`)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(reworded).toBeVisible()
  await expectAccessible(page)
})
