import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { ADMIN, carry, openProduct, watch, type Product, type Session } from './setup/product.ts'

const EMAIL = 'tycho.rosenwater@meridianhealth.example'
const BLAMED = 'He blamed the night shift for the missing chart.'
const OWNED = 'Later he said that the mistake was his own.'
const FLAG = 'Blames others instead of owning mistakes'
const OTHER_FLAG = 'Unreliable attendance or punctuality'

let product: Product
let admin: Session
let interviewer: Session
let candidate: { user_session_id: number; first_name: string; last_name: string; function_role_name: string }
let header: number
let questions: { if_interviewer_role_feedback_question_id: number }[]

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  // A first start writes the demo.
  test.setTimeout(120_000)
  product = await openProduct()
  interviewer = await product.signIn(EMAIL, 'interviewer')
  admin = await product.signIn(ADMIN, 'admin')
  candidate = await freshCandidate()
  const me = (await product.ask({ path: `/api/interviews/interviewers/by-email?interviewer_email=${EMAIL}`, as: interviewer })).body
  const triple = { user_session_id: candidate.user_session_id, ref_interview_id: 1, ref_interviewer_id: me.ref_interviewer_id }
  const opened = await product.ask({
    path: '/api/interviewer_feedback/header',
    body: { ...triple, interview_datetime_utc: new Date().toISOString() },
    as: interviewer,
  })
  header = opened.body.interview_header_id
  questions = (await product.ask({ path: '/api/interviewer_feedback/questions?ref_interview_role_id=1', as: interviewer })).body
  await write([`${BLAMED} ${OWNED}`, 'Kind to the family.'])
})
test.afterAll(() => product.close())
test.beforeEach(({ context }) => carry(context, 'admin', admin))

/** One who was just moved to the panel interview: nobody has written anything yet. */
async function freshCandidate(): Promise<typeof candidate> {
  const query = 'days_ago=3650&ref_application_status_id=5&identifiable=true&limit=1'
  const [one] = (await product.ask({ path: `/api/user-session/applicants_with_answers/all?${query}`, as: admin })).body
  const moved = await product.ask({
    path: '/api/user-session/update_status',
    body: { user_session_id: one.user_session_id, ref_application_status_id: 2 },
    as: admin,
  })
  expect(moved.status).toBe(200)
  return one
}

function write(texts: string[]) {
  const feedbacks = texts.map((interviewer_feedback, place) => ({ ...questions[place]!, if_interview_header_id: header, interviewer_feedback }))
  return product.ask({ path: '/api/interviewer_feedback/feedback-details', body: { feedbacks, submitted: true }, as: interviewer })
}

async function stored(): Promise<{ fgl_rationale: string; source: string; reviewed: boolean; fgl_absent_flag: boolean; decided: boolean }[]> {
  return (await product.ask({ path: `/api/red-flags/hiring-decision-detail?user_session_id=${candidate.user_session_id}`, as: admin })).body
}

async function open(page: Page): Promise<void> {
  await page.goto(`${product.url}/admin/applications/${candidate.user_session_id}/interview-feedback`)
  await expect(page.getByRole('heading', { name: 'Red flags' })).toBeVisible()
}
const rowOf = (page: Page, flag = FLAG) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: flag }) })
const rationaleOf = (page: Page, flag = FLAG) => rowOf(page, flag).getByRole('textbox')

test('the candidate, the feedback and the red flags stand beside each other; what is missing is said first', async ({ page }) => {
  const faults = watch(page)
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
  await expect(page.getByRole('article')).toContainText(BLAMED)
  await expect(rationaleOf(page)).toHaveValue('')
  await expect(rowOf(page).getByRole('checkbox')).not.toBeChecked()
  expect(faults).toEqual([])
})

test('a draft comes with its sentences, each a way to where it stands, and waits for a person', async ({ page }) => {
  const faults = watch(page)
  await open(page)
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/api/red-flags/generate-rationale', async (route) => {
    await held
    await route.continue()
  })
  const row = rowOf(page)
  await row.getByRole('button', { name: 'Generate' }).click()
  await expect(row.getByRole('button', { name: 'Generating...' })).toBeDisabled()
  await expect(rationaleOf(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled()
  await expect(rationaleOf(page, OTHER_FLAG)).toBeEnabled()
  await expect(row.getByRole('button', { name: /Cancel \([1-9]\d* s\)/ })).toBeVisible()
  release()

  await expect(rationaleOf(page)).toHaveValue(new RegExp(BLAMED), { timeout: 30_000 })
  await expect(row.getByText('Generated - review before use')).toBeVisible()
  await row.getByRole('link', { name: new RegExp(BLAMED) }).click()
  await expect(page.locator('mark')).toHaveText(BLAMED)
  await expect(page.locator('mark')).toBeInViewport()
  expect(await stored()).toMatchObject([{ source: 'generated', reviewed: false, fgl_absent_flag: false }])
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
  expect(faults).toEqual([])
})

