import { expect, test, type Page } from '@playwright/test'
import { busyRole, closeDesk, download, enter, list, openDesk, post, product, sessions, take } from '../setup/review-desk.ts'

test.describe.configure({ mode: 'default' })
test.beforeAll(openDesk)
test.afterAll(closeDesk)

test('without a role, the screen prompts for one, and picking it puts the filters in the URL', async ({ page }) => {
  await enter(page, '/admin/applications')
  await expect(page.getByText('Please select a role to view its applicants.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Detail' })).toBeDisabled()
  const role = (await page.getByRole('combobox', { name: 'Role' }).elementHandle())!
  await role.click()
  await page.getByRole('option', { name: 'All Roles' }).click()
  await expect(page).toHaveURL(/\/admin\/applications\/all\/all\/30$/)
  await expect(page.getByRole('columnheader', { name: 'Applicant', exact: true })).toBeVisible()
  expect(await role.evaluate((one) => one === document.activeElement), 'the filters fold around the field that has the focus').toBe(true)
  const days = page.getByLabel('Applied in the last (days)')
  await days.press('Control+a')
  await days.pressSequentially('90')
  await expect(page).toHaveURL(/\/admin\/applications\/all\/all\/90$/)
  await expect(days, 'who is still typing keeps the field').toBeFocused()
  await days.fill('')
  await days.blur()
  await expect(page).toHaveURL(/\/admin\/applications\/all\/all\/1$/)
})

test('with names hidden, neither the page nor anything it loaded contains names, addresses, profiles or dates', async ({ page }) => {
  const everybody = await list(sessions[0]!, 'all', 'identifiable=true&days_ago=400')
  const loaded: string[] = []
  page.on('response', (response) => {
    const keep = (text: string) => loaded.push(response.url(), text)
    // The browser discards the body of a request that the page has canceled.
    if (response.url().includes('/api/')) void response.text().then(keep, () => {})
  })
  await enter(page, '/admin/applications/all/all/400')
  await expect(page.getByRole('columnheader', { name: 'Applicant', exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^(Applied Date|Name|Email|LinkedIn)/ })).toHaveCount(0)
  const row = page.getByRole('rowheader').first()
  await expect(row).toHaveText(/^Applicant [0-9A-F]{4}/)
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expect(page.getByRole('complementary').getByText('Applied', { exact: true })).toHaveCount(0)
  await page.waitForLoadState('networkidle')

  const seen = [await page.content(), page.url(), await page.title(), ...loaded].join('\n').toLowerCase()
  const told = everybody.flatMap((one) => [one.email, one.linkedin_profile_url, `${one.first_name} ${one.last_name}`])
  expect(told.filter((text) => text && seen.includes(text.toLowerCase()))).toEqual([])
})

