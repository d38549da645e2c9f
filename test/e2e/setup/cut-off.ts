import type { Page } from '@playwright/test'

/**
 * Text that's cut off on purpose: descriptions after two lines, with a link to the full text; long answers in the table and the first line of a card,
 * which can be opened in full; statuses after two lines in the table; the invisible text over a document's rendered pages; and line numbers next to
 * source code, which contain a wider number for measuring.
 */
const INTENDED = '.role-card p, button[aria-haspopup="dialog"], [data-cut], td[data-kind="status"] .mantine-Badge-label, .pdf-text, .cm-gutter'

/** Applies a style sheet on top of all others, including in previews. */
export async function applyStyles(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
    for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((one) => !('isWorn' in one)), Object.assign(sheet, { isWorn: true })]
  }, css)
}

/** Returns elements that hide part of their text and can't be scrolled. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate((meant) => {
    const within = (root: ParentNode): Element[] => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])])
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    const isCut = (one: Element) => {
      const { overflowX, overflowY } = getComputedStyle(one)
      return (hides(overflowY) && one.scrollHeight > one.clientHeight + 1) || (hides(overflowX) && one.scrollWidth > one.clientWidth + 1)
    }
    return within(document.body)
      .filter((one) => one.clientWidth > 1 && one.clientHeight > 1 && one.textContent.trim() !== '' && !one.matches(`${meant}, svg *, input, textarea, select`))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && isCut(one))
      .map((one) => `${one.tagName.toLowerCase()}.${one.className}: ${one.textContent.trim().slice(0, 60)}`)
  }, INTENDED)
}
