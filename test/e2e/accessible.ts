import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules of the same list that a palette decides. */
export const CONTRAST = ['color-contrast', 'link-in-text-block']
/** No script may enter the preview of an email, the checker's neither: it would wait there forever. */
const SANDBOXED = 'iframe[sandbox]'

export async function expectAccessible(page: Page): Promise<void> {
  await settled(page)
  expect(await barriersOf(page)).toEqual([])
}

/** WCAG 2.2 AA, or `only` the named rules. */
export async function barriersOf(page: Page, only?: readonly string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page }).exclude(SANDBOXED)
  const { violations } = await (only ? builder.withRules([...only]) : builder.withTags(RULES)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
}

/** After two frames, and when nothing fades or moves any more; what never ends is not waited for. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    await frame()
    await frame()
    const finite = document.getAnimations().filter((one) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))
    await Promise.race([Promise.allSettled(finite.map((one) => one.finished)), new Promise((done) => setTimeout(done, 2_000))])
    await frame()
  })
}
