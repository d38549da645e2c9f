import { expect, test } from '@playwright/test'
import { passTime, stopClock } from '../setup/clock.ts'
import { storeSession, nextFrame } from '../setup/product.ts'
import { openHome, closeHome, product, session, open } from '../setup/home.ts'

test.describe.configure({ mode: 'serial' })
test.beforeAll(openHome)
test.afterAll(closeHome)
test.beforeEach(({ context }) => storeSession(context, 'admin', session))

test('Ctrl+K finds anything by name, and suggests only things that exist', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  const search = page.getByPlaceholder('Find an applicant, a page, a role, an email or a setting')
  await expect(search).toBeFocused()
  await search.fill('nothing like this')
  await expect(page.getByRole('dialog').locator('[data-action]')).toHaveText([/^Search names and contact details/])
  await page.keyboard.press('Enter')
  await expect(page.getByText('No results.')).toBeVisible()
  await search.fill('questions')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/questions$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Find an applicant/).fill('dark')
  await page
    .getByRole('button', { name: 'Dark appearance' })
    .or(page.getByRole('option', { name: 'Dark appearance' }))
    .click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('from any screen, an applicant can be found by alias and opened with Enter', async ({ page }) => {
  const { body } = await product.ask({ path: '/api/user-session/applicants_with_answers/all?days_ago=400&limit=1', as: session })
  await open(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Find an applicant/).fill(body[0].alias)
  const found = page
    .getByRole('dialog')
    .getByText(/^Applicant [0-9A-F]{4}$/)
    .first()
  await expect(found).toBeVisible()
  const alias = (await found.textContent())!
  await expect(page.getByRole('dialog').locator('[data-selected]')).toContainText(alias)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/applications\/\d+\/all\/36500\/\d+$/)
  await expect(page.getByText(alias).first()).toBeVisible()
})

test('common tasks can be found by verb and open ready to go', { tag: '@full' }, async ({ page }) => {
  await open(page)
  const find = async (words: string, entry: string) => {
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/Find an applicant/).fill(words)
    await page.getByRole('dialog').locator('[data-action]').filter({ hasText: entry }).click()
  }
  await find('invite', 'Invite a person')
  await expect(page.getByRole('dialog', { name: 'Invite a person' }).getByLabel('Email')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/admin\/people$/)
  await find('change hours', "Change an interviewer's hours")
  await expect(page.getByRole('dialog', { name: "Interviewers' hours" }).getByRole('combobox', { name: 'Interviewer' })).toBeVisible()
  await page.keyboard.press('Escape')
  await find('new role', 'Create New Role')
  await expect(page.getByRole('textbox', { name: 'Role name' })).toBeVisible()
})

test('searching for a license opens the list filtered by it', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Find an applicant/).fill('license:TX')
  await expect(page.getByRole('dialog').locator('[data-selected]')).toContainText('Applicants found by license:TX')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/applications\/all\/all\/36500\?q=license%3ATX$/)
  await expect(page.getByRole('searchbox').or(page.getByPlaceholder('Search answers and resumes'))).toHaveValue('license:TX')
})

test('an email is found by name and opens in its editor, whether Enter is pressed before or after the emails load', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Find an applicant/).fill('application rejection')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/email-templates\/\d+$/)
})

test('a role is found by its name and opens its applicants', { tag: '@full' }, async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Find an applicant/).fill('telehealth')
  await page.getByRole('dialog').getByText('Telehealth Nurse Practitioner').click()
  await expect(page).toHaveURL(/\/admin\/applications\/\d+\/all\/30$/)
})

test('? shows the shortcuts in a table; when turned off, single keys do nothing', async ({ page }) => {
  await open(page)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByRole('table', { name: 'Everywhere' }).getByRole('row')).toHaveCount(2)
  await expect(help).toHaveAttribute('data-readable', '')
  await help.getByRole('switch', { name: 'Single-key shortcuts' }).press(' ')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.keyboard.press('?')
  await nextFrame(page)
  await expect(help).toHaveCount(0)
  await page.getByRole('button', { name: 'Keys' }).click()
  await expect(help).toBeVisible()
})

