import { expect, test, type Page } from '@playwright/test'
import { CONFIRMED_BY_EMAIL } from '#contract/pages.ts'
import { writtenPdf } from '#test/setup/pdf-files.ts'
import { ANSWERS, fillForm, openForm, openLiveForm, submit } from '../setup/candidate.ts'
import { openProduct, type Product } from '../setup/product.ts'

let product: Product
test.beforeAll(async () => {
  product = await openProduct()
})
test.afterAll(() => product.close())

const confirmationsTo = (address: string) => product.received.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.text ?? '')

async function upload(page: Page): Promise<void> {
  await page.getByLabel('Your resume').setInputFiles({ name: 'resume.pdf', mimeType: 'application/pdf', buffer: await writtenPdf() })
  await page.getByRole('button', { name: 'Upload resume' }).click()
}
const skip = (page: Page) => page.getByRole('button', { name: 'Skip this step' }).click()

for (const javaScriptEnabled of [true, false]) {
  for (const [what, end, words] of [
    ['an uploaded resume', upload, 'Resume: Received (PDF)'],
    ['a skipped resume', skip, "Resume: None yet. It's optional: you can add one on your application page."],
  ] as const) {
    const tag = javaScriptEnabled && end === upload ? [] : '@full'
    test(`the confirmation waits for ${what} and mentions it ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, { tag }, async ({ browser }) => {
      const context = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 }, javaScriptEnabled })
      const page = await context.newPage()
      const email = `${what.replaceAll(' ', '.')}.${javaScriptEnabled}@example.com`
      await (javaScriptEnabled ? openLiveForm(page) : openForm(page))
      await fillForm(page, { ...ANSWERS, email })
      await submit(page)
      await page.waitForURL('**/resume')
      await expect(page.getByText(email)).toBeVisible()
      expect(confirmationsTo(email)).toEqual([])

      await end(page)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByText(CONFIRMED_BY_EMAIL).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Current Openings' })).toBeHidden()
      await expect.poll(() => confirmationsTo(email)).toEqual([expect.stringContaining(words)])
      await context.close()
    })
  }
}
