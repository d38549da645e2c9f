import { expect, test, type Page } from '@playwright/test'
import { NO_ACCESS } from '#contract/endpoint.ts'
import { admin, interviewer, openOffice, product } from './setup/office.ts'
import { storeSession } from './setup/product.ts'

let candidate: number

test.describe.configure({ mode: 'default' })
openOffice()
test.beforeAll(async () => {
  const { body } = await product.ask({ path: '/api/user-session/applicants_by_status/2', as: admin })
  candidate = body[0].user_session_id
})

/** Makes the call fail from now on, with the server's reason. */
async function reject(page: Page, call: string, method?: string): Promise<void> {
  await page.route(call, (route) =>
    method && route.request().method() !== method ? route.fallback() : route.fulfill({ status: 500, json: { detail: 'No luck.' } }),
  )
}

/** The message an admin screen shows, with Retry, when one of its reads fails. */
const READING = [
  ['applications', '**/api/open-roles/admin', 'Failed to load roles. Please refresh the page or try again later.'],
  ['applications/all/all/400/{candidate}', '**/api/applicants/matches/*', 'Failed to load linked applications.'],
  ['applications/all/all/1/987654', '**/api/applicants/by-id/*', 'Error fetching applicant with user_session_id=987654'],
  ['roles', '**/api/open-roles/admin', 'Failed to load function roles. Please try again later.'],
  ['questions', '**/api/application/questions?*', 'Failed to load application questions. Please try again later.'],
  ['email-templates', '**/api/email-templates/metadata', 'Failed to load email templates. Please try again later.'],
  ['email-templates/1', '**/api/email-templates/1', 'Failed to load email template. Please try again later.'],
  ['interviewers', '**/api/interviews/interviewers', 'Failed to fetch interviewers.'],
] as const

test("an admin screen that can't load shows its own message, with Retry", async ({ page }) => {
  await storeSession(page, 'admin', admin)
  for (const [screen, call, said] of READING) {
    await test.step(said, async () => {
      await reject(page, `${call}*`)
      await page.goto(`${product.url}/admin/${screen.replace('{candidate}', String(candidate))}`)
      await expect(page.getByText(said, { exact: true })).toBeVisible()
      await page.unroute(`${call}*`)
      await page.getByRole('button', { name: 'Retry' }).first().click()
      await expect(page.getByText(said, { exact: true })).toHaveCount(0)
    })
  }
  await page.goto(`${product.url}/admin/applications/all/all/1/987654`)
  await expect(page.getByText('Applicant with user_session_id=987654 was not found')).toBeVisible()
})

test('without access, a screen says who to ask and offers no Retry', { tag: '@full' }, async ({ page }) => {
  await storeSession(page, 'admin', admin)
  await page.route(/\/api\/(?!auth\/)/, (route) => route.fulfill({ status: 403, json: { detail: NO_ACCESS } }))
  for (const screen of ['applications/all/all/30', 'roles', 'questions', 'email-templates', 'people', 'audit', 'interviewers', 'requests']) {
    await page.goto(`${product.url}/admin/${screen}`)
    await expect(page.getByText(`${NO_ACCESS} If you need it for your work, ask an owner.`).first(), screen).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' }), screen).toHaveCount(0)
  }
})

/** The next step that each empty list suggests. */
const NO_ROWS = [
  ['roles', '**/api/open-roles/admin*', "Create a role, and it appears on your careers site once it's published."],
  ['questions', '**/api/application/questions?*', 'No questions to show. Select ‘New Question’ to add one, or show disabled ones.'],
  ['audit', '**/api/audit?*', 'Look further back, or broaden your search.'],
] as const

test('an empty list says what to do next', { tag: '@full' }, async ({ page }) => {
  await storeSession(page, 'admin', admin)
  for (const [screen, call, said] of NO_ROWS) {
    await page.route(call, (route) => route.fulfill({ json: [] }))
    await page.goto(`${product.url}/admin/${screen}`)
    await expect(page.getByText(said, { exact: true })).toBeVisible()
    await page.unroute(call)
  }
})

test('if statuses fail to load, the filter shows an error; if nothing loads, the list does', { tag: '@full' }, async ({ page }) => {
  await storeSession(page, 'admin', admin)
  await reject(page, '**/api/user-session/application_statuses')
  await page.goto(`${product.url}/admin/applications/all/all/30`)
  await expect(page.getByText('Failed to load application statuses')).toBeVisible()
  await page.route('**/api/applicants/list', (route) => route.abort('connectionrefused'))
  await page.goto(`${product.url}/admin/applications/all/all/30`)
  await expect(page.getByText('Failed to load applicants. Please try again later.')).toBeVisible()
  await page.unroute('**/api/applicants/list')
  await page.goto(`${product.url}/admin/applications/987654/all/30`)
  await expect(page.getByRole('heading', { name: 'No Applicants' })).toBeVisible()
})

test("an interviewer screen that can't load shows its own message too", { tag: '@full' }, async ({ page }) => {
  await storeSession(page, 'interviewer', interviewer)
  for (const [call, said] of [
    ['**/api/interviews', 'Error fetching interview types'],
    ['**/api/user-session/applicants_by_status/2?*', 'Error fetching candidates'],
    ['**/api/interviewer_feedback/questions?*', 'Error fetching feedback questions or header'],
    ['**/api/interviews/interviewers/by-email?*', 'Error fetching interviewer'],
  ] as const) {
    await reject(page, call)
    await page.goto(`${product.url}/interviewer/dashboard?interview=1&candidate=${candidate}`)
    await expect(page.getByText(said, { exact: true })).toBeVisible()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(said, { exact: true })).toHaveCount(0)
  }
})

