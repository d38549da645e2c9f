import type { Page } from '@playwright/test'

const HOUR_MS = 3_600_000

/** Stops the page's clock: from now on, time passes only when a test advances it. `aheadMs` is how far the clock jumps first. */
export async function stopClock(page: Page, aheadMs = HOUR_MS): Promise<void> {
  await page.clock.pauseAt(Date.now() + aheadMs)
}

/**
 * Advances a stopped clock once the page has handled whatever happened before. React renders and runs effects in separate tasks, which don't depend
 * on the clock but run late on a busy machine.
 */
export async function passTime(page: Page, ms: number): Promise<void> {
  await page.evaluate(async () => {
    for (let turns = 0; turns < 5; turns++)
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', done)
        port1.start()
        port2.postMessage(null)
      })
  })
  await page.clock.runFor(ms)
}
