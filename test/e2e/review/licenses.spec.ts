import { expect, test, type Page } from '@playwright/test'
import { ADMIN, storeSession, OTHER_ADMIN, openProduct, blockCopying, type Product, type Session } from '../setup/product.ts'

let product: Product
let admin: Session
test.beforeAll(async () => {
  product = await openProduct()
  admin = await product.signIn(ADMIN, 'admin')
})
test.afterAll(() => product?.close())

test("a nurse adds a license on a phone, and a recruiter sees which of the role's states it covers and records a check", async ({ page, browser }) => {
  const { body: roles } = await product.ask({ path: '/api/open-roles' })
  const role = (roles as { ref_function_role_id: number; license_states: string[] }[]).find(({ license_states }) => license_states.length > 0)!
  await product.query(`update function_role set license_states = '{TX,FL,CA}' where ref_function_role_id = ${role.ref_function_role_id}`)
  const [{ user_session_id: id }] = (await product.query(`
    select user_session_id from user_session where ref_function_role_id = ${role.ref_function_role_id} and ref_application_status_id = 5 limit 1`)) as [
    { user_session_id: number },
  ]
  const email = await emailOf(id)
  await product.ask({ path: '/api/candidate/link', body: { email } })
  const link = await linkTo(email)

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  await phone.goto(link)
  await phone.getByRole('link', { name: 'Your licenses' }).first().click()
  await phone.getByLabel('Type of license').selectOption('RN')
  await phone.getByLabel('State that issued it').selectOption('TX')
  await phone.getByLabel('License number').fill('RN 123-456')
  await phone.getByLabel("It's a multistate").check()
  await phone.getByLabel('Your legal home state').selectOption('TX')
  await phone.getByRole('button', { name: 'Add this license' }).click()
  await expect(phone.getByText('License added.')).toBeVisible()
  await expect(phone.getByText('Registered nurse (RN), Texas').first()).toBeVisible()
  await phone.close()

  await storeSession(page, 'admin', admin)
  await page.goto(`${product.url}/admin/applications/all/all/36500/${id}`)
  await expect(page.getByText('Not verified. Covers 2 of 3 states; missing CA; TX multistate license.')).toBeVisible()
  await page.getByRole('link', { name: 'Licenses' }).click()
  await expect(page.getByText('Number hidden')).toBeVisible()
  await recordTwoChecks(page)
  await page.goto(`${product.url}/admin/applications/${role.ref_function_role_id}/all/36500`)
  // The sentence would take three lines, but the row keeps its usual height.
  const row = page.getByRole('row').filter({ hasText: 'Not verified, 2 of 3 states' })
  await expect.poll(() => row.evaluate((one) => one.getBoundingClientRect().height)).toBe(40)
})

/** Records two checks: the source reported the license as active and, a day later, as restricted. */
async function recordTwoChecks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record verification' }).click()
  await page.getByRole('button', { name: 'Save check' }).click()
  await expect(page.getByText(/Choose what the source said/)).toBeVisible()
  await page.getByLabel('What it said').selectOption('active')
  await page.getByLabel('Checked on').fill('2026-11-20')
  await page.getByRole('button', { name: 'Save check' }).click()
  await expect(page.getByRole('cell', { name: 'Nursys QuickConfirm' })).toBeVisible()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Record verification' }).click()
  await page.getByLabel('What it said').selectOption('restricted')
  await page.getByLabel('Checked on').fill('2026-11-21')
  await page.getByRole('button', { name: 'Save check' }).click()
  await expect(page.getByText('Source: restricted')).toBeVisible()
}

