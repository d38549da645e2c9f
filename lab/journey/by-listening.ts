import { chromium, type CDPSession, type ElementHandle, type Locator, type Page } from '@playwright/test'
import { writtenPdf } from '#test/setup/pdf-files.ts'
import { findBrowser } from '../../scripts/tools.mjs'
import type { Walk } from './by-keyboard.ts'
import { NAMES, newPerson, PROUD, SEARCH, TENURE, WHY, type Person } from './person.ts'

const PROGRAM = findBrowser({ isWhole: true })
/** What a screen reader's keys for the next edit field, heading, link, button and control jump to. */
const KINDS_OF_STOPS = {
  edit: 'input:is([type=text], [type=search], [type=email], [type=number], :not([type])), textarea',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  button: 'button, input[type=submit]',
  control: ':is(input:not([type=hidden]), textarea, select, button):not([aria-hidden])',
}

type Listener = { page: Page; tree: CDPSession; person: Person; at: ElementHandle | null }

/**
 * Applies in Chromium with a screen reader's keys and adds up the words of the accessibility tree that are read aloud: every page from the top to the
 * first thing that's used, then each stop in full. The role is read for as long as by eye.
 */
export async function walkByListening(baseURL: string): Promise<Walk> {
  const browser = await chromium.launch({ ...(PROGRAM && { executablePath: PROGRAM }), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, baseURL })
    return await apply({ page, tree: await page.context().newCDPSession(page), person: newPerson(), at: null })
  } finally {
    await browser.close()
  }
}

async function apply(listener: Listener): Promise<Walk> {
  const { page, person } = listener
  const file = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: await writtenPdf() }
  page.on('filechooser', (chooser) => void chooser.setFiles(file))
  await arrive(listener, () => page.goto('/'))
  await write(listener, page.getByRole('searchbox'), SEARCH)
  const first = page.locator('.role-card').first()
  await person.wait(() => first.filter({ hasText: 'Nights' }).waitFor())
  for (const status of await page.getByRole('status').all()) await hearAll(listener, status)
  await jump(listener, 'heading', first.getByRole('heading').first())
  await hearAll(listener, first)
  await follow(listener, 'link', first.getByRole('link').first(), () => page.waitForURL(/\/roles\/\d+$/))
  const found = person.total()
  await jump(listener, 'heading', page.getByRole('heading', { level: 1 }))
  person.read()
  await follow(listener, 'link', page.getByRole('tab', { name: /^Apply/ }), () => page.getByLabel('First name').waitFor())
  await hearUntil(listener, page.locator('[name="first_name"]'))
  await fillIn(listener)
  await follow(listener, 'button', page.getByRole('button', { name: 'Submit application' }), () => page.waitForURL(/\/resume/))
  const submitted = person.total()
  await hearUntil(listener, page.getByLabel('Your resume'))
  await pickFile(listener)
  await follow(listener, 'button', page.getByRole('button', { name: 'Upload resume' }), () => page.getByText('Application Complete!').first().waitFor())
  await hearAll(listener, page.getByRole('dialog', { name: 'Application Complete!' }))
  return { person, found, submitted }
}

async function fillIn(listener: Listener): Promise<void> {
  const { page } = listener
  await write(listener, page.locator('[name="first_name"]'), NAMES.first)
  await write(listener, page.locator('[name="last_name"]'), NAMES.last)
  await write(listener, page.locator('[name="email"]'), 'rosa.heard@example.com')
  for (const group of await page.getByRole('radiogroup').all()) {
    await hear(listener, (await group.elementHandle())!)
    const no = group.getByRole('radio', { name: 'No', exact: true })
    await jump(listener, 'control', no)
    await page.keyboard.press('Space')
    listener.person.press(1)
  }
  await write(listener, page.locator('[name="recent_role_tenure"]'), TENURE)
  await write(listener, page.locator('textarea[name="why_this_role"]'), WHY)
  await write(listener, page.locator('textarea[name="proudest_work"]'), PROUD)
}

