import { expect, type Locator } from '@playwright/test'

/** Moves to a control with the Tab key, wherever focus is now; throws if no key reaches the control. */
export async function reach(what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(what).toBeVisible()
  await expect(what).toBeEnabled()
  for (let time = 0; time < 90; time++) {
    if (await what.evaluate((one) => one === document.activeElement)) return
    await what.page().keyboard.press(key)
  }
  throw new Error(`No ${key} key reaches ${String(what)}.`)
}

/** In a dialog, waits until it has been open long enough to read. */
export async function press(what: Locator): Promise<void> {
  await reach(what)
  await expect.poll(() => what.evaluate((one) => one.closest('[aria-modal="true"]:not([data-readable])'))).toBe(null)
  await what.page().keyboard.press('Enter')
}