test('if an applicant changes a license during a check, typed text stays and is saved for the new entry only after another look', async ({ page }) => {
  const [{ id, role }] = (await product.query(`
    select user_session_id as id, ref_function_role_id as role from user_session left join license_holder using (user_session_id)
    where ref_application_status_id = 5 and home_state is null order by 1 desc limit 1 offset 1`)) as [{ id: number; role: number }]
  await product.query(`update function_role set license_states = '{MD,VA}' where ref_function_role_id = ${role}`)
  await product.query(`insert into license_holder (user_session_id, home_state) values (${id}, 'VA')`)
  await product.query(`insert into license (user_session_id, place, license_type, license_state, license_number, is_multistate, is_in_progress, privileges)
    values (${id}, 1, 'LCSW', 'VA', 'SW 1', false, false, '{}')`)
  await product.query(`insert into compact_change (place, compact, standing, since, source, seen_on, reason)
    values ('VA', 'SW', 'member', '2025-01-01', 'swcompact.org', '2025-01-02', 'In force')`)
  await storeSession(page, 'admin', admin)
  await page.goto(`${product.url}/admin/applications/all/all/36500/${id}`)
  await expect(page.getByText('Compact data as of January 2, 2025.')).toBeVisible()
  await page.goto(`${product.url}/admin/applications/${id}/licenses`)
  await page.getByRole('button', { name: 'Record verification' }).click()
  await page.getByLabel('Source', { exact: true }).fill('Virginia Board of Social Work')
  await page.getByLabel('What it said').selectOption('active')
  await page.getByLabel('Checked on').fill('2026-11-20')
  await page.getByLabel('Note').fill('Seen on the screen.')
  await product.query(`update license set license_state = 'MD', entry = entry + 1 where user_session_id = ${id}`)
  await page.getByRole('button', { name: 'Save check' }).click()
  await expect(page.getByText('The applicant has changed this license', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'LCSW MD' })).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('Seen on the screen.')
  const checks = () => product.query(`select v.entry, v.source from license_verification v join license using (license_id) where user_session_id = ${id}`)
  expect(await checks()).toEqual([])
  await page.getByRole('button', { name: 'Save check of the new entry' }).click()
  await expect(page.getByText('Check recorded.')).toBeVisible()
  expect(await checks()).toEqual([{ entry: 2, source: 'Virginia Board of Social Work' }])
})

