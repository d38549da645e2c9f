import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { book, expectOk, emailTo, invite, moveToPanel, openInterviewDesk, type InterviewDesk } from '../setup/interview-desk.ts'
import { answerQuestions, clickBeside } from '../setup/leaving.ts'
import { ADMIN, nextFrame, storeSession, INTERVIEWER } from '../setup/product.ts'

const PICTURES = process.env['PICTURES']

let desk: InterviewDesk
test.beforeAll(async () => {
  desk = await openInterviewDesk('0')
})
test.afterAll(() => desk.close())

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

/** 9 PM in eight days, which is outside everyone's hours, in a form field's format. */
const NIGHT = `${new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)}T21:00`

test('an interviewer uses the link to propose a time, and staff move the interview to it from the week view', { tag: '@full' }, async ({ browser, page }) => {
  const { product } = desk
  const { id, link } = await book(desk, 'ada.moved@example.com')
  const plain = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const answer = await plain.newPage()
  await answer.goto(link)
  await answer.getByText('Propose another time').click()
  await answer.getByLabel(/^Day and time/).fill(NIGHT)
  await picture(answer, 'propose')
  await answer.getByRole('button', { name: 'Propose this time' }).click()
  await expect(answer.getByRole('status')).toContainText("You proposed another time. We've told the hiring lead. Your proposal: ")
  await plain.close()

  const before = product.received.length
  await storeSession(page, 'admin', desk.admin)
  await page.goto(`${product.url}/admin/interviews`)
  const waiting = page.getByRole('region', { name: /^Not accepted by the interviewer/ })
  await expect(waiting).toContainText('Ambrose Kittredge-Bai proposes ')
  await waiting.getByRole('button', { name: /^Change Interview A with/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Interview A' })
  await expect(dialog.getByLabel('Starts')).not.toHaveValue('')
  await expect(dialog.getByText("We'll email the new time to the candidate and the interviewers.")).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'by-hand')
  await dialog.getByRole('button', { name: 'Save the change' }).click()
  await expect(dialog).toBeHidden()
  await expect(waiting).toContainText("hasn't answered for Interview A")
  expect(await emailTo(product, 'ada.moved@example.com', /^Interview moved/, before)).toContain('has a new time')
  await page.goto(`${product.url}/admin/applications/${id}/interviews`)
  await expect(page.getByText(/^Interview A: .* \(not answered\)$/)).toBeVisible()
  await picture(page, 'plan')
})

/** Creates a candidate who's invited to pick times for Interviews A and B. */
async function inviteForTwo(email: string): Promise<number> {
  const { product, admin, interviewer } = desk
  const id = await moveToPanel(desk, email)
  const { body: me } = await product.ask({ path: `/api/interviews/interviewers/by-email?interviewer_email=${INTERVIEWER}`, as: interviewer })
  const parts = [1, 2].map((ref_interview_id) => ({ ref_interview_id, minutes: 45, interviewer_ids: [me.ref_interviewer_id] }))
  await expectOk(product.ask({ path: `/api/scheduling/plans/${id}`, method: 'PUT', body: { parts }, as: admin }))
  await invite(desk, id, email)
  return id
}

async function bookInDialog(page: Page, name: string, at: number): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel('Interviewer').selectOption('Ambrose Kittredge-Bai')
  await dialog.getByLabel('Free times').selectOption({ index: at })
  await dialog.getByRole('button', { name: 'Book this time' }).click()
  await expect(dialog).toBeHidden()
}

test("staff book interviews the candidate hasn't picked, from the week view and from the applicant's page", { tag: '@full' }, async ({ page }) => {
  const { product, admin } = desk
  const email = 'ada.called@example.com'
  const id = await inviteForTwo(email)
  const before = product.received.length
  await storeSession(page, 'admin', admin)
  await page.goto(`${product.url}/admin/interviews`)
  await page.getByLabel('Show identifiable information').check()
  const waiting = page.getByRole('region', { name: /^No times picked yet/ })
  await waiting.getByRole('button', { name: 'Book Interview A with Ada Archer' }).click()
  await bookInDialog(page, 'Book Interview A', 20)
  await expect(waiting.getByRole('button', { name: 'Book Interview A with Ada Archer' })).toHaveCount(0)
  await expect(waiting.getByRole('button', { name: 'Book Interview B with Ada Archer' })).toBeVisible()
  await picture(page, 'week')
  await page.goto(`${product.url}/admin/person/${id}`)
  // Other applications of the same person are listed too.
  await page
    .getByRole('link', { name: 'Book or change interviews' })
    .and(page.locator(`[href*="/${id}/"]`))
    .click()
  await page.getByRole('button', { name: 'Book Interview B' }).click()
  await expect(page.getByRole('dialog', { name: 'Book Interview B' }).getByRole('button', { name: 'Book this time' })).toBeDisabled()
  await bookInDialog(page, 'Book Interview B', 1)
  await expect(page.getByText(/^Interview B: .* with Ambrose Kittredge-Bai, .* \(not answered\)$/)).toBeVisible()
  expect(await emailTo(product, email, /^Interview confirmed: Interview B/, before)).toContain('is confirmed')
})

