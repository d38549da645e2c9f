import { expect, test } from '@playwright/test'
import { storeSession, DENIED_CALLS, watch } from '../setup/product.ts'
import {
  openDesk,
  closeDesk,
  EMAIL,
  product,
  session,
  admin,
  candidates,
  header,
  readStoredAnswers,
  linkTo,
  answers,
  SAVED,
} from '../setup/interviewer-desk.ts'

test.describe.configure({ mode: 'serial' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)
test.beforeEach(({ context }) => storeSession(context, 'interviewer', session))

test('switching candidates mid-word saves what was typed for both', { tag: '@full' }, async ({ page }) => {
  const [first, second] = [candidates[4]!, candidates[5]!]
  await page.goto(linkTo(first.user_session_id))
  await answers(page).first().fill('About the first.')
  await page.getByRole('combobox', { name: 'Candidate' }).fill(second.last_name)
  await page.getByRole('option', { name: second.last_name }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: `${second.first_name} ${second.last_name}` })).toBeVisible()
  await expect(answers(page).first()).toHaveValue('')
  await answers(page).first().fill('About the second.')
  await expect.poll(() => readStoredAnswers(first.user_session_id)).toEqual(['About the first.'])
  await expect.poll(() => readStoredAnswers(second.user_session_id)).toEqual(['About the second.'])
})

test('2,000 words fit without being cut off, and a longer answer shows an error', { tag: '@full' }, async ({ page }) => {
  const { user_session_id } = candidates[4]!
  await page.goto(linkTo(user_session_id))
  const field = answers(page).nth(1)
  await field.fill('word '.repeat(1990))
  await expect(page.getByText('1990 / 2000 words, 10 left')).toBeVisible()
  await field.fill('word '.repeat(2500))
  await expect(page.getByText('2500 / 2000 words')).toBeVisible()
  await expect(page.getByText('Response exceeds maximum word limit of 2000')).toBeVisible()
  expect((await field.inputValue()).length).toBe(12_500)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toContainText('Error submitting feedback. Please try again.')
  await expect(page.getByText(SAVED)).toHaveCount(0)
  await answers(page).nth(2).fill('Saved alongside the long one.')
  await expect.poll(async () => (await readStoredAnswers(user_session_id)).at(-1)).toBe('Saved alongside the long one.')
  await expect(page.getByText('Not saved: answer 2 has 2,500 words, and 2,000 is the limit.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to answer 2' }).click()
  await expect(field).toBeFocused()
  await field.fill('Short again.')
  await answers(page).nth(2).fill('')
  await expect.poll(() => readStoredAnswers(user_session_id)).toEqual(['About the first.', 'Short again.', ''])
  await expect(page.getByText(SAVED)).toBeVisible()
})

test('keyboard shortcuts save and submit; submitted feedback shows when it was submitted, and later changes are marked', async ({ page }) => {
  const errors = watch(page, DENIED_CALLS)
  const { user_session_id } = candidates[2]!
  await page.goto(linkTo(user_session_id))
  for (const [place, text] of ['Led two handoffs.', 'Listens.', 'Asked before acting.'].entries()) await answers(page).nth(place).fill(text)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  expect((await readStoredAnswers(user_session_id))[2]).toBe('Asked before acting.')

  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Submit this feedback?' })
  await expect(dialog).toContainText("2 of 5 questions aren't answered.")
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Feedback submitted successfully.')).toBeVisible()
  await expect(page.getByText(/^Submitted \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  await expect(page.getByText(/^Edited/)).toHaveCount(0)

  await answers(page).nth(2).fill('Asked before acting, twice.')
  await expect(page.getByText(/^Edited \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  await page.getByText(/^Changed once, last by .*Earlier text$/).click()
  await expect(page.getByRole('listitem').filter({ hasText: EMAIL })).toContainText('Asked before acting.')
  const { body } = await header(user_session_id)
  expect(body.submitted_at < body.edited_at).toBe(true)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('This feedback has already been submitted.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(errors).toEqual([])
})

test("the Submit button asks the same things as the shortcuts: about unanswered questions and the interview's time", { tag: '@full' }, async ({ page }) => {
  const { user_session_id } = candidates[3]!
  await page.goto(linkTo(user_session_id))
  await answers(page).first().fill('One answer of five.')
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(page.getByText(/^Interview time not confirmed: feedback started/)).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Submit this feedback?' })
  await expect(dialog).toContainText("4 of 5 questions aren't answered.")
  await dialog.getByLabel('When was the interview?').fill('2026-05-04T09:30')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Feedback submitted successfully.')).toBeVisible()
  await expect(page.getByText('Interview: Mon, May 4', { exact: false })).toBeVisible()
  const { body } = await header(user_session_id)
  const local = await page.evaluate((text) => new Date(text).toISOString(), '2026-05-04T09:30')
  expect(body).toMatchObject({ interview_datetime_utc: local, time_confirmed: true })
})

test('when the session ends, typed text stays on the page behind the sign-in dialog and is saved after sign-in', async ({ page, context }) => {
  const { user_session_id } = candidates[5]!
  const short = await product.signIn(EMAIL, 'interviewer')
  await storeSession(context, 'interviewer', short)
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).nth(1)).toBeVisible()
  await product.ask({ path: '/api/auth/logout', method: 'POST', body: {}, as: short })
  await answers(page).nth(1).fill('Typed as the session ended.')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toContainText('what you typed is still on the page')
  await expect(page.locator('textarea').filter({ hasText: 'Typed as the session ended.' })).toHaveCount(1)
  const before = product.received.length
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await dialog.getByLabel('Code').fill(await product.codeFor(EMAIL, before))
  await expect(dialog).toHaveAttribute('data-readable', '')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(answers(page).nth(1)).toHaveValue('Typed as the session ended.')
  await expect.poll(() => readStoredAnswers(user_session_id)).toContain('Typed as the session ended.')
})

test('notes typed while an admin moves the candidate to another status are saved and marked late', async ({ page }) => {
  const { user_session_id } = candidates.at(-1)!
  await page.goto(linkTo(user_session_id))
  await answers(page).first().fill('Before.')
  await expect.poll(() => readStoredAnswers(user_session_id)).toEqual(['Before.'])
  const moved = await product.ask({ path: '/api/user-session/update_status', body: { user_session_id, ref_application_status_id: 8 }, as: admin })
  expect(moved.status).toBe(200)

  await answers(page).first().fill('Before, and after.')
  await expect.poll(() => readStoredAnswers(user_session_id)).toEqual(['Before, and after.'])
  await expect(page.getByText('Late', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText(/You can finish your feedback until .* it will be marked late/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: candidates.at(-1)!.last_name })).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Feedback submitted successfully.')).toBeVisible()
})
