import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { findBrowser } from '../../../scripts/tools.mjs'
import { fillForm } from '#test/e2e/setup/candidate.ts'
import { openLedger } from '../client.ts'
import { fault } from '../fault.ts'
import { readApplications, dropOneApplication, openStage, describeApplications, checkApplications, type Applications } from '../stage.ts'

const PROGRAM = findBrowser()

type BrowserResults = Applications & { told: Record<string, string> }
type Desk = { context: BrowserContext; open: () => Promise<Page> }
/** Fills in the form and causes the fault; returns the page's message once the application has been acknowledged. */
type Disruption = (desk: Desk, person: { first: string; last: string; email: string }) => Promise<string>

export const F12 = fault<BrowserResults>({
  id: 'F12',
  what: 'browser: offline in the middle of the form, response lost, tab crashes, two tabs, cookies gone',
  kinds: ['postgres'],
  lacks: () => (PROGRAM ? null : 'needs Chromium (set CHROMIUM)'),
  async collect(kind) {
    const stage = await openStage(kind)
    const browser = await chromium.launch({ executablePath: PROGRAM!, args: ['--no-sandbox'] })
    try {
      const product = await stage.start()
      const [ledger, told] = [openLedger(), {} as BrowserResults['told']]
      for (const [name, trouble] of Object.entries(DISRUPTIONS)) {
        const email = `f12-${name.replaceAll(' ', '-')}@example.com`
        const desk = await openDesk(browser, `http://localhost:${new URL(product.url).port}/roles/${stage.role}/apply`)
        ledger.unknown.add(email)
        told[name] = await trouble(desk, { first: 'Rosa', last: 'Delgado', email })
        ledger.unknown.delete(email)
        ledger.acknowledged.add(email)
        await desk.context.close()
      }
      return { ...(await readApplications(stage, ledger)), told }
    } finally {
      await browser.close()
      await stage.close()
    }
  },
  judge: (seen) => [
    ...checkApplications(seen),
    ...Object.keys(DISRUPTIONS)
      .filter((name) => seen.acknowledged.length < Object.keys(DISRUPTIONS).length || !seen.told[name])
      .map((name) => `${name}: ${seen.told[name] ?? 'nothing was said'}`),
  ],
  tamper: dropOneApplication,
  describe: (seen) =>
    `${Object.entries(seen.told)
      .map(([name, words]) => `${name}: ${words}`)
      .join('; ')}; ${describeApplications(seen)}`,
})

const DISRUPTIONS: Record<string, Disruption> = {
  async offline({ context, open }, person) {
    const page = await fillApplication(await open(), person)
    await context.setOffline(true)
    await press(page)
    const words = await page.getByRole('alert').filter({ hasText: 'No response from server' }).innerText()
    await mustHold(page, person.email)
    await context.setOffline(false)
    await submitForm(page)
    return `'${words.trim().split('\n')[0]}', answers kept, sent when online`
  },
  async 'response lost'({ open }, person) {
    const page = await fillApplication(await open(), person)
    let lost = 0
    await page.route('**/api/user-session/answers', async (route) => {
      if (lost > 0) return route.continue()
      lost++
      await route.fetch()
      await route.abort('connectionreset')
    })
    await submitForm(page)
    return 'sent again by itself'
  },
  async 'tab crashed'({ open }, person) {
    const page = await fillApplication(await open(), person)
    await page.getByRole('status').filter({ hasText: 'All changes saved' }).waitFor()
    const crashed = page.waitForEvent('crash')
    await page.goto('chrome://crash').catch(() => {})
    await crashed
    const next = await open()
    await next.getByText('Previous form data has been restored').waitFor()
    await mustHold(next, person.email)
    await submitForm(next)
    return 'everything restored'
  },
  async 'two tabs'({ open }, person) {
    const [one, two] = [await fillApplication(await open(), person), await fillApplication(await open(), { ...person, first: 'Other' })]
    await submitForm(one)
    await press(two)
    await two.getByRole('heading', { name: "You've already applied for this role" }).waitFor()
    return 'the second is told that it has applied already'
  },
  async 'cookies gone'({ context, open }, person) {
    const page = await fillApplication(await open(), person)
    await context.clearCookies()
    await submitForm(page)
    return 'reopened and sent'
  },
}

async function openDesk(browser: Browser, form: string): Promise<Desk> {
  const context = await browser.newContext()
  context.setDefaultTimeout(30_000)
  const open = async () => {
    const page = await context.newPage()
    const opened = page.waitForResponse((response) => response.url().endsWith('/api/user-session'))
    await page.goto(form)
    await opened
    return page
  }
  return { context, open }
}

async function fillApplication(page: Page, person: Parameters<Disruption>[1]): Promise<Page> {
  await fillForm(page, person)
  return page
}

const press = (page: Page) => page.getByRole('button', { name: 'Submit application' }).click()

async function submitForm(page: Page): Promise<void> {
  await press(page)
  await page.waitForURL('**/resume')
}

async function mustHold(page: Page, email: string): Promise<void> {
  const found = await page.locator('[name="email"]').inputValue()
  if (found !== email) throw new Error(`The form contains '${found}' instead of '${email}'.`)
}
