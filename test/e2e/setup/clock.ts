import type { Page } from '@playwright/test'

const HOUR_MS = 3_600_000

/** From now on, time passes in the page only when a test advances it. `aheadMs` is how far the clock jumps first. */
export async function stopClock(page: Page, aheadMs = HOUR_MS): Promise<void> {
  await page.clock.pauseAt(Date.now() + aheadMs)
}
