import { expect, test, type Locator } from '@playwright/test'
import { openEveryScreen, type EveryScreen, type Person } from './setup/every-screen.ts'

let app: EveryScreen
test.beforeAll(async () => void (app = await openEveryScreen()))
test.afterAll(() => app.product.close())

/** Each area with its logo, its menu, and the cards on its home screen. */
const AREAS: [Person, string, [string, string][], [string, string][]][] = [
  [
    'admin',
    '/admin/dashboard',
    [
      ['Applicant Review', '/admin/applications'],
      ['Interviews', '/admin/interviews'],
      ['Edit Roles', '/admin/roles'],
      ['Edit Questions', '/admin/questions'],
      ['Edit Email Templates', '/admin/email-templates'],
      ['Edit Interview Instructions', '/admin/interview-instructions'],
      ['Manage Interviewers', '/admin/interviewers'],
      ['Logout', '/admin/login'],
    ],
    [
      ['Applications', '/admin/applications'],
      ['Roles', '/admin/roles'],
      ['Questions', '/admin/questions'],
      ['Email Templates', '/admin/email-templates'],
      ['Interview Instructions', '/admin/interview-instructions'],
      ['Interviewers', '/admin/interviewers'],
      ['Interviews', '/admin/interviews'],
      ['Brand', '/admin/brand'],
      ['Figures', '/admin/figures'],
      ['Invitations', '/admin/invitations'],
      ['Candidate Requests', '/admin/requests'],
      ['License Compacts', '/admin/compacts'],
      ['Exclusion List', '/admin/exclusions'],
      ['People', '/admin/people'],
      ['Audit Trail', '/admin/audit'],
      ['System Status', '/admin/system'],
      ['Your Sign-in', '/admin/sessions'],
    ],
  ],
  [
    'interviewer',
    '/interviewer',
    [
      ['Applicant Review', '/interviewer/dashboard'],
      ['Logout', '/interviewer/login'],
    ],
    [],
  ],
]

test("each area's logo, menu and cards go where they say, and login pages have no menu", async ({ browser }) => {
  const linksIn = (place: Locator) => place.getByRole('link').evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]))
  for (const [as, home, menu, cards] of AREAS) {
    const context = await app.enter(browser, as)
    const page = await context.newPage()
    await page.goto(`/${as}/dashboard`)
    await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible()
    await expect.poll(() => linksIn(page.getByRole('navigation', { name: 'Main' }))).toEqual(menu)
    await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', home)
    if (cards.length > 0) await expect.poll(() => linksIn(page.getByRole('region', { name: 'Manage' }))).toEqual(cards)
    await context.close()

    const visit = await app.enter(browser, 'visitor')
    const login = await visit.newPage()
    await login.goto(`/${as}/login`)
    await expect(login.getByLabel('Email')).toBeVisible()
    await expect(login.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await visit.close()
  }
})

test("every screen is in the bar or under More, and both mark the current screen, even one that isn't listed", { tag: '@full' }, async ({ browser }) => {
  const context = await app.enter(browser, 'admin')
  const page = await context.newPage()
  const menu = page.getByRole('navigation', { name: 'Main' })
  const more = menu.getByRole('button', { name: 'More' })
  const targetsIn = (links: Locator) => links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  await page.goto('/admin/dashboard')
  const cards = page.getByRole('region', { name: 'Manage' }).getByRole('link')
  await expect(cards.filter({ hasText: 'Audit Trail' })).toBeVisible()
  await more.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Audit Trail' })).toBeVisible()
  const listed = [...(await targetsIn(menu.getByRole('link'))), ...(await targetsIn(page.getByRole('menuitem')))]
  expect(listed.toSorted()).toEqual([...(await targetsIn(cards)), '/admin/login'].toSorted())
  await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('aria-current', 'page')

  await page.getByRole('menuitem', { name: 'Audit Trail' }).press('Enter')
  await expect(page).toHaveURL(/\/admin\/audit$/)
  await expect(more).toHaveAttribute('aria-current', 'true')
  await more.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Audit Trail' })).toHaveAttribute('aria-current', 'page')

  for (const [path, name] of [
    ['/admin/email-templates/1', 'Edit Email Templates'],
    ['/admin/applications/1/interviews', 'Applicant Review'],
    ['/admin/person/1', 'Applicant Review'],
    ['/admin/interviews', 'Interviews'],
  ] as const) {
    await page.goto(path)
    await expect(menu.locator('[aria-current]')).toHaveText([name])
  }
  await context.close()
})
