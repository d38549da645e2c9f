import { expect, test } from '@playwright/test'
import { waitForAnimations } from '../setup/accessible.ts'
import { busyRole, closeDesk, emailsTo, enter, openDesk, post, product, sessions, readStatus, take } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

test("a bulk email has no default template, needs confirmation if the template doesn't fit, and can be canceled per person", async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const two = [take(waiting), take(waiting)]
  await enter(page, `/admin/applications/${role}/all/400`)
  for (const one of two) await page.getByRole('checkbox', { name: `Select ${one.alias}` }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send an email' })
  await expect(dialog.getByLabel('Template')).toHaveValue('')
  await expect(dialog.getByRole('button', { name: 'Send 2' })).toBeDisabled()
  await dialog.getByLabel('Template').selectOption('Schedule Panel Interview')
  await expect(dialog.getByText(`'Schedule Panel Interview' isn't written for these statuses`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Send 2' })).toBeDisabled()
  await dialog.getByLabel('Send it to 2 applicants anyway').check()
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && /email/.test(request.url()) && calls.push(new URL(request.url()).pathname))
  await dialog.getByRole('button', { name: 'Send 2' }).click()
  await expect(dialog).toHaveCount(0)
  expect(calls.filter((path) => !path.endsWith('check_candidate_email'))).toEqual(['/api/applicants/email'])
  await page.getByRole('button', { name: 'Recent actions (1)' }).click()
  await page.getByRole('button', { name: `Undo ${two[0]!.alias}`, exact: true }).click()
  await expect(page.getByText(`Undone: ${two[0]!.alias}`)).toBeVisible()
  await product.sendWaiting()
  await expect.poll(() => emailsTo(two[1]!).length).toBe(1)
  expect(emailsTo(two[0]!)).toEqual([])
})

test("dialog buttons don't move when the email loads late, so a click reaches them", { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  await enter(page, `/admin/applications/${role}/all/400`)
  await page.getByRole('checkbox', { name: `Select ${waiting[0]!.alias}` }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Email' }).click()
  const arrive = Promise.withResolvers<void>()
  await page.route('**/preview_candidate_email', async (route) => {
    await arrive.promise
    await route.continue()
  })
  const dialog = page.getByRole('dialog', { name: 'Send an email' })
  await dialog.getByLabel('Template').selectOption('Schedule Panel Interview')
  await expect(dialog.getByLabel('Loading email…')).toBeVisible()
  const send = dialog.getByRole('button', { name: 'Confirm and send' })
  await waitForAnimations(page)
  const before = await send.boundingBox()
  arrive.resolve()
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toBeVisible()
  await waitForAnimations(page)
  expect(await send.boundingBox()).toEqual(before)
})

test('both Z and the Undo button in the message undo the most recent decision', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const [first, second] = [take(waiting), take(waiting)]
  await enter(page, `/admin/applications/${role}/all/400/${first.user_session_id}`)
  for (const one of [first, second]) {
    await page.goto(`${product.url}/admin/applications/${role}/all/400/${one.user_session_id}`)
    await page.getByRole('button', { name: 'Under Review' }).click()
    await expect.poll(() => readStatus(one)).toBe(4)
  }
  await expect(page.getByRole('group', { name: 'Message' })).toHaveCount(1)
  await page.getByRole('group', { name: 'Message' }).getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(() => readStatus(second)).toBe(5)
  expect(await readStatus(first)).toBe(4)
})

test("someone who has already been invited gets only the email that hasn't been sent", { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await post(sessions[0]!, '/api/user-session/update_status', { user_session_id: one.user_session_id, ref_application_status_id: 2 })
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await page.getByRole('button', { name: /^Proceed/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`${one.alias} stays in 'Proceed to Panel Interview'. Only the email is sent.`)).toBeVisible()
  await dialog.getByRole('checkbox').uncheck()
  await expect(dialog.getByRole('button', { name: 'Confirm', exact: true })).toBeDisabled()
})

test('a list says how many applicants have left it, a refresh removes them, and the export has the rest', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/5/400`)
  const exported = page.getByRole('button', { name: /^Export to CSV \([1-9]/ })
  const before = Number(/\d+/.exec((await exported.textContent())!)![0])
  await page.getByRole('checkbox', { name: `Select ${one.alias}` }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Under Review' }).click()
  await page
    .getByRole('button', { name: 'Move 1' })
    .or(page.getByRole('button', { name: 'Confirm', exact: true }))
    .click()
  await expect(page.getByText('1 left this list.')).toBeVisible()
  await expect(exported).toHaveText(`Export to CSV (${before - 1})`)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('checkbox', { name: `Select ${one.alias}` })).toHaveCount(0)
})

test('clicking anywhere in a row or pressing Enter opens an application, and coming back focuses its row', { tag: '@full' }, async ({ page }) => {
  await enter(page, '/admin/applications/all/all/400')
  // Below the first screen. With over 100 applicants, only nearby rows are rendered, and a spacer row stands in for those above.
  const row = page
    .locator('tbody tr')
    .filter({ has: page.getByRole('rowheader') })
    .nth(15)
  const alias = (await row.getByRole('rowheader').textContent())!.replace(/ ?Suspected bot$/, '')
  await row.locator('td').nth(3).click()
  await expect(page.getByRole('heading', { name: alias })).toBeVisible()
  await page.goBack()
  const link = page.getByRole('link', { name: alias, exact: true })
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport()
  await page.keyboard.press('j')
  await expect(page.locator('tbody').getByRole('link').and(page.locator(':focus'))).toHaveCount(1)
  await expect(link).not.toBeFocused()
  await page.keyboard.press('k')
  await expect(link).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Select ${alias}`, exact: true })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: alias })).toBeVisible()
})

