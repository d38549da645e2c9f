import { expect, test, type Locator, type Page } from '@playwright/test'
import { REJECTED_AFTER_A } from '#contract/statuses/statuses.ts'
import { expectAccessible } from '../setup/accessible.ts'
import { costOf } from '../setup/cost.ts'
import { ADMIN, storeSession, openProduct, type Product, type Session } from '../setup/product.ts'

/** How long a hiring lead may take by keyboard for a panel of three interviews and ten red flags. */
const MINUTES = 3
/** The time allowed per key press, including the decision: more than anyone who knows the shortcuts needs. */
const SECONDS_PER_KEY = 5

const SAID: [interview: number, interviewer: string, texts: string[]][] = [
  [
    1,
    'mirabel.stonecroft',
    [
      'He blamed the night shift for the missing chart. He was twenty minutes late and did not call.',
      'Spoke warmly about the families of his patients. He said he would post a photo of the ward without asking anyone.',
    ],
  ],
  [
    2,
    'tycho.rosenwater',
    ['Owned a dosing mistake of his own, and told us how he reported it within the hour.', 'He interrupted the nurse on the panel three times.'],
  ],
  [3, 'dorothea.lightfoot', ['He changed his mind about the triage order once we showed him the guideline.', 'Kind, calm and curious.']],
]

type Group = { interview_name: string; interviewer_name: string; feedback: { if_interview_feedback_detail_id: number; interviewer_feedback: string }[] }

let product: Product
let admin: Session
let user_session_id: number

test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  product = await openProduct()
  admin = await product.signIn(ADMIN, 'admin')
  const query = 'days_ago=3650&ref_application_status_id=5&limit=1'
  const [one] = (await product.ask({ path: `/api/user-session/applicants_with_answers/all?${query}`, as: admin })).body
  user_session_id = one.user_session_id
  await move(2)
  for (const red_flag_desc of ['Prefers paper charts', 'Talks over nurses in handoffs'])
    await product.ask({ path: '/api/red-flags', body: { red_flag_desc }, as: admin })
  for (const [interview, name, texts] of SAID) await write(interview, `${name}@meridianhealth.example`, texts)
})
test.afterAll(() => product?.close())
test.beforeEach(({ context }) => storeSession(context, 'admin', admin))

const move = (ref_application_status_id: number) =>
  product.ask({ path: '/api/user-session/update_status', body: { user_session_id, ref_application_status_id }, as: admin })

async function write(ref_interview_id: number, email: string, texts: string[]): Promise<void> {
  const as = await product.signIn(email, 'interviewer')
  const ask = (path: string, body?: unknown) => product.ask({ path: `/api/${path}`, body, as }).then((answer) => answer.body)
  const { ref_interviewer_id } = await ask(`interviews/interviewers/by-email?interviewer_email=${email}`)
  const triple = { user_session_id, ref_interview_id, ref_interviewer_id, interview_datetime_utc: new Date().toISOString() }
  const { interview_header_id } = await ask('interviewer_feedback/header', triple)
  const questions = await ask(`interviewer_feedback/questions?ref_interview_role_id=${ref_interview_id}`)
  const feedbacks = texts.map((text, at) => ({ ...questions[at], if_interview_header_id: interview_header_id, interviewer_feedback: text }))
  await ask('interviewer_feedback/feedback-details', { feedbacks, submitted: true })
}

