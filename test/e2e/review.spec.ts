import { expect, test } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { busyRole, closeDesk, DELAY_SECONDS, download, enter, emailsTo, list, openDesk, post, product, sessions, standing, take } from './setup/review-desk.ts'

test.describe.configure({ mode: 'default', timeout: 90_000 })

test.beforeAll(openDesk)
test.afterAll(closeDesk)

test('without a role the screen asks for one; picking it puts the filters into the address', async ({ page }) => {
  await enter(page, '/admin/applications')
  await expect(page.getByText('Please select a role to view its applicants.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Detail' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'All Roles' }).click()
  await expect(page).toHaveURL(/\/admin\/applications\/all\/all\/30$/)
  const days = page.getByLabel('Applied in the last (days)')
  await days.press('Control+a')
  await days.pressSequentially('90')
  await expect(page).toHaveURL(/\/admin\/applications\/all\/all\/90$/)
  await expect(days, 'who is still typing keeps the field').toBeFocused()
  await days.fill('')
  await days.blur()
  await expect(page).toHaveURL(/\/admin\/applications\/all\/all\/1$/)
})

test('blind: no name, address, profile or date of anybody is in the page or in anything it loaded', async ({ page }) => {
  const everybody = await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')
  const loaded: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/')) void response.text().then((text) => loaded.push(response.url(), text))
  })
  await enter(page, '/admin/applications/all/all/400')
  await expect(page.getByRole('columnheader', { name: 'Applicant', exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^(Applied Date|Name|Email|LinkedIn)/ })).toHaveCount(0)
  const row = page.getByRole('rowheader').first()
  await expect(row).toHaveText(/^Applicant [0-9A-F]{4}/)
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByRole('complementary').getByText('Applied', { exact: true })).toHaveCount(0)
  await page.waitForTimeout(500)

  const seen = [await page.content(), page.url(), await page.title(), ...loaded].join('\n').toLowerCase()
  const told = everybody.flatMap((one) => [one.email, one.linkedin_profile_url, `${one.first_name} ${one.last_name}`])
  expect(told.filter((text) => text && seen.includes(text.toLowerCase()))).toEqual([])
})

test('identities show when they are asked for, and the looks are in the history', async ({ page }) => {
  await enter(page, '/admin/applications/all/all/400')
  await page.getByLabel('Show identifiable information').check()
  await expect(page.getByRole('columnheader', { name: 'Applied Date' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  const newest = (await page.getByRole('rowheader').first().textContent())!
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/\?sort=name\.asc$/)
  await expect(page.getByRole('rowheader').first()).not.toHaveText(newest)
  const first = await page.getByRole('rowheader').first().textContent()
  await page.reload()
  await expect(page.getByRole('rowheader').first()).toHaveText(first!)
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await expect(page.getByText('Saw a list with names').first()).toBeVisible()
})

test('a position that nobody applied for and filters that hold nobody are told apart', async ({ page }) => {
  const lead = { hiring_lead_email: 'lead@meridianhealth.example', hiring_lead_name: 'Lena Lead' }
  const empty = (await post(sessions[0]!, '/api/open-roles/admin', { function_role_name: 'Night Porter', ...lead })) as { ref_function_role_id: number }
  await enter(page, `/admin/applications/${empty.ref_function_role_id}/all/30`)
  await expect(page.getByRole('heading', { name: 'No Applicants' })).toBeVisible()
  await expect(page.getByText('There are no applicants for this position.')).toBeVisible()

  const [role] = await busyRole()
  await page.goto(`${product.url}/admin/applications/${role}/12/1`)
  await expect(page.getByText('No applicants match your criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Show all statuses' }).click()
  await expect(page).toHaveURL(new RegExp(`/${role}/all/1$`))
})

test('Escape closes the dialog of a decision, and the applicant stays open', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  await enter(page, `/admin/applications/${role}/all/400/${waiting[0]!.user_session_id}`)
  for (const name of ['Reject', 'Proceed']) {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.waitForTimeout(100)
    await expect(page).toHaveURL(new RegExp(`/${waiting[0]!.user_session_id}$`))
  }
  expect(await standing(waiting[0]!)).toBe(5)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/all\/400$/)
})

test('the counter wraps around and says so, by buttons and by keys', async ({ page }) => {
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

  await page.keyboard.press('?')
  await page.getByRole('switch', { name: 'Single keys act' }).click({ force: true })
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(counter).toHaveText(/^(\d+) of \1/)
})

