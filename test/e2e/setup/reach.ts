import { expect, type Locator } from '@playwright/test'

/** Reaches a control with the Tab key, from wherever focus is; a control that no key reaches is an error. */
export async function reach(what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(what).toBeVisible()
  await expect(what).toBeEnabled()
  for (let time = 0; time < 90; time++) {
    if (await what.evaluate((one) => one === document.activeElement)) return
    await what.page().keyboard.press(key)
  }
  throw new Error(`No ${key} key reaches ${String(what)}.`)
}

/** In a dialog, waits until it's been open long enough to read. */
export async function press(what: Locator): Promise<void> {
  await reach(what)
  await expect.poll(() => what.evaluate((one) => one.closest('[aria-modal="true"]:not([data-readable])'))).toBe(null)
  await what.page().keyboard.press('Enter')
}