test('an interviewer proposes a time on the dashboard', { tag: '@full' }, async ({ page }) => {
  const { product, interviewer } = desk
  await book(desk, 'ada.proposed@example.com', 6)
  await storeSession(page, 'interviewer', interviewer)
  await page.goto(`${product.url}/interviewer/dashboard`)
  const button = page.getByRole('button', { name: 'Propose another time for Interview A with Ada Archer' }).first()
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Propose another time' })
  await expect(dialog.getByRole('button', { name: 'Propose this time' })).toBeDisabled()
  await dialog.getByLabel('Day and time').fill('2020-01-01T10:00')
  await dialog.getByRole('button', { name: 'Propose this time' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Day and time').fill(NIGHT)
  await expectAccessible(page)
  await picture(page, 'propose-dashboard')
  await dialog.getByRole('button', { name: 'Propose this time' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Another time proposed')).toBeVisible()
})

test(
  'a click outside the dialog keeps a proposed time, and offline, an answer fails right away instead of being sent later',
  { tag: '@full' },
  async ({ page, context }) => {
    const { product, interviewer } = desk
    await book(desk, 'ada.beside@example.com', 9)
    const questions = answerQuestions(page)
    await storeSession(page, 'interviewer', interviewer)
    await page.goto(`${product.url}/interviewer/dashboard`)
    await page.getByRole('button', { name: 'Propose another time for Interview A with Ada Archer' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Propose another time' })
    await dialog.getByLabel('Day and time').fill(NIGHT)
    await clickBeside(page)
    await nextFrame(page)
    await page.keyboard.press('Escape')
    await expect(dialog.getByLabel('Day and time')).toHaveValue(NIGHT)
    expect(questions.asked).toEqual(['Discard what you wrote?'])
    questions.answer = true
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)

    await context.setOffline(true)
    await page.getByRole('button', { name: 'Decline Interview A with Ada Archer' }).last().click()
    await expect(page.getByText(/No response from server/).first()).toBeVisible({ timeout: 20_000 })
    await context.setOffline(false)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Propose another time for Interview A with Ada Archer' }).last()).toBeVisible()
    await expect(page.getByText('Declined', { exact: true })).toHaveCount(0)
  },
)

test("a manual change keeps what's typed, and isn't saved over a colleague's, however often it's tried", { tag: '@full' }, async ({ page }) => {
  const { product, admin } = desk
  const { id } = await book(desk, 'ada.twice@example.com', 14)
  const plan = `/api/scheduling/plans/${id}`
  const firstBooking = async () =>
    ((await expectOk(product.ask({ path: plan, as: admin }))) as { bookings: { starts_at: string; ref_interviewer_id: number }[] }).bookings[0]!
  const moveBy = async (hours: number) => {
    const { starts_at, ref_interviewer_id } = await firstBooking()
    const later = new Date(Date.parse(starts_at) + hours * 3_600_000).toISOString()
    const slot = { user_session_id: id, ref_interview_id: 1, ref_interviewer_id, starts_at: later, instead_of: { starts_at, ref_interviewer_id } }
    await expectOk(product.ask({ path: '/api/scheduling/bookings', body: slot, as: admin }))
    return Date.parse(later)
  }
  const questions = answerQuestions(page)
  await storeSession(page, 'admin', admin)
  await page.goto(`${product.url}/admin/applications/${id}/interviews`)
  await page.getByRole('textbox', { name: 'Interview A: minutes' }).fill('50')
  await page.getByRole('button', { name: 'Change Interview A' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Interview A' })
  await dialog.getByLabel('Starts').fill(NIGHT)
  await clickBeside(page)
  await nextFrame(page)
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Starts')).toHaveValue(NIGHT)
  expect(questions.asked).toEqual(['Discard what you wrote?'])

  const later = await moveBy(24 * 28)
  for (const _ of ['the first time', 'after reading what was booked meanwhile']) {
    const rejected = page.waitForResponse((response) => response.url().endsWith('/api/scheduling/bookings'))
    const reread = page.waitForResponse((response) => response.url().endsWith(plan))
    await dialog.getByRole('button', { name: 'Save the change' }).click()
    expect((await rejected).status()).toBe(409)
    await reread
    await expect(dialog.getByRole('alert')).toBeVisible()
  }
  expect(Date.parse((await firstBooking()).starts_at)).toBe(later)
})

test('an interviewer marks an interview as a no-show with one click, and staff can move it', { tag: '@full' }, async ({ browser, page }) => {
  const { product } = desk
  const { id } = await book(desk, 'ada.missed@example.com', 12)
  await product.query(
    `update interview_booking set starts_at = now() - interval '50 minutes', ends_at = now() - interval '5 minutes' where user_session_id = ${id}`,
  )
  await storeSession(page, 'interviewer', desk.interviewer)
  await page.goto(`${product.url}/interviewer/dashboard`)
  await page.getByRole('button', { name: "Didn't take place: Interview A with Ada Archer" }).click()
  await expect(page.getByRole('list', { name: "Didn't take place (1)" })).toContainText('Ada Archer')
  await expect(page.getByRole('button', { name: /^Ran over: / })).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'marked')

  const office = await browser.newContext({ baseURL: product.url })
  await storeSession(office, 'admin', desk.admin)
  const staff = await office.newPage()
  await staff.goto(`/admin/applications/${id}/interviews`)
  await expect(staff.getByText(/^Interview A: .* \(didn't take place\)$/)).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Change Interview A' })).toBeVisible()
  await office.close()

  await page.getByRole('button', { name: 'Remove mark: Interview A with Ada Archer' }).click()
  await expect(page.getByRole('button', { name: 'Ran over: Interview A with Ada Archer' })).toBeVisible()
})

test("an interview without a location isn't reported as having no free times", { tag: '@full' }, async ({ page }) => {
  const { product, admin } = desk
  const id = await inviteForTwo('no.place@example.com')
  const path = `/api/scheduling/plans/${id}`
  const { parts } = (await expectOk(product.ask({ path, as: admin }))) as { parts: object[] }
  const placed = parts.map((part) => ({ ...part, where: { kind: 'address', text: null } }))
  await expectOk(product.ask({ method: 'PUT', path, body: { parts: placed }, as: admin }))
  await storeSession(page, 'admin', admin)
  await page.goto(`${product.url}/admin/applications/${id}/interviews`)
  await expect(page.getByText("Candidates can't pick times until you enter the address.")).toHaveCount(2)
  await expect(page.getByText('Interview B: not booked yet')).toBeVisible()
  await expect(page.getByText('No times left')).toHaveCount(0)
})

test('when two people save the same plan, the second one sees both versions and loses nothing', { tag: '@full' }, async ({ page }) => {
  const { product, admin } = desk
  const id = await inviteForTwo('two.planners@example.com')
  await storeSession(page, 'admin', admin)
  await page.goto(`${product.url}/admin/applications/${id}/interviews`)
  const minutes = page.getByRole('textbox', { name: 'Interview A: minutes' })
  await expect(minutes).toHaveValue('45')
  await minutes.fill('60')
  const path = `/api/scheduling/plans/${id}`
  const { parts } = (await expectOk(product.ask({ path, as: admin }))) as { parts: { minutes: number }[] }
  await expectOk(product.ask({ method: 'PUT', path, body: { parts: parts.map((part) => ({ ...part, minutes: 30 })) }, as: admin }))
  await page.getByRole('button', { name: 'Save interviews' }).click()

  const dialog = page.getByRole('dialog', { name: 'Someone else saved first' })
  await expect(dialog).toContainText(`${ADMIN} changed this on `)
  await expect(dialog.getByLabel('Interviews: yours')).toHaveValue(/^Interview A, 60 minutes: /)
  await expect(dialog.getByLabel('Interviews: saved version')).toHaveValue(/^Interview A, 30 minutes: /)
  await expectAccessible(page)
  await picture(page, 'two-plans')
  await dialog.getByRole('button', { name: 'Use these' }).click()
  await expect(dialog).toBeHidden()
  await expect(minutes).toHaveValue('60')
  await page.getByRole('button', { name: 'Save interviews' }).click()
  await expect(page.getByText('Interviews saved. Once invited, the candidate can pick times on their own page.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
  expect(await expectOk(product.ask({ path, as: admin }))).toMatchObject({ parts: [{ minutes: 60 }, { minutes: 45 }] })
})