test('under review is set at once and leads to the next applicant', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await expect(page.getByRole('button', { name: 'Under Review' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(page).not.toHaveURL(new RegExp(`/${one.user_session_id}$`))
  await expect(page.getByRole('status').getByText(`${one.alias}: Under Review`)).toBeVisible()
  await expect.poll(() => standing(one)).toBe(4)
})

test('a rejection is shown before it goes, and reaches the mail server once', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel("Send the 'Application Rejection' e-mail")).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const email = dialog.frameLocator('iframe').locator('body')
  await expect(email).toContainText('Hello [hidden]')
  await expect(email).not.toContainText('{')
  await dialog.getByRole('button', { name: 'Confirm and send' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).not.toHaveURL(new RegExp(`/${one.user_session_id}$`))
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByText('Rejected Before Panel')).toBeVisible()
  await expect(panel.getByText('This applicant has been told of the rejection')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed' })).toHaveCount(0)

  await expect.poll(() => emailsTo(one).length, { timeout: 30_000 }).toBe(1)
  expect(emailsTo(one)[0]!.mail.html).toContain(`Hello ${one.first_name}`)
  expect(emailsTo(one)[0]!.mail.replyTo![0]!.address).toBe(one.hiring_lead_email)
})

test('Z takes a rejection back before its email goes, and the mail server gets nothing', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  await page.getByLabel('Next after a decision').click({ force: true })
  await page.keyboard.press('r')
  await expect(page.getByRole('button', { name: 'Confirm and send' })).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByRole('button', { name: 'Undo', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(page.getByRole('complementary').getByText('Submitted')).toBeVisible()
  await expect(page.getByText(`Took back 'Rejected Before Panel': 'Submitted' again`)).toBeVisible()
  await expect(page.getByText("E-mail 'Application Rejection' withdrawn before it went")).toBeVisible()
  await page.waitForTimeout((DELAY_SECONDS + 3) * 1000)
  expect(emailsTo(one)).toEqual([])
  expect(await standing(one)).toBe(5)
})

test('several are rejected at once: one that somebody else closed fails by itself, and all others can be taken back', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const three = [take(waiting), take(waiting), take(waiting)]
  await enter(page, `/admin/applications/${role}/all/400`)
  for (const one of three) await page.getByRole('checkbox', { name: `Select ${one.alias}` }).click()
  await expect(page.getByText('3 applicants selected')).toBeVisible()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText("3 applicants will be moved to 'Rejected Before Panel'.")).toBeVisible()
  await post(sessions[1]!, '/api/user-session/update_status', { user_session_id: three[2]!.user_session_id, ref_application_status_id: 6 })
  await dialog.getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Move 3' }).click()
  await expect(dialog.getByText('2 done, 1 failed')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'What did not work' })).toContainText(
    `${three[2]!.alias}: This applicant is now in 'Position Closed': hiring@meridianhealth.example moved them`,
  )
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect(await Promise.all(three.map(standing))).toEqual([3, 3, 6])
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect.poll(() => Promise.all(three.map(standing))).toEqual([5, 5, 6])
})

test('two admins on one applicant: the slower one is told who was faster and sees where the applicant stands', async ({ page }) => {
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
  // The dialog began again: with the new status, and without the email.
  await expect(dialog.getByText(`will be moved from 'Under Review' to 'Proceed to Panel Interview'.`)).toBeVisible()
  await expect(dialog.getByRole('checkbox')).not.toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Confirm', exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('complementary').getByText('Under Review').first()).toBeVisible()
  expect(await standing(one)).toBe(4)
})

test('filters, sort and columns are saved under a name, and only for oneself', async ({ page }) => {
  await enter(page, '/admin/applications/all/5/400')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox').last().click()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Requires H1B' }).getByRole('button').click()
  const columns = await page.getByRole('columnheader').allTextContents()
  await page.getByLabel('Search in the answers').fill('patients')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('Waiting')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)

  await page.goto(`${product.url}/admin/applications`)
  const view = page.getByRole('region', { name: 'Saved views' }).getByRole('link')
  await expect(view).toHaveText('Waiting')
  await view.click()
  await expect(page).toHaveURL(/\/all\/5\/400\?sort=h1b\.asc&hide=\w+$/)
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(view).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  const change = page.getByRole('button', { name: 'Change the view Waiting' })
  await change.click()
  await page.getByRole('menuitem', { name: 'Rename …' }).click()
  await page.getByRole('dialog', { name: 'Rename the view' }).getByLabel('Name').fill('Waiting for long')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  if ((await view.count()) === 0) await page.getByRole('button', { name: 'Views' }).click()
  await expect(view).toHaveText('Waiting for long')
  const ofOther = await fetch(`${product.url}/api/applicants/views`, { headers: { authorization: `Bearer ${sessions[1]!.token}` } })
  expect(await ofOther.json()).toEqual([])
  await page.getByRole('button', { name: 'Change the view Waiting for long' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(view).toHaveCount(0)
})

