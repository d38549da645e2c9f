import { mkdirSync } from 'node:fs'
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { eventIn } from '#test/calendar-event.ts'
import { openGraphServer } from '#test/setup/graph-server.ts'
import { expectAccessible } from '../setup/accessible.ts'
import { apply, latestEmailTo } from '../setup/interview-desk.ts'
import { ADMIN, storeSession, HOLD_SECONDS, INTERVIEWER, openProduct, type Product } from '../setup/product.ts'

const US_ZONES = ['Eastern', 'Central', 'Mountain', 'Arizona', 'Pacific', 'Alaska', 'Hawaii']
const PAGE = 'interviews@meridianhealth.example'
const PICTURES = process.env['PICTURES']

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

async function eventTo(product: Product, address: string, subject: RegExp) {
  const mail = await latestEmailTo(product, address, subject)
  const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
  return eventIn(typeof file.content === 'string' ? file.content : new TextDecoder().decode(file.content))
}

/** An admin moves a candidate to the panel interview and chooses the interviewer in the same dialog. */
async function proceed(browser: Browser, product: Product, id: number, interviewer: string): Promise<void> {
  const context = await browser.newContext({ baseURL: product.url })
  await storeSession(context, 'admin', await product.signIn(ADMIN, 'admin'))
  const page = await context.newPage()
  await page.goto(`/admin/applications/all/all/30/${id}`)
  await page.getByRole('button', { name: 'Proceed', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Set up the interviews now' }).click()
  await dialog.getByLabel('Interview A: possible interviewers').click()
  await page.getByRole('option', { name: interviewer, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('textbox', { name: 'Text' }).getByText('Interview A (45 minutes, by video)')).toBeVisible()
  await picture(page, 'proceed-dialog')
  await dialog.getByRole('button', { name: 'Confirm and send' }).click()
  await expect(dialog).toBeHidden()
  await context.close()
}

/** Opens a phone in Kolkata, where the UTC offset includes half an hour. */
function phone(browser: Browser, product: Product): Promise<BrowserContext> {
  return browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 }, timezoneId: 'Asia/Kolkata', hasTouch: true })
}

/** Opens a day with enough times, because their number depends on when the test runs. */
async function openDay(page: Page, times: number): Promise<void> {
  const days = page.getByRole('navigation', { name: 'Days' }).getByRole('link')
  await expect(page.getByRole('radio').first()).toBeVisible()
  for (let day = 1; (await page.getByRole('radio').count()) < times; day++) {
    await days.nth(day).click()
    await expect(days.nth(day)).toHaveAttribute('aria-current', 'date')
  }
}

async function pick(page: Page, place: number): Promise<string> {
  await openDay(page, place + 1)
  const time = page.getByRole('radio').nth(place)
  const name = (await time.getAttribute('aria-label'))!
  await time.check()
  await page.getByRole('button', { name: `Hold ${name} for 10 minutes` }).click()
  await page.getByRole('button', { name: `Confirm ${name}` }).click()
  await expect(page.getByRole('status')).toContainText('Your interview is booked')
  return name
}

const CANDIDATE = 'ada.archer@example.com'

