import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
declare global {
  interface Window {
    shifts: { value: number; by: string[] }[]
  }
}

/** Records how far content moves while a page loads. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = []
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${String(node.getAttribute('class'))}` : String(node?.nodeName)
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput) window.shifts.push({ value, by: sources.map(({ node }) => nameOf(node)) })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the sum of all shifts, and the elements that moved. */
export async function shiftsOf(page: Page): Promise<{ sum: number; by: string[] }> {
  const shifts = await page.evaluate(() => window.shifts)
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), by: shifts.map(({ value, by }) => `${value.toFixed(3)}: ${by.join(', ')}`) }
}

/** Returns text and controls that overlap or extend beyond their container, except for anything that floats above the page on purpose. */
export async function collisions(page: Page): Promise<string[]> {
  // Functions that run in the page can call only functions injected with them.
  await page.evaluate(['void 0', withAncestors, isHidden, clips, visiblePart, boxesOf, nameOf, findParts, belongTogether].map(String).join('\n'))
  return [...(await page.evaluate(findOverlaps)), ...(await page.evaluate(findOverflows))]
}

type Part = { one: Element; boxes: DOMRect[] }

/** Returns the element and all of its ancestors, including those outside its shadow root. */
function withAncestors(one: Element | null): Element[] {
  if (!one) return []
  const root = one.getRootNode()
  return [one, ...withAncestors(one.parentElement ?? (root instanceof ShadowRoot ? root.host : null))]
}

function isHidden(one: Element): boolean {
  const { clipPath, clip, position, opacity } = getComputedStyle(one)
  return clipPath !== 'none' || clip !== 'auto' || opacity === '0' || position === 'fixed' || position === 'sticky'
}

function clips(one: Element): boolean {
  return getComputedStyle(one).overflow !== 'visible'
}

/** Returns the part of an element's box that no ancestor clips. */
function visiblePart(one: Element, box: DOMRect): DOMRect {
  let { left, top, right, bottom } = box
  for (const limit of withAncestors(one)
    .filter(clips)
    .map((each) => each.getBoundingClientRect())) {
    left = Math.max(left, limit.left)
    top = Math.max(top, limit.top)
    right = Math.min(right, limit.right)
    bottom = Math.min(bottom, limit.bottom)
  }
  return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
}

/** Returns a control's box, or a box for each line of text. */
function boxesOf(one: Element): DOMRect[] {
  if (one.matches('button, input, select, textarea, summary')) return [one.getBoundingClientRect()]
  const texts = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '')
  return texts.flatMap((text) => {
    const range = document.createRange()
    range.selectNode(text)
    return [...range.getClientRects()]
  })
}

function nameOf(one: Element): string {
  return `${one.tagName.toLowerCase()} “${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}”`
}

function findParts(root: ParentNode): Part[] {
  return [...root.querySelectorAll('*')].flatMap((one) => {
    const inside = one.shadowRoot ? findParts(one.shadowRoot) : []
    if (one.matches('svg *, script, style, option') || !one.checkVisibility({ visibilityProperty: true }) || withAncestors(one).some(isHidden)) return inside
    const boxes = boxesOf(one)
      .map((box) => visiblePart(one, box))
      .filter(({ width, height }) => width > 1 && height > 1)
    return boxes.length > 0 ? [{ one, boxes }, ...inside] : inside
  })
}

/** A field's icons and buttons are inside it. */
function belongTogether(a: Element, b: Element): boolean {
  const isIn = (field: Element, other: Element) => field.matches('input, textarea') && field.parentElement!.contains(other)
  return a.contains(b) || b.contains(a) || isIn(a, b) || isIn(b, a)
}

function findOverlaps(): string[] {
  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4
  const parts = findParts(document.body)
  return parts.flatMap(({ one, boxes }, place) =>
    parts
      .slice(place + 1)
      .filter((other) => !belongTogether(one, other.one) && boxes.some((a) => other.boxes.some((b) => overlap(a, b))))
      .map((other) => `${nameOf(one)} and ${nameOf(other.one)} overlap`),
  )
}

/** Returns text that extends beyond its container. Chart labels are exempt: dates are wider than their columns (but must not overlap). */
function findOverflows(): string[] {
  /** A wrapped line may end in a space, which extends beyond the box. */
  const space = 6
  return findParts(document.body).flatMap(({ one, boxes }) => {
    const around = withAncestors(one)
    const containers = around.slice(0, around.findIndex(clips)).filter((each) => !/^(inline|contents)$/.test(getComputedStyle(each).display))
    const left = containers.find((each) => {
      const limit = each.getBoundingClientRect()
      return boxes.some((box) => box.right > limit.right + space || box.left < limit.left - space)
    })
    return left && !one.matches('[class*="columnName"]') ? [`${nameOf(one)} sticks out of ${nameOf(left)}`] : []
  })
}

/**
 * Returns controls smaller than this in either dimension, except links in running text. A label and the area around an icon count as part of the
 * control.
 */
export function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate((px) => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a:not(p a, li a, dd a, [contenteditable] a), button, input:not([type="hidden"]), select, textarea, summary'),
    ]
    const boxesOf = (one: HTMLElement) => {
      // A label, or a search's surrounding field, counts as part of the control.
      const labels = [
        ...(one instanceof HTMLInputElement ? (one.labels ?? []) : []),
        ...[one.closest('.mantine-MultiSelect-input')].filter((each) => each !== null),
      ]
      const area = getComputedStyle(one, '::after')
      const around = area.position === 'absolute' ? [[Number.parseFloat(area.width), Number.parseFloat(area.height)]] : []
      return [...[one, ...labels].map((each) => each.getBoundingClientRect()).map(({ width, height }) => [width, height]), ...around]
    }
    return controls
      .filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height > 1 && !one.closest('.visually-hidden, [aria-hidden="true"]'),
      )
      .map((one) => ({ one, width: Math.max(...boxesOf(one).map(([width]) => width!)), height: Math.max(...boxesOf(one).map(([, height]) => height!)) }))
      .filter(({ width, height }) => Math.min(width, height) < px - 0.1)
      .map(
        ({ one, width, height }) =>
          `${one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? one.textContent.slice(0, 40)}: ${Math.round(width)}×${Math.round(height)}`,
      )
  }, least)
}
