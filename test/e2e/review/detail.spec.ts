import { expect, test, type Page } from '@playwright/test'
import { waitForAnimations } from '../setup/accessible.ts'
import { busyRole, closeDesk, enter, list, openDesk, post, product, sessions, take, type Listed } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

const everybody = () => list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')
const answerOf = (one: Listed, name: string) => one.answers.find(({ question_name }) => question_name === name)!.applicants_answer

async function open(page: Page, one: Listed): Promise<void> {
  await enter(page, `/admin/applications/all/all/400/${one.user_session_id}`)
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
}

test(
  'the table has its columns in order, has a status column only for All Statuses, and truncates answers at 100 characters',
  { tag: '@full' },
  async ({ page }) => {
    const all = await everybody()
    await enter(page, '/admin/applications/all/all/400')
    await page.getByLabel('Show identifiable information').check()
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible()
    const asked = [...new Map(all.flatMap(({ answers }) => answers.map((one) => [one.question_name, one.question_text] as const)))]
      .filter(([name]) => !/opt_in|require_sponsorship|recent_role_tenure|startup_previously|first_name|last_name|email|linkedin/.test(name))
      .map(([, text]) => (text.length > 60 ? `${text.slice(0, 60)}…` : text))
    expect(asked.length).toBeGreaterThan(2)
    const columns = ['', 'Name', 'Status', 'Applied Date', 'Reply Due', 'Role', ...asked, 'Email', 'Requires H1B', 'LinkedIn', 'Details']
    await expect(page.getByRole('columnheader')).toHaveText(columns)

    const texts = all.flatMap(({ answers }) => answers.map((one) => one.applicants_answer)).filter((text) => text.length > 100)
    const cut = (await page.locator('td button[aria-haspopup="dialog"]').first().textContent())!
    expect(cut).toHaveLength(101)
    expect(texts.some((text) => `${text.slice(0, 100)}…` === cut)).toBe(true)

    await page.goto(`${product.url}/admin/applications/all/5/400`)
    await expect(page.getByRole('columnheader')).toHaveText(columns.filter((name) => name !== 'Status'))
  },
)

test("an owner downloads an applicant's decision packet", async ({ page }) => {
  const [one] = await everybody()
  await open(page, one!)
  await page.getByRole('button', { name: 'Decision packet' }).click()
  const started = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'PDF, for reading', exact: true }).click()
  expect((await started).suggestedFilename()).toBe(`packet-${one!.user_session_id}.pdf`)
})

test('the status filter has every status and All Statuses', { tag: '@full' }, async ({ page }) => {
  await enter(page, '/admin/applications/all/all/30')
  const { body } = await product.ask({ path: '/api/user-session/application_statuses', as: sessions[0]! })
  await page.getByRole('combobox', { name: 'Status' }).click()
  await expect(page.getByRole('option')).toHaveText(['All Statuses', ...body.map((one: { application_status: string }) => one.application_status)])
})

test("an applicant's details are next to the answers; the person's identity appears only when identities are shown", async ({ page }) => {
  const one = (await everybody()).find((applicant) => applicant.linkedin_profile_url && applicant.ref_application_status_id === 5)!
  await open(page, one)
  const panel = page.getByRole('complementary')
  const facts = panel.locator('dt')
  const known = ['Requires sponsorship', 'Startup experience', 'Months in most recent role']
  await expect(facts).toHaveText(['Email status', ...known])
  await expect(panel.getByText('Not Sent')).toBeVisible()
  for (const name of ['require_sponsorship', 'startup_previously', 'recent_role_tenure'])
    await expect(
      panel
        .locator('dd')
        .filter({ hasText: answerOf(one, name) })
        .first(),
    ).toBeVisible()
  await expect(panel.getByRole('group', { name: 'Decide' }).getByRole('button')).toHaveText([/^Proceed/, /^Under Review/, /^Reject/])
  await expect(panel.getByRole('link', { name: 'See Interviewer Feedback' })).toHaveAttribute(
    'href',
    `/admin/applications/${one.user_session_id}/interview-feedback`,
  )
  await page
    .getByRole('heading', { name: /^Why this role/ })
    .getByRole('button', { name: 'About this answer' })
    .focus()
  await expect(page.getByRole('tooltip')).toContainText('why_this_role')

  await page.getByLabel('Show identifiable information').check()
  await expect(panel.getByRole('link', { name: one.email })).toBeVisible()
  await expect(facts).toHaveText(['Email status', 'Applied', 'Email', 'LinkedIn', ...known])
  await expect(panel.getByRole('link', { name: /^linkedin\.com/ })).toHaveAttribute('href', one.linkedin_profile_url!)

  await post(sessions[0]!, '/api/user-session/update_status', { user_session_id: one.user_session_id, ref_application_status_id: 2 })
  await post(sessions[0]!, '/api/user-session/send_candidate_email', {
    candidate_info: { user_session_id: one.user_session_id },
    template_name: 'Schedule Panel Interview',
  })
  await page.reload()
  await expect(panel.getByText(/^Sent/)).toBeVisible()
  await expect(panel.getByRole('group', { name: 'Decide' }).getByRole('button')).toHaveText([/^Update Status/])
})

