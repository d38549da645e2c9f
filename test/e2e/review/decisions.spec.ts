import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { nextFrame } from '../setup/product.ts'
import { busyRole, closeDesk, enter, emailsTo, openDesk, post, product, sessions, readStatus, take, type Listed } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

test('Escape closes the decision dialog and keeps the applicant open', { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  await enter(page, `/admin/applications/${role}/all/400/${waiting[0]!.user_session_id}`)
  for (const name of ['Reject', 'Proceed']) {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await nextFrame(page)
    await expect(page).toHaveURL(new RegExp(`/${waiting[0]!.user_session_id}$`))
  }
  expect(await readStatus(waiting[0]!)).toBe(5)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/all\/400$/)
})

test('by button and by keyboard, the counter wraps around and says so', { tag: '@full' }, async ({ page }) => {
  const [role] = await busyRole()
  await enter(page, `/admin/applications/${role}/all/400`)
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  const counter = page.getByRole('navigation', { name: 'Applicants' }).locator('output')
  await expect(counter).toHaveText(/^1 of \d+/)
  await page.getByRole('navigation', { name: 'Applicants' }).getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(counter).toHaveText(/^(\d+) of \1\. On to last applicant$/)
  await page.keyboard.press('j')
  await expect(counter).toHaveText(/^1 of \d+\. Back to first applicant$/)
  await page.keyboard.press('k')
  await expect(counter).toHaveText(/^(\d+) of \1/)

  // Faster than the page can update.
  await page.evaluate(() => {
    for (let time = 0; time < 3; time++) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
  })
  await expect(counter).toHaveText(/^3 of \d+/)
  for (const at of [2, 1]) {
    await page.keyboard.press('k')
    await expect(counter).toHaveText(new RegExp(`^${at} of `))
  }
  await page.keyboard.press('k')

  await page.keyboard.press('?')
  await page.locator('label', { hasText: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(counter).toHaveText(/^(\d+) of \1/)
})

test('Under Review is set immediately and opens the next applicant', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await expect(page.getByRole('button', { name: 'Under Review' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(page).not.toHaveURL(new RegExp(`/${one.user_session_id}$`))
  await expect(page.getByRole('status').getByText(`${one.alias}: Under Review`)).toBeVisible()
  await expect.poll(() => readStatus(one)).toBe(4)
})

test('a reason typed in the rejection dialog appears in the history', { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  const path = `/admin/applications/${role}/all/400/${one.user_session_id}`
  await enter(page, path)
  await page.getByRole('button', { name: /^Reject/ }).click()
  const dialog = page.getByRole('dialog')
  // Until then, the dialog's focus goes there, even from another field.
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Rarely available on weekends.')
  await dialog.getByRole('button', { name: /^Confirm/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => readStatus(one)).toBe(3)
  await enter(page, path)
  await expect(page.getByText(/: “Rarely available on weekends\.”/)).toBeVisible()
})

test('a decision made before the list has loaded opens the next applicant once it loads', { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/applicants/list', (route) => released.then(() => route.continue()))
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await expect(page.getByRole('button', { name: 'Under Review' })).toBeVisible()
  await page.keyboard.press('u')
  await expect.poll(() => readStatus(one)).toBe(4)
  release()
  await expect(page).not.toHaveURL(new RegExp(`/${one.user_session_id}$`))
})

test("a rejection is previewed before it's sent, and reaches the mail server once", async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel("Send the 'Application Rejection' email")).toBeChecked()
  const email = dialog.getByRole('textbox', { name: 'Text' })
  await expect(email).toBeFocused()
  await expect(email).toContainText('Hello [name]')
  await expect(email).not.toContainText('{')
  const made = decisionCalls(page)
  await dialog.getByRole('button', { name: 'Confirm and send' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).not.toHaveURL(new RegExp(`/${one.user_session_id}$`))
  expect(made).toEqual(['/api/applicants/decide'])
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByText('Rejected Before Panel')).toBeVisible()
  await expect(panel.getByText('This applicant has been told about the rejection')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed' })).toHaveCount(0)

  await product.sendWaiting()
  await expect.poll(() => emailsTo(one).length).toBe(1)
  expect(emailsTo(one)[0]!.mail.html).toContain(`Hello ${one.first_name}`)
  expect(emailsTo(one)[0]!.mail.replyTo![0]!.address).toBe(one.hiring_lead_email)
})

/** Calls from now on that change or email an applicant. */
function decisionCalls(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() !== 'GET' && /decide|update_status|send_|plans/.test(path)) made.push(path)
  })
  return made
}

/** Lets every decision through but drops its response. */
async function loseResponses(page: Page): Promise<void> {
  await page.route('**/api/applicants/decide', async (route) => {
    await route.fetch()
    await route.abort()
  })
}

async function rejectByEmail({ user_session_id }: Listed): Promise<void> {
  await post(sessions[0]!, '/api/user-session/update_status', { user_session_id, ref_application_status_id: 3 })
  await post(sessions[0]!, '/api/user-session/send_candidate_email', { candidate_info: { user_session_id }, template_name: 'Application Rejection' })
}

test('Z undoes a rejection before its email is sent, and the mail server gets nothing', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const [one, later] = [take(waiting), take(waiting)]
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  await page.locator('label', { hasText: 'Next after a decision' }).click()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Text' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Confirm and send' })).toBeEnabled()
  // The second key works even before the dialog has focus.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await expect(page.locator('[data-readable]')).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByRole('button', { name: 'Undo', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(page.getByRole('complementary').getByText('Submitted')).toBeVisible()
  await expect(page.getByText(`Undid 'Rejected Before Panel': 'Submitted' again`)).toBeVisible()
  await expect(page.getByText("Email 'Application Rejection' withdrawn before it was sent")).toBeVisible()
  // A later email can arrive first only if this one was canceled.
  await rejectByEmail(later)
  await product.sendWaiting()
  await expect.poll(() => emailsTo(later).length).toBe(1)
  expect(emailsTo(one)).toEqual([])
  expect(await readStatus(one)).toBe(5)
})