/** Opens the link in the invitation on a phone, which shows times in its own zone. */
async function openTimes(context: BrowserContext, product: Product): Promise<Page> {
  const invited = await latestEmailTo(product, CANDIDATE, /We'd like to meet you/)
  expect(invited.text).toContain('our team for Interview A (45 minutes, by video).')
  const page = await context.newPage()
  await page.goto(new URL(/http\S+\/application\/[\w-]{43,}/.exec(invited.text ?? '')![0]).pathname)
  await page.getByRole('link', { name: /interview times/i }).click()
  await expect(page.getByLabel('Time zone for all times')).toHaveValue(/Asia\/(Kolkata|Calcutta)/)
  const zones = await page.locator('#zone option').allTextContents()
  expect(zones.slice(0, 8)).toEqual([expect.stringMatching(/^Asia\/(Kolkata|Calcutta) \(this device\)$/), ...US_ZONES])
  await expectAccessible(page)
  return page
}

async function bookAndUndo(page: Page, product: Product, hasMeeting: boolean): Promise<string> {
  const first = await pick(page, 5)
  const booked = page.getByText(`booked for ${first.split(',').slice(0, 2).join(',')}`)
  await expect(booked).toBeVisible()
  const [toCandidate, toInterviewer] = [await eventTo(product, CANDIDATE, /Interview confirmed/), await eventTo(product, INTERVIEWER, /Interview confirmed/)]
  expect(toCandidate).toMatchObject({ method: 'REQUEST', sequence: 0, uid: toInterviewer.uid, start: toInterviewer.start })
  if (hasMeeting) {
    expect((await latestEmailTo(product, CANDIDATE, /Interview confirmed/)).text).toContain('https://teams.example/meet/')
    await page.reload()
    await expect(page.getByRole('link', { name: 'Join the interview' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Move Interview A' }).click()
  expect(await pick(page, 9)).not.toBe(first)
  await page.getByRole('button', { name: 'Undo the last change to Interview A' }).click()
  await expect(page.getByRole('status')).toContainText('Your change was undone.')
  await expect(booked).toBeVisible()
  return toCandidate.uid
}

/** Uses the same page by keyboard, without JavaScript: holds a time, releases it, and tries to report that no time works, without a note. */
async function pickWithoutScript(browser: Browser, product: Product, { id, context }: { id: number; context: BrowserContext }): Promise<void> {
  const plain = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false, storageState: await context.storageState() })
  const page = await plain.newPage()
  await page.goto(`/application/${id}/times?zone=Asia/Kathmandu`)
  await expect(page.getByLabel('Time zone for all times')).toHaveValue('Asia/Kathmandu')
  await page.getByRole('link', { name: 'Move Interview A' }).click()
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/booked for .*, until you confirm .*, held until /)).toBeVisible()
  await page.getByRole('button', { name: 'Release this time' }).click()
  await expect(page.getByRole('status')).toContainText('That time is no longer booked or held')
  await page.getByText('Ask for something else').click()
  await page.getByRole('button', { name: 'Send to the hiring team' }).click()
  await expect(page.getByRole('alert')).toContainText('Tell us at least one time')
  await expect(page.getByLabel('What would you like instead?')).toBeVisible()
  await plain.close()
}

for (const kind of ['Bookings', 'own hours'] as const) {
  test(`an interview is offered with Proceed, then booked, moved, restored and canceled, with ${kind}`, { tag: '@full' }, async ({ browser }) => {
    test.setTimeout(300_000)
    await using graph = await openGraph()
    const product = await openProduct({ MAIL_DELAY_SECONDS: HOLD_SECONDS, ...(kind === 'Bookings' && graph.settings) })
    const context = await phone(browser, product)
    const id = await apply(product, CANDIDATE)
    await proceed(browser, product, id, 'Ambrose Kittredge-Bai')
    const page = await openTimes(context, product)
    await picture(page, `times-${kind}`)
    const uid = await bookAndUndo(page, product, kind === 'Bookings')
    expect(graph.bookings.appointments).toHaveLength(kind === 'Bookings' ? 1 : 0)
    await picture(page, `undone-${kind}`)

    if (kind === 'own hours') await pickWithoutScript(browser, product, { id, context })
    await writeOffline(browser, product, id)
    await page.getByRole('button', { name: 'Cancel Interview A' }).click()
    await expect(page.getByRole('status')).toContainText('That time is no longer booked or held')
    expect(await eventTo(product, INTERVIEWER, /Interview canceled/)).toMatchObject({ method: 'CANCEL', uid })
    await context.close()
    await product.close()
  })
}

/** Opens a Bookings page with one interviewer and one service. */
async function openGraph() {
  const graph = await openGraphServer({ [PAGE]: [{ id: 's1', displayName: 'Ambrose Kittredge-Bai', emailAddress: INTERVIEWER }] })
  graph.bookings.services[PAGE] = [{ id: 'a', displayName: 'Interview A', staffMemberIds: ['s1'] }]
  const { baseUrl, tokenUrl, tenantId, clientId, clientSecret } = graph.place
  const settings = {
    BOOKINGS_BASE_URL: baseUrl,
    BOOKINGS_TOKEN_URL: tokenUrl,
    BOOKINGS_TENANT_ID: tenantId,
    BOOKINGS_CLIENT_ID: clientId,
    BOOKINGS_CLIENT_SECRET: clientSecret,
    BOOKINGS_BUSINESS_IDS: PAGE,
  }
  return Object.assign(graph, { settings })
}

/** The interviewer finds the interview on the dashboard, sees the candidate next to the form, and loses nothing while offline. */
async function writeOffline(browser: Browser, product: Product, id: number): Promise<void> {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } })
  await storeSession(context, 'interviewer', await product.signIn(INTERVIEWER, 'interviewer'))
  const page = await context.newPage()
  await page.goto('/interviewer/dashboard')
  await expect(page.getByText('Ada Archer, Interview A')).toBeVisible()
  await picture(page, 'own-day')
  await page.getByRole('link', { name: 'Write feedback on Ada Archer, Interview A' }).click()
  await expect(page.getByText('To learn from nurses.')).toBeVisible()
  await expect(page.getByText(/^Booked: /)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'desk-1280')
  await context.setOffline(true)
  await page.getByRole('textbox').first().fill('Clear and calm.')
  await context.setOffline(false)
  await expect(page.getByText(/^Saved/)).toBeVisible({ timeout: 60_000 })
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'desk-390')
  const { body } = await product.ask({ path: `/api/interviewer_feedback/own-interviews`, as: await product.signIn(INTERVIEWER, 'interviewer') })
  expect((body as { user_session_id: number; time_confirmed: boolean }[]).find((one) => one.user_session_id === id)?.time_confirmed).toBe(true)
  await context.close()
}