test('after five seconds, the page says that a response is slow and offers to cancel', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  await open(page)
  let answer = () => {}
  await page.route(
    '**/api/dashboard?**',
    (route) =>
      new Promise<void>(
        (resolve) =>
          (answer = () =>
            void route
              .continue()
              .catch(() => {})
              .then(() => resolve())),
      ),
  )
  const asked = page.waitForRequest('**/api/dashboard?**')
  await stopClock(page, 60_000)
  await page.getByRole('link', { name: '12 months' }).click()
  await asked
  const report = page.getByText('Still trying (attempt 1 of 4)')
  await passTime(page, 4_900)
  await expect(report).toHaveCount(0)
  await passTime(page, 1_000)
  await expect(report).toBeVisible()
  await page.clock.resume()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('The server took too long to respond.')
  await expect(page.getByText('Still trying')).toHaveCount(0)
  answer()
  await page.unroute('**/api/dashboard?**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Days in a status' })).toBeVisible()
})

test('the page reports a refused connection within ten seconds', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  await open(page)
  await page.route('**/api/dashboard?**', (route) => route.abort('connectionrefused'))
  const asked = page.waitForRequest('**/api/dashboard?**')
  let rejections = 0
  let requests = 0
  page.on('request', (one) => void (one.url().includes('/api/dashboard?') && requests++))
  page.on('requestfailed', (one) => void (one.url().includes('/api/dashboard?') && rejections++))
  await stopClock(page, 60_000)
  await page.getByRole('link', { name: '12 months' }).click()
  await asked
  const report = page.getByRole('alert').filter({ hasText: 'API call failed after 3 retries' })
  let passed = 0
  // Counts only time when the browser is responsive, so a busy machine doesn't matter.
  const look = async () => {
    if (rejections === requests) {
      await passTime(page, 50)
      passed += 50
    }
    return report.isVisible()
  }
  await expect.poll(look, { intervals: [10] }).toBe(true)
  expect(passed).toBeLessThanOrEqual(10_000)
})

test('a part of a page that fails to load shows an error and can be retried', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  await open(page)
  let arrive = () => {}
  const late = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/\/assets\/role-editor-screen.*\.js/, async (route) => {
    await late
    await route.continue().catch(() => {})
  })
  const asked = page.waitForRequest(/\/assets\/role-editor-screen.*\.js/)
  await stopClock(page, 60_000)
  await page.getByRole('link', { name: 'Edit Roles' }).click()
  await asked
  await page.clock.fastForward(119_000)
  await expect(page.getByRole('heading', { name: 'Loading chunk failed' })).toHaveCount(0)
  await page.clock.fastForward(2_000)
  await expect(page.getByRole('heading', { name: 'Loading chunk failed' })).toBeVisible()
  await page.clock.resume()
  arrive()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Function Role Editor' })).toBeVisible()
})

test("with names hidden, four keystrokes after a caller's name find them in one audited action, and the application opens with the name hidden", async ({
  page,
}) => {
  const { body } = await product.ask({ path: '/api/user-session/applicants_with_answers/all?days_ago=400&identifiable=true&limit=30', as: session })
  const caller = body.find((one: { last_name: string | null }) => (one.last_name?.length ?? 0) > 5)
  await open(page)
  const searches = () => product.query(`select facts from audit_trail where action = 'applicants.found'`)
  const before = (await searches()).length
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder(/Find an applicant/)).toBeFocused()
  await page.keyboard.type(`${caller.first_name} ${caller.last_name}`)
  const rows = page.getByRole('dialog').locator('[data-action]')
  await expect(rows.first()).toContainText('Search names and contact details')
  expect((await searches()).length).toBe(before)
  await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText(`${caller.first_name} ${caller.last_name}`)
  await expect(rows.first()).toContainText(/ · last activity \w+ \d+, \d{4}/)
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/found.png` })
  expect((await searches()).length).toBe(before + 1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/applications\/\d+\/all\/36500\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  expect(await page.content()).not.toContain(caller.last_name)
})

test('pasting an email signature finds the person, including on a phone', async ({ page, context }) => {
  const { body } = await product.ask({ path: '/api/user-session/applicants_with_answers/all?days_ago=400&identifiable=true&limit=30', as: session })
  const caller = body.find((one: { email: string | null }) => one.email)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `Kind regards,\n${caller.first_name} ${caller.last_name}\nRN | Travel nurse\n${caller.email}\n`,
  )
  await page.getByRole('button', { name: 'Go to a page or a role' }).click()
  await expect(page.getByPlaceholder(/Find an applicant/)).toBeFocused()
  await page.keyboard.press('Control+v')
  await page.getByText('Search names and contact details').click()
  const rows = page.getByRole('dialog').locator('[data-action]')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText(caller.last_name)
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/found-phone.png` })
})
