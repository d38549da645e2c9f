import { readFileSync } from 'node:fs'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { OTHER_ADMIN, blockCopying } from '../setup/product.ts'
import { busyRole, closeDesk, emailsTo, enter, list, openDesk, post, product, sessions, readStatus, take, type Listed } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

test(
  'changing one sentence of a rejection takes six keystrokes plus the sentence itself, and the email is sent as written',
  { tag: '@access' },
  async ({ page }) => {
    const [role, , waiting] = await busyRole()
    const one = take(waiting)
    await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
    await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog')
    const text = dialog.getByRole('textbox', { name: 'Text' })
    await expect(text).toBeFocused()
    await expect(text).toContainText('Hello [name],')
    await expect(dialog.getByRole('button', { name: 'Reset to template' })).toHaveCount(0)
    await expectAccessible(page)
    // The whole email is in view, above the dialog's buttons.
    const [end, buttons] = [await text.locator('p').last().boundingBox(), await dialog.getByRole('button', { name: 'Cancel' }).boundingBox()]
    expect(end!.y + end!.height).toBeLessThan(buttons!.y)
    for (const key of ['ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key)
    await page.keyboard.type(' Please try again next year.')
    await expect(text.locator('[data-changed]')).toHaveText(['Please', 'try', 'again', 'next', 'year.'])
    await expect(page.locator('[data-readable]')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => readStatus(one)).toBe(3)
    await page.getByRole('button', { name: 'Previous', exact: true }).click()
    const row = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: "Email 'Application Rejection', reworded, queued" })
    await expect(row).toContainText(/Moved from '.*' to 'Rejected Before Panel'/)
    await expect(row).toContainText(`replies go to ${one.hiring_lead_email}`)
    await expect(page.getByRole('button', { name: /^(On it|Unassigned)/ })).toHaveCount(0)
    await row.getByRole('button', { name: 'Show the email' }).click()
    await expect(row).toContainText('Hello [name],')
    await expect(row).toContainText('Please try again next year.')
    await product.sendWaiting()
    await expect.poll(() => emailsTo(one)[0]?.mail.text).toContain('Please try again next year.')
    expect(emailsTo(one)[0]!.mail.text).toContain(`Hello ${one.first_name},`)
  },
)

async function keepSnippet(dialog: Locator, name: string, words: string): Promise<void> {
  await dialog.getByRole('button', { name: 'New snippet' }).click()
  await dialog.getByLabel("Snippet's name").fill(name)
  await dialog.getByLabel("Snippet's text").fill(words)
  await expect(dialog).toHaveAttribute('data-readable', '')
  await dialog.getByLabel("Snippet's name").press('Enter')
  await expect(dialog.getByRole('button', { name: `Insert ${name}`, exact: true })).toBeVisible()
}

