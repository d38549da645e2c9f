import { expect, test } from '@playwright/test'
import { ADMIN, openProduct, type Product } from '../setup/product.ts'
import { hasTextBrowser, openTextBrowser, type TextBrowser } from '../setup/text-browser.ts'

test.describe.configure({ mode: 'default', timeout: 300_000 })
test.skip(() => !hasTextBrowser(), 'There is no text browser here: lynx is needed, and script of util-linux (Debian: apt-get install lynx).')

const STORY = 'I like to work with people who listen.'
let product: Product
let browser: TextBrowser
test.beforeAll(async () => {
  product = await openProduct()
  browser = openTextBrowser(`${product.url}/`)
})
test.afterAll(async () => {
  await browser?.close()
  await product?.close()
})

test('someone applies in a text browser, from the openings through a rejected attempt to the thank-you page', { tag: '@access' }, async () => {
  expect(await browser.read()).toContain('Current Openings')
  await browser.choose('View Details of Telehealth Nurse Practitioner')
  expect(await browser.read()).toContain('Responsibilities')
  await browser.choose('Apply Now')
  await browser.choose('Submit application')

  const rejected = await browser.read()
  expect(rejected).toMatch(/Your application hasn't been sent yet\. \d answers need another look:\s+\[\d+\]see what to fix[^]*Step 1 of 2/)
  expect(rejected).toMatch(/There is a problem[^]*\[\d+\]First name: This field is required[^]*Personal Information/)
  expect(rejected).toMatch(/Email address\s+you@example.com\s+Error: This field is required\s+\[\d+\]_/)

  await browser.write('First name', 'Linus')
  await browser.write('Last name', 'Textmann')
  await browser.write('Email address', 'linus.textmann@example.com')
  await browser.choose(') No')
  await browser.write('for example 18', '18')
  await browser.write('a year from now?', STORY)
  await browser.write('What piece of work', STORY)
  await browser.choose('Submit application')

  const thanks = await browser.read()
  expect(thanks).toContain("We've received your answers.")
  expect(thanks).not.toContain('Application Complete!')
  expect(await browser.read()).not.toContain('(yes)')
  await browser.choose('Skip this step')
  expect(await browser.read()).toMatch(/Application Complete!\s+Thank you for applying for Telehealth Nurse Practitioner/)
  await browser.choose('Not you? Start a new application')
  expect(await browser.read()).toMatch(/First name\s+\[\d+\]_+\s/)
})

test('the hiring team sees exactly what was written in the text browser', { tag: '@access' }, async () => {
  const as = await product.signIn(ADMIN, 'admin')
  const { body } = await product.ask({ path: '/api/user-session/applicants_with_answers/1?days_ago=1&identifiable=true', as })
  const arrived = body.find((one: { email: string }) => one.email === 'linus.textmann@example.com')
  expect(arrived).toMatchObject({ first_name: 'Linus', last_name: 'Textmann', ref_application_status_id: 5 })
  const said = Object.fromEntries(arrived.answers.map((one: Record<string, string>) => [one['question_name'], one['applicants_answer']]))
  expect(said).toMatchObject({ require_sponsorship: 'No', recent_role_tenure: '18', why_this_role: STORY, proudest_work: STORY })
  expect(said['care_story'] ?? '').toBe('')
})
