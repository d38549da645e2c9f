import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { carry, openProduct, REFUSED_CALLS, watch, type Product, type Session } from './setup/product.ts'

const EMAIL = 'mirabel.stonecroft@meridianhealth.example'
/** An admin from outside of the company, who is no interviewer. */
const ADMIN = 'root@agency.example'
let product: Product
let session: Session
let admin: Session
let me: { ref_interviewer_id: number; interviewer_name: string }
/** Candidates in the panel interview on whom nothing is written yet by this interviewer in Interview B. */
let candidates: { user_session_id: number; first_name: string; last_name: string }[]
const INTERVIEW = 2

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  // A first start writes the demo.
  test.setTimeout(120_000)
  product = await openProduct({ ADMIN_EMAILS: ADMIN })
  session = await product.signIn(EMAIL, 'interviewer')
  admin = await product.signIn(ADMIN, 'admin')
  me = (await product.ask({ path: `/api/interviews/interviewers/by-email?interviewer_email=${EMAIL}`, as: session })).body
  const all = (await product.ask({ path: '/api/user-session/applicants_by_status/2', as: session })).body
  candidates = []
  for (const one of all) if ((await header(one.user_session_id)).status === 404) candidates.push(one)
  expect(candidates.length).toBeGreaterThan(6)
})
test.afterAll(() => product.close())
test.beforeEach(({ context }) => carry(context, 'interviewer', session))

function header(user_session_id: number) {
  const query = new URLSearchParams({
    user_session_id: String(user_session_id),
    ref_interview_id: String(INTERVIEW),
    ref_interviewer_id: String(me.ref_interviewer_id),
  })
  return product.ask({ path: `/api/interviewer_feedback/header?${query}`, as: session })
}

/** What the server has, by the order of the questions. */
async function stored(user_session_id: number): Promise<string[]> {
  const { status, body } = await header(user_session_id)
  if (status !== 200) return []
  const details = await product.ask({ path: `/api/interviewer_feedback/feedback-details?if_interview_header_id=${body.interview_header_id}`, as: session })
  return details.body.map((one: { interviewer_feedback: string }) => one.interviewer_feedback)
}

const linkTo = (user_session_id: number) => `${product.url}/interviewer/dashboard?interview=${INTERVIEW}&candidate=${user_session_id}`
const answers = (page: Page) => page.getByRole('textbox', { name: /^\d\. / })
const SAVED = /^Saved \d{1,2}:\d\d [AP]M$/

