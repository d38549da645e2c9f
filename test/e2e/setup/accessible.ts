import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Rules that depend on the palette. */
export const CONTRAST = ['color-contrast', 'link-in-text-block']
/** Scripts can't run in an email preview, so the checker would wait there forever. */
const SANDBOXED = 'iframe[sandbox]'

export async function expectAccessible(page: Page): Promise<void> {
  await waitForAnimations(page)
  expect(await barriersOf(page)).toEqual([])
}

/**
 * Checks WCAG 2.2 AA, or only the rules in `only`. Loads the checker once per document and collects only violations. While a modal dialog is open,
 * checks only the dialog: nothing behind it can be used, and a row half hidden under its table's header would count as a small target.
 */
export async function barriersOf(page: Page, only?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ runOnly, exclude, modal }) => {
      const { violations } = await window.axe.run(
        { ...(document.querySelector(modal) && { include: [[modal]] }), exclude: [[exclude]] },
        { runOnly, resultTypes: ['violations'], iframes: false },
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    },
    {
      runOnly: only ? { type: 'rule' as const, values: [...only] } : { type: 'tag' as const, values: RULES },
      exclude: SANDBOXED,
      modal: '[aria-modal="true"]',
    },
  )
}

/** Waits two frames, then up to 2 s until nothing is fading or moving. Ignores endless animations. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    await frame()
    await frame()
    const finite = document.getAnimations().filter((one) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))
    await Promise.race([Promise.allSettled(finite.map((one) => one.finished)), new Promise((done) => setTimeout(done, 2_000))])
    await frame()
  })
}