test('the CSV has what the filters hold, with names only when they are shown', async ({ page }) => {
  const [role, all] = await busyRole()
  await enter(page, `/admin/applications/${role}/all/400`)
  const blind = await download(page)
  expect(blind.name).toMatch(/^Applicants_\d{4}-\d{2}-\d{2}\.csv$/)
  expect(blind.rows[0]!.slice(0, 3)).toEqual(['Applicant', 'Requires H1B', 'Status'])
  expect(blind.rows).toHaveLength(all.length + 1)
  await page.getByLabel('Show identifiable information').check()
  await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  const shown = await download(page)
  expect(shown.rows[0]!.slice(0, 6)).toEqual(['Applied Date', 'Name', 'Email', 'Requires H1B', 'Status', 'LinkedIn'])
  expect(
    shown.rows
      .slice(1)
      .map((row) => row[2])
      .toSorted(),
  ).toEqual(all.map((one) => one.email).toSorted())

  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByLabel('Search in the answers').fill(all[0]!.first_name)
  await expect(page.getByText(/ match(, newest first)?$/)).toBeVisible()
  const order = await page.getByRole('table', { name: 'Applicants' }).getByRole('cell').filter({ hasText: '@' }).allInnerTexts()
  const sought = await download(page)
  expect(sought.rows.slice(1).map((row) => row[2])).toEqual(order)
  expect(sought.rows.length).toBeLessThan(all.length + 1)
})

test('the rows stand closer together when somebody likes it so, and stay so in this browser', async ({ page }) => {
  await enter(page, '/admin/applications/all/all/400')
  const heights = () => page.locator('tbody tr').evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))])
  await expect.poll(async () => Math.min(...(await heights()))).toBe(57)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Compact rows').check({ force: true })
  await expect.poll(heights).toEqual([36])
  await page.reload()
  await expect.poll(heights).toEqual([36])
})

test('the search keeps every key of a fast typist on a slow machine, and follows Back and Clear', async ({ page }) => {
  await enter(page, '/admin/applications/all/all/400')
  const field = page.getByLabel('Search in the answers')
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 12 })
  await field.pressSequentially('patients and their families at home', { delay: 5 })
  await expect(field).toHaveValue('patients and their families at home')
  await expect(page).toHaveURL(/q=patients\+and\+their\+families\+at\+home/)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(page.getByText(/ match(, newest first)?$/)).toBeVisible()

  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(field).toHaveValue('')
  await expect(page).not.toHaveURL(/q=/)
  await page.goto(`${product.url}/admin/applications/all/all/400?q=night`)
  await expect(field).toHaveValue('night')
})

test('a list that does not come is tried four times, says why, and comes with Retry', async ({ page }) => {
  let asked = 0
  await page.route('**/api/applicants/list', (route) => {
    asked++
    return asked <= 4 ? route.fulfill({ status: 500, json: { detail: 'The database is away.' } }) : route.continue()
  })
  await enter(page, '/admin/applications/all/all/400')
  await expect(page.getByText('Failed to load applicants: The database is away.')).toBeVisible()
  expect(asked).toBe(4)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('table', { name: 'Applicants' })).toBeVisible()
})

test('the resume opens only with names shown, with its text to select', async ({ page }) => {
  await enter(page, '/admin/applications/all/all/400')
  const everybody = await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')
  const one = everybody.find((applicant) => applicant.has_resume)!
  await page.goto(`${product.url}/admin/applications/all/all/400/${one.user_session_id}`)
  await page.getByRole('button', { name: 'Show names and open the resume' }).click()
  const resume = page.getByRole('region', { name: /^Resume, Page Up/ })
  await expect(resume).toContainText(one.last_name, { timeout: 20_000 })

  const find = page.getByLabel('Find in the resume')
  await find.fill(one.last_name.toLowerCase())
  await expect(page.getByText(/^\d+ times? on 1 page$/)).toBeVisible()
  expect(await page.evaluate(() => CSS.highlights.get('found-in-resume')?.size)).toBeGreaterThan(0)
  await find.press('Enter')
  await expect(page.getByText(/^\d+ times? on 1 page, now page 1$/)).toBeVisible()
  await find.fill('a word that stands nowhere')
  await expect(page.getByText('Not found')).toBeVisible()
})

test('the list of keys has no barrier, and names those of the screen', { tag: '@access' }, async ({ page }) => {
  const [role] = await busyRole()
  await enter(page, `/admin/applications/${role}/all/400`)
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Under Review, then the next applicant')
  await expectAccessible(page)
})