test('from the sign-in to the first written word it is an interview and a candidate, who are searched by name', async ({ page }) => {
  const faults = watch(page, REFUSED_CALLS)
  const [candidate] = candidates
  await page.goto(`${product.url}/interviewer/dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: 'Applicant Review' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Interview' }).click()
  await page.getByRole('option', { name: 'Interview B' }).click()
  await page.getByRole('combobox', { name: 'Candidate' }).fill(candidate!.last_name)
  await page.getByRole('option', { name: candidate!.last_name }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: `${candidate!.first_name} ${candidate!.last_name}` })).toBeVisible()
  await expect(page).toHaveURL(linkTo(candidate!.user_session_id))

  const field = answers(page).first()
  const box = (await field.boundingBox())!
  const instructions = (await page.getByText('45 minutes: the craft of the role').boundingBox())!
  expect(instructions.x).toBeGreaterThan(box.x + box.width)
  await field.pressSequentially('Read the example twice.')
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(field).toBeFocused()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await expect(page.getByText('1 of 5 answered')).toBeVisible()
  expect(await stored(candidate!.user_session_id)).toEqual(['Read the example twice.'])

  await page.goto(`${product.url}/interviewer/dashboard`)
  await expect(page.getByRole('combobox', { name: 'Interview' })).toHaveValue('Interview B')
  expect(faults).toEqual([])
})

test('beside an admin in the same browser an interviewer writes as the interviewer, and the admin goes on as the admin', async ({ page, context }) => {
  const { user_session_id } = candidates[0]!
  await carry(context, 'admin', admin)
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).first()).toHaveValue('Read the example twice.')
  await answers(page).nth(1).fill('Beside an admin.')
  await expect.poll(() => stored(user_session_id)).toEqual(['Read the example twice.', 'Beside an admin.'])

  const sent = page.waitForRequest('**/api/dashboard*')
  await page.goto(`${product.url}/admin/dashboard`)
  expect((await sent).headers()['authorization']).toBe(`Bearer ${admin.token}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
})

test('one person signed in to both areas is the admin in both', async ({ page, context }) => {
  await carry(context, 'admin', { ...admin, email: EMAIL })
  await page.route('**/api/auth/session', (route) => route.fulfill({ json: { ...session, roles: ['admin', 'interviewer'] } }))
  const sent = page.waitForRequest('**/api/interviews')
  await page.goto(`${product.url}/interviewer/dashboard`)
  expect((await sent).headers()['authorization']).toBe(`Bearer ${admin.token}`)
})

test("candidates of the interviewer's own interviews come first; within each group they're sorted by last name", async ({ page }) => {
  await page.goto(`${product.url}/interviewer/dashboard`)
  await page.getByRole('combobox', { name: 'Candidate' }).click()
  const names = await page.getByRole('option').allTextContents()
  const all: typeof candidates = (await product.ask({ path: '/api/user-session/applicants_by_status/2', as: session })).body
  const headers: typeof candidates = (await product.ask({ path: '/api/interviewer_feedback/own-interviews', as: session })).body
  const isOwn = ({ user_session_id }: { user_session_id: number }) => headers.some((one) => one.user_session_id === user_session_id)
  const byLastName = all.toSorted((a, b) => a.last_name.localeCompare(b.last_name, 'en'))
  const sorted = [...byLastName.filter(isOwn), ...byLastName.filter((one) => !isOwn(one))].map((one) => `${one.first_name} ${one.last_name}`)
  expect(byLastName.filter(isOwn).length).toBeGreaterThan(0)
  expect(names.map((name, place) => name.startsWith(sorted[place]!))).toEqual(sorted.map(() => true))
  await expect(page.getByRole('listbox', { name: 'Candidate' }).getByText('Your interviews', { exact: true })).toBeVisible()
})

test('what is written without a network survives the page, and reaches the server when the network is back', async ({ page, context }) => {
  const { user_session_id } = candidates[1]!
  await page.goto(linkTo(user_session_id))
  await answers(page).nth(0).fill('Written with a network.')
  await expect(page.getByText(SAVED)).toBeVisible()
  await context.setOffline(true)
  await answers(page).nth(1).fill('Written on the train.')
  await expect(page.getByText('Not saved - will retry')).toBeVisible()
  await page.waitForTimeout(1100)
  const draft = await page.evaluate((key) => localStorage.getItem(key), `feedback_${user_session_id}_${INTERVIEW}_${me.ref_interviewer_id}`)
  expect(draft).toContain('Written on the train.')
  expect(await stored(user_session_id)).toEqual(['Written with a network.'])
  await page.close({ runBeforeUnload: false })

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(linkTo(user_session_id))
  await expect(answers(again).nth(1)).toHaveValue('Written on the train.')
  await expect(again.getByText('Your unsaved notes have been restored.').or(again.getByText(SAVED)).first()).toBeVisible()
  await expect.poll(() => stored(user_session_id)).toEqual(['Written with a network.', 'Written on the train.'])
})

test('when the network comes back under an open page, what was written is saved by itself', async ({ page, context }) => {
  const { user_session_id } = candidates[2]!
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).first()).toBeVisible()
  await context.setOffline(true)
  await answers(page).first().fill('In a tunnel.')
  await expect(page.getByText('Not saved - will retry')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(SAVED)).toBeVisible()
  expect(await stored(user_session_id)).toEqual(['In a tunnel.'])
})

test('a server that fails is asked again', async ({ page }) => {
  const { user_session_id } = candidates[2]!
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).first()).toHaveValue('In a tunnel.')
  let failures = 0
  await page.route('**/feedback-details', (route) =>
    route.request().method() === 'POST' && failures++ < 1 ? route.fulfill({ status: 500, json: { detail: 'Broken' } }) : route.continue(),
  )
  await answers(page).first().fill('In a tunnel, later.')
  await expect(page.getByText('Not saved - will retry')).toBeVisible()
  await expect(page.getByText(SAVED)).toBeVisible()
  expect(await stored(user_session_id)).toEqual(['In a tunnel, later.'])
})

test('two tabs that begin at once make one header, and both answers are there', async ({ page, context }) => {
  const { user_session_id } = candidates[3]!
  const other = await context.newPage()
  await Promise.all([page.goto(linkTo(user_session_id)), other.goto(linkTo(user_session_id))])
  await Promise.all([answers(page).nth(0).fill('From the first tab.'), answers(other).nth(1).fill('From the second tab.')])
  await expect.poll(() => stored(user_session_id)).toEqual(['From the first tab.', 'From the second tab.'])
  const { body } = await product.ask({ path: `/api/interviewer_feedback/full-feedback-details?user_session_id=${user_session_id}`, as: admin })
  expect(
    body.filter(
      (one: { interview_name: string; interviewer_name: string }) => one.interview_name === 'Interview B' && one.interviewer_name === me.interviewer_name,
    ),
  ).toHaveLength(1)
  await expect(answers(page).nth(1)).toHaveValue('From the second tab.')
  await answers(page).nth(1).fill('From the second tab, gone on in the first.')
  await expect.poll(() => stored(user_session_id)).toEqual(['From the first tab.', 'From the second tab, gone on in the first.'])
})

