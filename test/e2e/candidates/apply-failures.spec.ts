import { expect, test } from '@playwright/test'
import { writtenPdf } from '#test/setup/pdf-files.ts'
import { ANSWERS, fillForm, openForm, openLiveForm, submit } from '../setup/candidate.ts'

const OPEN = '**/api/user-session'
const SUBMIT = '**/api/user-session/answers'
/** A response that no real call returns. */
const NONSENSE = { contentType: 'application/json', body: 'null' }

test("if questions don't load, the form says so, offers Retry and stays usable", { tag: '@full' }, async ({ page }) => {
  for (const [answer, said] of [
    [{ status: 500, json: { detail: 'Something went wrong on our side.' } }, 'Something went wrong on our side.'],
    [{ json: { user_session_id: 1 } }, 'Invalid API response: missing questions data'],
    [NONSENSE, 'Failed to submit application.'],
  ] as const) {
    await page.route(OPEN, (route) => route.fulfill(answer))
    await openForm(page, 3)
    await expect(page.getByRole('alert').getByText(said)).toBeVisible()
    await expect(page.locator('[name="first_name"]')).toBeEditable()
    await page.unroute(OPEN)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(said)).toHaveCount(0)
  }
})

test(
  'the button shows that answers are being sent; a success without an application ID has a different message from an error',
  { tag: '@full' },
  async ({ page }) => {
    await openLiveForm(page, 3)
    await fillForm(page)
    let answer = () => {}
    const held = new Promise<void>((done) => (answer = done))
    await page.route(SUBMIT, async (route) => {
      await held
      await route.fulfill({ json: { message: 'Thank you.' } })
    })
    await submit(page)
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
    answer()
    await expect(page.getByText('Application submitted, but failed to proceed to resume upload. Please contact support.')).toBeVisible()
    await page.unroute(SUBMIT)

    for (const [said, response] of [
      ['Something went wrong on our side.', { status: 500, json: { detail: 'Something went wrong on our side.' } }],
      ['Failed to submit application.', NONSENSE],
    ] as const) {
      await page.route(SUBMIT, (route) => route.fulfill(response))
      await submit(page)
      await expect(page.getByRole('alert').getByText(said)).toBeVisible()
      await page.unroute(SUBMIT)
    }
    await expect(page.locator('[name="first_name"]')).toHaveValue(ANSWERS.first)
    await page.reload()
    await expect(page.locator('[name="first_name"]')).toHaveValue(ANSWERS.first)
  },
)

test("a resume that fails to upload stays selected, with the server's message or our own", async ({ page }) => {
  await openLiveForm(page, 6)
  await fillForm(page, { ...ANSWERS, email: 'lost@example.com' })
  await submit(page)
  await page.waitForURL('**/resume')
  await page.getByLabel('Your resume').setInputFiles({ name: 'resume.pdf', mimeType: 'application/pdf', buffer: await writtenPdf() })
  let button = 'Upload resume'
  for (const [answer, said] of [
    [{ status: 500, json: { detail: 'The shelf is full.' } }, 'The shelf is full.'],
    [{ status: 500, body: 'x' }, 'Failed to upload resume. Please try again.'],
  ] as const) {
    await page.route('**/api/user-session/resume', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert').getByText(said)).toBeVisible()
    await page.unroute('**/api/user-session/resume')
    button = 'Try uploading again'
  }
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/api/user-session/resume', async (route) => {
    await held
    await route.fulfill({ status: 201, json: { message: "We've received your resume." } })
  })
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  release()
  await expect(page.getByRole('dialog', { name: 'Application Complete!' })).toBeVisible()
})
