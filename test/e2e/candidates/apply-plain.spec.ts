import { expect, test } from '@playwright/test'
import { ANSWERS, fillForm, openForm, STORY, submit } from '../setup/candidate.ts'
import { RESUME, ownResume, timesStored } from '../setup/resumes.ts'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the entire application works with plain forms', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'View Details of Health Data Analyst' }).click()
    await page.getByRole('navigation', { name: 'About this role' }).getByRole('link', { name: 'Apply Now' }).click()
    await page.locator('[name="first_name"]').fill('Noor')
    await submit(page)
    await expect(page).toHaveTitle(/^Error: /)
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
    await expect(page.locator('[name="first_name"]')).toHaveValue('Noor')
    await expect(page.locator('[name="last_name"]')).toBeFocused()
    await expect(page.locator('#field-last_name-fault')).toBeInViewport()
    await fillForm(page, { ...ANSWERS, email: 'noor@example.com' })
    await submit(page)
    await expect(page.getByRole('heading', { name: 'Add your resume' })).toBeVisible()
    const resume = await ownResume()
    await page.getByLabel('Your resume').setInputFiles({ ...RESUME, buffer: resume })
    await page.getByRole('button', { name: 'Upload resume' }).click()
    await expect(page.getByRole('heading', { name: 'Application Complete!' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(timesStored(resume)).toBe(1)
  })

  test("long answers are still in the form when it's shown again", { tag: '@full' }, async ({ page }) => {
    await openForm(page, 6)
    await page.locator('.field textarea:not([tabindex="-1"])').first().fill(STORY)
    await submit(page)
    await expect(page.locator('.field textarea:not([tabindex="-1"])').first()).toHaveValue(STORY)
  })

  test('the resume step can be skipped', async ({ page }) => {
    await openForm(page, 6)
    await fillForm(page, { ...ANSWERS, email: 'skips@example.com' })
    await submit(page)
    await page.getByRole('button', { name: 'Skip this step' }).click()
    await expect(page.getByRole('heading', { name: 'Application Complete!' })).toBeVisible()
  })

  test('the resume step without an application redirects to the form', { tag: '@full' }, async ({ page }) => {
    await page.goto('/roles/1/resume')
    expect(new URL(page.url()).pathname).toBe('/roles/1/apply')
    await expect(page.getByText('Session expired or invalid access.')).toBeVisible()
  })
})
