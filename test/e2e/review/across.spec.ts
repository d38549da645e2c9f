import { expect, test, type Page } from '@playwright/test'
import { REJECTED, SUBMITTED, UNDER_REVIEW } from '#contract/statuses/statuses.ts'
import { expectAccessible } from '../setup/accessible.ts'
import { busyRole, closeDesk, enter, openDesk, readStatus, type Listed } from '../setup/review-desk.ts'

test.beforeAll(openDesk)
test.afterAll(closeDesk)

/** A question that everyone is asked and answers at length. */
const QUESTION = 'why_this_role'
const links = (page: Page) => page.getByRole('list', { name: 'Answers', exact: true }).getByRole('link')
const rowAt = (page: Page, place: number) => page.getByRole('list', { name: 'Answers', exact: true }).getByRole('listitem').nth(place)
const answerOf = ({ answers }: Listed) => answers.find((one) => one.question_name === QUESTION)!

async function shownAt(page: Page, place: number, all: Listed[]): Promise<Listed> {
  await expect(links(page).nth(place)).toHaveText(/^Applicant /)
  const alias = await links(page).nth(place).innerText()
  return all.find((one) => one.alias === alias)!
}

test("the by-question view shows everyone's answers, with the list's keyboard shortcuts", { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  await enter(page, `/admin/applications/${role}/${SUBMITTED}/400`)
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page).toHaveURL(/[?&]across=/)
  await expect(page.getByRole('radio', { name: 'By question' })).toBeChecked()
  const { question_text } = answerOf(waiting[0]!)
  await page.getByRole('combobox', { name: 'Question' }).click()
  await page.getByRole('option', { name: question_text, exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: question_text })).toBeVisible()
  const first = await shownAt(page, 0, waiting)
  await expect(rowAt(page, 0)).toContainText(answerOf(first).applicants_answer.split('\n')[0]!.slice(-40))

  await page.getByRole('heading', { level: 2, name: question_text }).click()
  await page.keyboard.press('j')
  await expect(links(page).nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(links(page).nth(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { level: 2, name: question_text })).toHaveCount(0)
  await expect(links(page).nth(1), 'the next question, of the same person').toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { level: 2, name: question_text })).toBeVisible()
  await page.keyboard.press('k')
  await expect(links(page).nth(0)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected applicants' })).toContainText('1 applicant selected')
  await expect(rowAt(page, 0).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(links(page).nth(0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Application', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(links(page).nth(0), 'back at the row that was opened').toBeFocused()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page).not.toHaveURL(/across=/)
})

test(
  'in the by-question view, a decision on a row uses the same keys and dialog, moves to the next row, and can be undone',
  { tag: '@full' },
  async ({ page }) => {
    const [role, , waiting] = await busyRole()
    await enter(page, `/admin/applications/${role}/${SUBMITTED}/400?across=${QUESTION}`)
    const [one, other] = [await shownAt(page, 0, waiting), await shownAt(page, 1, waiting)]
    await links(page).nth(0).focus()
    await page.keyboard.press('u')
    await expect(page.getByRole('status').getByText(`${one.alias}: Under Review`)).toBeVisible()
    await expect.poll(() => readStatus(one)).toBe(UNDER_REVIEW)
    await expect(rowAt(page, 0).getByText('Left this list')).toBeVisible()
    await expect(links(page).nth(1)).toBeFocused()
    await page.keyboard.press('z')
    await expect.poll(() => readStatus(one)).toBe(SUBMITTED)

    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(other.alias)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(links(page).nth(1), 'canceling returns to the row').toBeFocused()
    expect(await readStatus(other)).toBe(SUBMITTED)

    await rowAt(page, 1)
      .getByRole('button', { name: `Reject: ${other.alias}` })
      .click()
    await expect(page.locator('[data-readable]')).toBeVisible()
    await dialog.getByRole('button', { name: 'Confirm and send' }).click()
    await expect.poll(() => readStatus(other)).toBe(REJECTED)
    await expect(dialog).toHaveCount(0)
    await expect(links(page).nth(2)).toBeFocused()
  },
)

test('with names hidden, the by-question view shows no names, and it fits a phone', { tag: '@full' }, async ({ page }) => {
  const [role, all] = await busyRole()
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, `/admin/applications/${role}/all/400?across=${QUESTION}`)
  await expect(links(page).first()).toHaveText(/^Applicant /)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  const text = await page.getByRole('list', { name: 'Answers', exact: true }).innerText()
  for (const { last_name, email } of all) {
    expect(text).not.toMatch(new RegExp(`\\b${last_name}\\b`))
    expect(text).not.toContain(email)
  }
})
