import { chromium, expect, test, type Page } from '@playwright/test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../../../scripts/tools.mjs'
import { ANSWERS, applyAs, writeEssay, fillForm, openForm, openLiveForm, STORY, submit } from '../setup/candidate.ts'

const NOT_YOU = 'Not you? Start a new application'

/** Holds back the script until the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/assets/apply-*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}

test("for every kind of field, answers entered before the script loads are saved and replace the draft's", async ({ page }) => {
  await openLiveForm(page, 3)
  const sponsor = page.locator('[name="require_sponsorship"]')
  const consent = page.locator('[name="opt_in_updates"]')
  await page.locator('[name="first_name"]').fill('Old')
  await page.locator('[name="last_name"]').fill('Delgado')
  await sponsor.first().check()
  await consent.check()
  await writeEssay(page, 'why_this_role').fill('The old text.')
  await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')

  const release = await holdScript(page)
  await page.goto('/roles/3/apply', { waitUntil: 'commit' })
  await page.locator('[name="first_name"]').pressSequentially('Rosa')
  await sponsor.nth(1).check()
  await consent.check()
  await consent.uncheck()
  await writeEssay(page, 'why_this_role').pressSequentially('The new text.')
  release()
  await expect(page.getByText('Previous form data has been restored')).toBeVisible()
  await expect(page.locator('[name="first_name"]')).toHaveValue('Rosa')
  await expect(page.locator('[name="last_name"]')).toHaveValue('Delgado')
  await expect(sponsor.nth(1)).toBeChecked()
  await expect(consent).not.toBeChecked()
  await expect(writeEssay(page, 'why_this_role')).toHaveValue('The new text.')
  await page.reload()
  await expect(page.locator('[name="first_name"]')).toHaveValue('Rosa')
  await expect(sponsor.nth(1)).toBeChecked()
})

test('two tabs open on the same role keep the latest edit to each field, and both show a notice', async ({ page, context }) => {
  await openLiveForm(page, 2)
  const other = await context.newPage()
  await openLiveForm(other, 2)
  await writeEssay(page, 'why_this_role').fill(STORY)
  await expect(writeEssay(other, 'why_this_role')).toHaveValue(STORY)
  await expect(other.getByText('This form was also edited in another tab.')).toBeVisible()
  await writeEssay(other, 'proudest_work').fill('Another essay, written in the second tab.')
  await expect(writeEssay(page, 'proudest_work')).toHaveValue('Another essay, written in the second tab.')
  await page.locator('[name="first_name"]').fill('Rosa')
  await other.close()
  await page.reload()
  await expect(writeEssay(page, 'why_this_role')).toHaveValue(STORY)
  await expect(writeEssay(page, 'proudest_work')).toHaveValue('Another essay, written in the second tab.')

  // A sleeping tab doesn't announce what it has stored.
  await page.evaluate(() => {
    const draft = JSON.parse(localStorage.getItem('application_draft_2')!)
    const last_name = { question_name: 'last_name', user_answer_text_box: 'Delgado', edited_at: Date.now() }
    localStorage.setItem('application_draft_2', JSON.stringify({ ...draft, answers: [...draft.answers, last_name] }))
  })
  await page.locator('[name="first_name"]').fill('Rosalind')
  await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')
  await page.reload()
  await expect(page.locator('[name="first_name"]')).toHaveValue('Rosalind')
  await expect(page.locator('[name="last_name"]')).toHaveValue('Delgado')
})

test('the next person at a shared computer can start over, and after an hour the page asks "Is this still you?" before it shows a name', async ({
  page,
  context,
}) => {
  await applyAs(page, 5, 'mother@example.com')
  await expect(page.getByText('Rosa')).toBeVisible()
  await page.goto('/roles/5/apply')
  await expect(page.getByRole('button', { name: NOT_YOU })).toBeVisible()

  await context.clearCookies({ name: 'application-seen' })
  for (const path of ['/roles/5/resume', '/roles/5/apply', '/roles/5/email']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Is this still you?' })).toBeVisible()
    await expect(page.getByText('Rosa')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Yes, continue' }).click()
  await expect(page.getByText('Rosa')).toBeVisible()
  await page.getByRole('button', { name: NOT_YOU }).click()
  await page.waitForURL('**/apply')
  await expect(page.locator('[name="first_name"]')).toHaveValue('')
  await page.goto('/roles/5/resume')
  await expect(page.getByText('Session expired or invalid access.')).toBeVisible()
})

test("after someone starts over, they don't see the previous person's draft for any role", { tag: '@full' }, async ({ page }) => {
  await openLiveForm(page, 2)
  await page.locator('[name="first_name"]').fill('Rosa')
  await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')
  await applyAs(page, 4, 'another-mother@example.com')
  await page.getByRole('button', { name: NOT_YOU }).click()
  await page.waitForURL('**/roles/4/apply')
  await openLiveForm(page, 2)
  await expect(page.locator('[name="first_name"]')).toHaveValue('')
  await page.reload()
  await expect(page.locator('[name="first_name"]')).toHaveValue('')
})

