import { expect, type Page } from '@playwright/test'

export const ANSWERS = { first: 'Rosa', last: 'Delgado', email: 'rosa.delgado@example.com' }
export const STORY = 'I like to work with people who listen, and I have done so for nine years.'

/** Fills in the whole form by field label, as a person would. */
export async function fillForm(page: Page, person: typeof ANSWERS = ANSWERS): Promise<void> {
  await page.locator('[name="first_name"]').fill(person.first)
  await page.locator('[name="last_name"]').fill(person.last)
  await page.locator('[name="email"]').fill(person.email)
  await page.locator('[name="recent_role_tenure"]').fill('18')
  for (const group of await page.getByRole('radiogroup').all()) await group.getByLabel('No').check()
  for (const box of await page.locator('.field textarea:not([tabindex="-1"])').all()) await box.fill(STORY)
}

export async function openForm(page: Page, role = 1): Promise<void> {
  await page.goto(`/roles/${role}/apply`)
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible()
}

/** Opens a role's form and waits for the script to open the application, which makes the form interactive. */
export async function openLiveForm(page: Page, role = 1): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().endsWith('/api/user-session'))
  await openForm(page, role)
  await opened
}

export function submit(page: Page) {
  return page.getByRole('button', { name: 'Submit application' }).click()
}

export function writeEssay(page: Page, name: string) {
  return page.locator(`textarea[name="${name}"]`)
}

export async function applyAs(page: Page, role: number, email: string): Promise<void> {
  await openLiveForm(page, role)
  await fillForm(page, { ...ANSWERS, email })
  await submit(page)
  await page.waitForURL('**/resume')
}
