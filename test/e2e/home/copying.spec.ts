import { expect, test, type Page } from '@playwright/test'
import type { FunctionRole } from '#contract/roles.ts'
import { expectAccessible } from '../setup/accessible.ts'
import { admin, openOffice, product } from '../setup/office.ts'
import { storeSession } from '../setup/product.ts'

openOffice()
test.beforeEach(({ page }) => storeSession(page, 'admin', admin))

/** Counts every click and tap on the page from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { clicks: 0 })
    addEventListener('pointerdown', () => (window as unknown as { clicks: number }).clicks++, true)
  })
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks)
}

for (const width of [1280, 390])
  test(
    `from the first role's page, a second role with other states, two openings and another panel is published in 8 clicks and one line of typing, at ${width} px`,
    { tag: '@full' },
    async ({ page }) => {
      const part = (ref_interview_id: number, by: number) => ({ ref_interview_id, minutes: 45, interviewer_ids: [by], where: null, candidate_text: null })
      const parts = [part(1, 1), part(2, 2)]
      await product.ask({ method: 'PUT', path: '/api/open-roles/admin/1/interviews', body: { parts }, as: admin })
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${product.url}/admin/roles?role=1`)
      const duplicate = page.getByRole('button', { name: 'Duplicate Telehealth Nurse Practitioner', exact: true })
      await expect(duplicate).toBeVisible()
      const clicks = await countClicks(page)
      await duplicate.click()
      const dialog = page.getByRole('dialog', { name: 'Set up this copy' })
      await expect(dialog.getByRole('textbox', { name: 'Role name' })).toBeFocused()
      await expect(dialog.getByText('Interview A, 45 minutes: Ambrose Kittredge-Bai')).toBeVisible()
      await page.keyboard.type(`Evening Nurse Practitioner ${width}`)
      await dialog.getByText('2', { exact: true }).click()
      await dialog.getByRole('button', { name: 'Choose other states' }).click()
      for (const state of ['NY New York', 'NJ New Jersey']) await page.getByRole('option', { name: state }).click()
      await dialog.getByRole('button', { name: 'Choose another panel' }).click()
      await page.getByRole('option', { name: 'Jorah Peppercorn' }).click()
      await expect(dialog.getByText('Interview B, 45 minutes: Jorah Peppercorn')).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByText('Published · 2 of 2 openings left')).toBeVisible()
      expect(await clicks()).toBe(8)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

      const id = new URL(page.url()).searchParams.get('role')!
      expect((await product.ask({ path: `/api/open-roles/${id}` })).body).toMatchObject({
        function_role_name: `Evening Nurse Practitioner ${width}`,
        license_states: ['NJ', 'NY'],
      })
      const { body } = await product.ask({ path: `/api/open-roles/admin/${id}/interviews`, as: admin })
      const now = (body as { parts: { interviewer_ids: number[] }[] }).parts
      const jorah = now[0]!.interviewer_ids
      expect([jorah.length, now.map(({ interviewer_ids }) => interviewer_ids)]).toEqual([1, [jorah, jorah]])
      const first = await product.ask({ path: '/api/open-roles/admin/1/interviews', as: admin })
      expect(first.body).toMatchObject({ parts })
    },
  )

test("an incomplete copy stays a draft, keeps everything that was chosen, and says what's missing", { tag: '@full' }, async ({ page }) => {
  const lead = { hiring_lead_email: 'lead@meridianhealth.example', hiring_lead_name: 'Lena Lead', state: 'draft' }
  const { body } = await product.ask({ path: '/api/open-roles/admin', body: { function_role_name: 'Bare Role', ...lead }, as: admin })
  await page.goto(`${product.url}/admin/roles?role=${(body as FunctionRole).ref_function_role_id}`)
  await page.getByRole('button', { name: 'Duplicate Bare Role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up this copy' })
  await expect(dialog.getByText('This role has no interviews yet. Set them up on its Interviews tab.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Role name' }).fill('')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Role name is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Role name' }).fill('Second Bare Role')
  await dialog.getByText('3', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(/^We couldn't publish the role\. .*Write a description before you publish/)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Draft · 3 of 3 openings left')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Role name' })).toHaveValue('Second Bare Role')
})

type Part = { ref_interview_id: number; interviewer_ids: number[]; interviewer_count: number }

/** Sets up the first role's interviews: A by two people, `together` of them at a time, and B by one of them. */
async function setPanel(together: number): Promise<void> {
  const part = { minutes: 45, where: null, candidate_text: null }
  const parts = [
    { ...part, ref_interview_id: 1, interviewer_ids: [1, 2], interviewer_count: together },
    { ...part, ref_interview_id: 2, interviewer_ids: [2] },
  ]
  await product.ask({ method: 'PUT', path: '/api/open-roles/admin/1/interviews', body: { parts }, as: admin })
}

