import type { Color } from '#contract/brand/colors.ts'

/** The color names common in emails; others aren't checked. */
const NAMED: Record<string, string> = {
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  fuchsia: '#ff00ff',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  lime: '#00ff00',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  white: '#ffffff',
  yellow: '#ffff00',
}

/** Parses a color from CSS or an old attribute; null unless it's a plain, opaque one. */
export function colorOf(text: string): Color | null {
  const words = text.trim().toLowerCase()
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(NAMED[words] ?? words)?.[1]
  if (digits) {
    const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g)!
    return pairs.map((pair) => Number.parseInt(pair, 16)) as unknown as Color
  }
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*1(?:\.0*)?\s*)?\)$/.exec(words)
  return parts ? ([1, 2, 3].map((place) => Math.min(255, Number(parts[place]))) as unknown as Color) : null
}
