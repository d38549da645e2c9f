import { expect, test } from '@playwright/test'
import { ADMIN, storeSession, openProduct, DENIED_CALLS, watch, type Product, type Session } from './setup/product.ts'

const MANAGER = 'head.of.department@agency.example'
type Person = { staff_account_id: number; email: string; version: number }
type Standing = { user_session_id: number; ref_function_role_id: number; ref_application_status_id: number; has_feedback?: boolean }

let product: Product
test.beforeAll(async () => void (product = await openProduct()))
test.afterAll(() => product.close())

/** Invites a hiring manager for an opening with an applicant in the panel interview. */
async function inviteManager() {
  const owner = await product.signIn(ADMIN, 'admin')
  const { body } = await product.ask({ path: '/api/user-session/applicants_by_status/2', as: owner })
  const { user_session_id: inPanel, ref_function_role_id } = (body as Standing[])[0]!
  const scope = [ref_function_role_id]
  const { body: person } = await product.ask({ path: '/api/staff', as: owner, body: { email: MANAGER, given_role: 'hiring-manager', scope } })
  return { owner, inPanel, scope, person: person as Person, manager: await product.signIn(MANAGER, 'admin') }
}

const firstOf = async (as: Session) =>
  ((await product.ask({ path: '/api/user-session/applicants_with_answers/all?days_ago=3650', as })).body as Standing[]).find(
    ({ ref_application_status_id: status }) => status === 5 || status === 4,
  )!.user_session_id

test('a hiring manager can read and add notes, but can decide only once an owner allows it', async ({ browser }) => {
  const { owner, inPanel, scope, person, manager } = await inviteManager()
  const page = await browser.newPage({ baseURL: product.url })
  const errors = watch(page, DENIED_CALLS)
  await storeSession(page, 'admin', manager)
  await page.goto('/admin/applications/all/all/3650')
  await expect(page.getByRole('table', { name: 'Applicants' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Export/ })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0)

  const open = `/admin/applications/all/all/3650/${await firstOf(manager)}`
  await page.goto(open)
  await expect(page.getByText("You can read this application, but you can't make decisions on it.")).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Proceed|Reject|Under Review|Need More Time)/ })).toHaveCount(0)

  await page.goto(`/admin/applications/all/all/3650/${inPanel}`)
  await page.getByRole('link', { name: 'See Interviews' }).click()
  await expect(page.getByRole('heading', { name: 'Interviewers', exact: true })).toBeVisible()
  await expect(page.getByText('No interviews are set up yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Save interviews|Cancel )/ })).toHaveCount(0)

  await page.goto(`/admin/applications/${inPanel}/interview-feedback`)
  await expect(page.getByText("You can read these decisions, but you can't change them.")).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Generate|Generate all|Submit|Update Status|Confirm .*)$/ })).toHaveCount(0)

  const { staff_account_id, version } = person
  const change = { given_role: 'hiring-manager', may_decide_flag: true, scope, departments: [], version }
  expect((await product.ask({ path: `/api/staff/${staff_account_id}`, method: 'PUT', as: owner, body: change })).status).toBe(200)
  await page.goto(open)
  await expect(page.getByRole('button', { name: /^Proceed/ })).toBeVisible()
  await page.goto(`/admin/applications/${inPanel}/interviews`)
  await page.getByRole('combobox', { name: 'Interview A: possible interviewers' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save interviews' }).click()
  await expect(page.getByText('Interviews saved. Once invited, the candidate can pick times on their own page.')).toBeVisible()
  await page.goto(`/admin/applications/${inPanel}/interview-feedback`)
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeVisible()
  expect(errors).toEqual([])
  await page.close()
})

test("another role's page shows an error and nothing from that role", async ({ browser }) => {
  const auditor = 'auditor@agency.example'
  await product.ask({ path: '/api/staff', as: await product.signIn(ADMIN, 'admin'), body: { email: auditor, given_role: 'auditor' } })
  const page = await browser.newPage({ baseURL: product.url })
  await storeSession(page, 'admin', await product.signIn(auditor, 'admin'))
  for (const path of ['/admin/people', '/admin/applications/all/all/30', '/admin/roles', '/admin/requests', '/admin/interviews']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You don't have access to this page")
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page.getByRole('region', { name: 'Manage' }).getByRole('link')).toHaveText([/^Audit Trail/, /^Your Sign-in/])
  await page.close()
})
