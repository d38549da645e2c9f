import type { Browser, Page } from '@playwright/test'
import { vitalsOf, watch } from './browse.ts'
import { median, ms } from '../measure.ts'
import { ADMIN, type Filled, type Stage } from '../stage.ts'
import type { Limit } from '../table.ts'

const ROWS = 10_000
const ROUNDS = 5
const DAYS = 36_500
const AN_HOUR = 3_600_000
const SCROLLS = 60
const LEAP = 'each step leaps over 160 rows, so that all rows in sight are new ones at once.'

/** Benchmarks the table of all applicants on an admin's desktop screen. */
export async function benchAdminTable(stage: Stage, browser: Browser): Promise<Limit[]> {
  const filled = await stage.filled(ROWS)
  const product = await stage.product(filled)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await signIn(page, filled)
    await watch(page)
    await page.goto(`${product.url.replace('127.0.0.1', 'localhost')}/admin/applications/all/all/${DAYS}`)
    await page.getByText(`${ROWS.toLocaleString('en-US')} applicants`).waitFor({ timeout: 60_000 })
    const sorting: number[] = []
    const searching: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      sorting.push(await timeToPaint(page, 'sort'))
      searching.push(await timeToPaint(page, 'search'))
    }
    const tasks = await scroll(page)
    const longest = Math.max(0, ...tasks)
    const stepping = await stepThrough(page)
    const at = `table of ${ROWS.toLocaleString('en-US')}`
    return [
      { what: `${at}: sort by a column`, is: median(sorting), most: 100, show: ms },
      { what: `${at}: from one applicant to the next`, is: median(stepping), most: 200, show: ms },
      { what: `${at}: search for a word`, is: median(searching), most: 100, show: ms },
      {
        what: `${at}: tasks over 50 ms while scrolling from end to end (longest ${Math.round(longest)} ms)`,
        is: tasks.length,
        most: 0,
        show: String,
        because: LEAP,
      },
    ]
  } finally {
    await context.close()
    await product.stop()
  }
}

/** Signs in a page, and everything it opens, as an admin. */
export async function signIn(page: Page, { token }: Filled): Promise<void> {
  const until = new Date(Date.now() + AN_HOUR).toISOString()
  const session = { token, email: ADMIN, expires_at: until, idle_until: until }
  await page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(`admin_${key}`, value)
  }, session)
}

/** Returns the milliseconds from a click to the paint that updates the table. */
function timeToPaint(page: Page, what: 'sort' | 'search'): Promise<number> {
  return page.evaluate(async (deed) => {
    const field = document.querySelector<HTMLInputElement>('#applicants-search')!
    const rows = () => [...document.querySelectorAll('tbody [aria-rowindex]')].map((row) => row.textContent).join('')
    const before = rows()
    const write = (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
    const started = performance.now()
    if (deed === 'sort') document.querySelector<HTMLButtonElement>('th[data-kind="status"] button')!.click()
    else write('1234')
    while (rows() === before && performance.now() - started < 5_000) await painted()
    const elapsed = performance.now() - started
    if (deed === 'search') write('')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return elapsed
  }, what)
}

/** Steps through applicants; returns the milliseconds from each key press to the paint with the next applicant. */
async function stepThrough(page: Page): Promise<number[]> {
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  return page.evaluate(async (rounds) => {
    const counter = () => document.querySelector('nav[aria-label="Applicants"] output')!.textContent
    const elapsed: number[] = []
    for (let round = 0; round < rounds; round++) {
      const before = counter()
      const started = performance.now()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
      while (counter() === before && performance.now() - started < 5_000) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
      elapsed.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
    return elapsed
  }, ROUNDS)
}

/** Scrolls from the first row to the last and back; returns the long tasks. */
async function scroll(page: Page): Promise<number[]> {
  const before = (await vitalsOf(page)).long_tasks.length
  await page.evaluate(async (steps) => {
    const box = document.querySelector('[role="region"]')!
    const ways = [...Array(steps).keys(), ...[...Array(steps).keys()].toReversed()]
    for (const step of ways) {
      box.scrollTop = (box.scrollHeight * step) / steps
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }, SCROLLS)
  return (await vitalsOf(page)).long_tasks.slice(before)
}
