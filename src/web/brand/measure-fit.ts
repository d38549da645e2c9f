import type { Picture } from '#contract/brand/brand.ts'

/** Returns what a previewed page or email scales, wraps, breaks or leaves out to fit the brand in, as sentences. */
export function measureFit(page: HTMLElement, logo: Picture | null): string[] {
  return [...logoIn(page, logo), ...nameIn(page), ...findBrokenWords(page)]
}

function logoIn(page: HTMLElement, logo: Picture | null): string[] {
  const image = [...page.querySelectorAll<HTMLElement>('.own-logo, .brand img')].find((one) => one.offsetWidth > 0)
  if (!logo || !image) return []
  const { paddingLeft, paddingTop } = getComputedStyle(image)
  const width = Math.round(image.clientWidth - 2 * Number.parseFloat(paddingLeft))
  const height = Math.round(image.clientHeight - 2 * Number.parseFloat(paddingTop))
  return width === logo.width || height === 0 ? [] : [`The logo is scaled to ${width} × ${height} pixels.`]
}

function nameIn(page: HTMLElement): string[] {
  const name = page.querySelector('.logo > span') ?? page.querySelector('.brand')
  if (!name) return []
  const careers = name.querySelector('.logo-careers')
  const lines = linesOf(rangeOf(name))
  return [
    ...(lines > 1 ? [`The company's name takes ${lines} lines.`] : []),
    ...(careers && lines > 0 && careers.getClientRects().length === 0 ? ['“Careers” is left out.'] : []),
  ]
}

function findBrokenWords(page: HTMLElement): string[] {
  const text = page.querySelector('.hero h2')?.firstChild
  if (!text) return []
  return [...text.textContent!.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = rangeOf(text)
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const lines = linesOf(range)
    return lines > 1 ? [`“${startOf(word)}” is broken into ${lines} lines.`] : []
  })
}

const startOf = (word: string) => (word.length > 20 ? `${word.slice(0, 16)}…` : word)

function rangeOf(part: Node): Range {
  const range = part.ownerDocument!.createRange()
  range.selectNodeContents(part)
  return range
}

/** Boxes of text in the same line overlap by more than half. */
function linesOf(range: Range): number {
  const boxes = [...range.getClientRects()].filter(({ width }) => width > 0).toSorted((a, b) => a.top - b.top)
  return boxes.filter((box, place) => place === 0 || box.top > boxes[place - 1]!.top + box.height / 2).length
}
