import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { findBrowser } from '../../../scripts/tools.mjs'

const PROGRAM = findBrowser({ isWhole: true })
/** A mid-range phone on a slow mobile network: Lighthouse's slow 4G. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (0.75 * 1024 * 1024) / 8 }
const CPU_SLOWDOWN = 4

export type PageVitals = {
  lcp_ms: number
  cls: number
  /** Time from the slowest interaction to the next paint; 0 if it's too short to measure. */
  inp_ms: number
  /** Tasks longer than 50 ms, in milliseconds. */
  long_tasks: number[]
}

/** Bytes transferred, by kind: `document`, `script`, … */
export type BytesSent = Record<string, number>

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ ...(PROGRAM && { executablePath: PROGRAM }), args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'] })
}

/** Measures a first visit on a slow phone. Keeps the cookies in `context`. */
export async function visit(context: BrowserContext, url: string, interact: (page: Page) => Promise<unknown>): Promise<PageVitals & { sent: BytesSent }> {
  const page = await context.newPage()
  const sent: BytesSent = {}
  const sizes: Promise<unknown>[] = []
  page.on('requestfinished', (request) => {
    const size = request.sizes().then(({ responseBodySize }) => (sent[request.resourceType()] = (sent[request.resourceType()] ?? 0) + responseBodySize))
    sizes.push(size)
  })
  await slowDown(await context.newCDPSession(page))
  await watch(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  // Browsers stop measuring the largest paint at the first interaction.
  const { lcp_ms } = await vitalsOf(page)
  await Promise.all(sizes)
  const loaded = { ...sent }
  await interact(page)
  await page.waitForTimeout(600)
  const seen = await vitalsOf(page)
  await page.close()
  return { ...seen, lcp_ms, sent: loaded }
}

export function openPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext(PHONE)
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
type Interaction = PerformanceEntry & { interactionId: number }

/** Records Web Vitals on each page. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { lcp_ms: 0, cls: 0, inp_ms: 0, long_tasks: [] as number[] }
    Object.assign(window, { seen })
    const on = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
    on('largest-contentful-paint', (entry) => (seen.lcp_ms = entry.startTime))
    on('layout-shift', (entry) => (seen.cls += (entry as Shift).hadRecentInput ? 0 : (entry as Shift).value))
    on('event', (entry) => (entry as Interaction).interactionId > 0 && (seen.inp_ms = Math.max(seen.inp_ms, entry.duration)))
    on('longtask', (entry) => seen.long_tasks.push(entry.duration))
  })
}

export function vitalsOf(page: Page): Promise<PageVitals> {
  return page.evaluate(() => (window as unknown as { seen: PageVitals }).seen)
}
