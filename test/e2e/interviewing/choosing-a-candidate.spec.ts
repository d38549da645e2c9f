import { expect, test } from '@playwright/test'
import { storeSession, DENIED_CALLS, watch } from '../setup/product.ts'
import { openDesk, closeDesk, EMAIL, product, session, admin, candidates, readStoredAnswers, linkTo, answers, SAVED } from '../setup/interviewer-desk.ts'

test.describe.configure({ mode: 'serial' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)
test.beforeEach(({ context }) => storeSession(context, 'interviewer', session))

test('after signing in, an interviewer picks an interview, finds a candidate by name and writes feedback', async ({ page }) => {
  const errors = watch(page, DENIED_CALLS)
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
  const instructions = page.getByText('45 minutes: the skills the role needs')
  const gap = async () => {
    const [box, beside] = [await field.boundingBox(), await instructions.boundingBox()]
    return box && beside ? beside.x - (box.x + box.width) : null
  }
  await expect.poll(gap).toBeGreaterThan(0)
  await field.pressSequentially('Read the example twice.')
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(field).toBeFocused()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await expect(page.getByText('1 of 5 answered')).toBeVisible()
  await expect.poll(() => readStoredAnswers(candidate!.user_session_id)).toEqual(['Read the example twice.'])

  await page.goto(`${product.url}/interviewer/dashboard`)
  await expect(page.getByRole('combobox', { name: 'Interview' })).toHaveValue('Interview B')
  expect(errors).toEqual([])
})

test('when an admin and an interviewer are signed in to one browser, each acts under their own name', async ({ page, context }) => {
  const { user_session_id } = candidates[0]!
  await storeSession(context, 'admin', admin)
  await page.goto(linkTo(user_session_id))
  await expect(answers(page).first()).toHaveValue('Read the example twice.')
  await answers(page).nth(1).fill('Beside an admin.')
  await expect.poll(() => readStoredAnswers(user_session_id)).toEqual(['Read the example twice.', 'Beside an admin.'])

  const sent = page.waitForRequest('**/api/dashboard*')
  await page.goto(`${product.url}/admin/dashboard`)
  expect((await sent).headers()['authorization']).toBe(`Bearer ${admin.token}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
})

test('someone signed in to both areas acts as the admin in both', { tag: '@full' }, async ({ page, context }) => {
  await storeSession(context, 'admin', { ...admin, email: EMAIL })
  await page.route('**/api/auth/session', (route) => route.fulfill({ json: { ...session, roles: ['admin', 'interviewer'] } }))
  const sent = page.waitForRequest('**/api/interviews')
  await page.goto(`${product.url}/interviewer/dashboard`)
  expect((await sent).headers()['authorization']).toBe(`Bearer ${admin.token}`)
})

test("candidates in the interviewer's own interviews come first; each group is sorted by last name", { tag: '@full' }, async ({ page }) => {
  await page.route('**/api/interviewer_feedback/own-interviews', async (route) => {
    const answer = await route.fetch()
    await expect(page.getByRole('combobox', { name: 'Interview' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Candidate' })).toHaveCount(0)
    await route.fulfill({ response: answer })
  })
  await page.goto(`${product.url}/interviewer/dashboard`)
  await page.getByRole('combobox', { name: 'Candidate' }).click()
  const all: typeof candidates = (await product.ask({ path: '/api/user-session/applicants_by_status/2', as: session })).body
  const headers: typeof candidates = (await product.ask({ path: '/api/interviewer_feedback/own-interviews', as: session })).body
  const isOwn = ({ user_session_id }: { user_session_id: number }) => headers.some((one) => one.user_session_id === user_session_id)
  const byLastName = all.toSorted((a, b) => a.last_name.localeCompare(b.last_name, 'en'))
  const sorted = [...byLastName.filter(isOwn), ...byLastName.filter((one) => !isOwn(one))].map((one) => `${one.first_name} ${one.last_name}`)
  expect(byLastName.filter(isOwn).length).toBeGreaterThan(0)
  await expect(page.getByRole('option')).toHaveCount(sorted.length)
  const names = await page.getByRole('option').allTextContents()
  expect(names.map((name, place) => name.startsWith(sorted[place]!))).toEqual(sorted.map(() => true))
  await expect(page.getByRole('listbox', { name: 'Candidate' }).getByText('Your interviews', { exact: true })).toBeVisible()
})

test("a list that fails to load doesn't blank the page and can be retried", { tag: '@full' }, async ({ page }) => {
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

test('with no candidates in the panel interview, the page says why and who to ask', { tag: '@full' }, async ({ page }) => {
  await page.route('**/api/user-session/applicants_by_status/2*', (route) => route.fulfill({ json: [] }))
  await page.goto(`${product.url}/interviewer/dashboard`)
  await expect(page.getByText("ask the role's hiring lead")).toBeVisible()
})

test('on a narrow screen, the form comes first and the instructions are collapsed', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 900 })
  await page.goto(linkTo(candidates[4]!.user_session_id))
  await expect(answers(page).first()).toBeVisible()
  await expect(page.getByText('45 minutes: the skills the role needs')).toBeHidden()
})
