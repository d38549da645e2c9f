import { expect, test, type Locator } from '@playwright/test'
import { writtenPdf } from '#test/setup/pdf-files.ts'
import { stopClock } from '../setup/clock.ts'
import { ANSWERS, writeEssay, fillForm, openLiveForm, STORY, submit } from '../setup/candidate.ts'
import { blockCopying } from '../setup/product.ts'
import { RESUME, ownResume, timesStored } from '../setup/resumes.ts'

test.describe('with JavaScript', () => {
  test('a job seeker finds a role, applies, uploads a resume and is thanked', async ({ page }) => {
    await page.goto('/')
    const opening = page.getByRole('link', { name: 'View Details of Telehealth Nurse Practitioner' })
    await opening.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Telehealth Nurse Practitioner' })).toBeVisible()
    await page.getByRole('tab', { name: 'Apply Now' }).click()
    await page.waitForURL('**/apply')
    const names = page.locator('[name="first_name"], [name="last_name"]')
    const [first, last] = await names.evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().toJSON()))
    expect([first.y, first.x < last.x]).toEqual([last.y, true])
    await fillForm(page)
    await submit(page)
    await page.waitForURL('**/resume')
    const resume = await ownResume()
    await expect(page.getByRole('button', { name: 'Upload resume' })).toBeDisabled()
    await page.getByLabel('Your resume').setInputFiles({ ...RESUME, buffer: resume })
    await expect(page.getByText('resume.pdf', { exact: false }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Upload resume' }).click()
    const dialog = page.getByRole('dialog', { name: 'Application Complete!' })
    await expect(dialog).toBeVisible()
    expect(timesStored(resume)).toBe(1)
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
    await dialog.getByRole('button').click()
    await page.waitForURL((url) => url.pathname === '/')
    const thanks = page.getByRole('status').filter({ hasText: 'Application Complete!' })
    await expect(thanks).toContainText('Telehealth Nurse Practitioner')
    await page.reload()
    await expect(thanks).toBeVisible()
    await page.reload()
    await expect(thanks).toBeHidden()
  })

  test('an empty form is rejected: focus goes to the first error, and a summary links to each one', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openLiveForm(page, 2)
    await submit(page)
    const first = page.locator('[name="first_name"]')
    await expect(first).toBeFocused()
    await expect(first).toBeInViewport({ ratio: 1 })
    await expect(page.locator('#field-first_name-fault')).toBeInViewport({ ratio: 1 })
    await expect(page).toHaveTitle(/^Error: /)
    await expect(page.getByRole('alert').getByText('There is a problem')).toBeVisible()
    const links = page.locator('#error-summary').getByRole('link')
    expect(await links.count()).toBeGreaterThan(4)
    await links.nth(1).click()
    await expect(page.locator('[name="last_name"]')).toBeFocused()
    await expect(first).toHaveAttribute('aria-invalid', 'true')
    await expect(links.first()).toHaveText('First name: This field is required')
    await expect(page.locator('#field-first_name-fault')).toContainText('This field is required')
    await expect(page.locator('.submit-outcome')).toContainText("Your application hasn't been sent yet.")
    await first.fill('Rosa')
    await expect(first).not.toHaveAttribute('aria-invalid')
    await expect(first).toBeFocused()
    await expect(links.getByText('First name')).toHaveCount(0)
    await submit(page)
    await expect(page.locator('[name="last_name"]')).toBeFocused()
  })

  test('typed text is saved a second later, restored after a reload, and can be cleared', async ({ page }) => {
    await page.clock.install()
    await openLiveForm(page, 3)
    const first = page.locator('[name="first_name"]')
    const note = page.locator('.draft-note [role=status]')
    await expect(note).toHaveText('')
    await stopClock(page, 60_000)
    await first.pressSequentially('Rosa')
    await expect(note).toHaveText('Saving...')
    await page.clock.runFor(1000)
    await expect(note).toHaveText('All changes saved')
    await page.clock.resume()
    await page.getByRole('radiogroup').first().getByLabel('Yes').check()
    await page.reload()
    await expect(page.getByText('Previous form data has been restored')).toBeVisible()
    await expect(first).toHaveValue('Rosa')
    await expect(page.getByRole('radiogroup').first().getByLabel('Yes')).toBeChecked()
    await page.getByRole('button', { name: 'Clear this draft' }).click()
    await expect(first).toHaveValue('')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('application_draft_3'))).toBeNull()
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeFocused()
    await undo.click()
    await expect(first).toHaveValue('Rosa')
    await expect(page.getByRole('radiogroup').first().getByLabel('Yes')).toBeChecked()
    await page.getByRole('button', { name: 'Clear this draft' }).click()
    await expect(undo).toBeFocused()
    await expect(undo).toHaveCount(0)
    await expect(first).toBeFocused()
  })

  test(
    'for every kind of field, the form shows whether the answer is saved, next to the field being edited and nowhere else',
    { tag: '@full' },
    async ({ page }) => {
      await page.clock.install()
      await openLiveForm(page, 4)
      await stopClock(page, 60_000)
      const beside = (field: Locator) => page.locator('.field', { has: field }).locator('.saved')
      const first = page.locator('[name="first_name"]')
      const edits: [Locator, () => Promise<void>][] = [
        [first, () => first.pressSequentially('Rosa')],
        [page.locator('[name="email"]'), () => page.locator('[name="email"]').fill('rosa@example.com')],
        [page.locator('[name="require_sponsorship"]').first(), () => page.locator('[name="require_sponsorship"]').first().check()],
        [page.locator('[name="opt_in_updates"]'), () => page.locator('[name="opt_in_updates"]').check()],
        [writeEssay(page, 'why_this_role'), () => writeEssay(page, 'why_this_role').fill(STORY)],
      ]
      for (const [field, edit] of edits) {
        await edit()
        await expect(beside(field)).toHaveText('Saving...')
        await page.clock.runFor(1000)
        await expect(beside(field)).toHaveText('All changes saved')
        await expect(page.locator('.saved')).toHaveCount(1)
      }
    },
  )

  test("in a browser that can't store anything, the form says so", { tag: '@full' }, async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new Error('full')
      }
    })
    await openLiveForm(page, 3)
    await page.locator('[name="first_name"]').fill('Rosa')
    await expect(page.locator('.draft-note [role=status]')).toHaveText('Failed to save')
  })

  test('text over the limit is cut off, and the rest can be copied', { tag: '@full' }, async ({ page, context }) => {
    await openLiveForm(page, 3)
    const box = page.locator('.field textarea:not([tabindex="-1"])').first()
    await box.fill('one two')
    await box.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 7))
    await page.keyboard.insertText(` ${Array.from({ length: 310 }, (_, place) => `w${place}`).join(' ')}`)
    await expect(page.getByText("12 words weren't added because the limit is 300 words.")).toBeVisible()
    await expect(page.getByText('300 / 300 words')).toBeVisible()
    const copy = page.getByRole('button', { name: "Copy the part that didn't fit" })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await copy.click()
    await expect(page.getByText('Copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^w298 .*w309$/)
    await blockCopying(page)
    await copy.click()
    await expect(page.getByText(/^We couldn't copy it. Select it here: w298 .*w309$/)).toBeVisible()
  })

  test('a role with all of its questions removed says that it has none', { tag: '@full' }, async ({ page }) => {
    await page.route('**/api/user-session', (route) => route.fulfill({ status: 201, json: { user_session_id: 1, questions: [] } }))
    await page.goto('/roles/3/apply')
    await expect(page.getByText('No questions available for this role posting.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit application' })).toHaveCount(0)
  })

  test("a double click submits once, and going back doesn't bring back a submitted form", async ({ page }) => {
    await openLiveForm(page, 4)
    await fillForm(page, { ...ANSWERS, email: 'twice@example.com' })
    let posts = 0
    page.on('request', (request) => void (request.url().endsWith('/answers') && posts++))
    await page.getByRole('button', { name: 'Submit application' }).dblclick()
    await page.waitForURL('**/resume')
    expect(posts).toBe(1)
    await page.goBack()
    await expect(page.getByRole('heading', { name: "You've already applied for this role" })).toBeVisible()
  })

  test('only PDFs are accepted, and the reason for rejecting a file is shown', async ({ page }) => {
    await openLiveForm(page, 5)
    await fillForm(page, { ...ANSWERS, email: 'files@example.com' })
    await submit(page)
    await page.waitForURL('**/resume')
    const field = page.getByLabel('Your resume')
    await field.setInputFiles({ name: 'resume.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
    await expect(page.getByText('Only PDF files are supported. Please select a PDF file.')).toBeVisible()
    await field.setInputFiles({ ...RESUME, buffer: Buffer.alloc(0) })
    await expect(page.getByText('This file is empty. Select another one.')).toBeVisible()
    await field.setInputFiles({ ...RESUME, buffer: Buffer.from('<html>not a pdf</html>') })
    await expect(page.getByText('Only PDF files are supported. Please select a PDF file.')).toBeVisible()
    await field.setInputFiles({ ...RESUME, buffer: await writtenPdf() })
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(field).toBeFocused()
    expect(await page.evaluate(() => localStorage.getItem('application_draft_5'))).not.toBeNull()
    await page.getByRole('button', { name: 'Skip this step' }).click()
    await expect(page.getByRole('dialog', { name: 'Application Complete!' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('application_draft_5'))).toBeNull()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page.getByRole('status').filter({ hasText: 'Application Complete!' })).toBeVisible()
  })

  test('honeypots are invisible, outside the tab order, and empty at first', async ({ page }) => {
    await openLiveForm(page, 3)
    const traps = page.locator('textarea[tabindex="-1"]')
    expect(await traps.count()).toBe(await page.locator('.field textarea:not([tabindex="-1"])').count())
    for (const trap of await traps.all()) {
      await expect(trap).not.toBeInViewport()
      await expect(trap).toHaveAttribute('autocomplete', 'off')
    }
    await expect(page.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0)
  })
})