async function open(page: Page): Promise<void> {
  await page.goto(`${product.url}/admin/applications/${user_session_id}/interview-feedback`)
  await expect(page.getByRole('heading', { name: 'Red flags' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}

const stored = async (): Promise<{ decided: boolean; reviewed: boolean; fgl_absent_flag: boolean }[]> =>
  (await product.ask({ path: `/api/red-flags/hiring-decision-detail?user_session_id=${user_session_id}`, as: admin })).body
/** The finder would determine a quote's stance and severity; here, they're given. */
const FOUND: [flag: string, quote: string, stance: string, grave: string | null][] = [
  ['Blames others instead of owning mistakes', 'He blamed the night shift for the missing chart.', 'for', null],
  ['Blames others instead of owning mistakes', 'Owned a dosing mistake of his own, and told us how he reported it within the hour.', 'against', null],
  ['Blames others instead of owning mistakes', 'He changed his mind about the triage order once we showed him the guideline.', 'unclear', null],
  ['Unreliable attendance or punctuality', 'He was twenty minutes late and did not call.', 'for', null],
  ['Careless with confidential patient information', 'He said he would post a photo of the ward without asking anyone.', 'for', 'exposure'],
  ['Does not listen or interrupts', 'He interrupted the nurse on the panel three times.', 'for', null],
  ['Speaks about patients, families or colleagues without respect', 'Spoke warmly about the families of his patients.', 'against', null],
]

async function settleDrafts(): Promise<void> {
  const { body: flags } = await product.ask({ path: '/api/red-flags', as: admin })
  const { body: groups } = await product.ask({ path: `/api/interviewer_feedback/full-feedback-details?user_session_id=${user_session_id}`, as: admin })
  const cited = (quote: string) => {
    const group = groups.find((one: Group) => one.feedback.some((answer) => answer.interviewer_feedback.includes(quote))) as Group
    const { if_interview_feedback_detail_id } = group.feedback.find((answer) => answer.interviewer_feedback.includes(quote))!
    return { if_interview_feedback_detail_id, interview_name: group.interview_name, interviewer_name: group.interviewer_name, quote }
  }
  for (const { fgl_ref_red_flag_id, red_flag_desc } of flags) {
    const citations = FOUND.filter(([flag]) => flag === red_flag_desc).map(([, quote, stance, grave]) => ({ ...cited(quote), stance, grave }))
    const as = `'${JSON.stringify(citations)}'::jsonb`
    await product.query(`update hiring_decision_detail
      set generated = jsonb_set(jsonb_set(generated, '{citations}', ${as}), '{pending,citations}', ${as})
      where user_session_id = ${user_session_id} and fgl_ref_red_flag_id = ${fgl_ref_red_flag_id}`)
  }
}

const stateIn = (row: Locator) => row.locator('[data-state]')
const unread = (page: Page) => page.locator('[data-flags]').getByText(/^(Not decided|Suggested)$/)
type Press = (key: string) => Promise<void>

/** Drafts every red flag with one key, and replaces the drafts with fixed ones. */
async function draftAll(page: Page, press: Press): Promise<void> {
  const submit = page.getByRole('button', { name: 'Submit' })
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/red-flags/generate-rationale', (route) => seen.then(() => route.continue()))
  await expect(page.getByRole('button', { name: 'Generate all' })).toBeEnabled()
  await press('g')
  await expect(submit).toBeDisabled()
  goOn()
  await expect(submit).toBeEnabled({ timeout: 60_000 })
  await settleDrafts()
  await page.reload()
}

/** Decides each red flag with one key, or all collapsed ones at once, and submits. */
async function decideAll(page: Page, press: Press): Promise<void> {
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await press('j')
  await expect(page.getByRole('row').nth(1).getByRole('checkbox')).toBeFocused()
  for (const key of ['p', 'a', 'u', 'p', 'a', 'u', 'p', 'a', 'u', 'p']) {
    const left = await unread(page).count()
    if (left === 0) break
    await press(key)
    await expect.poll(() => unread(page).count()).toBeLessThan(left)
  }
  await expect(unread(page)).toHaveCount(0)
  await press('Control+Enter')
  await expect(page.getByText('All red flags saved!')).toBeVisible()
}

/** Opens decisions that an earlier test made; otherwise, makes them first. */
async function openDecided(page: Page): Promise<void> {
  await open(page)
  if ((await stored()).some(({ reviewed }) => reviewed)) return
  const press = (key: string) => page.keyboard.press(key)
  await draftAll(page, press)
  await decideAll(page, press)
  await open(page)
}

test('ten red flags from three interviews are decided by keyboard within three minutes, severe and disputed ones first', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  const { keys } = await costOf(page, async ({ press }) => {
    await draftAll(page, press)
    const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)]
    await expect(first.getByText('Grave: exposure of data')).toBeVisible()
    await expect(second.getByText('Disputed')).toBeVisible()
    const columns = second.getByRole('list', { name: /^Evidence/ }).locator('> li')
    await expect(columns).toContainText(['A · Mirabel Stonecroft', 'B · Tycho Rosenwater', 'C · Dorothea Lightfoot'])
    const tops = await columns.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBe(1)
    await expect(second.getByRole('link', { name: /^for “He blamed the night shift/ })).toBeVisible()
    await expect(second.getByRole('link', { name: /^against “Owned a dosing mistake/ })).toBeVisible()
    await expectAccessible(page)

    await decideAll(page, press)
  })
  expect(keys).toBeLessThanOrEqual(12)
  expect(keys * SECONDS_PER_KEY).toBeLessThan(MINUTES * 60)
  const all = await stored()
  expect(all.every(({ reviewed }) => reviewed)).toBe(true)
  expect(all.some(({ decided }) => !decided)).toBe(true)
  await page.reload()
  await expect(page.getByRole('group', { name: 'Red flags without evidence' })).toContainText('Talks over nurses in handoffs')
  await expect(stateIn(page.getByRole('row').nth(1))).toHaveText('Present')
  await expect(stateIn(page.getByRole('row').nth(3))).toHaveText('Undecided')
})

