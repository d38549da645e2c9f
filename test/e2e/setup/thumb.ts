import type { Page } from '@playwright/test'

/** Returns touch targets smaller than 44 pixels, except links in running text. A label and the area around an icon count as part of the control. */
export function smallTouchTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        ':is(main, header, [role="menu"], [role="listbox"], [aria-label="Message"]) :is(a:not(p a, [contenteditable] a), button, input, select, textarea, summary, [role="option"])',
      ),
    ]
    const sizesOf = (one: HTMLElement) => {
      const label = one instanceof HTMLInputElement ? one.labels?.[0] : null
      const area = getComputedStyle(one, '::after')
      const around = area.position === 'absolute' ? [Number.parseFloat(area.width)] : []
      const places = [one, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect())
      return [Math.max(...places.map(({ width }) => width), ...around), Math.max(...places.map(({ height }) => height), ...around)]
    }
    return controls
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 1)
      .filter((one) => Math.min(...sizesOf(one)) < 43.9)
      .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent} ${sizesOf(one).map(Math.round).join('×')}`)
  })
}
