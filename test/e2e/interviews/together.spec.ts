import { expect, test, type Browser, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { emailTo, invite, moveToPanel, openInterviewDesk, type InterviewDesk } from '../setup/interview-desk.ts'
import { storeSession, INTERVIEWER } from '../setup/product.ts'

const CANDIDATE = 'ada.together@example.com'
const PICTURES = process.env['PICTURES']
const PHONE = { width: 390, height: 844 }

let desk: InterviewDesk
test.beforeAll(async () => {
  desk = await openInterviewDesk('0')
})
test.afterAll(() => desk.close())

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

type Person = { interviewer_name: string; interviewer_email: string }

/** Plans Interview A with any two of these people as interviewers. */
async function planTogether(page: Page, id: number, people: Person[]): Promise<void> {
  await page.goto(`${desk.product.url}/admin/applications/${id}/interviews`)
  const field = page.getByRole('combobox', { name: 'Interview A: possible interviewers' })
  await field.click()
  for (const { interviewer_name } of people) await page.getByRole('option', { name: interviewer_name, exact: true }).filter({ visible: true }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Interview A: interviewers at a time').fill('2')
  await page.getByRole('button', { name: 'Save interviews' }).click()
  await expect(page.getByText(/Interviews saved/)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'together-plan')
}

/** The candidate picks the first time on a phone and reads who will interview them. */
async function pickFirst(browser: Browser, path: string, people: Person[]): Promise<string> {
  const context = await browser.newContext({ baseURL: desk.product.url, viewport: PHONE })
  const page = await context.newPage()
  await page.goto(path)
  await page.getByRole('link', { name: 'Pick your interview times' }).click()
  const time = page.getByRole('radio').first()
  const name = (await time.getAttribute('aria-label'))!
  await time.check()
  await page.getByRole('button', { name: `Hold ${name} for 10 minutes` }).click()
  await page.getByRole('button', { name: `Confirm ${name}` }).click()
  await expect(page.getByRole('status')).toContainText('We emailed you an invitation')
  const [one, other] = people.map(({ interviewer_name }) => interviewer_name)
  const [, names] = /\d+ minutes, with (.+ and .+?)\./.exec(await page.locator('main').innerText())!
  expect([`${one} and ${other}`, `${other} and ${one}`]).toContain(names!.trim())
  await picture(page, 'together-times')
  await context.close()
  return names!.trim()
}

test('two interviewers meet a candidate together: both are asked to accept, and every page lists both', { tag: '@full' }, async ({ browser, page }) => {
  const { product, admin } = desk
  const all = (await product.ask({ path: '/api/interviews/interviewers', as: admin })).body as Person[]
  const people = [all.find((one) => one.interviewer_email === INTERVIEWER)!, all.find((one) => one.interviewer_email !== INTERVIEWER)!]
  const id = await moveToPanel(desk, CANDIDATE)
  await storeSession(page, 'admin', admin)
  await page.setViewportSize(PHONE)
  await planTogether(page, id, people)
  const before = product.received.length
  const names = await pickFirst(browser, await invite(desk, id, CANDIDATE), people)
  const toCandidate = await emailTo(product, CANDIDATE, /^Interview confirmed/, before)
  expect(toCandidate).toContain(`Your interview with ${names} is confirmed.`)

  await page.reload()
  await expect(page.getByText(/^Interview A: .* with .* \(not answered\) and .* \(not answered\), /)).toBeVisible()
  const second = people[1]!
  const invitation = await emailTo(product, second.interviewer_email, /^Interview confirmed/, before)
  const answer = await (await browser.newContext({ baseURL: product.url, viewport: PHONE })).newPage()
  await answer.goto(new URL(/http\S+\/interviews\/answer\/\S+/.exec(invitation)![0]).pathname)
  await answer.getByRole('button', { name: 'Accept' }).click()
  await expect(answer.getByRole('status')).toContainText('You accepted this interview.')
  await page.reload()
  await expect(page.getByText(`${second.interviewer_name} (accepted)`)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'together-booked')

  await storeSession(page, 'interviewer', desk.interviewer)
  await page.goto(`${product.url}/interviewer/dashboard`)
  await expect(page.getByText(`together with ${second.interviewer_name}`)).toBeVisible()
  await picture(page, 'together-own-day')
})