test("E moves focus into the rationale and Esc back out; typing never turns Undecided into Present, and Enter in a row doesn't submit", async ({ page }) => {
  await open(page)
  const row = page.getByRole('row').nth(1)
  await row.getByRole('checkbox').focus()
  await page.keyboard.press('u')
  await page.keyboard.press('k')
  await page.keyboard.press('e')
  await expect(row.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Ask a former lead. ')
  await expect(stateIn(row)).toHaveText('Undecided')
  await page.keyboard.press('Escape')
  await expect(row.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  page.on('dialog', (leave) => void leave.accept())
})

test('on a phone, rows are stacked and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('decisions are printed in words, without buttons; a rejection lists its grounds and can no longer be changed', async ({ page }) => {
  await page.setViewportSize({ width: 760, height: 1000 })
  await openDecided(page)
  const change = page.getByRole('button', { name: /^(Generate|Generate all|Submit|Add red flag|Mark|Present|Undecided|Signal words|Update Status)/ })
  await expect(change.first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(stateIn(page.getByRole('row').nth(1))).toBeVisible()

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Update Status' }).click()
  await page.getByRole('menuitem', { name: 'Rejected After Interview A' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Link red flags or feedback' }).click()
  const named = dialog.getByRole('combobox', { name: 'Based on' })
  await named.fill('Blames')
  await page.getByRole('option', { name: 'Blames others instead of owning mistakes' }).click()
  await named.fill('night shift')
  await page.getByRole('option', { name: /^He blamed the night shift/ }).click()
  await expect(dialog.getByRole('button', { name: 'Confirm and send' })).toBeEnabled()
  await expect(page.locator('[data-readable]')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  const happened = async () => {
    const { body: events } = await product.ask({ path: `/api/applicants/${user_session_id}/history`, as: admin })
    return events.map((one: { what: string }) => one.what).join('\n')
  }
  await expect
    .poll(happened)
    .toMatch(
      /Red flags: Blames others instead of owning mistakes\. Feedback: Interview A \(Mirabel Stonecroft\)\. Email 'Rejection After Interview' (queued|sent)$/m,
    )
  await expect(page.getByText('This application is closed.')).toBeVisible()
  await expect(stateIn(page.getByRole('row').nth(2))).toHaveText('Absent')
  await expect(change).toHaveCount(0)
  await expect(page.getByRole('row').getByRole('textbox')).toHaveCount(0)
})

test('anything written after the decision is marked as such, in place (with the previous text) and in the timeline', async ({ page }) => {
  // Closes the application, unless an earlier test already has.
  await move(REJECTED_AFTER_A)
  const interviewer = await product.signIn('mirabel.stonecroft@meridianhealth.example', 'interviewer')
  const { body: own } = await product.ask({ path: '/api/interviewer_feedback/own-interviews', as: interviewer })
  const { interview_header_id } = own.find((one: { user_session_id: number }) => one.user_session_id === user_session_id)
  const { body: answers } = await product.ask({
    path: `/api/interviewer_feedback/feedback-details?if_interview_header_id=${interview_header_id}`,
    as: interviewer,
  })
  const { if_interviewer_role_feedback_question_id } = answers[0]
  const feedback = {
    if_interview_header_id: interview_header_id,
    if_interviewer_role_feedback_question_id,
    interviewer_feedback: 'He blamed no one, on reflection.',
  }
  await product.ask({ path: '/api/interviewer_feedback/feedback-details', body: { feedbacks: [feedback], submitted: true }, as: interviewer })
  await product.ask({ path: `/api/applicants/${user_session_id}/notes`, body: { note_text: 'Ask again in a year.' }, as: admin })

  await open(page)
  const card = page.getByRole('article').filter({ hasText: 'He blamed no one, on reflection.' })
  await expect(card.getByText('Added after the decision')).toHaveCount(1)
  await card.getByText(/^Changed once, last by mirabel/).click()
  await expect(card.getByText(/^He blamed the night shift for the missing chart/)).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${product.url}/admin/applications/all/all/3650/${user_session_id}`)
  const note = page.getByRole('article', { name: /^Note by / })
  await expect(note.getByText('Added after the decision')).toBeVisible()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByText('Note written. Added after the decision')).toBeVisible()
  await expect(timeline.getByText('Interview feedback changed. Added after the decision')).toBeVisible()
})
