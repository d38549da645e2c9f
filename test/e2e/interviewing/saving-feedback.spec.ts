import { expect, test } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { storeSession } from '../setup/product.ts'
import {
  openDesk,
  closeDesk,
  product,
  session,
  admin,
  me,
  candidates,
  INTERVIEW,
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

test('text written offline survives closing the page and reaches the server when back online', async ({ page, context }) => {
  const { user_session_id } = candidates[1]!
  await page.goto(linkTo(user_session_id))
  await answers(page).nth(0).fill('Written with a network.')
  await expect(page.getByText(SAVED)).toBeVisible()
  await context.setOffline(true)
  await answers(page).nth(1).fill('Written on the train.')
  await expect(page.getByText('Not saved - will retry')).toBeVisible()
  const draft = `feedback_${user_session_id}_${INTERVIEW}_${me.ref_interviewer_id}`
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key) ?? '', draft)).toContain('Written on the train.')
  expect(await readStoredAnswers(user_session_id)).toEqual(['Written with a network.'])
  // Crashes the tab, as can happen on a phone. Closing the tab would put it back online for a moment and still send the text.
  await page.goto('chrome://crash').catch(() => {})
  await page.close()

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(linkTo(user_session_id))
  await expect(answers(again).nth(1)).toHaveValue('Written on the train.')
  await expect.poll(() => readStoredAnswers(user_session_id)).toEqual(['Written with a network.', 'Written on the train.'])
  await expect(again.getByText(SAVED)).toBeVisible()
  await expect(again.getByText('Your unsaved notes have been restored.')).toBeVisible()
})

test('back online, an open page saves automatically', { tag: '@full' }, async ({ page, context }) => {
  const { user_session_id } = candidates[2]!
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).first()).toBeVisible()
  await context.setOffline(true)
  await answers(page).first().fill('In a tunnel.')
  await expect(page.getByText('Not saved - will retry')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(SAVED)).toBeVisible()
  expect(await readStoredAnswers(user_session_id)).toEqual(['In a tunnel.'])
})

test('a failed save is retried', { tag: '@full' }, async ({ page }) => {
  const { user_session_id } = candidates[2]!
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).first()).toHaveValue('In a tunnel.')
  let tries = 0
  const { promise: seen, resolve: retry } = Promise.withResolvers<void>()
  await page.route('**/feedback-details', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    if (tries++ === 0) return route.fulfill({ status: 500, json: { detail: 'Broken' } })
    await seen
    await route.continue()
  })
  await answers(page).first().fill('In a tunnel, later.')
  await expect(page.getByText('Not saved - will retry')).toBeVisible()
  retry()
  await expect(page.getByText(SAVED)).toBeVisible()
  expect(await readStoredAnswers(user_session_id)).toEqual(['In a tunnel, later.'])
})

test('two tabs that start at the same time create one header, and both answers are saved', async ({ page, context }) => {
  const { user_session_id } = candidates[3]!
  const other = await context.newPage()
  await Promise.all([page.goto(linkTo(user_session_id)), other.goto(linkTo(user_session_id))])
  await Promise.all([answers(page).nth(0).fill('From the first tab.'), answers(other).nth(1).fill('From the second tab.')])
  await expect.poll(() => readStoredAnswers(user_session_id)).toEqual(['From the first tab.', 'From the second tab.'])
  const { body } = await product.ask({ path: `/api/interviewer_feedback/full-feedback-details?user_session_id=${user_session_id}`, as: admin })
  expect(
    body.filter(
      (one: { interview_name: string; interviewer_name: string }) => one.interview_name === 'Interview B' && one.interviewer_name === me.interviewer_name,
    ),
  ).toHaveLength(1)
  await expect(answers(page).nth(1)).toHaveValue('From the second tab.')
  await answers(page).nth(1).fill('From the second tab, gone on in the first.')
  await expect.poll(() => readStoredAnswers(user_session_id)).toEqual(['From the first tab.', 'From the second tab, gone on in the first.'])
})

/** Changes the first answer on another device. */
async function changeElsewhere(user_session_id: number, interviewer_feedback: string): Promise<void> {
  const { body: known } = await header(user_session_id)
  const details = (await product.ask({ path: `/api/interviewer_feedback/feedback-details?if_interview_header_id=${known.interview_header_id}`, as: session }))
    .body
  const { if_interview_header_id, if_interviewer_role_feedback_question_id } = details[0]
  await product.ask({
    path: '/api/interviewer_feedback/feedback-detail',
    body: { if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback },
    as: session,
  })
}

test('when another device has changed an answer, the interviewer chooses a version or keeps both', async ({ page }) => {
  const { user_session_id } = candidates[3]!
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).first()).toHaveValue('From the first tab.')
  await changeElsewhere(user_session_id, 'From the phone.')

  await answers(page).first().fill('From the laptop.')
  const dialog = page.getByRole('dialog', { name: 'Which text do you want to keep?' })
  await expect(dialog.getByLabel('In this browser')).toHaveValue('From the laptop.')
  await expect(dialog.getByLabel('On the server')).toHaveValue('From the phone.')
  await expect(dialog.getByText('Newest')).toHaveCount(1)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  await expect(answers(page).first()).toHaveValue('From the phone.\n\nFrom the laptop.')
  await expect.poll(async () => (await readStoredAnswers(user_session_id))[0]).toBe('From the phone.\n\nFrom the laptop.')
})

test("a postponed choice comes up again after a reload, and keeps what's been typed since", { tag: '@full' }, async ({ page }) => {
  const { user_session_id } = candidates[3]!
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).first()).toHaveValue(/From the laptop/)
  await changeElsewhere(user_session_id, 'From the phone again.')
  await answers(page).first().fill('Typed here.')
  const dialog = page.getByRole('dialog', { name: 'Which text do you want to keep?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await answers(page).first().fill('Typed here, longer.')

  await page.reload()
  await expect(dialog.getByLabel('In this browser')).toHaveValue('Typed here, longer.')
  await expect(dialog.getByLabel('On the server')).toHaveValue('From the phone again.')
  await page.keyboard.press('Escape')
  await answers(page).first().fill('Typed here, longer still.')
  await page.getByRole('button', { name: 'Choose which text to keep' }).click()
  await expect(dialog.getByLabel('In this browser')).toHaveValue('Typed here, longer still.')
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  await expect.poll(async () => (await readStoredAnswers(user_session_id))[0]).toBe('From the phone again.\n\nTyped here, longer still.')
})

test('signing out with unsaved text asks first', { tag: '@full' }, async ({ page, context }) => {
  const { user_session_id } = candidates[6]!
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).first()).toBeVisible()
  await context.setOffline(true)
  await answers(page).first().fill('Only here.')
  await expect(page.getByText('Not saved - will retry')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  const click = page.getByRole('link', { name: 'Logout' }).click()
  const dialog = await asked
  expect(dialog.message()).toContain("hasn't been saved to the server yet")
  await dialog.dismiss()
  await click
  await context.setOffline(false)
  await expect.poll(() => readStoredAnswers(user_session_id)).toEqual(['Only here.'])
  await expect(page).toHaveURL(linkTo(user_session_id))
})
