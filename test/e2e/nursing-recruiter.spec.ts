import { expect, test, type Page } from '@playwright/test'
import { ADMIN, storeSession, openProduct, DENIED_CALLS, watch, type Product, type Session } from './setup/product.ts'

type Listed = {
  user_session_id: number
  email: string
  first_name: string
  last_name: string
  alias: string
  function_role_name: string
  ref_function_role_id: number
}
type Opening = { ref_function_role_id: number; department: string; function_role_name: string }

const RECRUITER = 'nursing.recruiter@agency.example'
const DENIED = [403, 404, 409, 422]

let product: Product
test.beforeAll(async () => void (product = await openProduct()))
test.afterAll(() => product.close())

/** Records everything the page receives or shows from now on, in lower case. */
function overhear(page: Page): () => Promise<string> {
  const heard: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/')) heard.push(response.text().catch(() => ''))
  })
  return async () => [...(await Promise.all(heard)), await page.content()].join('\n').toLowerCase()
}

const everyoneFor = async (as: Session) =>
  (await product.ask({ path: '/api/user-session/applicants_with_answers/all?identifiable=true&days_ago=3650', as })).body as Listed[]

/** Creates a recruiter for the nursing department; returns their applicants, and every word about other applicants that they must not see. */
async function inviteRecruiter() {
  const owner = await product.signIn(ADMIN, 'admin')
  await product.ask({ path: '/api/staff', as: owner, body: { email: RECRUITER, given_role: 'recruiter', departments: ['Nursing'] } })
  const openings = (await product.ask({ path: '/api/open-roles/admin', as: owner })).body as Opening[]
  const isNursing = new Map(openings.map((one) => [one.ref_function_role_id, one.department === 'Nursing']))
  const everyone = await everyoneFor(owner)
  const [own, others] = [true, false].map((mine) => everyone.filter((one) => isNursing.get(one.ref_function_role_id) === mine)) as [Listed[], Listed[]]
  expect([own.length, others.length].every((count) => count > 0)).toBe(true)
  const names = others.flatMap(({ email, alias, first_name, last_name }) => [email, alias, `${first_name} ${last_name}`]).map((text) => text.toLowerCase())
  const titles = openings.filter((one) => one.department !== 'Nursing').map((one) => one.function_role_name.toLowerCase())

  const stranger = others.find(({ last_name }) => !own.some((one) => one.last_name === last_name))!
  // Some people applied for several jobs, including nursing.
  const known = JSON.stringify(own).toLowerCase()
  return { own, others, stranger, forbidden: [...names, ...titles].filter((text) => !known.includes(text)) }
}

test('in a day of work, a nursing recruiter can’t see, count or find anyone else’s applicants', async ({ browser }) => {
  const { own, others, stranger, forbidden } = await inviteRecruiter()
  const recruiter = await product.signIn(RECRUITER, 'admin')
  const page = await browser.newPage({ baseURL: product.url })
  const errors = watch(page, DENIED_CALLS)
  const heard = overhear(page)
  await storeSession(page, 'admin', recruiter)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/admin/applications/all/all/3650')
  await page.getByLabel('Show identifiable information').check()
  await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  const [first] = await everyoneFor(recruiter)
  await page.goto(`/admin/applications/all/all/3650/${first!.user_session_id}`)
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('textbox').fill(stranger.last_name)
  await expect(palette.getByText('No results.')).toBeVisible()
  const foreignId = others[0]!.user_session_id
  for (const path of [`/admin/applications/all/all/3650/${foreignId}`, `/admin/applications/${foreignId}/interview-feedback`]) {
    const rejected = page.waitForResponse((response) => response.url().includes(String(foreignId)) && DENIED.includes(response.status()))
    await page.goto(path)
    await rejected
  }

  const seen = await heard()
  expect(forbidden.filter((text) => seen.includes(text))).toEqual([])
  expect((await everyoneFor(recruiter)).map((one) => one.user_session_id).toSorted()).toEqual(own.map((one) => one.user_session_id).toSorted())

  const move = (user_session_id: number) =>
    product.ask({ path: '/api/user-session/update_status', as: recruiter, body: { user_session_id, ref_application_status_id: 4 } })
  expect(DENIED).toContain((await move(others[0]!.user_session_id)).status)
  const waiting = own.find((one) => (one as Listed & { ref_application_status_id: number }).ref_application_status_id === 5)!
  expect((await move(waiting.user_session_id)).status).toBe(200)
  expect(errors).toEqual([])
  await page.close()
})
