import { expect, type Locator } from '@playwright/test'

/** Moves focus to a control with the Tab key, from wherever it is now; throws if Tab never gets there. */
export async function reach(what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(what).toBeVisible()
  await expect(what).toBeEnabled()
  for (let time = 0; time < 90; time++) {
    if (await what.evaluate((one) => one === document.activeElement)) return
    await what.page().keyboard.press(key)
  }
  throw new Error(`No ${key} key reaches ${String(what)}.`)
}

/** Moves focus to a button and presses Enter; in a dialog, first waits until it has been open long enough to read. */
export async function press(what: Locator): Promise<void> {
  await reach(what)
  await expect.poll(() => what.evaluate((one) => one.closest('[aria-modal="true"]:not([data-readable])'))).toBe(null)
  await what.page().keyboard.press('Enter')
}