test("a linked application opens in its own role's list, with all statuses and a period that includes it", async ({ page }) => {
  const twins = (await everybody()).filter((applicant) => applicant.last_name === 'Wombold')
  const { body } = await product.ask({ path: `/api/applicants/matches/${twins[0]!.user_session_id}`, as: sessions[0]! })
  const [linked] = body
  await enter(page, `/admin/applications/${twins[0]!.ref_function_role_id}/all/400/${twins[0]!.user_session_id}`)
  await page.getByRole('region', { name: 'Possible linked applications' }).getByRole('link', { name: linked.function_role_name }).first().click()
  const { ref_function_role_id: role, days_ago, user_session_id } = linked
  expect(days_ago).toBeGreaterThanOrEqual(1)
  await expect(page).toHaveURL(`${product.url}/admin/applications/${role}/all/${days_ago + 2}/${user_session_id}`)
  await expect(page.getByText('This applicant is outside of the filters')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Applicants' }).locator('output')).toHaveText(/^\d+ of \d+/)
})

test('the resume opens only with names shown, at the same width from the button and the shortcut, and its text is selectable', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter(page, '/admin/applications/all/all/400')
  const everybody = await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')
  const one = everybody.find((applicant) => applicant.has_resume)!
  await page.goto(`${product.url}/admin/applications/all/all/400/${one.user_session_id}`)
  await page.getByRole('button', { name: 'Show names and open the resume' }).click()
  const resume = page.getByRole('region', { name: /^Resume, Page Up/ })
  await expect(resume).toContainText(one.last_name)
  await expect(resume).toBeFocused()
  const sheet = page.getByRole('group', { name: 'Page 1' }).locator('canvas')
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBeGreaterThanOrEqual(600)
  await expect.poll(async () => (await sheet.boundingBox())?.y).toBeLessThanOrEqual(260)
  await page.keyboard.press('o')
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBeLessThan(600)

  const find = page.getByLabel('Find in the resume')
  await find.fill(one.last_name.toLowerCase())
  await expect(page.getByText(/^\d+ times? on 1 page$/)).toBeVisible()
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('found-in-resume')?.size)).toBeGreaterThan(0)
  await find.press('Enter')
  await expect(page.getByText(/^\d+ times? on 1 page, now page 1$/)).toBeVisible()
  await find.fill('xylophonists')
  await expect(page.getByText('Not found')).toBeVisible()
})