test('an answer that another device changed is put to the choice, and both can be kept', async ({ page }) => {
  const { user_session_id } = candidates[3]!
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).first()).toHaveValue('From the first tab.')
  const { body: known } = await header(user_session_id)
  const details = (await product.ask({ path: `/api/interviewer_feedback/feedback-details?if_interview_header_id=${known.interview_header_id}`, as: session }))
    .body
  const { if_interview_header_id, if_interviewer_role_feedback_question_id } = details[0]
  await product.ask({
    path: '/api/interviewer_feedback/feedback-detail',
    body: { if_interview_header_id, if_interviewer_role_feedback_question_id, interviewer_feedback: 'From the phone.' },
    as: session,
  })

  await answers(page).first().fill('From the laptop.')
  const dialog = page.getByRole('dialog', { name: 'Which text do you want to keep?' })
  await expect(dialog.getByLabel('In this browser')).toHaveValue('From the laptop.')
  await expect(dialog.getByLabel('On the server')).toHaveValue('From the phone.')
  await expect(dialog.getByText('Newest')).toHaveCount(1)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  await expect(answers(page).first()).toHaveValue('From the phone.\n\nFrom the laptop.')
  await expect.poll(async () => (await stored(user_session_id))[0]).toBe('From the phone.\n\nFrom the laptop.')
})

test('another candidate chosen in the middle of a word: both are saved, and it is said', async ({ page }) => {
  const [first, second] = [candidates[4]!, candidates[5]!]
  await page.goto(linkTo(first.user_session_id))
  await answers(page).first().fill('About the first.')
  await page.getByRole('combobox', { name: 'Candidate' }).fill(second.last_name)
  await page.getByRole('option', { name: second.last_name }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: `${second.first_name} ${second.last_name}` })).toBeVisible()
  await expect(answers(page).first()).toHaveValue('')
  await answers(page).first().fill('About the second.')
  await expect.poll(() => stored(first.user_session_id)).toEqual(['About the first.'])
  await expect.poll(() => stored(second.user_session_id)).toEqual(['About the second.'])
})

test('2000 words fit, nothing is cut off, and what is too long says so', async ({ page }) => {
  const { user_session_id } = candidates[4]!
  await page.goto(linkTo(user_session_id))
  const field = answers(page).nth(1)
  await field.fill('word '.repeat(1990))
  await expect(page.getByText('1990 / 2000 words, 10 left')).toBeVisible()
  await field.fill('word '.repeat(2500))
  await expect(page.getByText('2500 / 2000 words')).toBeVisible()
  await expect(page.getByText('Response exceeds maximum word limit of 2000')).toBeVisible()
  expect((await field.inputValue()).length).toBe(12_500)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert')).toContainText('Error submitting feedback. Please try again.')
  await expect(page.getByText(SAVED)).toHaveCount(0)
  await answers(page).nth(2).fill('Saved beside the long one.')
  await expect.poll(async () => (await stored(user_session_id)).at(-1)).toBe('Saved beside the long one.')
  await expect(page.getByText('Not saved: answer 2 has 2,500 words, and 2,000 is the limit.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to answer 2' }).click()
  await expect(field).toBeFocused()
  await field.fill('Short again.')
  await answers(page).nth(2).fill('')
  await expect.poll(() => stored(user_session_id)).toEqual(['About the first.', 'Short again.', ''])
  await expect(page.getByText(SAVED)).toBeVisible()
})

