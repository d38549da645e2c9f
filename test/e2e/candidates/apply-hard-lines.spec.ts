import { expect, test } from '@playwright/test'
import { applyAs, writeEssay, openLiveForm } from '../setup/candidate.ts'
import { stopClock } from '../setup/clock.ts'
import { writtenPdf } from '../../setup/pdf-files.ts'

test('invisible characters are removed, and a message names the field they were in', async ({ page }) => {
  await openLiveForm(page, 3)
  const field = writeEssay(page, 'why_this_role')
  await field.fill('I \u202Ework\u202C nights\u0000 and days')
  await field.blur()
  await expect(page.getByText(/Invisible characters were removed from “Why this role/)).toBeVisible()
  await expect(field).toHaveValue('I work nights and days')
})

test.describe('on a slow connection', () => {
  test.beforeEach(({ page }) => page.clock.install())

  test('a resume that takes minutes keeps uploading as long as data moves; an upload that stalls for a minute is stopped, and the file stays selected', async ({
    page,
  }) => {
    await applyAs(page, 6, 'slow-line@example.com')
    await page.evaluate(() => {
      // A connection whose progress the test controls; the request itself is real.
      const send = XMLHttpRequest.prototype.send
      const waiting: (() => void)[] = []
      // Only the latest upload; the previous one was canceled.
      Object.assign(window, { moveOn: () => waiting.splice(0).pop()?.() })
      XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body) {
        let loaded = 0
        const step = () => {
          loaded += 1
          this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total: 4 }))
          if (loaded === 3) send.call(this, body)
          else waiting.push(step)
        }
        waiting.push(step)
      }
    })
    const move = () => page.evaluate(() => (window as unknown as { moveOn: () => void }).moveOn())
    await page.getByLabel('Your resume').setInputFiles({ name: 'resume.pdf', mimeType: 'application/pdf', buffer: await writtenPdf() })
    // From here on, time passes only when the test advances it, so a busy machine isn't mistaken for a slow connection.
    await stopClock(page, 60_000)
    await page.getByRole('button', { name: 'Upload resume' }).click()
    await expect(page.getByText('Uploading your resume: 0%')).toBeVisible()
    await page.clock.runFor(61_000)
    await expect(page.getByText('Failed to upload resume. Please try again.')).toBeVisible()
    await expect(page.locator('.chosen')).toContainText('resume.pdf')

    await page.getByRole('button', { name: 'Try uploading again' }).click()
    for (const percent of [25, 50]) {
      await page.clock.runFor(50_000)
      await move()
      await expect(page.getByText(`Uploading your resume: ${percent}%`)).toBeVisible()
    }
    await page.clock.runFor(50_000)
    await move()
    await page.clock.resume()
    await expect(page.getByRole('dialog', { name: 'Application Complete!' })).toBeVisible()
  })
})