test('staff find the applicants assigned to them with one filter', { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await page.getByRole('button', { name: 'Unassigned' }).click()
  await page.getByRole('menuitem', { name: "I'm on it" }).click()
  await expect(page.getByRole('button', { name: /^On it: / })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the table' }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: "I'm on it" }).click()
  await expect(page.getByRole('rowheader')).toHaveText([new RegExp(`^${one.alias}`)])
  await page
    .getByRole('list', { name: 'Added filters' })
    .getByRole('button', { name: /I'm on it/ })
    .click()
  await expect(page.getByRole('rowheader')).not.toHaveCount(1)
})

test('while an application loads, no name from the previous one stays on the page', async ({ page }) => {
  const [one, second, third, fourth] = await everybody()
  const titleOf = (shown: Listed) => page.getByRole('complementary').getByRole('heading', { name: `${shown.first_name} ${shown.last_name}` })
  await open(page, one!)
  await page.getByLabel('Show identifiable information').check()
  await expect(titleOf(one!)).toBeVisible()
  // The third applicant was never loaded with names hidden; only the first one's neighbors were.
  for (const next of [second!, third!]) {
    await page.getByRole('navigation', { name: 'Applicants' }).getByRole('button', { name: 'Next' }).click()
    await expect(titleOf(next)).toBeVisible()
  }

  await page.route('**/api/applicants/by-id/**', () => {})
  await page.getByLabel('Show identifiable information').uncheck()
  await expect(page.getByLabel('Show identifiable information')).not.toBeChecked()
  await expect(page.getByText(third!.last_name)).toHaveCount(0)
  // Answers may contain a name, too, so nothing that was loaded with names may stay on the page.
  await expect(page.getByRole('heading', { name: 'Timeline' })).toHaveCount(0)
  await page.getByLabel('Show identifiable information').check()
  await expect(titleOf(third!)).toBeVisible()
  await page.getByRole('navigation', { name: 'Applicants' }).getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(new RegExp(`/${fourth!.user_session_id}$`))
  await expect(page.getByText(third!.last_name)).toHaveCount(0)
})

test('on a small laptop, the entire status menu is on screen and its last entry can be chosen', { tag: '@full' }, async ({ page }) => {
  const [role, all] = await busyRole()
  const invited = all.find((one) => one.ref_application_status_id === 2)!
  await page.setViewportSize({ width: 1280, height: 600 })
  await enter(page, `/admin/applications/${role}/all/400/${invited.user_session_id}`)
  // The panel is in the middle of the screen, without room for the menu above or below it.
  await page.getByRole('heading', { name: 'Timeline' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Update Status' }).click()
  await expect(page.getByRole('menu')).toHaveCSS('opacity', '1')
  await waitForAnimations(page)
  const { y, height } = (await page.getByRole('menu').boundingBox())!
  expect([y >= 0, y + height <= 600]).toEqual([true, true])
  await page.getByRole('menuitem').last().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test("a note in progress is still there after another applicant is opened, here or in another window, and gone once it's saved", async ({ page }) => {
  const [one] = await everybody()
  const other = await page.context().newPage()
  await open(other, one!)
  await open(page, one!)
  const note = page.getByRole('textbox', { name: 'Add a note' })
  const step = (name: string, on = page) => on.getByRole('navigation', { name: 'Applicants' }).getByRole('button', { name }).click()
  await note.fill('Ask about nights.')
  await step('Next')
  await expect(note).toHaveValue('')
  // Nothing was typed for this applicant.
  await expect(other.getByRole('textbox', { name: 'Add a note' })).toHaveValue('')
  await step('Next', other)
  await other.close()
  await step('Previous')
  await expect(note).toHaveValue('Ask about nights.')
  await expect(page.getByText('We restored your unsaved changes from your last visit.')).toBeVisible()
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('article').getByText('Ask about nights.')).toBeVisible()
  await expect(note).toHaveValue('')
  await step('Next')
  await step('Previous')
  await expect(page.getByRole('article').getByText('Ask about nights.')).toBeVisible()
  await expect(note).toHaveValue('')
})

test('an email without a decision can be undone in the timeline until it is sent, and the reply date moves back', { tag: '@full' }, async ({ page }) => {
  const [role, , waiting] = await busyRole()
  const one = take(waiting)
  const readReplyDate = async () => (await product.ask({ path: `/api/applicants/by-id/${one.user_session_id}`, as: sessions[0]! })).body.reply_by
  const before = await readReplyDate()
  await enter(page, `/admin/applications/${role}/all/400/${one.user_session_id}`)
  await expect(page.getByRole('button', { name: 'Need More Time' })).toBeVisible()
  await page.keyboard.press('t')
  await page
    .getByRole('dialog', { name: /^Need more time/ })
    .getByRole('button', { name: 'Email and move the date' })
    .click()
  await expect(page.getByText('You can move it once more.')).toBeVisible()
  expect(await readReplyDate()).not.toBe(before)

  const row = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: "Email 'More Time Needed'" })
  await expect(row).toContainText('queued')
  const undo = row.getByRole('button', { name: /^Undo/ })
  await expect(undo).toHaveText(/^Undo \(\d+ s\)$/)
  await undo.click()
  await expect(row).toContainText('withdrawn before it was sent')
  await expect(undo).toHaveCount(0)
  expect(await readReplyDate()).toBe(before)
  await page.keyboard.press('t')
  await page
    .getByRole('dialog', { name: /^Need more time/ })
    .getByRole('button', { name: 'Email and move the date' })
    .click()
  await expect(page.getByText('You can move it once more.').last()).toBeVisible()
})
