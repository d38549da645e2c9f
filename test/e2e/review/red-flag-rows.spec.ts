import { expect, test } from '@playwright/test'
import { storeSession } from '../setup/product.ts'
import {
  openDesk,
  closeDesk,
  product,
  admin,
  candidate,
  OTHER_FLAG,
  open,
  present,
  rationaleOf,
  rowOf,
  stateOf,
  readStoredDecisions,
} from '../setup/red-flags-desk.ts'

test.describe.configure({ mode: 'default' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)
test.beforeEach(({ context }) => storeSession(context, 'admin', admin))

test('an empty row has nothing to confirm and stays undecided, even after a checkbox is checked and unchecked', { tag: '@full' }, async ({ page }) => {
  await open(page)
  const row = rowOf(page, OTHER_FLAG)
  await expect(row.getByText('Not decided')).toBeVisible()
  await expect(row.getByRole('button', { pressed: true })).toHaveCount(0)
  await row.getByRole('checkbox').check()
  await expect(row.getByText('Not submitted yet')).toBeVisible()
  await row.getByRole('checkbox').uncheck()
  await expect(row.getByText('Not decided')).toBeVisible()
  await expect(row.getByText('Not submitted yet')).toBeHidden()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('All red flags saved!')).toBeVisible()
  const all = await readStoredDecisions()
  expect(all.length).toBeGreaterThanOrEqual(6)
  expect(all.filter((one) => one.reviewed || one.decided)).toEqual([])
})

test('clicking Generate twice at once requests one draft', { tag: '@full' }, async ({ page }) => {
  await open(page)
  let asked = 0
  page.on('request', (request) => request.url().endsWith('/generate-rationale') && asked++)
  // Both clicks land before the page can disable the button.
  await rowOf(page)
    .getByRole('button', { name: 'Generate' })
    .evaluate((button: HTMLButtonElement) => [button.click(), button.click()])
  await expect(rationaleOf(page)).not.toHaveValue('')
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
  expect(asked).toBe(1)
})

test('a draft is confirmed by marking it present, and marking it again changes nothing', async ({ page }) => {
  await open(page)
  const generate = rowOf(page).getByRole('button', { name: 'Generate', exact: true })
  if ((await rationaleOf(page).inputValue()) === '') await generate.click()
  await expect(rationaleOf(page)).not.toHaveValue('')
  await expect(stateOf(page)).toHaveText('Not decided')
  await rationaleOf(page).press('End')
  await rationaleOf(page).pressSequentially(' Twice.')
  await expect(stateOf(page)).toHaveText('Present')
  for (let times = 0; times < ' Twice.'.length; times++) await rationaleOf(page).press('Backspace')

  await expect(stateOf(page)).toHaveText('Not decided')
  await present(page).click()
  await expect(stateOf(page)).toHaveText('Present')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('All red flags saved!')).toBeVisible()
  await expect(stateOf(page)).toHaveText('Present')
  await present(page).click()
  await expect(rowOf(page).getByText('Not submitted yet')).toHaveCount(0)
})

test('pressing Submit twice while its text is being checked saves once, and rows stay as they were sent', async ({ page }) => {
  await open(page)
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/api/red-flags/mentions', async (route) => {
    await held
    await route.continue()
  })
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/hiring-decision-detail')) saves.push(request.url())
  })
  const rationale = rationaleOf(page, OTHER_FLAG)
  await rationale.fill('Was never late.')
  const submit = page.getByRole('button', { name: 'Submit' })
  // Both clicks land before the page can disable the button.
  await submit.evaluate((button: HTMLButtonElement) => [button.click(), button.click()])
  await expect(page.getByText('Saving...')).toBeVisible()
  await expect(submit).toBeDisabled()
  await expect(rationale).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  release()
  await expect(page.getByText('All red flags saved!')).toBeVisible()
  await expect(page.getByRole('row').getByRole('alert')).toHaveCount(0)
  await expect(rationale).toBeEnabled()
  expect(saves).toHaveLength(await page.getByRole('rowheader').count())
  expect((await readStoredDecisions()).map((one) => one.fgl_rationale)).toContain('Was never late.')
})

test("a rationale typed before there was a decision doesn't replace the one a colleague has signed since", { tag: '@full' }, async ({ page }) => {
  const flag = 'Leaves the floor without telling anyone'
  const { body: added } = await product.ask({ path: '/api/red-flags', body: { red_flag_desc: flag }, as: admin })
  await open(page)
  await rationaleOf(page, flag).fill('Typed first.')
  await expect(rowOf(page, flag).getByText('Not submitted yet')).toBeVisible()
  const signed = { fgl_absent_flag: false, fgl_rationale: 'Signed since.', reviewed: true, decided: true }
  const { user_session_id } = candidate
  const { fgl_ref_red_flag_id } = added
  const created = await product.ask({ path: '/api/red-flags/hiring-decision-detail', body: { user_session_id, fgl_ref_red_flag_id, ...signed }, as: admin })
  expect(created.status).toBe(201)

  await open(page)
  await expect(rationaleOf(page, flag)).toHaveValue('Typed first.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(rowOf(page, flag).getByRole('alert')).toContainText("There's already a decision on this red flag.")
  await expect(rationaleOf(page, flag)).toHaveValue('Typed first.')
  await rowOf(page, flag).getByRole('button', { name: 'Show the saved version' }).click()
  await expect(rationaleOf(page, flag)).toHaveValue('Signed since.')
  expect((await readStoredDecisions()).map((one) => one.fgl_rationale)).toContain('Signed since.')
})