test('on a phone, opening, reading and deciding on an applicant takes three taps, and nothing is wider than the screen', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await page.setViewportSize({ width: 390, height: 800 })
  await enter(page, `/admin/applications/${role}/5/400`)
  await page.getByRole('link', { name: `View Details of ${one.alias}` }).click()
  const button = page.getByRole('group', { name: 'Decide' }).getByRole('button', { name: 'Under Review' })
  await expect(button).toBeInViewport()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await button.click()
  await expect.poll(() => readStatus(one)).toBe(4)
})

test('on a phone, a card shows when the reply is due and truncates only the answer, even with names', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await enter(page, '/admin/applications/all/5/400')
  const cards = page.getByRole('list', { name: 'Applicants' }).getByRole('listitem')
  const overflowing = () => cards.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent))
  await expect(cards.first()).toContainText(/Reply: (Late|Due soon|Later)/)
  await expect.poll(overflowing).toEqual([])
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Show identifiable information').check()
  await expect(cards.first().locator('time').first()).toBeVisible()
  await expect.poll(overflowing).toEqual([])
})

test("on a phone, bulk actions stay within reach, and messages don't cover them", { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const [one, other] = [take(waiting), take(waiting)]
  await page.setViewportSize({ width: 390, height: 800 })
  await enter(page, `/admin/applications/${role}/all/400`)
  const bar = page.getByRole('toolbar', { name: 'Selected applicants' })
  await page.getByRole('checkbox', { name: `Select ${one.alias}` }).click()
  await expect(bar).toBeInViewport({ ratio: 1 })
  await bar.getByRole('button', { name: 'Under Review' }).click()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const message = page.getByRole('group', { name: 'Message' })
  await expect(message).toContainText('Under Review')
  await page.getByRole('checkbox', { name: `Select ${other.alias}` }).click()
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(message).toBeVisible()
  await expect
    .poll(async () => {
      const [box, covers] = [await bar.boundingBox(), await message.boundingBox()]
      return box && covers && (covers.y + covers.height <= box.y || covers.y >= box.y + box.height)
    })
    .toBe(true)
})

test('sponsorship filters are in a menu and can be removed', { tag: '@full' }, async ({ page }) => {
  await enter(page, '/admin/applications/all/all/400')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Needs sponsorship' }).click()
  await expect(page).toHaveURL(/answered=require_sponsorship\.Yes/)
  await expect(page.getByRole('row').nth(1)).toContainText('Yes')
  await page.getByRole('button', { name: 'Remove the filter Needs sponsorship' }).click()
  await expect(page).not.toHaveURL(/answered/)
})

test('interviewer feedback has no names in it until names are shown', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = waiting[0]!
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await page.getByRole('link', { name: 'See Interviewer Feedback' }).click()
  await expect(page.getByRole('heading', { level: 1, name: one.alias })).toBeVisible()
  expect(await page.content()).not.toContain(one.last_name)
  await page.getByLabel('Show identifiable information').check()
  await expect(page.getByRole('heading', { level: 1, name: `${one.first_name} ${one.last_name}` })).toBeVisible()
})

test('a renamed template is still offered with its decision', { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, '/admin/email-templates/2')
  await page.getByLabel('Template Name').fill('With thanks')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText("Email template 'With thanks' updated successfully.")).toBeVisible()

  await page.goto(`${product.url}/admin/applications/${role}/all/400/${one.user_session_id}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel("Send the 'With thanks' email")).toBeChecked()
  await expect(dialog.getByLabel('Template')).toHaveValue('With thanks')
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toContainText('Hello [name]')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})
