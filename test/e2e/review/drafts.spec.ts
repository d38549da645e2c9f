import { expect, test } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { storeSession, watch } from '../setup/product.ts'
import {
  openDesk,
  closeDesk,
  BLAMES_OTHERS,
  OWNS_MISTAKE,
  FLAG,
  OTHER_FLAG,
  admin,
  write,
  readStoredDecisions,
  open,
  present,
  rowOf,
  rationaleOf,
  stateOf,
} from '../setup/red-flags-desk.ts'

test.describe.configure({ mode: 'serial' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)
test.beforeEach(({ context }) => storeSession(context, 'admin', admin))

test("a draft shows the sentences it cites, each linked to the feedback, and needs a person's confirmation", async ({ page }) => {
  const errors = watch(page)
  await open(page)
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/api/red-flags/generate-rationale', async (route) => {
    await held
    await route.continue()
  })
  const row = rowOf(page)
  await row.getByRole('button', { name: 'Generate' }).click()
  await expect(row.getByRole('button', { name: 'Generating...' })).toBeDisabled()
  await expect(rationaleOf(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled()
  await expect(rationaleOf(page, OTHER_FLAG)).toBeEnabled()
  await expect(row.getByRole('button', { name: /Cancel \([1-9]\d* s\)/ })).toBeVisible()
  release()

  await expect(rationaleOf(page)).toHaveValue(new RegExp(BLAMES_OTHERS))
  await expect(row.getByText('Generated - review before use')).toBeVisible()
  await row.getByRole('link', { name: new RegExp(BLAMES_OTHERS) }).click()
  await expect(page.locator('mark')).toHaveText(BLAMES_OTHERS)
  await expect(page.locator('mark')).toBeInViewport()
  expect(await readStoredDecisions()).toMatchObject([{ source: 'generated', reviewed: false, fgl_absent_flag: false }])
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
  expect(errors).toEqual([])
})

test('canceling a draft leaves the row unchanged', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await page.route('**/api/red-flags/generate-rationale', () => {})
  const row = rowOf(page, OTHER_FLAG)
  await row.getByRole('button', { name: 'Generate' }).click()
  await row.getByRole('button', { name: /Cancel/ }).click()
  await expect(row.getByRole('button', { name: 'Generate', exact: true })).toBeEnabled()
  await expect(rationaleOf(page, OTHER_FLAG)).toHaveValue('')
})

test('a failed draft shows an error in its row and changes nothing', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await page.route('**/api/red-flags/generate-rationale', (route) =>
    route.fulfill({ status: 502, json: { detail: "The model's response can't be used. Nothing was changed." } }),
  )
  const before = await rationaleOf(page).inputValue()
  await rowOf(page).getByRole('button', { name: 'Generate' }).click()
  await expect(rowOf(page).getByRole('alert')).toHaveText("Error generating rationale: The model's response can't be used. Nothing was changed.")
  await expect(rationaleOf(page)).toHaveValue(before)
})

