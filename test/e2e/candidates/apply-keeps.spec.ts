import { chromium, expect, test, type Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encryptedPdf, writtenPdf } from '#test/setup/pdf-files.ts'
import { ANSWERS, fillForm, openForm, openLiveForm, STORY, submit } from '../setup/candidate.ts'

const NOT_YOU = 'Not you? Start a new application'

/** The script arrives when the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/assets/apply-*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

function essay(page: Page, name: string) {
  return page.locator(`textarea[name="${name}"]`)
}

async function applied(page: Page, role: number, email: string): Promise<void> {
  await openLiveForm(page, role)
  await fillForm(page, { ...ANSWERS, email })
  await submit(page)
  await page.waitForURL('**/resume')
}

test('work authorization is a question with no answer until the person gives one, and consents start empty', async ({ page }) => {
  await openForm(page)
  const authorized = page.getByRole('radiogroup', { name: 'Are you legally authorized to work in the United States?' })
  await expect(authorized.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(authorized).toHaveAttribute('aria-required', 'true')
  for (const consent of await page.locator('.field input[type="checkbox"]').all()) await expect(consent).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: "I agree to a background check if I'm offered the job. (optional)" })).toBeVisible()
})

test('what was entered before the script came is saved and wins over the draft, for every kind of field', async ({ page }) => {
  await openLiveForm(page, 3)
  const sponsor = page.locator('[name="require_sponsorship"]')
  const consent = page.locator('[name="opt_in_updates"]')
  await page.locator('[name="first_name"]').fill('Old')
  await page.locator('[name="last_name"]').fill('Delgado')
  await sponsor.first().check()
  await consent.check()
  await essay(page, 'why_this_role').fill('The old text.')
  await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')

  const release = await holdScript(page)
  await page.goto('/roles/3/apply', { waitUntil: 'commit' })
  await page.locator('[name="first_name"]').pressSequentially('Rosa')
  await sponsor.nth(1).check()
  await consent.check()
  await consent.uncheck()
  await essay(page, 'why_this_role').pressSequentially('The new text.')
  release()
  await expect(page.getByText('Previous form data has been restored')).toBeVisible()
  await expect(page.locator('[name="first_name"]')).toHaveValue('Rosa')
  await expect(page.locator('[name="last_name"]')).toHaveValue('Delgado')
  await expect(sponsor.nth(1)).toBeChecked()
  await expect(consent).not.toBeChecked()
  await expect(essay(page, 'why_this_role')).toHaveValue('The new text.')
  await page.reload()
  await expect(page.locator('[name="first_name"]')).toHaveValue('Rosa')
  await expect(sponsor.nth(1)).toBeChecked()
})

test('two tabs on one role keep the newest edit of each field, and each is told', async ({ page, context }) => {
  await openLiveForm(page, 2)
  const other = await context.newPage()
  await openLiveForm(other, 2)
  await essay(page, 'why_this_role').fill(STORY)
  await expect(essay(other, 'why_this_role')).toHaveValue(STORY)
  await expect(other.getByText('This form was also edited in another tab.')).toBeVisible()
  await essay(other, 'proudest_work').fill('Another essay, written in the second tab.')
  await expect(essay(page, 'proudest_work')).toHaveValue('Another essay, written in the second tab.')
  await page.locator('[name="first_name"]').fill('Rosa')
  await other.close()
  await page.reload()
  await expect(essay(page, 'why_this_role')).toHaveValue(STORY)
  await expect(essay(page, 'proudest_work')).toHaveValue('Another essay, written in the second tab.')
})

test('a submission that fails says so beside the button, with the cause alone, and takes the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openLiveForm(page, 3)
  await fillForm(page)
  await page.route('**/api/user-session/answers', (route) => route.fulfill({ status: 500, json: { detail: 'Something went wrong on our side.' } }))
  await submit(page)
  const said = page.locator('.submit-outcome [role=alert]')
  await expect(said).toContainText('Something went wrong on our side.')
  await expect(said).toContainText("Your application hasn't been sent.")
  await expect(said).toBeFocused()
  await expect(said).toBeInViewport()
  await expect(said).not.toContainText('retries')
})

