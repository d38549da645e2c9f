import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { openEveryScreen, type EveryScreen } from './setup/every-screen.ts'

test.describe.configure({ mode: 'default' })
let app: EveryScreen
test.beforeAll(async () => void (app = await openEveryScreen()))
test.afterAll(() => app.product.close())

const LOOK = { forcedColors: 'active', reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } } as const

test('in forced colors, candidates can see what is selected', { tag: '@access' }, async ({ browser }) => {
  const context = await app.enter(browser, 'visitor', LOOK)
  const page = await context.newPage()
  await page.goto('/roles/1/apply')
  const yes = page.getByRole('radio', { name: 'Yes' }).first()
  await expectSeen(yes, () => yes.check())
  const box = page.getByRole('checkbox').first()
  await expectSeen(box, () => box.check())
  const first = page.locator('.field').filter({ has: page.locator('[name="first_name"]') })
  await expectSeen(first, () => page.getByRole('button', { name: 'Submit application' }).click())
  expect(await lineUnder(page.getByRole('tab', { name: 'Apply Now' }))).toBe(true)
  expect(await lineUnder(page.getByRole('tab', { name: 'Description' }))).toBe(false)
  await context.close()
})

test('in forced colors, staff can see what is selected', { tag: '@access' }, async ({ browser }) => {
  const context = await app.enter(browser, 'admin', LOOK)
  const page = await context.newPage()
  await page.goto('/admin/questions')
  const disabled = page.getByRole('switch', { name: 'Show Disabled Questions' })
  await expectSeen(drawnFor(disabled), () => disabled.press(' '))
  const menu = page.getByRole('navigation', { name: 'Main' })
  expect(await lineUnder(menu.getByRole('link', { name: 'Edit Questions' }))).toBe(true)
  expect(await lineUnder(menu.getByRole('link', { name: 'Edit Roles' }))).toBe(false)

  await page.goto('/admin/applications/1/all/400')
  const names = page.getByRole('checkbox', { name: 'Show identifiable information' })
  await expectSeen(names, () => names.press(' '))
  await page.getByRole('combobox', { name: 'Role' }).click()
  await expectSeen(page.getByRole('listbox'), () => page.keyboard.press('ArrowDown'))
  await context.close()
})

test('in forced colors, charts, segments and the selected palette entry are visible', { tag: '@access' }, async ({ browser }) => {
  const context = await app.enter(browser, 'admin', LOOK)
  const page = await context.newPage()
  await page.goto('/admin/dashboard?days=90')
  for (const name of ['Where they are now', 'From application to offer']) {
    const parts = page.getByRole('figure', { name }).locator(':empty')
    await parts.first().waitFor()
    const grounds = await parts.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
    expect(new Set(grounds), name).toContain(await highlight(page))
  }

  await page.goto('/admin/email-templates/1')
  const phone = page.getByRole('radio', { name: 'Phone' })
  await expectSeen(drawnFor(phone), () => phone.press(' '))

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('button', { name: 'Edit Roles' }).waitFor()
  await expectSeen(palette, () => page.keyboard.press('ArrowDown'))
  await context.close()
})

/** Checks that a state is visible: it changes the screenshot. */
async function expectSeen(what: Locator, change: () => Promise<unknown>): Promise<void> {
  const before = await picture(what)
  await change()
  expect.soft(before.equals(await picture(what)), String(what)).toBe(false)
}

/** Takes a screenshot without the pointer or the focus ring, so only the state shows. A list stays open, with focus in its field. */
async function picture(what: Locator): Promise<Buffer> {
  const page = what.page()
  await page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement)) return
    if (at.matches('[type="checkbox"], [type="radio"]')) at.blur()
    // In forced colors, a caret blinks even if it's transparent.
    else if (at.matches('input')) at.style.cssText += '; forced-color-adjust: none; caret-color: transparent'
  })
  await page.mouse.move(0, 0)
  return standingStill(() => what.screenshot({ animations: 'disabled', caret: 'hide' }))
}

/** Waits for opening animations and loading to finish. */
async function standingStill(take: () => Promise<Buffer>): Promise<Buffer> {
  for (let last = await take(), time = 0; time < 20; time++) {
    await pause(200)
    const next = await take()
    if (next.equals(last)) return next
    last = next
  }
  throw new Error('It does not come to rest.')
}

/** Returns the styled control that the UI kit draws for an invisible field. */
function drawnFor(field: Locator): Locator {
  return field.locator('xpath=following-sibling::*[1]')
}

function lineUnder(link: Locator): Promise<boolean> {
  return link.evaluate((one) => {
    const { borderBottomWidth, borderBottomColor } = getComputedStyle(one)
    return Number.parseFloat(borderBottomWidth) > 0 && borderBottomColor !== getComputedStyle(document.body).backgroundColor
  })
}

/** Returns the system color for selected items. */
function highlight(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'))
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight'
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  })
}
