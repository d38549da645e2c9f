import { expect, test } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { answerQuestions, clickBeside } from '../setup/leaving.ts'
import { nextFrame, storeSession, INTERVIEWER, watch } from '../setup/product.ts'
import {
  openDesk,
  closeDesk,
  BLAMES_OTHERS,
  OWNS_MISTAKE,
  OTHER_FLAG,
  product,
  admin,
  candidate,
  readStoredDecisions,
  open,
  rowOf,
  rationaleOf,
} from '../setup/red-flags-desk.ts'

test.describe.configure({ mode: 'serial' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)
test.beforeEach(({ context }) => storeSession(context, 'admin', admin))

test('the candidate, feedback and red flags are side by side, and missing feedback is listed first', async ({ page }) => {
  const errors = watch(page)
  await open(page)
  await expect(page.getByRole('heading', { level: 1, name: /^Applicant [0-9A-F]{4}/ })).toBeFocused()
  await page.getByLabel('Show identifiable information').check()
  await expect(page.getByRole('heading', { level: 1, name: `${candidate.first_name} ${candidate.last_name}` })).toBeVisible()
  await expect(page.getByText(candidate.function_role_name).first()).toBeVisible()
  await expect(page.getByText('Proceed to Panel Interview').first()).toBeVisible()
  await expect(page.getByText('No feedback from Interview B and Interview C')).toBeVisible()
  await expect(page.getByText('Rationale generation will proceed with the available feedback only.')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Red Flag', 'Absent?', 'Rationale', 'Actions'])
  await expect(page.getByRole('article')).toContainText('Tycho Rosenwater')
  await expect(page.getByRole('article')).toContainText(BLAMES_OTHERS)
  await expect(rationaleOf(page)).toHaveValue('')
  await expect(rowOf(page).getByRole('checkbox')).not.toBeChecked()
  expect(errors).toEqual([])
})

test("there's no Generate button for a candidate who opted out of drafts, and writing by hand works", { tag: '@full' }, async ({ page }) => {
  await open(page)
  const optOut = page.getByRole('switch', { name: 'Candidate opted out of AI drafts' })
  await optOut.click()
  await expect(page.getByRole('status').getByText('This candidate opted out of AI drafts. Write the rationale by hand.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Generate/ })).toHaveCount(0)
  await page.reload()
  await expect(optOut).toBeChecked()
  await expect(page.getByRole('button', { name: /Generate/ })).toHaveCount(0)
  await rationaleOf(page, OTHER_FLAG).fill('Always there five minutes early.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('All red flags saved!')).toBeVisible()
  expect((await readStoredDecisions()).map((one) => one.fgl_rationale)).toContain('Always there five minutes early.')
  await optOut.click()
  await expect(rowOf(page).getByRole('button', { name: 'Generate', exact: true })).toBeVisible()
})

test('feedback in progress is marked as a draft, on its card and next to the missing interviews', { tag: '@full' }, async ({ page }) => {
  const ambrose = await product.signIn(INTERVIEWER, 'interviewer')
  const ask = (path: string, body?: unknown) => product.ask({ path: `/api/${path}`, body, as: ambrose }).then((answer) => answer.body)
  const { ref_interviewer_id } = await ask(`interviews/interviewers/by-email?interviewer_email=${INTERVIEWER}`)
  const triple = { user_session_id: candidate.user_session_id, ref_interview_id: 2, ref_interviewer_id }
  const { interview_header_id } = await ask('interviewer_feedback/header', { ...triple, interview_datetime_utc: new Date().toISOString() })
  const [question] = await ask('interviewer_feedback/questions?ref_interview_role_id=2')
  const feedback = { ...question, if_interview_header_id: interview_header_id, interviewer_feedback: 'Was on time.' }
  await ask('interviewer_feedback/feedback-details', { feedbacks: [feedback], submitted: false })

  await open(page)
  await expect(page.getByRole('alert').filter({ hasText: 'No feedback from Interview C' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /Not submitted yet: Interview B \(.*still a draft/ })).toBeVisible()
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Interview B' }) })
  await expect(card.getByText('Draft: not submitted yet')).toBeVisible()
  await expect(page.getByText('Draft: not submitted yet')).toHaveCount(1)
})

test("staff edit the finder's signal words", { tag: '@full' }, async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: `Signal words: ${OTHER_FLAG}` }).click()
  const dialog = page.getByRole('dialog', { name: `Signal words: ${OTHER_FLAG}` })
  await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first().fill('kind to,')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const { body } = await product.ask({ path: '/api/red-flags', as: admin })
  expect(body.find((one: { red_flag_desc: string }) => one.red_flag_desc === OTHER_FLAG).signal_words).toContain('kind to')
})

test('a click outside the dialog keeps the red flag being written and the sentence being marked, and Escape asks first', { tag: '@full' }, async ({ page }) => {
  const questions = answerQuestions(page)
  await open(page)
  const dialog = page.getByRole('dialog')
  const expectKept = async () => {
    await clickBeside(page)
    await nextFrame(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    questions.answer = true
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    expect(questions.asked.splice(0)).toEqual(['Discard what you wrote?', 'Discard what you wrote?'])
    questions.answer = false
  }
  await page.getByRole('button', { name: 'Add red flag' }).click()
  await dialog.getByLabel('Description').fill('Prefers paper')
  await expectKept()
  await page.getByRole('article').getByRole('button', { name: 'Mark a sentence' }).first().click()
  await dialog.getByRole('radio', { name: 'Shows it' }).check()
  await expectKept()
  await page.getByRole('button', { name: `Signal words: ${OTHER_FLAG}` }).click()
  await clickBeside(page)
  await expect(dialog, 'with nothing written, a click beside it closes it').toHaveCount(0)
})

test('an owner adds a red flag, and marking a sentence as evidence teaches the finder what the flag means', async ({ page }) => {
  const own = 'Prefers paper charts'
  await open(page)
  await page.getByRole('button', { name: 'Add red flag' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a red flag' })
  await adding.getByLabel('Description').fill(own)
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(rowOf(page, own)).toBeVisible()

  await page.getByRole('article').getByRole('button', { name: 'Mark a sentence' }).first().click()
  const marking = page.getByRole('dialog', { name: 'Mark a sentence as an example' })
  await marking.getByRole('radio', { name: OWNS_MISTAKE }).check()
  await marking.getByRole('combobox', { name: 'Red flag' }).click()
  await page.getByRole('option', { name: own }).click()
  await marking.getByRole('radio', { name: 'Shows it' }).check()
  await expectAccessible(page)
  await marking.getByRole('button', { name: 'Mark' }).click()
  await expect(page.getByRole('list', { name: 'Marked sentences' })).toContainText(`${own}, shows it: “${OWNS_MISTAKE}”`)

  await rowOf(page, own).getByRole('button', { name: 'Generate' }).click()
  await expect(rationaleOf(page, own)).toHaveValue(new RegExp(OWNS_MISTAKE))
  await page.getByRole('button', { name: `Remove the mark on “${OWNS_MISTAKE}”` }).click()
  await expect(page.getByRole('list', { name: 'Marked sentences' })).toBeHidden()
})

test('a URL without an applicant ID redirects to the list and shows no one', { tag: '@full' }, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${product.url}/admin/applications/nobody/interview-feedback`)
  await expect(page).toHaveURL(`${product.url}/admin/applications`)
  await expect(page.getByText('Please select a role to view its applicants.')).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/applicants/by-id/'))).toEqual([])
})

test('an error message shows the cause and a Try Again button', { tag: '@full' }, async ({ page }) => {
  await page.route('**/api/interviewer_feedback/full-feedback-details*', (route) => route.fulfill({ status: 500, json: { detail: 'The shelf fell over.' } }))
  await page.goto(`${product.url}/admin/applications/${candidate.user_session_id}/interview-feedback`)
  await expect(page.getByRole('alert')).toContainText('Error fetching data. The shelf fell over.')
  await page.unroute('**/api/interviewer_feedback/full-feedback-details*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Red flags' })).toBeVisible()
})

test("the status control changes the applicant's status, and the header shows it", async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Update Status' }).click()
  await expect(page.getByRole('menuitem', { name: 'Started' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Submitted' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Under Review' }).click()
  await expect(page.locator('main header').getByText('Under Review')).toBeVisible()
  const status = async () => (await product.ask({ path: `/api/applicants/by-id/${candidate.user_session_id}`, as: admin })).body.ref_application_status_id
  await expect.poll(status).toBe(4)
})