async function pickFile(listener: Listener): Promise<void> {
  const { page, person } = listener
  await jump(listener, 'control', page.getByLabel('Your resume'))
  await page.keyboard.press('Space')
  person.press(1)
  person.pickFile()
  await page.getByText('resume.pdf').first().waitFor()
}

async function write(listener: Listener, field: Locator, words: string): Promise<void> {
  await jump(listener, 'edit', field)
  await listener.page.keyboard.type(words)
  listener.person.type(words)
}

async function follow(listener: Listener, kind: keyof typeof KINDS_OF_STOPS, what: Locator, arrived: () => Promise<unknown>): Promise<void> {
  await jump(listener, kind, what)
  listener.person.press(1)
  await arrive(listener, async () => {
    await listener.page.keyboard.press('Enter')
    await arrived()
  })
}

async function arrive(listener: Listener, come: () => Promise<unknown>): Promise<void> {
  await listener.person.wait(come)
  listener.at = null
  listener.person.listen(await listener.page.title())
}

/** Presses the key for this kind of stop until it reaches the target, and hears every stop along the way in full. */
async function jump(listener: Listener, kind: keyof typeof KINDS_OF_STOPS, target: Locator): Promise<void> {
  const { page, person } = listener
  const goal = (await target.elementHandle())!
  let isPassed = false
  for (const stop of await page.locator(KINDS_OF_STOPS[kind]).filter({ visible: true }).elementHandles()) {
    const isAfter = await stop.evaluate(
      (element, from) => !from || Boolean(from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING),
      listener.at,
    )
    const isTarget = await stop.evaluate((element, wanted) => element === wanted, goal)
    if (!isAfter && !isTarget) continue
    person.press(1)
    await hear(listener, stop)
    isPassed = isTarget
    if (isTarget) break
  }
  if (!isPassed) throw new Error(`No key for the next ${kind} leads to ${String(target)}.`)
  listener.at = goal
  await goal.evaluate((element) => (element as HTMLElement).focus())
}

/** Hears an element as its screen reader announces it: role, name, description, and what's invalid or required. */
async function hear({ tree, person }: Listener, element: ElementHandle): Promise<void> {
  await element.evaluate((heard) => Object.assign(window, { heard }))
  const { result } = await tree.send('Runtime.evaluate', { expression: 'window.heard' })
  const { nodes } = await tree.send('Accessibility.getPartialAXTree', { objectId: result.objectId!, fetchRelatives: false })
  const { role, name, description, properties = [] } = nodes[0]!
  if (role?.value === 'none') return
  const states = properties.filter(({ name: state, value }) => ['required', 'invalid', 'checked'].includes(state) && value.value !== 'false' && value.value)
  person.listen([role, name, description].map((part) => String(part?.value ?? '')).join(' '))
  person.listen(states.map(({ name: state }) => state).join(' '))
}

/** Hears everything in this part of the page. */
async function hearAll({ person }: Listener, part: Locator): Promise<void> {
  person.listen(asSpoken(await part.ariaSnapshot()))
}

/** Hears the page's main part up to an element. */
async function hearUntil({ page, person }: Listener, element: Locator): Promise<void> {
  const name = await element.evaluate((field) => (field as HTMLInputElement).labels?.[0]?.innerText.trim() ?? '')
  person.listen(asSpoken(await page.locator('main').ariaSnapshot()).split(name)[0]!)
}

/** The roles and names in a snapshot, without anything that isn't spoken: URLs, punctuation, levels, messages not shown yet. */
function asSpoken(snapshot: string): string {
  return snapshot
    .split('\n')
    .filter((line) => !/^\s*- (?:\/\w+:|(?:alert|status)$)/.test(line))
    .join('\n')
    .replaceAll(/\b(?:text|paragraph|main|strong|generic)\b:?|\[\w+(?:=\w+)?\]|["“”:-]/g, ' ')
}