test("a person's text is never replaced without asking, and survives a reload until it's submitted", async ({ page }) => {
  await open(page)
  await rationaleOf(page).fill('He blames others, and owns it later.')
  await rowOf(page).getByRole('checkbox').check()
  await expect(rowOf(page).getByText('Not submitted yet')).toBeVisible()
  await rowOf(page).getByRole('button', { name: 'Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace what was written?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(rationaleOf(page)).toHaveValue('He blames others, and owns it later.')

  page.on('dialog', (leave) => void leave.accept())
  await page.reload()
  await expect(rationaleOf(page)).toHaveValue('He blames others, and owns it later.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('All red flags saved!')).toBeVisible()
  await expect(page.getByText('All red flags saved!')).toBeHidden()
  const [first, ...rest] = await readStoredDecisions()
  expect(first).toMatchObject({ fgl_rationale: 'He blames others, and owns it later.', source: 'person', reviewed: true, fgl_absent_flag: true })
  expect(rest.length).toBeGreaterThanOrEqual(5)
  expect(rest.every((one) => !one.reviewed && !one.decided)).toBe(true)
  await expect(stateOf(page)).toHaveText('Absent')
  await expect(stateOf(page, OTHER_FLAG)).toHaveText('Not decided')
  await expect(rowOf(page).getByText(/^Submitted by admin@/)).toBeVisible()
})

test('people can let a draft replace their text, which then needs review again', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await rationaleOf(page).fill('She blames others, and owns it later.')
  await rowOf(page).getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace it' }).click()
  await expect(rationaleOf(page)).toHaveValue(new RegExp(BLAMES_OTHERS))
  await expect(rowOf(page).getByRole('checkbox')).not.toBeChecked()
  expect((await readStoredDecisions())[0]).toMatchObject({ source: 'generated', reviewed: false })
})

test('a rationale is stale if the feedback it cites was edited later', { tag: '@full' }, async ({ page }) => {
  await write([OWNS_MISTAKE, 'Kind to the family.'])
  await open(page)
  await expect(rowOf(page).getByText('Stale: the feedback it cites was edited later')).toBeVisible()
  await expect(rowOf(page).getByText(new RegExp(`${BLAMES_OTHERS}.*no longer in the feedback`))).toBeVisible()
  await expect(page.getByRole('article').getByText(/^Edited .*after it was submitted$/)).toBeVisible()
})

test('submitting a stale draft requires confirmation, and the confirmed row is saved as present', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await present(page).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Feedback changed since these drafts' })
  await expect(dialog).toContainText(FLAG)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Submit anyway' }).click()
  await expect(page.getByText('All red flags saved!')).toBeVisible()
  expect((await readStoredDecisions())[0]).toMatchObject({ source: 'generated', reviewed: true, decided: true, fgl_absent_flag: false })
  await expect(stateOf(page)).toHaveText('Present')
})

test("Generate All drafts every row that hasn't been edited by a person, two at a time", async ({ page }) => {
  await open(page)
  let [inProgress, most] = [0, 0]
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/red-flags/generate-rationale', async (route) => {
    most = Math.max(most, ++inProgress)
    await released
    const response = await route.fetch()
    inProgress--
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Generate all' }).click()
  await expect.poll(() => inProgress).toBe(2)
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled()
  release()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled({ timeout: 60_000 })
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toHaveCount(0)
  expect((await readStoredDecisions()).filter((one) => one.source === 'generated').length).toBeGreaterThanOrEqual(6)
  expect(most).toBe(2)
})

test("a row that can't be saved keeps its text and shows why; the others are saved", { tag: '@full' }, async ({ page }) => {
  await open(page)
  await rationaleOf(page, OTHER_FLAG).fill('On time.')
  await page.route('**/api/red-flags/hiring-decision-detail', (route) => {
    const isOther = route.request().postData()?.includes('On time.')
    return isOther
      ? route.fulfill({ status: 409, json: { detail: "Someone changed this row after you opened it. Your changes haven't been saved." } })
      : route.continue()
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Error saving red flags!')).toBeVisible()
  await expect(rowOf(page, OTHER_FLAG).getByRole('alert')).toContainText('Someone changed this row')
  await expect(rationaleOf(page, OTHER_FLAG)).toHaveValue('On time.')
  await expect(page.getByText('Error saving red flags!')).toBeHidden()

  await page.getByRole('link', { name: 'Edit Roles' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await rowOf(page, OTHER_FLAG).getByRole('button', { name: 'Show the saved version' }).click()
  await expect(rationaleOf(page, OTHER_FLAG)).not.toHaveValue('On time.')
})

test('before a rationale that mentions a protected characteristic is submitted, its author sees the words and decides', async ({ page }) => {
  await open(page)
  await rationaleOf(page, OTHER_FLAG).fill('Snapped at a nurse who is pregnant.')
  await page.getByRole('button', { name: 'Submit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is this your reason?' })
  await expect(dialog).toContainText(`${OTHER_FLAG}: “pregnant”`)
  await expect(dialog).toContainText('This is a hint, not legal advice.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change the reason' }).click()
  await expect(dialog).toBeHidden()
  expect((await readStoredDecisions()).some((one) => one.fgl_rationale?.includes('pregnant'))).toBe(false)

  await page.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByRole('button', { name: 'I mean something else' }).click()
  await expect(page.getByText('All red flags saved!')).toBeVisible()
  await expect(rowOf(page, OTHER_FLAG).getByText('Mentions “pregnant”; the author means something else')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toBeHidden()
})