async function openCopy(page: Page, name: string) {
  await page.goto(`${product.url}/admin/roles?role=1`)
  await page.getByRole('button', { name: 'Duplicate Telehealth Nurse Practitioner', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up this copy' })
  await dialog.getByRole('textbox', { name: 'Role name' }).fill(name)
  return { dialog, id: new URL(page.url()).searchParams.get('role')!, publish: dialog.getByRole('button', { name: 'Publish' }) }
}

const isPublic = async (id: string) => (await product.ask({ path: `/api/open-roles/${id}` })).status === 200
const partsOf = async (id: string) => ((await product.ask({ path: `/api/open-roles/admin/${id}/interviews`, as: admin })).body as { parts: Part[] }).parts

test(
  'a copy stays open while saving; if the response about its panel is lost, the dialog says so, and Publish works again',
  { tag: '@full' },
  async ({ page }) => {
    await setPanel(1)
    const { dialog, id, publish } = await openCopy(page, 'Lost Response')
    await dialog.getByRole('button', { name: 'Choose another panel' }).click()
    await page.getByRole('option', { name: 'Jorah Peppercorn' }).click()
    const held = Promise.withResolvers<void>()
    await page.route(
      `**/api/open-roles/admin/${id}/interviews`,
      async (route) => {
        await held.promise
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const asked = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/interviews'))
    await publish.click()
    await asked
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await dialog.getByRole('button', { name: 'Not now' }).click({ force: true })
    await expect(dialog).toBeVisible()
    held.resolve()
    await expect(dialog.getByRole('alert')).toHaveText(/^We couldn't confirm that the panel was saved\. No response from server/)
    expect(await isPublic(id)).toBe(false)
    await publish.click()
    await expect(page.getByText("'Lost Response' is published.")).toBeVisible()
    await expect(dialog).toBeHidden()
    expect([await isPublic(id), (await partsOf(id)).every((part) => part.interviewer_ids.length === 1)]).toEqual([true, true])
  },
)

test("a copy can't be published before its panel is on screen", { tag: '@full' }, async ({ page }) => {
  await setPanel(1)
  const [people, plan] = ['**/api/interviews/interviewers', /\/api\/open-roles\/admin\/\d+\/interviews$/] as const
  const held = Promise.withResolvers<void>()
  await page.route(people, (route) => held.promise.then(() => route.continue()))
  await page.route(plan, (route) => route.fulfill({ status: 500, json: { detail: 'No luck.' } }))
  const { dialog, id, publish } = await openCopy(page, 'Unseen Panel')
  await expect(dialog.getByRole('alert')).toHaveText(/We couldn't load the panel\. No luck\./)
  await expect(publish).toBeDisabled()
  await publish.click({ force: true })
  await page.unroute(plan)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByLabel('Loading the panel')).toBeVisible()
  await expect(dialog.getByText('no one yet')).toBeHidden()
  held.resolve()
  await expect(dialog.getByText('Interview A, 45 minutes: Ambrose Kittredge-Bai')).toBeVisible()
  expect(await isPublic(id)).toBe(false)
  await publish.click()
  await expect(page.getByText("'Unseen Panel' is published.")).toBeVisible()
})

test('an interview that needs two interviewers still needs two in a copy, and the copy says so', { tag: '@full' }, async ({ page }) => {
  await setPanel(2)
  const { dialog, id, publish } = await openCopy(page, 'Two At A Time')
  await expect(dialog.getByText('Interview A, 45 minutes, 2 interviewers at a time: Ambrose Kittredge-Bai')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another panel' }).click()
  await page.getByRole('option', { name: 'Jorah Peppercorn' }).click()
  await publish.click()
  await expect(dialog.getByText('Choose at least 2 interviewers')).toBeVisible()
  await expect(dialog.getByText(/not its panel\. .*Interview A needs 2 interviewers at the same time/)).toBeVisible()
  expect(await isPublic(id)).toBe(false)
  await dialog.getByRole('combobox', { name: 'Panel' }).click()
  await page.getByRole('option', { name: 'Ambrose Kittredge-Bai' }).click()
  await publish.click()
  await expect(page.getByText("'Two At A Time' is published.")).toBeVisible()
  expect((await partsOf(id)).map((part) => [part.interviewer_ids.length, part.interviewer_count])).toEqual([
    [2, 2],
    [expect.any(Number), 1],
  ])
})