test('who does not want to wait cancels, and the row is as it was', async ({ page }) => {
  await open(page)
  await page.route('**/api/red-flags/generate-rationale', () => {})
  const row = rowOf(page, OTHER_FLAG)
  await row.getByRole('button', { name: 'Generate' }).click()
  await row.getByRole('button', { name: /Cancel/ }).click()
  await expect(row.getByRole('button', { name: 'Generate', exact: true })).toBeEnabled()
  await expect(rationaleOf(page, OTHER_FLAG)).toHaveValue('')
})

test('a draft that fails says so in its row, and changes nothing', async ({ page }) => {
  await open(page)
  await page.route('**/api/red-flags/generate-rationale', (route) =>
    route.fulfill({ status: 502, json: { detail: 'The model gave an answer that cannot be used. Nothing was changed.' } }),
  )
  const before = await rationaleOf(page).inputValue()
  await rowOf(page).getByRole('button', { name: 'Generate' }).click()
  await expect(rowOf(page).getByRole('alert')).toHaveText('Error generating rationale: The model gave an answer that cannot be used. Nothing was changed.')
  await expect(rationaleOf(page)).toHaveValue(before)
})

test('what a person wrote is not replaced without asking, and is kept through a reload until it is submitted', async ({ page }) => {
  await open(page)
  await rationaleOf(page).fill('He blames others, and owns it later.')
  await rowOf(page).getByRole('checkbox').check()
  await expect(rowOf(page).getByText('Not submitted yet')).toBeVisible()
  await rowOf(page).getByRole('button', { name: 'Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace what was written?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(rationaleOf(page)).toHaveValue('He blames others, and owns it later.')

  page.on('dialog', (leave) => void leave.accept())
  await page.reload()
  await expect(rationaleOf(page)).toHaveValue('He blames others, and owns it later.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('All red flags saved!')).toBeVisible()
  await expect(page.getByText('All red flags saved!')).toBeHidden({ timeout: 4000 })
  const [first, ...rest] = await stored()
  expect(first).toMatchObject({ fgl_rationale: 'He blames others, and owns it later.', source: 'person', reviewed: true, fgl_absent_flag: true })
  expect(rest.length).toBeGreaterThanOrEqual(5)
  expect(rest.every((one) => !one.reviewed && !one.decided)).toBe(true)
  await expect(rowOf(page).getByText('Absent', { exact: true })).toBeVisible()
  await expect(rowOf(page, OTHER_FLAG).getByText('Undecided')).toBeVisible()
  await expect(rowOf(page).getByText(/^Submitted by admin@/)).toBeVisible()
})

test('a person may have their words replaced, and the row is to be reviewed again', async ({ page }) => {
  await open(page)
  await rowOf(page).getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace it' }).click()
  await expect(rationaleOf(page)).toHaveValue(new RegExp(BLAMED), { timeout: 30_000 })
  await expect(rowOf(page).getByRole('checkbox')).not.toBeChecked()
  expect((await stored())[0]).toMatchObject({ source: 'generated', reviewed: false })
})

test('a rationale is stale when the feedback it cites was edited later', async ({ page }) => {
  await write([OWNED, 'Kind to the family.'])
  await open(page)
  await expect(rowOf(page).getByText('Stale: the feedback it cites was edited later')).toBeVisible()
  await expect(rowOf(page).getByText(new RegExp(`${BLAMED}.*no longer in the feedback`))).toBeVisible()
  await expect(page.getByRole('article').getByText(/^Edited .*after it was submitted$/)).toBeVisible()
})

test('a stale draft is signed only after a question, and a confirmed row is neither undecided nor absent', async ({ page }) => {
  await open(page)
  await rowOf(page).getByRole('button', { name: 'Confirm present' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Feedback changed since these drafts' })
  await expect(dialog).toContainText(FLAG)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Submit anyway' }).click()
  await expect(page.getByText('All red flags saved!')).toBeVisible()
  expect((await stored())[0]).toMatchObject({ source: 'generated', reviewed: true, decided: true, fgl_absent_flag: false })
  await expect(rowOf(page).getByText('Present', { exact: true })).toBeVisible()
})

test("Generate all drafts every row without a person's work, two at a time", async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Generate all' }).click()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled({ timeout: 60_000 })
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toHaveCount(0)
  expect((await stored()).filter((one) => one.source === 'generated').length).toBeGreaterThanOrEqual(6)
})

test('a row that cannot be saved keeps its text and says why; the others are saved', async ({ page }) => {
  await open(page)
  await rationaleOf(page, OTHER_FLAG).fill('On time.')
  await page.route('**/api/red-flags/hiring-decision-detail', (route) => {
    const isOther = route.request().postData()?.includes('On time.')
    return isOther
      ? route.fulfill({ status: 409, json: { detail: 'Somebody changed this row after you opened it. Nothing of yours was saved yet.' } })
      : route.continue()
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Error saving red flags!')).toBeVisible()
  await expect(rowOf(page, OTHER_FLAG).getByRole('alert')).toContainText('Somebody changed this row')
  await expect(rationaleOf(page, OTHER_FLAG)).toHaveValue('On time.')
  await expect(page.getByText('Error saving red flags!')).toBeHidden({ timeout: 5000 })

  await page.getByRole('link', { name: 'Edit Roles' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await rowOf(page, OTHER_FLAG).getByRole('button', { name: 'Show the stored text' }).click()
  await expect(rationaleOf(page, OTHER_FLAG)).not.toHaveValue('On time.')
})

test('for a candidate who asked for no drafts there is no button, and writing by hand works', async ({ page }) => {
  await open(page)
  const wish = page.getByRole('switch', { name: 'The candidate asked for no drafts by software' })
  await wish.click()
  await expect(page.getByRole('status').getByText('This candidate asked for no drafts by software. Write the rationale by hand.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Generate/ })).toHaveCount(0)
  await page.reload()
  await expect(wish).toBeChecked()
  await expect(page.getByRole('button', { name: /Generate/ })).toHaveCount(0)
  await rationaleOf(page, OTHER_FLAG).fill('Always there five minutes early.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('All red flags saved!')).toBeVisible()
  expect((await stored()).map((one) => one.fgl_rationale)).toContain('Always there five minutes early.')
  await wish.click()
  await expect(rowOf(page).getByRole('button', { name: 'Generate', exact: true })).toBeVisible()
})

test('staff edit the signal words that the finder goes by', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: `Signal words: ${OTHER_FLAG}` }).click()
  const dialog = page.getByRole('dialog', { name: `Signal words: ${OTHER_FLAG}` })
  await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first().fill('kind to,')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const { body } = await product.ask({ path: '/api/red-flags', as: admin })
  expect(body.find((one: { red_flag_desc: string }) => one.red_flag_desc === OTHER_FLAG).signal_words).toContain('kind to')
})

test('an owner adds a red flag, and a marked sentence teaches the finder what it means', async ({ page }) => {
  const own = 'Prefers paper charts'
  await open(page)
  await page.getByRole('button', { name: 'Add red flag' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a red flag' })
  await adding.getByLabel('Description').fill(own)
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(rowOf(page, own)).toBeVisible()

  await page.getByRole('article').getByRole('button', { name: 'Mark a sentence' }).first().click()
  const marking = page.getByRole('dialog', { name: 'Mark a sentence as an example' })
  await marking.getByRole('radio', { name: OWNED }).check()
  await marking.getByRole('combobox', { name: 'Red flag' }).click()
  await page.getByRole('option', { name: own }).click()
  await marking.getByRole('radio', { name: 'Shows it' }).check()
  await expectAccessible(page)
  await marking.getByRole('button', { name: 'Mark' }).click()
  await expect(page.getByRole('list', { name: 'Marked sentences' })).toContainText(`${own}, shows it: “${OWNED}”`)

  await rowOf(page, own).getByRole('button', { name: 'Generate' }).click()
  await expect(rationaleOf(page, own)).toHaveValue(new RegExp(OWNED), { timeout: 30_000 })
  await page.getByRole('button', { name: `Remove the mark on “${OWNED}”` }).click()
  await expect(page.getByRole('list', { name: 'Marked sentences' })).toBeHidden()
})

test('a page that names nobody goes back to the list, and shows nobody', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${product.url}/admin/applications/nobody/interview-feedback`)
  await expect(page).toHaveURL(`${product.url}/admin/applications`)
  await expect(page.getByText('Please select a role to view its applicants.')).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/applicants/by-id/'))).toEqual([])
})

test('a failure is said with the way out of it', async ({ page }) => {
  await page.route('**/api/interviewer_feedback/full-feedback-details*', (route) => route.fulfill({ status: 500, json: { detail: 'The shelf fell over.' } }))
  await page.goto(`${product.url}/admin/applications/${candidate.user_session_id}/interview-feedback`)
  await expect(page.getByRole('alert')).toContainText('Error fetching data. The shelf fell over.')
  await page.unroute('**/api/interviewer_feedback/full-feedback-details*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Red flags' })).toBeVisible()
})

test('the status control moves the applicant and the header follows', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Update Status' }).click()
  await expect(page.getByRole('menuitem', { name: 'Started' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Submitted' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Under Review' }).click()
  await expect(page.locator('main header').getByText('Under Review')).toBeVisible()
  const status = async () => (await product.ask({ path: `/api/applicants/by-id/${candidate.user_session_id}`, as: admin })).body.ref_application_status_id
  await expect.poll(status).toBe(4)
})