test("a draft more than an hour old isn't mixed into what's typed now, and appears only in empty fields once the person asks for it", async ({ page }) => {
  const [first, last] = [page.locator('[name="first_name"]'), page.locator('[name="last_name"]')]
  await openLiveForm(page, 6)
  await first.fill('Ana')
  await last.fill('Delgado')
  await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')
  const saved_at = await ageDraft(page, 6)
  await page.reload()
  const note = page.getByText('Someone started this application on this device.')
  await expect(note).toBeVisible()
  await expect(first).toHaveValue('')

  await first.fill('Ben')
  await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')
  await page.reload()
  await expect(page.getByText('Previous form data has been restored')).toBeVisible()
  await expect(first).toHaveValue('Ben')
  await expect(last).toHaveValue('')
  expect(await readDrafts(page)).toContain(`"saved_at":${saved_at}`)

  await page.getByRole('button', { name: 'Show the saved answers' }).click()
  await expect(last).toHaveValue('Delgado')
  await expect(first).toHaveValue('Ben')
  await expect(note).toBeHidden()
  await page.reload()
  await expect(last).toHaveValue('Delgado')
  await expect(first).toHaveValue('Ben')
  await expect(note).toBeHidden()
})

test('a draft that was set aside comes back with the others when clearing is undone', async ({ page }) => {
  await openLiveForm(page, 7)
  await page.locator('[name="last_name"]').fill('Delgado')
  await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')
  await ageDraft(page, 7)
  await page.reload()
  await page.locator('[name="first_name"]').fill('Ben')
  await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')
  await page.reload()
  await page.getByRole('button', { name: 'Clear this draft' }).click()
  await expect(page.locator('[name="first_name"]')).toHaveValue('')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.locator('[name="first_name"]')).toHaveValue('Ben')
  await page.getByRole('button', { name: 'Show the saved answers' }).click()
  await expect(page.locator('[name="last_name"]')).toHaveValue('Delgado')
})

test('a draft that was set aside is deleted with the others when someone clears the draft or starts over', { tag: '@full' }, async ({ page }) => {
  for (const clear of ['Clear this draft', NOT_YOU]) {
    await openLiveForm(page, 7)
    await page.locator('[name="last_name"]').fill('Delgado')
    await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')
    await ageDraft(page, 7)
    await page.reload()
    await expect(page.getByText('Someone started this application on this device.')).toBeVisible()
    await page.locator('[name="first_name"]').fill('Ben')
    await expect(page.locator('.draft-note [role=status]')).toHaveText('All changes saved')
    await page.reload()
    await page.getByRole('button', { name: clear }).click()
    await expect.poll(() => readDrafts(page)).not.toMatch(/Delgado|Ben/)
    await expect(page.getByText('Someone started this application on this device.')).toBeHidden()
  }
})

/** Makes the draft look as if it had been saved more than an hour ago; returns when. */
function ageDraft(page: Page, role: number): Promise<number> {
  return page.evaluate((key) => {
    const draft = JSON.parse(localStorage.getItem(key)!)
    const saved_at = draft.saved_at - 61 * 60 * 1000
    const answers = draft.answers.map((one: { edited_at: number }) => ({ ...one, edited_at: one.edited_at - 61 * 60 * 1000 }))
    localStorage.setItem(key, JSON.stringify({ ...draft, saved_at, answers }))
    return saved_at
  }, `application_draft_${role}`)
}

/** Everything this browser stores about unfinished applications. */
const readDrafts = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('application_draft_'))
      .join('\n'),
  )

test('answers for one role, except consents, are offered for the next one', async ({ page }) => {
  await applyAs(page, 1, 'twice-applied@example.com')
  await openLiveForm(page, 2)
  await page.getByRole('button', { name: 'Use my earlier answers' }).click()
  await expect(page.locator('[name="email"]')).toHaveValue('twice-applied@example.com')
  await expect(writeEssay(page, 'why_this_role')).toHaveValue(STORY)
  await expect(page.locator('[name="opt_in_updates"]')).not.toBeChecked()
})

test('when the browser is offline, the form says where answers are kept', { tag: '@full' }, async ({ page, context }) => {
  await openLiveForm(page, 3)
  await context.setOffline(true)
  await expect(page.getByText("You're offline. What you type is saved on this device")).toBeVisible()
  await context.setOffline(false)
  await expect(page.locator('.offline')).toHaveText('')
})

test.describe('in a browser that blocks cookies', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(
      `someone who applies gets the right confirmation ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
      { tag: '@full' },
      async ({ baseURL }, { project }) => {
        const folder = mkdtempSync(join(tmpdir(), 'rounds-cookieless-'))
        mkdirSync(join(folder, 'Default'))
        const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
        writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
        // This is a profile's setting, and only a full browser has profiles.
        const program = { executablePath: findBrowser({ isWhole: true })! }
        const context = await chromium.launchPersistentContext(folder, {
          ...project.use.launchOptions,
          ...program,
          javaScriptEnabled,
          ...(baseURL && { baseURL }),
        })
        const page = await context.newPage()
        await openForm(page, 7)
        if (javaScriptEnabled) await expect(page.getByText('Your browser is blocking cookies for this site.')).toBeVisible()
        await fillForm(page, { ...ANSWERS, email: `cookieless-${javaScriptEnabled}@example.com` })
        await submit(page)
        await expect(page.getByRole('heading', { level: 1, name: 'Application Complete!' })).toBeVisible()
        await expect(page.getByText('Your reference is')).toBeVisible()
        await page.reload()
        await expect(page.getByRole('heading', { level: 1, name: 'Application Complete!' })).toBeVisible()
        await context.close()
        rmSync(folder, { recursive: true, force: true })
      },
    )
  }
})