test('keys save and submit; what is submitted says when, and later changes are marked', async ({ page }) => {
  const faults = watch(page, REFUSED_CALLS)
  const { user_session_id } = candidates[4]!
  await page.goto(linkTo(user_session_id))
  await answers(page).nth(2).fill('Asked before acting.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  expect((await stored(user_session_id))[2]).toBe('Asked before acting.')

  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Submit this feedback?' })
  await expect(dialog).toContainText('2 of 5 questions are not answered.')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Feedback submitted successfully.')).toBeVisible()
  await expect(page.getByText(/^Submitted \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  await expect(page.getByText(/^Edited/)).toHaveCount(0)

  await answers(page).nth(2).fill('Asked before acting, twice.')
  await expect(page.getByText(/^Edited \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  const { body } = await header(user_session_id)
  expect(body.submitted_at < body.edited_at).toBe(true)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('This feedback is submitted already.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(faults).toEqual([])
})

test('the button asks what the keys ask: unanswered questions, and when the interview was', async ({ page }) => {
  const { user_session_id } = candidates[5]!
  await page.goto(linkTo(user_session_id))
  await expect(page.getByText(/^Interview time not confirmed: writing began/)).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Submit this feedback?' })
  await expect(dialog).toContainText('4 of 5 questions are not answered.')
  await dialog.getByLabel('When was the interview?').fill('2026-05-04T09:30')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Feedback submitted successfully.')).toBeVisible()
  await expect(page.getByText('Interview: Mon, May 4', { exact: false })).toBeVisible()
  const { body } = await header(user_session_id)
  const local = await page.evaluate((text) => new Date(text).toISOString(), '2026-05-04T09:30')
  expect(body).toMatchObject({ interview_datetime_utc: local, time_confirmed: true })
})

test('when the session ends, what was typed stays on the page behind the sign-in and is saved after it', async ({ page, context }) => {
  const { user_session_id } = candidates[5]!
  const short = await product.signIn(EMAIL, 'interviewer')
  await carry(context, 'interviewer', short)
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).nth(1)).toBeVisible()
  await product.ask({ path: '/api/auth/logout', method: 'POST', body: {}, as: short })
  await answers(page).nth(1).fill('Typed as the session ended.')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toContainText('what you typed is still on the page')
  await expect(page.locator('textarea').filter({ hasText: 'Typed as the session ended.' })).toHaveCount(1)
  const before = product.received.length
  await dialog.getByRole('button', { name: 'Send code' }).click()
  await dialog.getByLabel('Code').fill(await product.codeFor(EMAIL, before))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(answers(page).nth(1)).toHaveValue('Typed as the session ended.')
  await expect.poll(() => stored(user_session_id)).toContain('Typed as the session ended.')
})

test('notes typed while an admin moves the candidate on arrive, marked late', async ({ page }) => {
  const { user_session_id } = candidates.at(-1)!
  await page.goto(linkTo(user_session_id))
  await answers(page).first().fill('Before.')
  await expect.poll(() => stored(user_session_id)).toEqual(['Before.'])
  const moved = await product.ask({ path: '/api/user-session/update_status', body: { user_session_id, ref_application_status_id: 8 }, as: admin })
  expect(moved.status).toBe(200)

  await answers(page).first().fill('Before, and after.')
  await expect.poll(() => stored(user_session_id)).toEqual(['Before, and after.'])
  await expect(page.getByText('Late', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText(/You can finish your feedback until .* it will be marked late/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: candidates.at(-1)!.last_name })).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Feedback submitted successfully.')).toBeVisible()
})

test('who signs out with words that did not reach the server is asked first', async ({ page, context }) => {
  const { user_session_id } = candidates[6]!
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).first()).toBeVisible()
  await context.setOffline(true)
  await answers(page).first().fill('Only here.')
  await expect(page.getByText('Not saved - will retry')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  const click = page.getByRole('link', { name: 'Logout' }).click()
  const dialog = await asked
  expect(dialog.message()).toContain('has not reached the server yet')
  await dialog.dismiss()
  await click
  await context.setOffline(false)
  await expect.poll(() => stored(user_session_id)).toEqual(['Only here.'])
  await expect(page).toHaveURL(linkTo(user_session_id))
})

test('a failing list does not blank the page, and can be asked for again', async ({ page }) => {
  await page.route('**/api/user-session/applicants_by_status/2*', (route) => route.fulfill({ status: 500, json: { detail: 'Broken' } }))
  await page.goto(`${product.url}/interviewer/dashboard?interview=2`)
  await expect(page.getByText('Error fetching candidates')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Interview' })).toHaveValue('Interview B')
  await page.unroute('**/api/user-session/applicants_by_status/2*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('combobox', { name: 'Candidate' })).toBeVisible()
  await page.route('**/api/interviewer_feedback/questions*', (route) => route.fulfill({ json: [] }))
  await page.goto(linkTo(candidates[0]!.user_session_id))
  await expect(page.getByText('No feedback questions found.')).toBeVisible()
})

test('nobody in the panel interview: the page says why, and whom to ask', async ({ page }) => {
  await page.route('**/api/user-session/applicants_by_status/2*', (route) => route.fulfill({ json: [] }))
  await page.goto(`${product.url}/interviewer/dashboard`)
  await expect(page.getByText('ask the hiring lead of the role')).toBeVisible()
})

test('on a narrow screen the form comes first, and the instructions are folded', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 900 })
  await page.goto(linkTo(candidates[4]!.user_session_id))
  await expect(answers(page).first()).toBeVisible()
  await expect(page.getByText('45 minutes: the craft of the role')).toBeHidden()
})