test('the address is read back before submitting and can be corrected afterwards', async ({ page }) => {
  await openLiveForm(page, 4)
  const email = page.locator('[name="email"]')
  await email.fill('rosa@gmial.com')
  await email.blur()
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(email).toHaveValue('rosa@gmail.com')
  await fillForm(page, { ...ANSWERS, email: 'rosa@example.con' })
  await expect(page.locator('.address-check')).toContainText('rosa@example.con')
  await submit(page)
  await page.waitForURL('**/resume')
  await expect(page.getByText('rosa@example.con')).toBeVisible()
  await page.getByRole('link', { name: 'Wrong address? Correct it' }).click()
  await page.getByLabel('Email address').fill('no address')
  await page.getByRole('button', { name: 'Save and send confirmation' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address')
  await page.getByLabel('Email address').fill('rosa.corrected@example.com')
  await page.getByRole('button', { name: 'Save and send confirmation' }).click()
  await page.waitForURL('**/resume')
  await expect(page.getByText('rosa.corrected@example.com')).toBeVisible()
})

test('the next person at a shared computer starts afresh, and after an hour nobody is named unasked', async ({ page, context }) => {
  await applied(page, 5, 'mother@example.com')
  await expect(page.getByText('Rosa')).toBeVisible()
  await page.goto('/roles/5/apply')
  await expect(page.getByRole('button', { name: NOT_YOU })).toBeVisible()

  await context.clearCookies({ name: 'application-seen' })
  for (const path of ['/roles/5/resume', '/roles/5/apply', '/roles/5/email']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Is it still you?' })).toBeVisible()
    await expect(page.getByText('Rosa')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Yes, continue' }).click()
  await expect(page.getByText('Rosa')).toBeVisible()
  await page.getByRole('button', { name: NOT_YOU }).click()
  await page.waitForURL('**/apply')
  await expect(page.locator('[name="first_name"]')).toHaveValue('')
  await page.goto('/roles/5/resume')
  await expect(page.getByText('Session expired or invalid access.')).toBeVisible()
})

test('a draft that is an hour old is not shown before the person asks for it', async ({ page }) => {
  await openLiveForm(page, 6)
  await page.locator('[name="first_name"]').fill('Rosa')
  await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')
  await page.evaluate(() => {
    const draft = JSON.parse(localStorage.getItem('application_draft_6')!)
    localStorage.setItem('application_draft_6', JSON.stringify({ ...draft, saved_at: draft.saved_at - 61 * 60 * 1000 }))
  })
  await page.reload()
  await expect(page.getByText('Someone started this application on this device.')).toBeVisible()
  await expect(page.locator('[name="first_name"]')).toHaveValue('')
  await page.getByRole('button', { name: 'Show the saved answers' }).click()
  await expect(page.locator('[name="first_name"]')).toHaveValue('Rosa')
})

test('answers to one role are offered for the next, without the consents', async ({ page }) => {
  await applied(page, 1, 'twice-applied@example.com')
  await openLiveForm(page, 2)
  await page.getByRole('button', { name: 'Use my earlier answers' }).click()
  await expect(page.locator('[name="email"]')).toHaveValue('twice-applied@example.com')
  await expect(essay(page, 'why_this_role')).toHaveValue(STORY)
  await expect(page.locator('[name="opt_in_updates"]')).not.toBeChecked()
})

test('offline, the form says where the answers are', async ({ page, context }) => {
  await openLiveForm(page, 3)
  await context.setOffline(true)
  await expect(page.getByText("You're offline. Everything you type is kept on this device")).toBeVisible()
  await context.setOffline(false)
  await expect(page.locator('.offline')).toHaveText('')
})

test('characters are counted where they end an answer first', async ({ page }) => {
  await openLiveForm(page, 3)
  await essay(page, 'why_this_role').fill('x'.repeat(4001))
  await expect(page.locator('.count.over')).toContainText('4001 / 4000 characters')
})

test('real PDFs without a name or type that says so are taken, two files and protected ones are explained', async ({ page }) => {
  await applied(page, 6, 'real-files@example.com')
  const field = page.getByLabel('Your resume')
  await field.setInputFiles({ name: 'resume', mimeType: 'application/octet-stream', buffer: await writtenPdf() })
  await expect(page.locator('.chosen')).toContainText('resume')
  await page.locator('.drop').evaluate((zone) => {
    const files = new DataTransfer()
    files.items.add(new File(['%PDF-1.7'], 'a.pdf'))
    files.items.add(new File(['%PDF-1.7'], 'b.pdf'))
    zone.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText('You dropped 2 files. Please drop one PDF.')).toBeVisible()
  await field.setInputFiles({ name: 'locked.pdf', mimeType: 'application/pdf', buffer: await encryptedPdf() })
  await page.getByRole('button', { name: 'Upload resume' }).click()
  await expect(page.getByText('Choose an unprotected copy.')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(page.getByRole('button', { name: 'Try the upload again' })).toHaveCount(0)
  await field.setInputFiles({ name: 'resume', mimeType: 'application/octet-stream', buffer: await writtenPdf() })
  await page.getByRole('button', { name: 'Upload resume' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Complete!' })
  await expect(dialog.getByRole('heading', { name: 'Application Complete!' })).toBeFocused()
})

test.describe('in a browser that blocks cookies', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`an application ends on its own confirmation ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({ baseURL }, { project }) => {
      const folder = mkdtempSync(join(tmpdir(), 'rounds-cookieless-'))
      mkdirSync(join(folder, 'Default'))
      const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
      writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
      const context = await chromium.launchPersistentContext(folder, { ...project.use.launchOptions, javaScriptEnabled, ...(baseURL && { baseURL }) })
      const page = await context.newPage()
      await openForm(page, 7)
      if (javaScriptEnabled) await expect(page.getByText('Your browser blocks cookies for this site.')).toBeVisible()
      await fillForm(page, { ...ANSWERS, email: `cookieless-${javaScriptEnabled}@example.com` })
      await submit(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Application Complete!' })).toBeVisible()
      await expect(page.getByText('Your reference is')).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Application Complete!' })).toBeVisible()
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    })
  }
})