test('on a phone, an invitation with a long list of interviews fits its dialog', { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, `/admin/applications/${role}/all/400/${take(waiting).user_session_id}`)
  await page.getByRole('group', { name: 'Decide' }).getByRole('button', { name: 'Proceed' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toContainText('Interview A')
  const { x, width } = (await dialog.boundingBox())!
  for (const field of await dialog.getByRole('textbox').or(dialog.getByRole('combobox')).all()) {
    const box = (await field.boundingBox())!
    expect(box.x + box.width).toBeLessThan(x + width)
  }
  const text = dialog.getByRole('textbox', { name: 'Text' })
  expect(await text.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

test("closing lines are saved as a person's own snippets, and typing a semicolon and the name inserts them", { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await expect(text).toBeFocused()
  await dialog.getByRole('button', { name: 'Snippets' }).click()
  await keepSnippet(dialog, 'warm', 'Thank you, {first_name}.')
  await keepSnippet(dialog, 'warmer', 'We’ll keep you in mind.')
  await dialog.getByRole('button', { name: 'New snippet' }).click()
  await dialog.getByLabel("Snippet's name").fill('warm')
  await dialog.getByLabel("Snippet's text").fill('Again.')
  await dialog.getByRole('button', { name: 'Keep snippet' }).click()
  await expect(dialog.getByText("You already have a snippet named 'warm'.")).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).first().click()

  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Hello.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Sorry;warm ;warm')
  await expect(text, "another name begins with it, and it isn't a word by itself").toHaveText('Hello.Sorry;warm ;warm')
  await page.keyboard.type(' ')
  await expect(text).toHaveText('Hello.Sorry;warm Thank you, [name].')
  await page.keyboard.press('Enter')
  await page.keyboard.type(';warmer')
  await expect(text).toHaveText('Hello.Sorry;warm Thank you, [name].We’ll keep you in mind.')
  expect(await readStatus(one), 'nothing of this sends the email').toBe(5)

  await dialog.getByRole('button', { name: 'Delete warmer' }).click()
  await expect(dialog.getByRole('button', { name: 'Insert warmer' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(dialog.getByRole('button', { name: 'Insert warmer' })).toBeVisible()
  await text.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => readStatus(one)).toBe(3)
  await product.sendWaiting()
  await expect.poll(() => emailsTo(one)[0]?.mail.text).toContain(`Thank you, ${one.first_name}.`)
})

test('on a phone and in a short window, the preview can be opened after writing at the end of the text', { tag: '@full' }, async ({ browser }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  for (const look of [
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    { viewport: { width: 1280, height: 480 }, hasTouch: true },
  ]) {
    const page = await browser.newPage(look)
    await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
    await page.getByRole('button', { name: 'Reject', exact: true }).tap()
    const dialog = page.getByRole('dialog')
    const text = dialog.getByRole('textbox', { name: 'Text' })
    await text.tap()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Please try again next year.')
    await expect(text.locator('[data-changed]').last()).toHaveText('year.')
    await dialog.getByText('Preview on a phone').tap()
    await expect(dialog.frameLocator('iframe').locator('body')).toContainText('Please try again next year.')
    await page.close()
  }
})

test("anything in an email that might confuse a reader is flagged before it's sent", async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const [one, other] = [take(waiting), take(waiting)]
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await expect(text).toContainText('Hello [name],')
  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(dialog.getByText('The email body is empty.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /send/ })).toBeDisabled()
  await page.keyboard.type(`Dear ${other.first_name} ${other.last_name}, see http://a.example and {first_nam}.`)
  await expect(dialog.getByText("{first_nam} isn't a placeholder. Did you mean {first_name}?")).toBeVisible()
  for (let letter = 0; letter < '{first_nam}.'.length; letter++) await page.keyboard.press('Backspace')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByText(`'${other.last_name}' is an applicant's name. {first_name} fits everyone.`)).toBeVisible()
  await expect(dialog.getByText("The link 'http://a.example' doesn't begin with https://.")).toBeVisible()
  expect(await readStatus(one)).toBe(5)
  await dialog.getByRole('button', { name: 'Reset to template' }).click()
  await expect(text).toContainText('Hello [name],')
  await expect(dialog.getByText('Worth a look')).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test(
  'an email edited for several people keeps its placeholders, and a list shows what each person will get',
  { tag: ['@access', '@full'] },
  async ({ page }) => {
    const [role, , waiting] = await busyRole()
    const three = [take(waiting), take(waiting), take(waiting)]
    await enter(page, `/admin/applications/${role}/all/400`)
    for (const one of three) await page.getByRole('checkbox', { name: `Select ${one.alias}` }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog')
    const text = dialog.getByRole('textbox', { name: 'Text' })
    await expect(text).toContainText('Hello {first_name},')
    await dialog.getByLabel('Subject', { exact: true }).fill('News about {function_role_name}')
    await dialog.getByText('Preview on a phone').click()
    const list = dialog.getByRole('list', { name: 'Whose email' })
    await list.getByRole('button', { name: three[1]!.alias }).click()
    await expect(dialog.getByText(/^Subject: News about \w/)).toBeVisible()
    await expect(dialog.frameLocator('iframe').locator('body')).toContainText('Hello [name],')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send 3 rejections' }).click()
    await expect(dialog).toHaveCount(0)
    await product.sendWaiting()
    for (const one of three) await expect.poll(() => emailsTo(one)[0]?.mail.subject).toMatch(/^News about \w/)
  },
)

test('a message can be written from scratch, without a decision or template', async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400`)
  await page.getByRole('checkbox', { name: `Select ${one.alias}` }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send an email' })
  await dialog.getByLabel('Template').selectOption('None: write your own')
  await expect(dialog.getByRole('button', { name: 'Confirm and send' })).toBeDisabled()
  await dialog.getByLabel('Subject', { exact: true }).fill('One question')
  await dialog.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.type('Hello {first_name}, can you call us?')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await dialog.getByRole('button', { name: 'Confirm and send' }).click()
  await expect(dialog).toHaveCount(0)
  await product.sendWaiting()
  await expect.poll(() => emailsTo(one)[0]?.mail.text).toContain(`Hello ${one.first_name}, can you call us?`)
  expect((await product.ask({ path: `/api/applicants/by-id/${one.user_session_id}`, as: sessions[0]! })).body.ref_application_status_id).toBe(5)
})

test('assigning, printing, sharing a link and exporting apply only to selected people, after a dialog lists what the file will contain @full', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [role, all] = await busyRole()
  const two = all.slice(0, 2)
  await enter(page, `/admin/applications/${role}/all/400`)
  for (const one of two) await page.getByRole('checkbox', { name: `Select ${one.alias}` }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied. It opens 2 applicants')).toBeVisible()
  await page.getByRole('toolbar').getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('menuitem', { name: OTHER_ADMIN }).click()
  await expect(page.getByText(`Assigned 2 applicants to ${OTHER_ADMIN}.`)).toBeVisible()
  for (const one of two) {
    const { body } = await product.ask({ path: `/api/applicants/by-id/${one.user_session_id}?identifiable=false`, as: sessions[0]! })
    expect(body.assigned_to).toBe(OTHER_ADMIN)
  }
  const printed = page.waitForEvent('download')
  await page.getByRole('toolbar').getByRole('button', { name: 'Print as PDF' }).click()
  expect(readFileSync(await (await printed).path(), 'latin1')).toMatch(/^%PDF-/)
  await expect(page.getByText('Printed 2 applicants as one PDF, without names.')).toBeVisible()
  await page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export to CSV' })
  await expect(dialog.getByText('2 applicants, one row each, without names.')).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toHaveText('Applicant')
  await expectAccessible(page)
  const started = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const text = readFileSync(await (await started).path(), 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(3)
  for (const one of two) expect(text).toContain(one.alias)

  await expectErrorShown(page)
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(page.getByText(/^2 applicants/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter A list of 2 applicants' }).click()
  await expect(page.getByText(/^2 applicants/)).toHaveCount(0)
})

async function expectErrorShown(page: Page): Promise<void> {
  await blockCopying(page)
  await page.getByRole('toolbar').getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Your browser blocked copying the link.')).toBeVisible()
}

test('an export that has only the newest applicants says so before and after', { tag: '@full' }, async ({ page }) => {
  await page.route('**/api/applicants/export-shown/describe', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), is_cut: true } })
  })
  await enter(page, '/admin/applications/all/all/400')
  await page.getByRole('button', { name: /^Export to CSV/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export to CSV' })
  await expect(dialog.getByText('More applicants match than one file can have, so it has only the newest.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByText(/^Exported the newest \d+ applicants, without names\.$/)).toBeVisible()
})

test('assigning a selection to a colleague who can see only part of it assigns that part and leaves the rest selected', { tag: '@full' }, async ({ page }) => {
  const as = sessions[0]!
  const colleague = 'nursing.lead@agency.example'
  await post(as, '/api/staff', { email: colleague, given_role: 'recruiter', departments: ['Nursing'] })
  const openings = (await product.ask({ path: '/api/open-roles/admin', as })).body as { ref_function_role_id: number; department: string }[]
  const nursing = new Set(openings.filter((one) => one.department === 'Nursing').map((one) => one.ref_function_role_id))
  const everyone = (await list(as, 'all', 'identifiable=true&days_ago=400')) as (Listed & { application_submitted_datetime_utc: string })[]
  const dayOf = (one: (typeof everyone)[number]) => one.application_submitted_datetime_utc.slice(0, 10)
  const seen = everyone.filter((one) => nursing.has(one.ref_function_role_id)).toSorted((a, b) => dayOf(b).localeCompare(dayOf(a)))[0]!
  // Comes after the first applicant, whose colleagues the menu offers.
  const unseen = everyone.filter((one) => !nursing.has(one.ref_function_role_id)).toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)))[0]!

  await enter(page, `/admin/applications/all/all/36500?ids=${seen.user_session_id},${unseen.user_session_id}`)
  for (const { alias } of [seen, unseen]) await page.getByRole('checkbox', { name: `Select ${alias}` }).click()
  const toolbar = page.getByRole('toolbar', { name: 'Selected applicants' })
  await toolbar.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('menuitem', { name: colleague }).click()
  await expect(page.getByText("1 of 2 applicants assigned. The others are still selected. This person can't see the applicant.")).toBeVisible()
  await expect(toolbar).toContainText('1 applicant selected')
  await expect(page.getByRole('checkbox', { name: `Select ${unseen.alias}` })).toBeChecked()
  const assignee = async ({ user_session_id }: Listed) =>
    ((await product.ask({ path: `/api/applicants/by-id/${user_session_id}?identifiable=false`, as })).body as { assigned_to: string | null }).assigned_to
  expect([await assignee(seen), await assignee(unseen)]).toEqual([colleague, null])
})