test('identities are shown on request, and the history records each request', async ({ page }) => {
  await enter(page, '/admin/applications/all/all/400')
  await page.getByLabel('Show identifiable information').check()
  await expect(page.getByRole('columnheader', { name: 'Applied Date' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  const newest = (await page.getByRole('rowheader').first().textContent())!
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').press('Enter')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/\?sort=name\.asc$/)
  await expect(page.getByRole('rowheader').first()).not.toHaveText(newest)
  const first = await page.getByRole('rowheader').first().textContent()
  await page.reload()
  await expect(page.getByRole('rowheader').first()).toHaveText(first!)
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await expect(page.getByText('Viewed a list with names').first()).toBeVisible()
})

test("an opening without applicants and filters that don't match anyone show different messages", { tag: '@full' }, async ({ page }) => {
  const lead = { hiring_lead_email: 'lead@meridianhealth.example', hiring_lead_name: 'Lena Lead' }
  const empty = (await post(sessions[0]!, '/api/open-roles/admin', { function_role_name: 'Night Porter', ...lead })) as { ref_function_role_id: number }
  await enter(page, `/admin/applications/${empty.ref_function_role_id}/all/30`)
  await expect(page.getByRole('heading', { name: 'No Applicants' })).toBeVisible()
  await expect(page.getByText('There are no applicants for this position.')).toBeVisible()

  const [role] = await busyRole()
  await page.goto(`${product.url}/admin/applications/${role}/12/1`)
  await expect(page.getByText('No applicants match your criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Show all statuses' }).click()
  await expect(page).toHaveURL(new RegExp(`/${role}/all/1$`))
})

async function saveView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
}

test('filters, sort order and columns can be saved under a name, visible only to their owner', async ({ page }) => {
  await enter(page, '/admin/applications/all/5/400')
  const headers = page.getByRole('columnheader', { includeHidden: true })
  await expect(headers.filter({ hasText: 'Requires H1B' })).toBeVisible()
  const all = await headers.count()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Why this role, and why now?' }).click()
  await expect(headers).toHaveCount(all - 1)
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Requires H1B' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Requires H1B' })).toHaveAttribute('aria-sort', 'ascending')
  const columns = await page.getByRole('columnheader').allTextContents()
  await page.getByLabel('Search answers and resumes').fill('patients')
  await saveView(page, 'Waiting')

  await page.goto(`${product.url}/admin/applications`)
  const view = page.getByRole('region', { name: 'Saved views' }).getByRole('link')
  await expect(view).toHaveText('Waiting')
  await view.click()
  await expect(page).toHaveURL(/\/all\/5\/400\?sort=h1b\.asc&hide=\w+$/)
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(view).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  await page.getByRole('button', { name: 'Change the view Waiting' }).click()
  await page.getByRole('menuitem', { name: 'Rename or share…' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename or share the view' })
  await expect(renaming).toHaveAttribute('data-readable', '')
  await expect(view).toHaveCount(0)
  await renaming.getByLabel('Name').click()
  await renaming.getByLabel('Name').fill('Waiting for long')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Views' })).toBeFocused()
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(view).toHaveText('Waiting for long')
  const ofOther = await fetch(`${product.url}/api/applicants/views`, { headers: { authorization: `Bearer ${sessions[1]!.token}` } })
  expect(await ofOther.json()).toEqual([])
  await page.getByRole('button', { name: 'Change the view Waiting for long' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(view).toHaveCount(0)
})

test("the CSV has the filtered rows, and names only if they're shown", async ({ page }) => {
  const [role, all] = await busyRole()
  await enter(page, `/admin/applications/${role}/all/400`)
  const blind = await download(page)
  expect(blind.name).toMatch(/^Applicants_\d{4}-\d{2}-\d{2}\.csv$/)
  expect(blind.rows[0]!.slice(0, 3)).toEqual(['Applicant', 'Requires H1B', 'Status'])
  expect(blind.rows).toHaveLength(all.length + 1)
  await page.getByLabel('Show identifiable information').check()
  await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  const shown = await download(page)
  expect(shown.rows[0]!.slice(0, 6)).toEqual(['Applied Date', 'Name', 'Email', 'Requires H1B', 'Status', 'LinkedIn'])
  expect(
    shown.rows
      .slice(1)
      .map((row) => row[2])
      .toSorted(),
  ).toEqual(all.map((one) => one.email).toSorted())

  await page.getByRole('button', { name: 'Name', exact: true }).click()
  // A new applicant becomes searchable a moment after applying.
  await expect(async () => {
    await page.getByLabel('Search answers and resumes').fill('')
    await page.getByLabel('Search answers and resumes').fill(all[0]!.first_name)
    await expect(page.getByText(/^[1-9]\d* applicants? match/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const addresses = page.getByRole('table', { name: 'Applicants' }).getByRole('cell').filter({ hasText: '@' })
  await expect(addresses).not.toHaveCount(0)
  const order = await addresses.allInnerTexts()
  const sought = await download(page)
  expect(sought.rows.slice(1).map((row) => row[2])).toEqual(order)
  expect(sought.rows.length).toBeLessThan(all.length + 1)
})

/** Measures the table: the share of answers, row heights, anything cut off or overflowing, and the space left below. */
function measured(page: Page) {
  return page.getByRole('region', { name: 'Applicants, scrolls sideways' }).evaluate((box) => {
    const { left, bottom, right } = box.getBoundingClientRect()
    const end = [...box.querySelectorAll('th:last-child')].find((one) => getComputedStyle(one).position === 'sticky')?.getBoundingClientRect().left ?? right
    const heads = [...box.querySelectorAll('thead [data-kind="answer"]')].map((one) => one.getBoundingClientRect())
    const rows = [...box.querySelectorAll('tbody tr')].map((one) => one.getBoundingClientRect()).filter((row) => row.top < bottom - 2)
    return {
      answers: heads.filter((head) => head.left >= left && head.right <= end + 1 && head.width >= 239).length,
      heights: rows.slice(0, 12).map((row) => row.height),
      cut: rows.at(-1)!.bottom - bottom,
      band: innerHeight - bottom,
      scrolls: document.documentElement.scrollHeight - innerHeight,
      spills: [...box.querySelectorAll('[data-kind]:not([data-kind="answer"])')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth)
        .map((cell) => cell.textContent),
    }
  })
}

test('in the list, answers get most of the width, the last row is fully visible, and there is no gap below it', { tag: '@full' }, async ({ page }) => {
  const { user_session_id } = take((await busyRole())[2])
  await post(sessions[0]!, '/api/user-session/update_status', { user_session_id, ref_application_status_id: 3, reason: 'No license in a state we hire in.' })
  const everyone = '/admin/applications/all/all/400'
  const dayAfterTomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const decided = `/admin/applications/all/all/36500?decided=rejected.2020-01-01.${dayAfterTomorrow}`
  for (const [path, named, width, height, answers] of [
    [everyone, false, 1280, 800, 2],
    [everyone, false, 1440, 900, 1],
    [everyone, false, 768, 1024, 1],
    [everyone, true, 1280, 800, 2],
    [everyone, true, 768, 1024, 1],
    [decided, false, 1280, 800, 2],
    [decided, true, 1280, 800, 2],
  ] as const) {
    const where = `${width} px, ${path}, names ${named ? 'shown' : 'hidden'}`
    // In a narrow window, the checkbox is among the collapsed filters.
    await page.setViewportSize({ width: 1280, height })
    await enter(page, path)
    await page.getByLabel('Show identifiable information').setChecked(named)
    await page.setViewportSize({ width, height })
    await expect(page.getByRole('columnheader', { name: named ? 'Name' : 'Applicant', exact: true })).toBeVisible()
    // The table's box resizes one frame after the window.
    await expect(async () => {
      const seen = await measured(page)
      expect(seen.answers, where).toBeGreaterThanOrEqual(answers)
      expect(seen.spills, where).toEqual([])
      expect(new Set(seen.heights), where).toEqual(new Set([40]))
      expect(seen.cut).toBeLessThanOrEqual(1)
      if (path === everyone) expect(seen.band).toBeLessThan(16 + 40 + 2)
      expect(seen.scrolls).toBe(0)
    }).toPass()
  }
})

test('compact rows are closer together, and the browser remembers the choice', { tag: '@full' }, async ({ page }) => {
  await enter(page, '/admin/applications/all/all/400')
  const heights = () => page.locator('tbody tr:has(th)').evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))])
  await expect.poll(heights).toEqual([40])
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.locator('label', { hasText: 'Compact rows' }).click()
  await expect.poll(heights).toEqual([36])
  await page.reload()
  await expect.poll(heights).toEqual([36])
})

test('a list that fails to load is tried four times; then the screen says why and offers Retry', { tag: '@full' }, async ({ page }) => {
  let asked = 0
  await page.route('**/api/applicants/list', (route) => {
    asked++
    return asked <= 4 ? route.fulfill({ status: 500, json: { detail: 'The database is away.' } }) : route.continue()
  })
  await enter(page, '/admin/applications/all/all/400')
  await expect(page.getByText('Failed to load applicants: The database is away.')).toBeVisible()
  expect(asked).toBe(4)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('table', { name: 'Applicants' })).toBeVisible()
})

test('at 1280 px, no column shows only a sliver beside the last one', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const role of ['1', 'all']) {
    await enter(page, `/admin/applications/${role}/all/400`)
    await expect(page.getByRole('columnheader', { name: 'Details' })).toBeVisible()
    const visible = () =>
      page.getByRole('columnheader').evaluateAll((all) => {
        const boxes = all.map((one) => one.getBoundingClientRect())
        const end = boxes.at(-1)!.left
        return boxes.slice(0, -1).flatMap(({ left, right }) => (left < end && right > end + 1 ? [Math.round(end - left)] : []))
      })
    await expect.poll(async () => (await visible()).filter((width) => width > 1 && width < 80)).toEqual([])
  }
})
