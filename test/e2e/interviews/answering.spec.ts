import { mkdirSync } from 'node:fs'
import { expect, request, test, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { ADMIN, carry, INTERVIEWER, openProduct, type Product, type Session } from '../setup/product.ts'
import { hasTextBrowser, openTextBrowser } from '../setup/text-browser.ts'

const ANSWERS = {
  first_name: 'Ada',
  last_name: 'Archer',
  opt_in_legally_authorized: 'Yes',
  require_sponsorship: 'No',
  startup_previously: 'No',
  recent_role_tenure: '18',
  why_this_role: 'To learn from nurses.',
  proudest_work: 'A clinic.',
}
const PICTURES = process.env['PICTURES']

let product: Product
let admin: Session
let interviewer: Session
test.describe.configure({ timeout: 240_000 })
test.beforeAll(async () => {
  product = await openProduct({ MAIL_DELAY_SECONDS: '0' })
  admin = await product.signIn(ADMIN, 'admin')
  interviewer = await product.signIn(INTERVIEWER, 'interviewer')
})
test.afterAll(() => product.close())

/** At each width, light and dark: the page is accessible and nothing sticks out. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [320, 390, 768, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      if (PICTURES) mkdirSync(PICTURES, { recursive: true })
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
}

async function emailTo(address: string, subject: RegExp, after = 0): Promise<string> {
  const found = () => product.received.slice(after).filter(({ to, mail }) => to.includes(address) && subject.test(mail.subject ?? ''))
  await expect.poll(() => found().length, { timeout: 60_000 }).toBeGreaterThan(0)
  return found().at(-1)!.mail.text ?? ''
}

async function done(answer: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}

/** A candidate who booked Interview A with the interviewer, and the path of the link in the interviewer's invitation. */
async function book(email: string): Promise<{ id: number; link: string }> {
  const before = product.received.length
  const answers = Object.entries({ ...ANSWERS, email }).map(([question_name, user_answer_text_box]) => ({ question_name, user_answer_text_box }))
  const { user_session_id: id } = (await done(product.ask({ path: '/roles/1/apply', body: { answers } }))) as { user_session_id: number }
  const { body: me } = await product.ask({ path: `/api/interviews/interviewers/by-email?interviewer_email=${INTERVIEWER}`, as: interviewer })
  const parts = [{ ref_interview_id: 1, minutes: 45, interviewer_ids: [me.ref_interviewer_id] }]
  await done(product.ask({ path: '/api/user-session/update_status', body: { user_session_id: id, ref_application_status_id: 2 }, as: admin }))
  await done(product.ask({ path: `/api/scheduling/plans/${id}`, method: 'PUT', body: { parts }, as: admin }))
  const invite = { candidate_info: { user_session_id: id }, template_name: 'Schedule Panel Interview' }
  await done(product.ask({ path: '/api/user-session/send_candidate_email', body: invite, as: admin }))

  const candidate = await request.newContext({ baseURL: product.url })
  await candidate.get(new URL(/http\S+\/application\/[\w-]{43,}/.exec(await emailTo(email, /We'd like to meet you/))![0]).pathname)
  const times = `/api/candidate/applications/${id}/times`
  const { interviews } = await (await candidate.get(times)).json()
  expect((await candidate.post(`${times}/hold`, { data: { ref_interview_id: 1, starts_at: interviews[0].free[3] } })).status()).toBe(200)
  expect((await candidate.post(`${times}/confirm`, { data: {} })).status()).toBe(200)
  await candidate.dispose()
  const invitation = await emailTo(INTERVIEWER, /^Interview confirmed/, before)
  return { id, link: new URL(/http\S+\/interviews\/answer\/\S+/.exec(invitation)![0]).pathname }
}

test('an interviewer declines on the dashboard; the week, the home and the hiring lead say so; they accept after all', async ({ browser }) => {
  const { id } = await book('ada.dashboard@example.com')
  const desk = await browser.newContext({ baseURL: product.url })
  await carry(desk, 'interviewer', interviewer)
  const page = await desk.newPage()
  await page.goto('/interviewer/dashboard')
  await page.getByRole('button', { name: 'Decline Interview A with Ada Archer' }).click()
  await expect(page.getByText('Declined', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decline Interview A with Ada Archer' })).toHaveCount(0)
  await look(page, 'own-day')

  const office = await browser.newContext({ baseURL: product.url })
  await carry(office, 'admin', admin)
  const staff = await office.newPage()
  await staff.goto('/admin/dashboard')
  await staff.getByRole('link', { name: /^Interview declined/ }).click()
  await expect(staff.getByRole('table', { name: 'Interview declined' })).toContainText('Interview A')
  await look(staff, 'home')
  await staff.goto('/admin/interviews')
  const waiting = staff.getByRole('region', { name: 'Not accepted by the interviewer' })
  await expect(waiting).toContainText('Ambrose Kittredge-Bai declined Interview A with')
  await look(staff, 'week')
  await waiting.getByRole('link').first().click()
  await expect(staff).toHaveURL(new RegExp(`/admin/applications/${id}/interviews$`))
  await expect(staff.getByText('(declined)')).toBeVisible()

  await page.getByRole('button', { name: 'Accept Interview A with Ada Archer' }).click()
  await expect(page.getByText('Accepted', { exact: true })).toBeVisible()
  await staff.goto('/admin/interviews')
  await expect(staff.getByRole('button', { name: 'Next week' })).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await desk.close()
  await office.close()
})

test('without JavaScript and without a sign-in, the link in the email declines by keyboard, tells the hiring lead, and accepts after all', async ({
  browser,
}) => {
  const { id, link } = await book('ada.link@example.com')
  const { body: plan } = await product.ask({ path: `/api/scheduling/plans/${id}`, as: admin })
  expect(plan.bookings).toMatchObject([{ interviewer_answer: null }])
  const plain = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const page = await plain.newPage()
  const before = product.received.length
  await page.goto(link)
  await page.getByRole('button', { name: 'Decline' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('You declined this interview. The hiring lead has been told.')
  const { body: roles } = await product.ask({ path: '/api/open-roles/admin', as: admin })
  const role = roles.find((one: { ref_function_role_id: number }) => one.ref_function_role_id === 1)
  expect(await emailTo(role.hiring_lead_email, /^Interviewer declined/, before)).toContain("Ambrose Kittredge-Bai can't make their interview with Ada Archer.")
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('status')).toHaveText('You accepted this interview.')
  await plain.close()
})

test('the page behind the link reads well at every width, in light and dark', async ({ page }) => {
  const { link } = await book('ada.looks@example.com')
  await page.goto(product.url + link)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await look(page, 'answer')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  await look(page, 'answer-declined')
  await page.goto(`${product.url}/interviews/answer/x`)
  await expect(page.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await look(page, 'answer-ended')
})

test('a text browser accepts by the link', async () => {
  test.skip(!hasTextBrowser(), 'There is no text browser here: lynx is needed, and script of util-linux (Debian: apt-get install lynx).')
  const { id, link } = await book('ada.lynx@example.com')
  const lynx = openTextBrowser(product.url + link)
  expect(await lynx.read()).toContain('Interview A with Ada Archer')
  await lynx.choose('Accept')
  expect(await lynx.read()).toContain('You accepted this interview.')
  await lynx.close()
  expect((await product.ask({ path: `/api/scheduling/plans/${id}`, as: admin })).body.bookings).toMatchObject([{ interviewer_answer: 'accepted' }])
})
