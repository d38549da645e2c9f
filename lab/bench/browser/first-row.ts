import { openBrowser } from './browse.ts'
import { signIn } from './admin-table.ts'
import { count, median, ms } from '../measure.ts'
import { IN_LIST, type Stage } from '../stage.ts'
import { tableOfLimits, type Table } from '../table.ts'

const VISITS = 5
const LINE = { offline: false, latency: 40, downloadThroughput: (20 * 1024 * 1024) / 8, uploadThroughput: (5 * 1024 * 1024) / 8 }
const A_MILLION = 1_000_000
const KIB = 1024
const MAX_KIB = 16
const ROUND_TRIPS =
  'the page, its scripts and then the list each wait 40 ms for the line, and running the scripts takes the rest. The scripts are split by screen and come from the cache.'

/** Benchmarks opening the list of a role with 5,000 applicants, then the list of all one million, over an office connection. */
export async function benchFirstRow(stage: Stage): Promise<Table> {
  const ofRole = await visit(stage, 100_000, '30')
  const ofAll = await visit(stage, A_MILLION, '36500')
  const limits = [
    { what: `a role with ${count(IN_LIST)}: from the address to the first row`, is: ofRole.time, most: 600, show: ms, because: ROUND_TRIPS },
    { what: `a role with ${count(IN_LIST)}: data sent, compressed`, is: ofRole.bytes, most: MAX_KIB * KIB, show: kib },
    { what: `all of ${count(A_MILLION)}: from the address to the first row`, is: ofAll.time, most: 600, show: ms, because: ROUND_TRIPS },
    { what: `all of ${count(A_MILLION)}: data sent, compressed`, is: ofAll.bytes, most: MAX_KIB * KIB, show: kib },
  ]
  return tableOfLimits('The list of applicants, on a line of 20 Mbit/s with 40 ms to each answer', limits, [
    `Medians of ${VISITS} visits, the role among 100,000 applications, with the scripts in the browser's cache, on a processor of full speed.`,
  ])
}

const kib = (value: number) => `${(value / KIB).toFixed(1)} KiB`

/** Measures the time from navigation to the first row, and how many bytes the list's calls transfer. */
async function visit(stage: Stage, applications: number, days: string): Promise<{ time: number; bytes: number }> {
  const filled = await stage.filled(applications)
  const product = await stage.product(filled)
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
    const page = await context.newPage()
    await signIn(page, filled)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', LINE)
    let bytes = 0
    page.on('requestfinished', (request) => {
      if (request.url().includes('/api/applicants/')) void request.sizes().then(({ responseBodySize }) => (bytes += responseBodySize))
    })
    const url = `${product.url.replace('127.0.0.1', 'localhost')}/admin/applications/all/all/${days}`
    const times: number[] = []
    for (let round = 0; round <= VISITS; round++) {
      bytes = 0
      await page.goto(url)
      const elapsed = await page.waitForFunction(() => document.querySelector('tbody [aria-rowindex]') && performance.now(), null, { polling: 'raf' })
      if (round > 0) times.push(Number(await elapsed.jsonValue()))
      await page.waitForLoadState('networkidle')
    }
    return { time: median(times), bytes }
  } finally {
    await browser.close()
    await product.stop()
  }
}
