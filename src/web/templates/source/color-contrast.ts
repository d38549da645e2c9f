/** Red, green and blue from 0 to 255. */
export type Colour = readonly [number, number, number]

/** The names that emails are written with; others are not judged. */
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

/** A colour of CSS or of an old attribute; null for what is no plain, opaque one. */
export function colourOf(text: string): Colour | null {
  const words = text.trim().toLowerCase()
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(NAMED[words] ?? words)?.[1]
  if (digits) {
    const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g)!
    return pairs.map((pair) => Number.parseInt(pair, 16)) as unknown as Colour
  }
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*1(?:\.0*)?\s*)?\)$/.exec(words)
  return parts ? ([1, 2, 3].map((place) => Math.min(255, Number(parts[place]))) as unknown as Colour) : null
}

export function nameOf(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** From 1, the same, to 21, black on white: WCAG 2.2, contrast ratio. */
export function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as unknown as Colour
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
