import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** No script may enter the preview of an email, the checker's neither: it would wait there for ever. */
const SANDBOXED = 'iframe[sandbox]'

export async function expectAccessible(page: Page): Promise<void> {
  // What fades in has no contrast yet.
  await page.waitForTimeout(300)
  expect(await barriersOf(page)).toEqual([])
}

export async function barriersOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).exclude(SANDBOXED).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}
