import { expect, test, type Page } from '@playwright/test'
import { findBrowser } from '../../../scripts/tools.mjs'
import { openLiveForm } from '../setup/candidate.ts'

/** Everything a browser's autofill might know, since any of it could end up in the wrong field. */
const PERSON = Object.entries({
  NAME_FULL: 'Auto Filler',
  NAME_FIRST: 'Auto',
  NAME_LAST: 'Filler',
  EMAIL_ADDRESS: 'auto.filler@example.com',
  PHONE_HOME_WHOLE_NUMBER: '+12175550123',
  COMPANY_NAME: 'Prairie Clinics',
  ADDRESS_HOME_STREET_ADDRESS: '1 Main Street',
  ADDRESS_HOME_LINE1: '1 Main Street',
  ADDRESS_HOME_CITY: 'Springfield',
  ADDRESS_HOME_STATE: 'IL',
  ADDRESS_HOME_ZIP: '62701',
  ADDRESS_HOME_COUNTRY: 'US',
}).map(([name, value]) => ({ name, value }))

// Only a full browser has an address book.
test.use({
  launchOptions: [async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: findBrowser({ isWhole: true })! }), { scope: 'worker' }],
})

test('autofill fills in the name and email but leaves the honeypots empty', async ({ page }) => {
  await openLiveForm(page)
  // Starts with the long answer, so that anything autofill puts in other fields is there before those are filled in.
  for (const name of ['why_this_role', 'first_name', 'email']) await fillFrom(page, `[name="${name}"]`)
  await expect(page.locator('[name="first_name"]')).toHaveValue('Auto')
  await expect(page.locator('[name="last_name"]')).toHaveValue('Filler')
  await expect(page.locator('[name="email"]')).toHaveValue('auto.filler@example.com')
  const traps = page.locator('.field textarea[tabindex="-1"]')
  expect(await traps.count()).toBeGreaterThan(1)
  for (const trap of await traps.all()) await expect(trap).toHaveValue('')
})

/** Simulates picking the entry in the list under the field: https://chromedevtools.github.io/devtools-protocol/tot/Autofill/ */
async function fillFrom(page: Page, selector: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const { root } = await browser.send('DOM.getDocument')
  const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { node } = await browser.send('DOM.describeNode', { nodeId })
  await browser.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields: PERSON } })
}
