import { expect, test, type Browser, type Page } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { ADMIN, storeSession, openProduct, type Product, type Session } from '../setup/product.ts'

const LEAD = 'nursing@meridianhealth.example'
const STATEMENT = 'Explained clearly how they hand over a patient at the end of a shift.'
const ADVICE = 'Next time, tell us more about what you would measure.'
const FLAG = { fgl_ref_red_flag_id: 1, fgl_absent_flag: true, fgl_rationale: STATEMENT }

let product: Product
let [lead, second]: (Session | undefined)[] = []
test.beforeAll(async () => {
  product = await openProduct({ MAIL_DELAY_SECONDS: '0' })
  lead = await product.signIn(LEAD, 'admin')
  second = await product.signIn(ADMIN, 'admin')
})
test.afterAll(() => product.close())

async function seat(browser: Browser, as: Session, path: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: product.url })
  await storeSession(page, 'admin', as)
  await page.goto(path)
  return page
}

/** Sets up a candidate in interviews for the lead's role, with a statement that a person has confirmed. */
async function prepareCandidate(): Promise<{ user_session_id: number; email: string }> {
  const path = '/api/user-session/applicants_with_answers/1?days_ago=400&ref_application_status_id=2&identifiable=true'
  const [one] = (await product.ask({ path, as: lead! })).body
  const { user_session_id, email } = one
  const body = { ...FLAG, user_session_id, row_created_user_id: 1 }
  expect((await product.ask({ path: '/api/red-flags/hiring-decision-detail', body, as: second! })).status).toBe(201)
  return { user_session_id, email }
}

test(
  'the hiring lead picks a confirmed statement, a second person reviews it, and the rejection email gives it to the candidate',
  { tag: '@access' },
  async ({ browser }) => {
    const { user_session_id, email } = await prepareCandidate()
    const path = `/admin/applications/all/all/400/${user_session_id}`

    const writing = await seat(browser, lead!, path)
    const feedback = writing.getByRole('textbox', { name: 'Feedback', exact: true })
    await writing.getByText('Use confirmed statements').click()
    await writing.getByRole('button', { name: /^Add the statement on / }).click()
    await expect(feedback).toHaveValue(STATEMENT)
    await feedback.fill(`${STATEMENT}\n\n${ADVICE}`)
    await writing.getByRole('button', { name: 'Save feedback' }).click()
    await expect(writing.getByText(`Written by ${LEAD}. Not sent until someone else reviews it.`)).toBeVisible()
    await expect(writing.getByRole('button', { name: 'I reviewed it' })).toHaveCount(0)
    await expectAccessible(writing)

    const reviewing = await seat(browser, second!, path)
    await expect(reviewing.getByText(ADVICE)).toBeVisible()
    await expect(reviewing.getByRole('textbox', { name: 'Feedback', exact: true })).toHaveCount(0)
    await reviewing.getByRole('button', { name: 'I reviewed it' }).click()
    await expect(reviewing.getByText(`Reviewed by ${ADMIN}.`)).toBeVisible()

    await reviewing.getByRole('button', { name: 'Update Status' }).click()
    // Uses the keyboard, because the page scrolls under the pointer while the menu opens.
    await reviewing.getByRole('menuitem', { name: 'Rejected After Interview B' }).press('Enter')
    const dialog = reviewing.getByRole('dialog')
    await expect(dialog.getByRole('blockquote').getByText(ADVICE)).toBeVisible()
    await dialog.getByRole('button', { name: /send/i }).click()
    const told = () => product.received.find(({ to, mail }) => to.includes(email) && mail.text?.includes('Our feedback on your interviews'))
    await expect.poll(() => told()?.mail.text).toContain(ADVICE)
    expect(told()!.mail.html).toContain(STATEMENT)
    await Promise.all([writing.close(), reviewing.close()])
  },
)

test("feedback typed while the lead's other window was saving is kept, and the lead chooses between the two", async ({ browser }) => {
  const path = '/api/user-session/applicants_with_answers/1?days_ago=400&ref_application_status_id=2&identifiable=true'
  const [{ user_session_id }] = (await product.ask({ path, as: lead! })).body
  const writing = await seat(browser, lead!, `/admin/applications/all/all/400/${user_session_id}`)
  const feedback = writing.getByRole('textbox', { name: 'Feedback', exact: true })
  await feedback.fill('Typed here.')
  const stored = { path: `/api/applicants/${user_session_id}/candidate-feedback`, as: lead! }
  expect((await product.ask({ ...stored, method: 'PUT', body: { feedback_text: 'From the other window.' } })).status).toBe(200)
  await writing.getByRole('button', { name: 'Save feedback' }).click()
  const dialog = writing.getByRole('dialog', { name: 'Someone else saved first' })
  await expect(dialog).toContainText(`${LEAD} changed this on`)
  await expect(dialog.getByRole('textbox', { name: 'Feedback: saved version' })).toHaveValue('From the other window.')
  await dialog.getByRole('button', { name: 'Close without choosing' }).click()
  await expect(feedback).toHaveValue('Typed here.')

  await writing.reload()
  await expect(feedback).toHaveValue('Typed here.')
  await writing.getByRole('button', { name: 'Save feedback' }).click()
  await dialog.getByRole('button', { name: 'Use these' }).click()
  await writing.getByRole('button', { name: 'Save feedback' }).click()
  await expect.poll(async () => (await product.ask(stored)).body.feedback_text).toBe('Typed here.')

  await feedback.fill('')
  await writing.getByRole('button', { name: 'Save feedback' }).click()
  await expect.poll(async () => (await product.ask(stored)).body.feedback_text).toBeNull()
  await expect(writing.getByText(/^Written by /)).toBeHidden()
  await expect(feedback).toHaveValue('')
  await writing.close()
})