test('one click opens the lookup and copies the license number, once names are shown', { tag: '@full' }, async ({ page, context }) => {
  const [{ id }] = (await product.query(`
    select user_session_id as id from user_session left join license_holder using (user_session_id)
    where ref_application_status_id = 5 and home_state is null order by 1 desc limit 1`)) as [{ id: number }]
  await product.query(`insert into license_holder (user_session_id, home_state) values (${id}, 'TX')`)
  await product.query(`insert into license (user_session_id, place, license_type, license_state, license_number, is_multistate, is_in_progress, privileges)
    values (${id}, 1, 'RN', 'TX', 'RN 987-654', false, false, '{}')`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.route(
    (url) => url.origin !== product.url,
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>Lookup</title>' }),
  )
  await storeSession(page, 'admin', admin)
  await page.goto(`${product.url}/admin/applications/${id}/licenses`)
  const lookup = page.getByRole('link', { name: /^Look up at/ })
  const lookUp = () => Promise.all([context.waitForEvent('page').then((tab) => tab.close()), lookup.click()])
  await lookUp()
  await expect(page.getByText('Show names to copy the license number.')).toBeVisible()
  await page.goto(`${product.url}/admin/applications/all/all/36500/${id}`)
  await page.getByRole('checkbox', { name: 'Show identifiable information' }).check()
  await page.getByRole('link', { name: 'Licenses' }).click()
  await expect(page.getByText('RN 987-654')).toBeVisible()
  await lookUp()
  await expect(page.getByText('License number copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('RN 987-654')
  await blockCopying(page)
  await lookUp()
  await expect(page.getByText("We couldn't copy the license number. Select it and copy it yourself.")).toBeVisible()
})

for (const javaScriptEnabled of [true, false])
  test(
    `a mistyped NPI shows the page's own error next to the field, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
    { tag: '@full' },
    async ({ browser }) => {
      const [{ user_session_id: id }] = (await product.query(`
      select user_session_id from user_session join function_role using (ref_function_role_id)
      where license_states <> '{}' and ref_application_status_id = 5 and email is not null order by 1 limit 1 offset ${javaScriptEnabled ? 1 : 2}`)) as [
        { user_session_id: number },
      ]
      const email = await emailOf(id)
      await product.ask({ path: '/api/candidate/link', body: { email } })
      const page = await browser.newPage({ javaScriptEnabled })
      await page.goto(await linkTo(email))
      await page.getByRole('link', { name: 'Your licenses' }).first().click()
      await page.getByLabel('Type of license').selectOption('RN')
      await page.getByLabel('State that issued it').selectOption('TX')
      await page.getByLabel('Your legal home state').selectOption('TX')
      const npi = page.getByLabel('NPI')
      await npi.fill('1234567898')
      await page.getByRole('button', { name: 'Add this license' }).click()
      await expect(npi).toHaveAttribute('aria-invalid', 'true')
      await expect(npi).toHaveAccessibleDescription('Error: This NPI has a typo: check its 10 digits.')
      await expect(npi).toHaveValue('1234567898')
      if (javaScriptEnabled) await expect(npi).toBeFocused()
      await npi.fill('1234567893')
      await page.getByRole('button', { name: 'Add this license' }).click()
      await expect(page.getByRole('button', { name: /^Change .*Texas/ })).toBeVisible()
      await page.close()
    },
  )

test('the email about licenses is read, edited and sent in the same editor as other emails', { tag: '@full' }, async ({ page }) => {
  const [{ user_session_id: id }] = (await product.query(`
    select user_session_id from user_session where ref_application_status_id = 5 and email is not null order by 1 limit 1`)) as [{ user_session_id: number }]
  await storeSession(page, 'admin', admin)
  await page.goto(`${product.url}/admin/applications/${id}/licenses`)
  await page.getByRole('button', { name: 'Write an email about licenses' }).click()
  const form = page.getByRole('region', { name: 'Email about licenses' })
  const text = form.getByRole('textbox', { name: 'Text' })
  await expect(text).toBeFocused()
  await expect(form.getByText(/^Replies go to .+@/)).toBeVisible()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Just one question. ')
  await form.getByText('Preview on a phone').click()
  await expect(form.frameLocator('iframe').getByText(/^Just one question\. Hello \[name\],/)).toBeVisible()
  await form.getByText('Write', { exact: true }).click()
  await text.press('Control+Enter')
  await expect(page.getByText('The email is queued.')).toBeVisible()
  const { body } = await product.ask({ path: `/api/user-session/emails/${id}?identifiable=true`, as: admin })
  expect(JSON.stringify(body)).toContain('Just one question. ')
})

test('without JavaScript, a nurse adds licenses before applying, and the form keeps everything else @full', async ({ browser }) => {
  const { body: roles } = await product.ask({ path: '/api/open-roles' })
  const role = (roles as { ref_function_role_id: number; license_states: string[] }[]).find(({ license_states }) => license_states.length > 0)!
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  await phone.goto(`${product.url}/roles/${role.ref_function_role_id}/apply`)
  await phone.getByLabel('First name').fill('Wilhelmina')
  await phone.getByRole('button', { name: 'List your licenses' }).click()
  await expect(phone.getByText('Nothing has been sent yet')).toBeVisible()
  for (const [type, state] of [
    ['RN', 'TX'],
    ['CMA', 'WA'],
  ] as const) {
    await phone.getByLabel('Type of license').selectOption(type)
    await phone.getByLabel('State that issued it').selectOption(state)
    await phone.getByLabel('Your legal home state').selectOption('TX')
    await phone.getByRole('button', { name: 'Add this license' }).click()
  }
  await phone.getByRole('button', { name: 'Change Registered nurse (RN), Texas' }).click()
  await phone.getByLabel('Expiration date').fill('2020-05-01')
  await phone.getByRole('button', { name: 'Save this license' }).click()
  await expect(phone.getByText('Expired on May 1, 2020')).toBeVisible()
  await phone.getByRole('button', { name: 'Back to your application' }).click()
  await expect(phone.getByText("You've listed RN TX and CMA WA.")).toBeVisible()
  await expect(phone.getByLabel('First name')).toHaveValue('Wilhelmina')
  await phone.close()
})

test("an owner adds a change in the law to a compact's states; a missing field gets an error next to it, and nothing typed is lost @full", async ({ page }) => {
  await storeSession(page, 'admin', admin)
  await page.goto(`${product.url}/admin/compacts`)
  await page.getByLabel('State', { exact: true }).selectOption('NY')
  await page.getByLabel('Since').fill('2026-11-01')
  await page.getByLabel('Checked on').fill('2026-11-20')
  await page.getByLabel('Why it changes').fill('New York joined.')
  await page.getByRole('button', { name: 'Add row' }).click()
  await expect(page.getByLabel('Where you read it')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Why it changes')).toHaveValue('New York joined.')
  await page.getByLabel('Where you read it').fill('https://www.nursecompact.com/')
  await page.getByRole('button', { name: 'Add row' }).click()
  await expect(page.getByText('Row added.')).toBeVisible()
  await expect(page.getByRole('row', { name: /New York/ })).toContainText('(added here)')
})

test('an owner loads the exclusion list, and the person in charge reviews a possible match and closes it', { tag: '@full' }, async ({ page, browser }) => {
  const [{ user_session_id: id, first_name, last_name, ref_application_status_id: status }] = (await product.query(`
    select user_session_id, first_name, last_name, ref_application_status_id from user_session
    where ref_application_status_id = 2 and last_name is not null order by 1 limit 1`)) as [Person]
  await storeSession(page, 'admin', admin)
  await page.goto(`${product.url}/admin/exclusions`)
  const load = async (content: string) => {
    await page.getByLabel("The OIG's file").setInputFiles({ name: 'UPDATED.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await page.getByRole('button', { name: 'Load list' }).click()
  }
  const row = `"${last_name}","${first_name}","","","NURSE","NURSE/NURSES AIDE","","0000000000","19800101","1 ST","TOWN","TX","77001","1128a1","20240531","00000000","00000000",""`
  await load(`${LEIE_COLUMNS}\r\n${row}`)
  await expect(page.getByText(/The file is incomplete/)).toBeVisible()
  await load(`${LEIE_COLUMNS}\r\n${row}\r\n`)
  await expect(page.getByText('1 person is on the list now.')).toBeVisible()
  await page.goto(`${product.url}/admin/dashboard`)
  await page.getByRole('link', { name: 'Possible exclusion matches' }).click()
  const match = page.getByRole('article', { name: /^Possible match for / })
  await expect(match).toContainText(/A name like .* on the list, excluded under 1128a1 on May 31, 2024/)

  const colleague = await (await browser.newContext()).newPage()
  await storeSession(colleague, 'admin', await product.signIn(OTHER_ADMIN, 'admin'))
  await colleague.goto(`${product.url}/admin/exclusions`)
  await expect(colleague.getByText('You have no open matches.')).toBeVisible()
  await colleague.context().close()

  await match.getByLabel('What you found').fill('Another birth date on the source.')
  await match.getByRole('button', { name: /^Close the match for/ }).click()
  await expect(page.getByText(/Closed on .*: Another birth date on the source\./)).toBeVisible()
  expect(await product.query(`select ref_application_status_id from user_session where user_session_id = ${id}`)).toEqual([
    { ref_application_status_id: status },
  ])
})

type Person = { user_session_id: number; first_name: string; last_name: string; ref_application_status_id: number }
const LEIE_COLUMNS = 'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE'

async function emailOf(id: number): Promise<string> {
  const [row] = (await product.query(`select email from user_session where user_session_id = ${id}`)) as { email: string }[]
  return row!.email
}

/** Returns the link to the candidate's own page from the latest email to this address. */
async function linkTo(address: string): Promise<string> {
  const texts = () => product.received.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.text ?? '')
  const found = () =>
    texts()
      .map((text) => /http\S+\/application\/[\w-]{43,}/.exec(text)?.[0])
      .findLast((link) => link)
  await expect.poll(found).toBeTruthy()
  return found()!
}