test('when several applicants are rejected at once, only the one someone else closed fails, and the others can be undone', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const three = [take(waiting), take(waiting), take(waiting)]
  await enter(page, `/admin/applications/${role}/all/400`)
  for (const one of three) await page.getByRole('checkbox', { name: `Select ${one.alias}` }).click()
  await expect(page.getByText('3 applicants selected')).toBeVisible()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText("3 applicants will be moved to 'Rejected Before Panel'.")).toBeVisible()
  await post(sessions[1]!, '/api/user-session/update_status', { user_session_id: three[2]!.user_session_id, ref_application_status_id: 6 })
  const made = decisionCalls(page)
  await dialog.getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Move 3' }).click()
  await expect(dialog.getByText('2 done, 1 failed')).toBeVisible()
  expect(made).toEqual(['/api/applicants/decide'])
  await expect(dialog.getByRole('list', { name: 'What failed' })).toContainText(
    `${three[2]!.alias}: This applicant is now in 'Position Closed': hiring@meridianhealth.example moved them`,
  )
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect(await Promise.all(three.map(readStatus))).toEqual([3, 3, 6])
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect.poll(() => Promise.all(three.map(readStatus))).toEqual([5, 5, 6])
})

test("when a bulk decision's response is lost, the list shows what was decided", { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const two = [take(waiting), take(waiting)]
  await enter(page, `/admin/applications/${role}/all/400`)
  for (const one of two) await page.getByRole('checkbox', { name: `Select ${one.alias}` }).click()
  await loseResponses(page)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Move 2' }).click()
  for (const one of two) await expect(dialog.getByRole('list', { name: 'What failed' })).toContainText(`${one.alias}: This was done, but the response was lost`)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  for (const one of two) await expect(page.getByRole('row', { name: one.alias })).toContainText('Rejected Before Panel')
  expect(await Promise.all(two.map(readStatus))).toEqual([3, 3])
})

test('when the response to a single decision is lost, the page shows the decision, and only one email is sent', { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await page.locator('label', { hasText: 'Next after a decision' }).click()
  await loseResponses(page)
  const made = decisionCalls(page)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirm and send' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(
    page.getByText(`${one.alias}: This was done, but the response was lost. While there's time to undo it, the button is in the timeline.`),
  ).toBeVisible()
  const panel = page.getByRole('complementary')
  await expect(panel.getByText('This applicant has been told about the rejection')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: /^Undo \(/ })).toBeVisible()
  expect(made).toEqual(['/api/applicants/decide'])
  await product.sendWaiting()
  await expect.poll(() => emailsTo(one).length).toBe(1)
})

test('when two admins decide on the same applicant, the slower one sees who was first and what the status is now', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await expect(page.getByRole('button', { name: 'Proceed' })).toBeVisible()
  await post(sessions[1]!, '/api/user-session/update_status', { user_session_id: one.user_session_id, ref_application_status_id: 4 })
  await page.getByRole('button', { name: 'Proceed' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirm and send' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    "Failed to update status or send email. This applicant is now in 'Under Review': hiring@meridianhealth.example moved them on",
  )
  // The dialog starts over, with the new status and without the email.
  await expect(dialog.getByText(`will be moved from 'Under Review' to 'Proceed to Panel Interview'.`)).toBeVisible()
  await expect(dialog.getByRole('checkbox')).not.toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Confirm', exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('complementary').getByText('Under Review').first()).toBeVisible()
  expect(await readStatus(one)).toBe(4)
})

test("the list of keyboard shortcuts is accessible and includes the screen's shortcuts", { tag: ['@access', '@full'] }, async ({ page }) => {
  const [role] = await busyRole()
  await enter(page, `/admin/applications/${role}/all/400`)
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Under Review, then the next applicant')
  await expectAccessible(page)
})
