import { hasTextBrowser, openTextBrowser, type TextBrowser } from '#test/e2e/setup/text-browser.ts'
import { NAMES, newPerson, PROUD, SEARCH, TENURE, WHY, type Person } from './person.ts'
import type { Walk } from './by-keyboard.ts'

/** Keys to follow a link: its number, Enter to go there, and Enter again. */
const KEYS_TO_A_LINK = 5

/** Applies in Lynx, without a resume; returns null if Lynx isn't available. */
export async function walkInLynx(baseURL: string): Promise<Walk | null> {
  if (!hasTextBrowser()) return null
  const person = newPerson()
  const browser = openTextBrowser(`${baseURL}/`)
  try {
    await person.wait(() => browser.read())
    await write(browser, person, 'Search openings', SEARCH)
    await choose(browser, person, 'BUTTON) Search')
    const list = await browser.read()
    const first = /View Details of ([^\n]+)/.exec(list)
    if (!first || !/Nights/.test(list) || !/California|\bCA\b/.test(list)) throw new Error(`No night shift in California in:\n${list}`)
    await choose(browser, person, first[0].trim())
    const found = person.total()
    person.read()
    await choose(browser, person, 'Apply Now')
    await fillIn(browser, person)
    await choose(browser, person, 'Submit application')
    const submitted = person.total()
    await choose(browser, person, 'Skip this step')
    const thankYouPage = await browser.read()
    if (!thankYouPage.includes('Application Complete!')) throw new Error(`No thank-you in:\n${thankYouPage}`)
    return { person, found, submitted }
  } finally {
    await browser.close()
  }
}

async function fillIn(browser: TextBrowser, person: Person): Promise<void> {
  await write(browser, person, 'First name', NAMES.first)
  await write(browser, person, 'Last name', NAMES.last)
  await write(browser, person, 'Email address', 'rosa.lynx@example.com')
  person.look()
  person.press(KEYS_TO_A_LINK)
  await browser.choose(') No')
  await write(browser, person, 'for example 18', TENURE)
  await write(browser, person, 'a year from now?', WHY)
  await write(browser, person, 'What piece of work', PROUD)
}

async function write(browser: TextBrowser, person: Person, words: string, answer: string): Promise<void> {
  person.look()
  person.press(KEYS_TO_A_LINK)
  await browser.write(words, answer)
  person.type(answer)
}

async function choose(browser: TextBrowser, person: Person, words: string): Promise<void> {
  person.look()
  person.press(KEYS_TO_A_LINK)
  await person.wait(() => browser.choose(words))
}
