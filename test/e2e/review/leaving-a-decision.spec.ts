import { expect, test, type Page } from '@playwright/test'
import { PROCEED } from '#contract/statuses/statuses.ts'
import { answerQuestions, clickBeside } from '../setup/leaving.ts'
import { nextFrame } from '../setup/product.ts'
import { busyRole, closeDesk, enter, openDesk, post, readStatus, sessions, take, type Listed } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

async function openApplicant(page: Page, { alias }: Listed): Promise<void> {
  await page.getByRole('link', { name: alias, exact: true }).click()
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: alias, exact: true })).toBeVisible()
}

const invite = ({ user_session_id }: Listed) => post(sessions[0]!, '/api/user-session/update_status', { user_session_id, ref_application_status_id: PROCEED })

for (const name of ['Reject', 'Need More Time', 'Update Status'])
  test(`${name}, left with Back, doesn't open by itself for the next person or for the same one`, { tag: '@full' }, async ({ page }) => {
    const [role, , waiting] = await busyRole()
    const [one, other] = [take(waiting), take(waiting)]
    // Only people who were invited have the menu.
    if (name === 'Update Status') await Promise.all([one, other].map(invite))
    await enter(page, `/admin/applications/${role}/all/400`)
    const opened = page.getByRole('dialog').or(page.getByRole('menu'))
    await openApplicant(page, one)
    await page.getByRole('button', { name, exact: true }).click()
    await expect(opened).toBeVisible()
    await page.goBack()
    for (const next of [other, one]) {
      await openApplicant(page, next)
      await nextFrame(page)
      await expect(opened).toHaveCount(0)
      await page.goBack()
    }
  })

test('a click outside a decision dialog keeps the email being written, and any other way of closing it asks first', { tag: '@full' }, async ({ page }) => {
  const [role, , [one]] = await busyRole()
  const questions = answerQuestions(page)
  await enter(page, `/admin/applications/${role}/all/400/${one!.user_session_id}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await expect(text).toBeFocused()
  await expect(text).toContainText('Hello')
  await page.keyboard.type('We were glad to read this. ')
  await expect(dialog.getByRole('button', { name: 'Reset to template' })).toBeVisible()
  await clickBeside(page)
  await nextFrame(page)
  await expect(text).toContainText('We were glad to read this.')
  expect(questions.asked).toEqual([])

  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.locator('header').getByRole('button').click()
  expect(questions.asked).toEqual(['Discard what you wrote?', 'Discard what you wrote?', 'Discard what you wrote?'])
  await expect(text).toContainText('We were glad to read this.')
  questions.answer = true
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await readStatus(one!)).toBe(5)

  questions.asked = []
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(text).toContainText('Hello')
  await clickBeside(page)
  await expect(dialog, 'with nothing written, a click beside it closes it').toHaveCount(0)
  expect(questions.asked).toEqual([])
})

/** Opens a dialog and writes in it. */
const WRITING: Record<string, (page: Page, one: Listed) => Promise<void>> = {
  'the reason for a rejection': async (page, one) => {
    await openApplicant(page, one)
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Text' })).toBeFocused()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason', exact: true }).fill('No nights.')
  },
  'an email to a selection': async (page, one) => {
    await page.getByRole('checkbox', { name: `Select ${one.alias}` }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Email' }).click()
    await page.getByRole('dialog').getByLabel('Template').selectOption('None: write your own')
    await page.getByRole('dialog').getByLabel('Subject', { exact: true }).fill('One question')
  },
  'the email that asks for more time': async (page, one) => {
    await openApplicant(page, one)
    await page.getByRole('button', { name: 'Need More Time' }).click()
    await page.getByRole('dialog').getByLabel('Subject', { exact: true }).fill('A few more days')
  },
}

for (const [what, write] of Object.entries(WRITING))
  test(`a click outside the dialog keeps ${what}, and Escape asks first`, { tag: '@full' }, async ({ page }) => {
    const [role, , [one]] = await busyRole()
    const questions = answerQuestions(page)
    await enter(page, `/admin/applications/${role}/all/400`)
    await write(page, one!)
    await clickBeside(page)
    await nextFrame(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(questions.asked).toEqual(['Discard what you wrote?'])
    questions.answer = true
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

async function open(page: Page, { user_session_id }: Listed): Promise<void> {
  await enter(page, `/admin/applications/all/all/400/${user_session_id}`)
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
}

test("a note saved after leaving its applicant isn't offered as a draft, and can't be saved twice", async ({ page }) => {
  const [, [one]] = await busyRole()
  await open(page, one!)
  const arrive = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route('**/api/applicants/*/notes', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent.push(route.request().postData()!)
    await arrive.promise
    await route.continue()
  })
  const note = page.getByRole('textbox', { name: 'Add a note' })
  const step = (name: string) => page.getByRole('navigation', { name: 'Applicants' }).getByRole('button', { name }).click()
  await note.fill('Ask about days.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await step('Next')
  await expect(note).toHaveValue('')
  await step('Previous')
  await expect(note).toHaveValue('Ask about days.')
  await note.press('Tab')
  await page.keyboard.press('Enter')
  arrive.resolve()
  await expect(page.getByRole('article').getByText('Ask about days.')).toBeVisible()
  await expect(note).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('article').getByText('Ask about days.')).toHaveCount(1)
  await expect(note).toHaveValue('')
  expect(sent).toHaveLength(1)
})

test('when the response to a note is lost, the note counts as saved, even if the page was closed before it arrived', { tag: '@full' }, async ({ page }) => {
  const [, [, one]] = await busyRole()
  await open(page, one!)
  await page.route('**/api/applicants/*/notes', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  const note = page.getByRole('textbox', { name: 'Add a note' })
  await note.fill('Speaks Spanish.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved.')).toBeVisible()
  await expect(page.getByRole('article').getByText('Speaks Spanish.')).toHaveCount(1)
  await expect(note).toHaveValue('')

  await note.fill('Knows Epic.')
  await page.unroute('**/api/applicants/*/notes')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Knows Epic.')
  await post(sessions[0]!, `/api/applicants/${one!.user_session_id}/notes`, { note_text: 'Knows Epic.' })
  await page.reload()
  await expect(page.getByRole('article').getByText('Knows Epic.')).toHaveCount(1)
  await expect(note).toHaveValue('')
})
