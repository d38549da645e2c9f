import { openBrowser } from './browse.ts'
import { signIn } from './admin-table.ts'
import { median, ms } from '../measure.ts'
import { IN_LIST, type Stage } from '../stage.ts'
import { tableOfLimits, type Table } from '../table.ts'

const VISITS = 5
const LINE = { offline: false, latency: 40, downloadThroughput: (20 * 1024 * 1024) / 8, uploadThroughput: (5 * 1024 * 1024) / 8 }
const KIB = 1024
const ROUND_TRIPS =
  'the page, its scripts and then the list each wait 40 ms for the line, and running the scripts takes the rest. The scripts are split by screen and come from the cache.'

/** A recruiter opens the list of a role with 5,000 applicants, on an office line. */
export async function benchFirstRow(stage: Stage): Promise<Table> {
  const filled = await stage.filled(100_000)
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
    const url = `${product.url.replace('127.0.0.1', 'localhost')}/admin/applications/all/all/30`
    const times: number[] = []
    for (let visit = 0; visit <= VISITS; visit++) {
      bytes = 0
      await page.goto(url)
      const taken = await page.waitForFunction(() => document.querySelector('tbody [aria-rowindex]') && performance.now(), null, { polling: 'raf' })
      if (visit > 0) times.push(Number(await taken.jsonValue()))
      await page.waitForLoadState('networkidle')
    }
    return tableOfLimits(
      `The list of ${IN_LIST.toLocaleString('en-US')} applicants, on a line of 20 Mbit/s with 40 ms to each answer`,
      [
        { what: 'from the address to the first row', is: median(times), most: 600, show: ms, because: ROUND_TRIPS },
        { what: 'data sent, compressed', is: bytes, most: 60 * KIB, show: (value) => `${(value / KIB).toFixed(1)} KiB` },
      ],
      [
        `Medians of ${VISITS} visits out of ${filled.applications.toLocaleString('en-US')} applications, with the scripts in the browser's cache, on a processor of full speed.`,
      ],
    )
  } finally {
    await browser.close()
    await product.stop()
  }
}
