import { mkdirSync } from 'node:fs'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { expectOk, emailTo, invite, moveToPanel, openInterviewDesk, type InterviewDesk } from '../setup/interview-desk.ts'
import { storeSession, INTERVIEWER } from '../setup/product.ts'

const CANDIDATE = 'ada.two@example.com'
const PICTURES = process.env['PICTURES']

let desk: InterviewDesk
test.beforeAll(async () => {
  desk = await openInterviewDesk('0')
})
test.afterAll(() => desk.close())

/** Checks what the page shows, and what it doesn't show yet. */
async function expectSaid(page: Page, name: string, { said, wrong }: { said: (string | RegExp)[]; wrong: (string | RegExp)[] }): Promise<void> {
  const main = page.locator('main')
  for (const one of said) await expect(main, name).toContainText(one)
  for (const one of wrong) await expect(main, name).not.toContainText(one)
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

/** Holds the first free time, checks the page while it's held, and confirms the time; returns it as text. */
async function pick(page: Page, whileHeld: string | RegExp): Promise<string> {
  const time = page.getByRole('radio').first()
  const name = (await time.getAttribute('aria-label'))!
  await time.check()
  await page.getByRole('button', { name: `Hold ${name} for 10 minutes` }).click()
  await expectSaid(page, 'held', { said: ["It's yours once you confirm.", whileHeld], wrong: [`booked for ${name}`] })
  await page.getByRole('button', { name: `Confirm ${name}` }).click()
  await expect(page.getByRole('status')).toContainText('We emailed you an invitation')
  return name
}

async function planBoth({ product, admin, interviewer }: InterviewDesk): Promise<{ id: number; invitation: string }> {
  const id = await moveToPanel(desk, CANDIDATE)
  const { body: me } = await product.ask({ path: `/api/interviews/interviewers/by-email?interviewer_email=${INTERVIEWER}`, as: interviewer })
  const parts = [1, 2].map((ref_interview_id) => ({ ref_interview_id, minutes: 45, interviewer_ids: [me.ref_interviewer_id] }))
  await expectOk(product.ask({ path: `/api/scheduling/plans/${id}`, method: 'PUT', body: { parts }, as: admin }))
  return { id, invitation: await invite(desk, id, CANDIDATE) }
}

async function answer(browser: Browser, id: number): Promise<void> {
  const context = await browser.newContext({ baseURL: desk.product.url })
  await storeSession(context, 'admin', desk.admin)
  const page = await context.newPage()
  await page.goto(`/admin/applications/${id}/interviews`)
  await expect(page.getByText('Could Interview A be a call?')).toBeVisible()
  await page.getByLabel('Answer to the candidate').fill('Yes, we call you.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expectSaid(page, 'plan', { said: ['Answered: Yes, we call you.'], wrong: [] })
  await context.close()
}

test('every sentence is true when shown, from the invitation through moving an interview to withdrawing and undoing it', async ({ browser }) => {
  const { id, invitation } = await planBoth(desk)
  const context = await browser.newContext({ baseURL: desk.product.url, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(invitation)
  const booked = await bookBoth(page, id)
  // Continues in a browser that has only the link from an email about Interview B.
  await context.clearCookies()
  await moveSecond(page, booked)
  await askForSomethingElse(page, browser, id)
  await page.goto(invitation)
  await withdrawAndComeBack(page, id)
  await context.close()
})

async function bookBoth(page: Page, id: number): Promise<{ first: string; second: string }> {
  await expectSaid(page, 'invited', { said: ['Still to pick: Interview A and Interview B by '], wrong: [/booked/i, 'Withdrawn'] })
  await page.getByRole('link', { name: 'Pick your interview times' }).click()
  const first = await pick(page, 'Held, not yet confirmed: Interview A. Still to pick: Interview B by ')
  const half = ['1 of 2 interviews is booked. Still to pick: Interview B by ']
  await expectSaid(page, 'one', { said: [...half, `booked for ${first}`], wrong: ['interviews are booked', 'Held'] })
  await page.goto('/application')
  await expectSaid(page, 'own-one', { said: [...half, 'Interview B: pick a time by '], wrong: ['interviews are booked', 'Interview A: pick'] })
  await page.goto(`/application/${id}/times`)
  const second = await pick(page, '1 of 2 interviews is booked. Held, not yet confirmed: Interview B.')
  await expectSaid(page, 'both', { said: ['Your interviews are booked.', `booked for ${second}`], wrong: [/still to/i, 'Pick your', 'pick a time'] })
  return { first, second }
}

async function moveSecond(page: Page, { first, second }: { first: string; second: string }): Promise<void> {
  const emailed = await emailTo(desk.product, CANDIDATE, /^Interview confirmed: Interview B/)
  expect(emailed).toContain('Your interviews are booked.')
  await page.goto(new URL(/http\S+\/application\/interviews\/\S+/.exec(emailed)![0]).pathname)
  await page.getByRole('link', { name: 'Move Interview B' }).click()
  const moved = await pick(page, new RegExp(`booked for ${second}, until you confirm .*, held until `))
  await expectSaid(page, 'moved', { said: ['Your interviews are booked.', `booked for ${first}`, `booked for ${moved}`], wrong: [second, /still to/i] })
  expect(await emailTo(desk.product, CANDIDATE, /^Interview moved: Interview B/)).toContain('has a new time.')
}

async function askForSomethingElse(page: Page, browser: Browser, id: number): Promise<void> {
  await page.getByText('Ask for something else').click()
  await page.getByLabel('What would you like instead?').fill('Could Interview A be a call?')
  await page.getByRole('button', { name: 'Send to the hiring team' }).click()
  await expectSaid(page, 'asked', { said: ['You asked for: Could Interview A be a call?', "They'll get in touch with you."], wrong: ['We answered'] })
  await answer(browser, id)
  expect(await emailTo(desk.product, CANDIDATE, /^About your interviews/)).toContain('Yes, we call you.')
  await page.reload()
  await expectSaid(page, 'answered', { said: ['We answered: Yes, we call you.'], wrong: ["They'll get in touch"] })
}

async function withdrawAndComeBack(page: Page, id: number): Promise<void> {
  await page.locator('summary', { hasText: 'Withdraw your application' }).click()
  await page.getByRole('button', { name: 'Withdraw application' }).click()
  await expectSaid(page, 'withdrawn', {
    said: ['Withdrawn.', 'You have 24 hours to undo this.', /You can undo this until \w+, \w+ \d+, \d+:\d\d [AP]M/],
    wrong: ['are booked', 'invited you', "You'll hear from us", 'Pick your'],
  })
  expect(await emailTo(desk.product, CANDIDATE, /^You've withdrawn/)).toContain('within 24 hours')
  await page.goto(`/application/${id}/times`)
  await expectSaid(page, 'withdrawn-times', { said: ["There's nothing to schedule"], wrong: ['booked', 'Pick'] })
  await page.goto('/application')
  await page.getByRole('button', { name: 'Undo withdrawal' }).click()
  const same = ['Your application is active again.', 'Your interviews are booked.', 'Interview A with', 'Interview B with']
  await expectSaid(page, 'back', { said: same, wrong: ['Withdrawn', 'You withdrew', /still to/i] })
  expect(desk.product.received.filter(({ to, mail }) => to.includes(INTERVIEWER) && /canceled/.test(mail.subject ?? ''))).toEqual([])
}

test('in screen reader order, each page says what it is, what happened, where things stand and what can be done', { tag: '@full' }, async ({ page }) => {
  const id = await moveToPanel(desk, 'ada.read@example.com')
  await planOne(id)
  await page.goto(desk.product.url + (await invite(desk, id, 'ada.read@example.com')))
  const main = page.locator('main')
  await expect(main).toMatchAriaSnapshot(`
    - heading "Your applications" [level=1]
    - region "Telehealth Nurse Practitioner":
      - heading "Telehealth Nurse Practitioner" [level=2]
      - paragraph:
        - strong: Interviews.
        - text: /Still to pick. Interview A by/
      - paragraph:
        - link "Pick your interview times"
      - term: You'll hear from us by
      - definition: /\\w+ \\d+, \\d+/
      - group: Withdraw your application
    - region "This device"`)
  await readTimes(page)
  await page.goto(`${desk.product.url}/application`)
  await withdrawByKeys(page)
  await expect(main).toMatchAriaSnapshot(`
    - heading "Your applications" [level=1]
    - status: You've withdrawn your application. You have 24 hours to undo this.
    - region "Telehealth Nurse Practitioner":
      - paragraph:
        - strong: Withdrawn.
        - text: You withdrew this application.
      - group:
        - paragraph: /You can undo this until/
        - paragraph:
          - button "Undo withdrawal"`)
})

/** Opening the question doesn't withdraw anything; the reason comes next in reading order, then the button. */
async function withdrawByKeys(page: Page): Promise<void> {
  const question = page.locator('summary', { hasText: 'Withdraw your application' })
  await question.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - region "Telehealth Nurse Practitioner":
      - group:
        - text: Withdraw your application Reason (optional)
        - textbox "Reason (optional)"
        - paragraph: /You'll have 24 hours to undo this\\./
        - paragraph:
          - button "Withdraw application"`)
  await expect(question).toBeFocused()
  await page.keyboard.press('Tab')
  const reason = page.getByRole('textbox', { name: 'Reason (optional)' })
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription("You'll have 24 hours to undo this.")
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Withdraw application' })).toBeFocused()
  await page.keyboard.press('Enter')
}

async function readTimes(page: Page): Promise<void> {
  const main = page.locator('main')
  await page.getByRole('link', { name: 'Pick your interview times' }).click()
  await expect(main).toMatchAriaSnapshot(`
    - heading "Pick your interview times" [level=1]
    - list:
      - listitem:
        - strong: Interview A
        - text: /pick a time by/
    - region "Pick a time for Interview A":
      - heading "Pick a time for Interview A" [level=2]
      - navigation "Days"
      - group:
        - radio /^\\w+, \\w+ \\d+, \\d+:\\d\\d [AP]M \\w+/
      - paragraph:
        - button /^Hold/
    - combobox "Time zone for all times"
    - group: Ask for something else`)
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: /^Hold/ }).click()
  await expect(main).toMatchAriaSnapshot(`
    - heading "Pick your interview times" [level=1]
    - status: /This time is held for you for 10 minutes/
    - paragraph:
      - button /^Confirm \\w+, \\w+ \\d+/
    - list:
      - listitem:
        - paragraph:
          - button "Release this time"`)
}

async function planOne(id: number): Promise<void> {
  const { product, admin, interviewer } = desk
  const { body: me } = await product.ask({ path: `/api/interviews/interviewers/by-email?interviewer_email=${INTERVIEWER}`, as: interviewer })
  const parts = [{ ref_interview_id: 1, minutes: 45, interviewer_ids: [me.ref_interviewer_id] }]
  await expectOk(product.ask({ path: `/api/scheduling/plans/${id}`, method: 'PUT', body: { parts }, as: admin }))
}
