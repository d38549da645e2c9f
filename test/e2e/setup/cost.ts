import { availableParallelism, loadavg } from 'node:os'
import { expect, type Locator, type Page } from '@playwright/test'

export type Cost = { keys: number; clicks: number; ms: number; slowest: number }
export type Actions = {
  press: (key: string) => Promise<void>
  type: (text: string) => Promise<void>
  click: (at: Locator, how?: Parameters<Locator['click']>[0]) => Promise<void>
}
type Measurements = { interactions: number[]; tasks: number[] }

/** Counts a person's actions and measures how long they wait for the next paint after each key or click. */
export async function costOf(page: Page, job: (hand: Actions) => Promise<void>): Promise<Cost> {
  const cost = { keys: 0, clicks: 0 }
  await takeMeasurements(page)
  const started = Date.now()
  await job({
    press: async (key) => {
      cost.keys++
      await page.keyboard.press(key)
    },
    type: async (text) => {
      cost.keys += text.length
      await page.keyboard.type(text)
    },
    click: async (at, how) => {
      cost.clicks++
      await at.click(how)
    },
  })
  const ms = Date.now() - started
  const { interactions } = await takeMeasurements(page)
  return { ...cost, ms, slowest: Math.max(0, ...interactions) }
}

/** Records the time from each key or click to the next paint, and every task over 50 ms. Call this before opening the first page. */
export async function measureInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: Measurements = { interactions: [], tasks: [] }
    Object.assign(window, { measured: kept })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ((entry as PerformanceEntry & { interactionId: number }).interactionId) kept.interactions.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    new PerformanceObserver((list) => kept.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' })
  })
}

/** Returns the measurements since the last call. */
export async function takeMeasurements(page: Page): Promise<Measurements> {
  return page.evaluate(async () => {
    // The entry becomes available one frame after its paint.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const { measured } = window as unknown as { measured?: Measurements }
    return { interactions: measured?.interactions.splice(0) ?? [], tasks: measured?.tasks.splice(0) ?? [] }
  })
}

/**
 * Targets are for an idle machine. This fails if something takes more than twice as long; on a busy machine, the limit grows with the load per
 * processor.
 */
export function expectWithin(ms: number, promised: number, what: string): void {
  const share = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
  expect(ms, `${what}, beside ${share.toFixed(1)} times the work that the processors can do`).toBeLessThanOrEqual(2 * promised * share)
}
