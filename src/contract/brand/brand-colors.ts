import { parseHex, contrast, fromOklch, toHex, toOklch, type Color, type Oklch } from './colors.ts'

/** The colors derived from the accent, named as in the stylesheet. */
export type Scheme = { brand: string; 'brand-strong': string; 'on-brand': string; tint: string; leaf: string; warm: string; coral: string }
export type Schemes = { light: Scheme; dark: Scheme }

export const DEFAULT_ACCENT = '#0f5a52'
/** WCAG 2.2, 1.4.3: minimum for text that's neither large nor bold. */
export const MIN_CONTRAST = 4.5

/** The pages' own colors, which don't depend on the accent. */
const BACKGROUNDS = { light: ['#fbf8f2', '#ffffff', '#f3ece1'], dark: ['#0f1715', '#172220', '#14201d'] } as const

const DEFAULT: Schemes = {
  light: { brand: '#0f5a52', 'brand-strong': '#0a4640', 'on-brand': '#ffffff', tint: '#e3efe9', leaf: '#cfe0d5', warm: '#f6d9c3', coral: '#d8633c' },
  dark: { brand: '#86d6c5', 'brand-strong': '#a5e4d6', 'on-brand': '#06211d', tint: '#1b322d', leaf: '#21443b', warm: '#4a3226', coral: '#ee8a64' },
}

/**
 * Returns both color schemes for an accent. Links, buttons and labels are text, so the accent's lightness, but not its hue, is adjusted until every
 * color pair on a page has a contrast of at least 4.5.
 */
export function schemesFor(accent: string): Schemes {
  if (accent.toLowerCase() === DEFAULT_ACCENT) return DEFAULT
  const own = toOklch(parseHex(accent))
  return { light: lightScheme(own), dark: darkScheme(own) }
}

/** Returns the accent's contrast on the page or white's contrast on the accent, whichever is lower. Below 4.5, a darker accent is used instead. */
export function contrastOf(accent: string): number {
  return Math.min(...BACKGROUNDS.light.map((ground) => contrast(parseHex(accent), parseHex(ground))))
}

function lightScheme(own: Oklch): Scheme {
  const tint = fromOklch({ ...own, lightness: 0.945, chroma: Math.min(own.chroma, 0.025) })
  const brand = adjustForContrast({ ...own, lightness: Math.min(own.lightness, 0.62) }, [...BACKGROUNDS.light.map(parseHex), tint], -0.01)
  const strong = { ...toOklch(brand), lightness: toOklch(brand).lightness - 0.07 }
  return {
    brand: toHex(brand),
    'brand-strong': toHex(fromOklch(strong)),
    'on-brand': '#ffffff',
    tint: toHex(tint),
    leaf: toHex(fromOklch({ ...own, lightness: 0.88, chroma: Math.min(own.chroma, 0.05) })),
    warm: DEFAULT.light.warm,
    coral: toHex(brand),
  }
}

function darkScheme(own: Oklch): Scheme {
  const tint = fromOklch({ ...own, lightness: 0.3, chroma: Math.min(own.chroma, 0.04) })
  const brand = adjustForContrast({ ...own, lightness: 0.8, chroma: Math.min(own.chroma, 0.11) }, [...BACKGROUNDS.dark.map(parseHex), tint], 0.01)
  const ink = adjustForContrast({ ...own, lightness: 0.24, chroma: Math.min(own.chroma, 0.04) }, [brand], -0.01)
  const strong = { ...toOklch(brand), lightness: Math.min(0.95, toOklch(brand).lightness + 0.06) }
  return {
    brand: toHex(brand),
    'brand-strong': toHex(fromOklch(strong)),
    'on-brand': toHex(ink),
    tint: toHex(tint),
    leaf: toHex(fromOklch({ ...own, lightness: 0.36, chroma: Math.min(own.chroma, 0.06) })),
    warm: DEFAULT.dark.warm,
    coral: toHex(brand),
  }
}

/**
 * Finds the nearest lightness in one direction at which the color is readable on every background, and text in every background color is readable on
 * it.
 */
function adjustForContrast(color: Oklch, grounds: readonly Color[], step: number): Color {
  for (let { lightness } = color; lightness > 0 && lightness < 1; lightness += step) {
    const tried = fromOklch({ ...color, lightness })
    if (grounds.every((ground) => contrast(tried, ground) >= MIN_CONTRAST)) return tried
  }
  return fromOklch({ ...color, lightness: step < 0 ? 0 : 1, chroma: 0 })
}
