/** Red, green and blue from 0 to 255. */
export type Color = readonly [number, number, number]

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

/** Parses a color such as '#0f5a52'. */
export function parseHex(hex: string): Color {
  const [, red = '0', green = '0', blue = '0'] = HEX.exec(hex) ?? []
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

export function toHex(color: Color): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** The WCAG 2.2 contrast ratio, from 1 (identical) to 21 (black on white). */
export function contrast(one: Color, other: Color): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Color): number {
  const [red, green, blue] = color.map(toLinear) as unknown as Color
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function toLinear(part: number): number {
  return part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
}

function toGamma(part: number): number {
  return 255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
}

/** OKLCH (Ottosson 2020), in which equal steps look equal: lightness from 0 to 1, chroma from 0, hue in radians. */
export type Oklch = { lightness: number; chroma: number; hue: number }

export function toOklch(color: Color): Oklch {
  const [r, g, b] = color.map(toLinear) as unknown as Color
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const [x, y] = [1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s]
  return { lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, chroma: Math.hypot(x, y), hue: Math.atan2(y, x) }
}

/** Converts to RGB, reducing chroma until the color is in the sRGB gamut. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Color {
  for (let remainingChroma = chroma; ; remainingChroma -= 0.01) {
    const color = oklabToRgb(lightness, Math.max(0, remainingChroma) * Math.cos(hue), Math.max(0, remainingChroma) * Math.sin(hue))
    const isShowable = color.every((part) => part >= -0.5 && part <= 255.5)
    if (isShowable || remainingChroma <= 0) return color.map((part) => Math.round(Math.min(255, Math.max(0, part)))) as unknown as Color
  }
}

function oklabToRgb(lightness: number, x: number, y: number): number[] {
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(toGamma)
}
