import { expect, test, type Browser, type Page } from '@playwright/test'
import { emailTo, invite, moveToPanel, openInterviewDesk, type InterviewDesk } from '../setup/interview-desk.ts'
import { storeSession, INTERVIEWER } from '../setup/product.ts'
import { press, reach } from '../setup/reach.ts'

test.use({ viewport: { width: 1280, height: 800 } })
let desk: InterviewDesk
test.beforeAll(async () => {
  desk = await openInterviewDesk()
})
test.afterAll(() => desk?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Goes from the list to an applicant's interviews, and sets an interviewer and an hour. */
async function setUp(page: Page, id: number): Promise<void> {
  await page.goto(`${desk.product.url}/admin/applications/all/2/30`)
  const first = page.getByRole('row').nth(1).getByRole('link').first()
  await expect(first).toBeVisible()
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${id}$`))
  await expect(page.getByRole('region', { name: 'Application', exact: true })).toBeFocused()
  await reach(page.getByRole('link', { name: 'Schedule Interviews' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Interviews', exact: true })).toBeFocused()
  await expect(page.getByText('Choose at least one interviewer first.')).toBeVisible()
  await reach(page.getByRole('combobox', { name: 'Interview A: possible interviewers' }))
  await page.keyboard.type('Ambrose')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Interview A: minutes' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('textbox', { name: 'Interview A: minutes' })).toHaveValue('60')
  await press(button(page, 'Save interviews'))
  await expect(page.getByText('No interviews booked yet.')).toBeVisible()
  await expect(button(page, 'Save interviews')).toBeFocused()
}

/** Expects focus on the status: each response moves it there, so the next step is one key press away. */
async function expectStatus(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('status')).toContainText(words)
  await expect(page.getByRole('status')).toBeFocused()
}

async function pick(page: Page, key: 'Space' | 'ArrowDown'): Promise<void> {
  // The first day may have only one time left, which leaves arrow keys nowhere to go.
  const day = page.getByRole('navigation', { name: 'Days' }).getByRole('link').nth(1)
  await press(day)
  await expect(day).toHaveAttribute('aria-current', 'date')
  await reach(page.getByRole('radio').first())
  await page.keyboard.press(key)
  await press(page.getByRole('button', { name: /^Hold .* for 10 minutes$/ }))
  await expectStatus(page, 'This time is held for you')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Confirm / })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectStatus(page, 'Your interview is booked')
}

async function bookAndMove(browser: Browser, link: string): Promise<void> {
  const page = await browser.newPage({ baseURL: desk.product.url })
  await page.goto(link)
  await press(page.getByRole('link', { name: /interview times/i }))
  await pick(page, 'Space')
  await emailTo(desk.product, INTERVIEWER, /^Interview confirmed/)
  await press(page.getByRole('link', { name: 'Move Interview A' }))
  await pick(page, 'ArrowDown')
  await press(button(page, 'Undo the last change to Interview A'))
  await expectStatus(page, 'Your change was undone.')
  await page.close()
}

test('interviews can be set up, booked, moved, canceled and restored using only the keyboard', { tag: '@access' }, async ({ page, browser }) => {
  const email = 'kay.keys@example.com'
  const id = await moveToPanel(desk, email)
  await storeSession(page, 'admin', desk.admin)
  await setUp(page, id)
  await bookAndMove(browser, await invite(desk, id, email))

  await page.reload()
  await press(button(page, 'Cancel Interview A'))
  await expect(page.getByText(/^Interview A: .* \(canceled\)$/)).toBeVisible()
  await expect(button(page, 'Undo the cancellation of Interview A')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Undone: Interview A is back to how it was.')).toBeVisible()
  await expect(button(page, 'Cancel Interview A')).toBeFocused()
  const { body } = await desk.product.ask({ path: `/api/scheduling/plans/${id}`, as: desk.admin })
  expect(body.bookings).toMatchObject([{ state: 'booked' }])

  await page.keyboard.press('Enter')
  await expect(button(page, 'Undo the cancellation of Interview A')).toBeFocused()
  await emailTo(desk.product, email, /^Interview canceled/)
  await expect(page.getByText('No interviews booked yet.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Booked' })).toBeFocused()
})