/** The message a form shows, ahead of the server's own, when saving fails. */
const SAVING: [screen: string, call: string, edit: (page: Page) => Promise<void>, button: string, said: string][] = [
  ['roles?role=1', '**/api/open-roles/admin/1', (page) => fill(page, 'Hiring lead name', 'Lena'), 'Save Changes', 'Failed to update function role. No luck.'],
  ['roles?role=new', '**/api/open-roles/admin', fillRole, 'Create Role', 'Failed to create function role. No luck.'],
  [
    'questions?question=11',
    '**/api/application/questions',
    (page) => fill(page, 'Question text', 'Why us?'),
    'Save Changes',
    'Failed to update question. Please try again. No luck.',
  ],
  ['email-templates/new', '**/api/email-templates', fillTemplate, 'Create Template', 'Failed to create email template: No luck.'],
  ['email-templates/1', '**/api/email-templates/1', (page) => fill(page, 'Description', 'Other'), 'Save Changes', 'Failed to update email template: No luck.'],
  [
    'interview-instructions?interview=1',
    '**/api/interviews/1',
    (page) => fill(page, 'Instructions', 'Be kind'),
    'Save Changes',
    'Failed to update interview type. No luck.',
  ],
  [
    'interviewers?interviewer=1',
    '**/api/interviews/interviewers/1',
    (page) => fill(page, 'Bio', 'Kind'),
    'Update Bio',
    'Failed to update interviewer. No luck.',
  ],
  ['interviewers', '**/api/interviews/interviewers', pickStaff, 'Add Interviewer', 'Failed to add interviewer. No luck.'],
]

test("a form that can't be saved shows its own message before the server's, and keeps the typed text", async ({ page }) => {
  await storeSession(page, 'admin', admin)
  page.on('dialog', (dialog) => void dialog.accept())
  for (const [screen, call, edit, button, said] of SAVING) {
    await test.step(said, async () => {
      for (const method of ['POST', 'PUT']) await reject(page, call, method)
      await page.goto(`${product.url}/admin/${screen}`)
      await edit(page)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByText(said, { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: button })).toBeEnabled()
      await page.unroute(call)
    })
  }
})

function fill(page: Page, label: string, text: string): Promise<void> {
  return page.getByRole('textbox', { name: label }).first().fill(text)
}

async function fillRole(page: Page): Promise<void> {
  await fill(page, 'Hiring lead email', 'lead@meridianhealth.example')
  await fill(page, 'Hiring lead name', 'Lena Lead')
  await fill(page, 'Role name', 'Night Pharmacist')
}

async function fillTemplate(page: Page): Promise<void> {
  await fill(page, 'Template Name', 'Reference check')
  await page.getByRole('textbox', { name: 'Email HTML Content' }).click()
  await page.keyboard.insertText('<p>Hello {first_name}</p>')
}

async function pickStaff(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Staff on the Bookings pages' }).click()
  await page.getByRole('option').first().click()
}

test("if a status can't be set, an error appears and the applicant's status is unchanged", { tag: '@full' }, async ({ page }) => {
  await storeSession(page, 'admin', admin)
  await reject(page, '**/api/applicants/decide')
  await page.goto(`${product.url}/admin/applications/all/2/400/${candidate}`)
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Update Status' }).click()
  await page.getByRole('menuitem', { name: 'Under Review' }).click()
  await expect(page.getByText(/^Failed to update status\. Applicant [0-9A-F]{4}: No luck\.$/)).toBeVisible()
  await expect(panel.getByText('Proceed to Panel Interview')).toBeVisible()
})

test('a line across the top shows that a page is loading, and interview types have their own message', { tag: '@full' }, async ({ page }) => {
  await storeSession(page, 'admin', admin)
  const line = page.locator('[data-loading]')
  let release = await hold(page, '**/api/open-roles/admin')
  await page.goto(`${product.url}/admin/roles`)
  await expect(line).toHaveCount(1)
  release()
  await expect(page.getByRole('combobox', { name: 'Role to edit' })).toBeVisible()
  await expect(line).toHaveCount(0)

  release = await hold(page, '**/api/interviews')
  await page.goto(`${product.url}/admin/interview-instructions?interview=1`)
  await expect(page.getByText('Loading interview types...')).toBeVisible()
  release()
  await fill(page, 'Instructions', 'Be kind')
  release = await hold(page, '**/api/interviews')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Interview type updated successfully!')).toBeVisible()
  await expect(page.getByText('Refreshing interview types...')).toBeVisible()
  await reject(page, '**/api/interviews')
  release()
  await expect(page.getByText('Refreshing interview types...')).toHaveCount(0)
  await expect(page.getByText('Interview type updated successfully!')).toBeVisible()
  await expect(page.getByText('No luck.')).toHaveCount(0)
})

/** Delays a call's response until it's released. */
async function hold(page: Page, call: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.unroute(call)
  await page.route(call, async (route) => {
    await held
    await route.fallback().catch(() => {})
  })
  return release
}
