import { expect, test } from '@playwright/test'
import { expectAccessible } from '../setup/accessible.ts'
import { ADMIN, storeSession, openProduct, type Product } from '../setup/product.ts'

let product: Product
test.beforeAll(async () => void (product = await openProduct({ MAIL_DELAY_SECONDS: '0' })))
test.afterAll(() => product.close())

const EMAIL = 'another.role@example.com'
const ANSWERS = {
  first_name: 'Ada',
  last_name: 'Archer',
  email: EMAIL,
  opt_in_legally_authorized: 'Yes',
  opt_in_updates: 'Yes',
  require_sponsorship: 'No',
  startup_previously: 'No',
  recent_role_tenure: '18',
  why_this_role: 'To learn.',
  proudest_work: 'A clinic.',
}

/** Creates an applicant, and another role with a question of its own. */
async function makeApplicantAndRole() {
  const answers = Object.entries(ANSWERS).map(([question_name, user_answer_text_box]) => ({ question_name, user_answer_text_box }))
  expect(await product.ask({ path: '/roles/1/apply', body: { answers } })).toMatchObject({ status: 201 })
  const [{ id }] = (await product.query(`select user_session_id as id from user_session where email = '${EMAIL}'`)) as [{ id: number }]
  const [other] = (await product.query(`
    with q as (insert into application_question (question_name, question_text, question_type, required_flag, all_roles_flag)
      values ('why_nights', 'Why nights?', 'Extended Open Text Box', true, false) returning ref_question_id),
    r as (select ref_function_role_id, function_role_name from function_role where not disabled_flag and ref_function_role_id <> 1 order by 1 limit 1),
    asked as (insert into question_role (ref_question_id, ref_function_role_id) select ref_question_id, ref_function_role_id from q, r)
    select * from r`)) as [{ ref_function_role_id: number; function_role_name: string }]
  return { id, other }
}

async function linkInSuggestion(subject: string): Promise<string> {
  const mails = () => product.received.filter(({ to, mail }) => to.includes(EMAIL) && mail.subject === subject)
  await expect.poll(() => mails().length).toBe(1)
  // The page shows a suggestion once its email counts as sent, a moment after the mail server has it.
  await expect.poll(() => product.query(`select state from email_outbox where subject = '${subject}'`)).toEqual([{ state: 'sent' }])
  return product.url + new URL(/http\S+\/application\/[\w-]{43,}/.exec(mails()[0]!.mail.text ?? '')![0]).pathname
}

test('a recruiter suggests another role, and the candidate accepts on their own page on a phone', { tag: '@full' }, async ({ page, browser }) => {
  const { id, other } = await makeApplicantAndRole()
  await storeSession(page, 'admin', await product.signIn(ADMIN, 'admin'))
  await page.goto(`${product.url}/admin/applications/all/all/36500/${id}`)
  await page.getByRole('link', { name: 'Suggest another role' }).click()
  await expect(page.getByRole('heading', { name: 'Suggest another role' })).toBeVisible()
  await page.getByLabel('Role', { exact: true }).selectOption({ label: other.function_role_name })
  await page.getByRole('button', { name: 'Write the email' }).click()
  const form = page.getByRole('region', { name: 'Email about another role' })
  await expect(form.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await expectAccessible(page)
  const text = form.getByRole('textbox', { name: 'Text' })
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Call me.')
  await expect(text.locator('[data-changed]').last()).toHaveText('me.')
  await form.getByRole('button', { name: 'Reset to draft' }).click()
  await expect(text).not.toContainText('Call me.')
  await form.getByRole('button', { name: 'Send email' }).click()
  await expect(page.getByText('The email is queued.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Previous suggestions' }).getByText(other.function_role_name)).toBeVisible()

  const link = await linkInSuggestion(`Another role for you: ${other.function_role_name}`)
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: `Another role for you: ${other.function_role_name}` })).toBeVisible()
  await phone.getByRole('button', { name: 'Yes, consider me' }).click()
  await expect(phone.getByText('This field is required')).toBeVisible()
  await phone.getByLabel('Why nights?').fill('I sleep by day.')
  await phone.getByRole('button', { name: 'Yes, consider me' }).click()
  await expect(phone.getByRole('status').first()).toContainText("We've added an application for this role.")
  expect(await product.query(`select count(*)::int as count from user_session where email = '${EMAIL}'`)).toEqual([{ count: 2 }])
  await phone.close()

  await page.goto(`${product.url}/admin/applications/all/all/36500/${id}`)
  await page.getByRole('link', { name: 'Open that application' }).first().click()
  await expect(page.getByText('This role was suggested in the application for')).toBeVisible()
})
