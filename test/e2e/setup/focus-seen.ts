import type { Page } from '@playwright/test'

export type Stop = { what: string; error: string | null }

/** Presses the key until focus leaves the page, returns to where it started, or has made `most` stops. */
export async function findStops(page: Page, key: 'Tab' | 'Shift+Tab', most: number): Promise<Stop[]> {
  const [colors, sight] = [await page.evaluateHandle(makeColors), await page.evaluateHandle(makeCoverage)]
  const stops: Stop[] = []
  for (let time = 0; time < most; time++) {
    await page.keyboard.press(key)
    const stop = await page.evaluate(lookAtFocus, { colors, sight })
    if (stop === null) break
    // A date field has one stop per part.
    if (stops.slice(-8).filter(({ what }) => what === stop.what).length === 8) return [...stops, { ...stop, error: 'the key does not leave it' }]
    stops.push(stop)
  }
  return stops
}

// The functions below run in the page, without access to this file, so each gets what it needs as arguments.

type Colors = ReturnType<typeof makeColors>
type Coverage = ReturnType<typeof makeCoverage>

/** Returns the contrast of an outline with its background, by WCAG 2. */
function makeColors() {
  const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const light = (color: string) => {
    const [r = 0, g = 0, b = 0] = numbers(color).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const parentOf = (one: Element): Element | null => one.parentElement ?? (one.getRootNode() as ShadowRoot).host ?? null
  const ground = (one: Element | null): string => {
    const color = one ? getComputedStyle(one).backgroundColor : 'rgb(255, 255, 255)'
    return one && numbers(color)[3] === 0 ? ground(parentOf(one)) : color
  }
  const ringOf = (one: Element): string | null => {
    for (const pseudo of [undefined, '::after', '::before']) {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one, pseudo)
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return outlineColor
    }
    return null
  }
  const contrast = (ringed: Element) => {
    const [dark, bright] = [light(ringOf(ringed)!), light(ground(parentOf(ringed)))].toSorted((a, b) => a - b)
    return (bright! + 0.05) / (dark! + 0.05)
  }
  return { ringOf, contrast }
}

/** Returns what covers an element, such as a sticky bar: of nine points in its visible part, most must belong to it. */
function makeCoverage() {
  return {
    coveredBy(one: Element, at: Element, labels: Element[]): string | null {
      const { left, right, top, bottom } = one.getClientRects()[0] ?? one.getBoundingClientRect()
      const [from, to] = [Math.max(0, left), Math.min(innerWidth, right)]
      const [above, below] = [Math.max(0, top), Math.min(innerHeight, bottom)]
      const parts = [1 / 6, 1 / 2, 5 / 6]
      const root = one.getRootNode() as Document | ShadowRoot
      const over = parts.flatMap((x) => parts.map((y) => root.elementFromPoint(from + (to - from) * x, above + (below - above) * y)))
      // In a field with several parts, the frame handles pointer events for the small input inside it.
      const frame = at.closest('.mantine-Input-wrapper')
      const foreign = over.filter((hit) => hit === null || ![at, one, frame, ...labels].some((own) => own?.contains(hit)))
      // For a field taller than half the window, part of it must be visible.
      if (foreign.length < (bottom - top > innerHeight / 2 ? 7 : 5)) return null
      const [hit] = foreign
      return hit ? `under ${hit.tagName.toLowerCase()}.${hit.getAttribute('class')}` : 'out of sight'
    },
  }
}

/** Returns the focused element, and why people can't see the focus, if they can't: no 2-pixel ring, a pale one, or something covering it. */
function lookAtFocus({ colors, sight }: { colors: Colors; sight: Coverage }): Stop | null {
  const deep = (root: DocumentOrShadowRoot): Element | null => {
    const at = root.activeElement
    return at?.shadowRoot?.activeElement ? deep(at.shadowRoot) : at
  }
  const at = deep(document)
  if (!at || at === document.body || at.tagName === 'IFRAME') return null
  const labels = 'labels' in at ? [...((at as HTMLInputElement).labels ?? [])] : []
  const path = (one: Element): string => `${one.parentElement ? path(one.parentElement) : ''}/${[...(one.parentElement?.children ?? [])].indexOf(one)}`
  const name = at.getAttribute('aria-label') || labels[0]?.textContent || at.textContent || at.getAttribute('name') || ''
  const what = `${at.tagName.toLowerCase()} ‘${name.trim().slice(0, 40)}’ ${path(at).slice(-30)}`

  // The ring may be on a box around the field, or on the styled control next to it.
  const around = [at, at.nextElementSibling, at.parentElement, at.parentElement?.parentElement, at.parentElement?.parentElement?.parentElement]
  const ringed = around.filter((one) => one != null).find((one) => colors.ringOf(one) !== null)
  if (!ringed) return { what, error: 'no ring' }
  const ratio = colors.contrast(ringed)
  if (ratio < 3) return { what, error: `a ring of ${ratio.toFixed(1)} to 1` }
  return { what, error: sight.coveredBy(ringed, at, labels) }
}
