import { expect, test, type Browser, type Page } from '@playwright/test'
import { freePort } from '#lab/faults/product.ts'
import { attachAuthenticator } from './setup/authenticator.ts'
import { ADMIN, INTERVIEWER, openProduct, DENIED_CALLS, watch, type Product } from './setup/product.ts'

test.describe.configure({ mode: 'serial' })
let product: Product
let origin: string
let owner: Page
test.beforeAll(async ({ browser }) => {
  const PORT = String(await freePort())
  // Passkeys need a host name, and 127.0.0.1 isn't one.
  origin = `http://localhost:${PORT}`
  product = await openProduct({ PORT, BASE_URL: origin, STAFF_PASSKEYS: 'required' })
  owner = await enterAsOwner(browser)
})
test.afterAll(async () => {
  await owner.context().close()
  await product.close()
})

const inviting = (given_role: string) => ({ email: `${given_role}@agency.example`, given_role, departments: given_role === 'auditor' ? [] : ['Nursing'] })

/** Each role with its area, its home screen, a screen it uses, and how to invite it. Interviewers have an address in the company's domain. */
const STAFF = [
  { email: 'recruiter@agency.example', area: 'admin', home: 'Admin Dashboard', work: 'applications', invitation: inviting('recruiter') },
  { email: 'hiring-manager@agency.example', area: 'admin', home: 'Admin Dashboard', work: 'applications', invitation: inviting('hiring-manager') },
  { email: 'auditor@agency.example', area: 'admin', home: 'Admin Dashboard', work: 'audit', invitation: inviting('auditor') },
  { email: INTERVIEWER, area: 'interviewer', home: 'Applicant Review', work: 'dashboard', invitation: null },
] as const
type Member = { email: string; area: 'admin' | 'interviewer' }

async function enter(browser: Browser, { email, area }: Member): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await attachAuthenticator(page)
  await signInByCode(page, { email, area })
  return page
}

async function signInByCode(page: Page, { email, area }: Member): Promise<void> {
  const session = await product.signIn(email, area)
  await page.goto(`/${area}/login`)
  const kept = Object.entries(session).map(([key, value]): [string, string] => [`${area}_${key}`, String(value)])
  await page.evaluate((all) => all.forEach(([key, value]) => localStorage.setItem(key, value)), kept)
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of a new passkey').fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys(page)).toContainText(name)
}

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')

/** Signs in an owner with a passkey, who will invite everyone else. */
async function enterAsOwner(browser: Browser): Promise<Page> {
  const page = await enter(browser, { email: ADMIN, area: 'admin' })
  await page.goto('/admin/people')
  await expect(page).toHaveURL(`${origin}/admin/sessions`)
  await addPasskey(page, 'Desk')
  // The screen asks for the passkey automatically.
  await page.goto('/admin/people')
  await expect(page.getByRole('row').filter({ hasText: ADMIN })).toContainText('Owner')
  const token = await page.evaluate(() => localStorage.getItem('admin_token')!)
  for (const { invitation: body } of STAFF)
    if (body) expect((await product.ask({ path: '/api/staff', as: { token, email: ADMIN, expires_at: '', idle_until: '' }, body })).status).toBe(201)
  return page
}

for (const { email, area, home, work } of STAFF) {
  test(`${email} needs a passkey, gets to work, signs in with it, and adds another after an owner removes it`, async ({ browser }) => {
    const page = await enter(browser, { email, area })
    const errors = watch(page, DENIED_CALLS)
    const own = `${origin}/${area}/sessions`
    await page.goto(`/${area}/${work}`)
    await expect(page).toHaveURL(own)
    await addPasskey(page, 'Work phone')
    await passkeys(page).getByRole('button', { name: 'Rename: Work phone' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My phone')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(passkeys(page)).toContainText('My phone')

    await page.goto(`/${area}/dashboard`)
    await expect(page.getByRole('heading', { name: home, level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${origin}/${area}/login`)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('heading', { name: home, level: 1 })).toBeVisible()

    await owner.goto('/admin/people')
    await owner.getByRole('button', { name: `Sessions: ${email}` }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove passkeys' }).click()
    await expect(owner.getByText(`${email} signs in without a passkey next time, and can add a new one.`)).toBeVisible()
    await expect.poll(() => statusOfSession(page, area)).toBe(401)

    await signInByCode(page, { email, area })
    await page.goto(`/${area}/${work}`)
    await expect(page).toHaveURL(own)
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
    await expect(passkeys(page)).toHaveCount(0)
    await addPasskey(page, 'New phone')
    await passkeys(page).getByRole('button', { name: 'Remove: New phone' }).click()
    await expect(passkeys(page)).toHaveCount(0)
    expect(errors).toEqual([])
    await page.context().close()
  })
}

async function statusOfSession(page: Page, area: string): Promise<number> {
  return page.evaluate(
    (key) => fetch('/api/auth/session', { headers: { authorization: `Bearer ${localStorage.getItem(key)}` } }).then(({ status }) => status),
    `${area}_token`,
  )
}
