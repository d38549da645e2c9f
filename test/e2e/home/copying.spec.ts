import { expect, test, type Page } from '@playwright/test'
import type { FunctionRole } from '#contract/roles.ts'
import { expectAccessible } from '../setup/accessible.ts'
import { admin, openOffice, product } from '../setup/office.ts'
import { carry } from '../setup/product.ts'

openOffice()
test.beforeEach(({ page }) => carry(page, 'admin', admin))

/** Counts every press of the mouse or finger on the page from now on. */
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

test('a copy that lacks something is kept as a draft with everything chosen for it, and says what it lacks', { tag: '@full' }, async ({ page }) => {
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
