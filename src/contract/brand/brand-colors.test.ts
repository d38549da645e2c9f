import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, DEFAULT_ACCENT, MIN_CONTRAST, schemesFor, type Scheme } from './brand-colors.ts'
import { parseHex, contrast, fromOklch, toHex, toOklch } from './colors.ts'

const hexes = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((color) => toHex(color))
const GROUNDS = { light: ['#fbf8f2', '#ffffff', '#f3ece1'], dark: ['#0f1715', '#172220', '#14201d'] }

test('text in any accent color an employer picks is readable, in light and dark', () => {
  fc.assert(
    fc.property(hexes, (accent) => {
      const schemes = schemesFor(accent)
      for (const name of ['light', 'dark'] as const) {
        const { brand, tint, 'on-brand': ink, 'brand-strong': strong }: Scheme = schemes[name]
        const pairs = [
          ...[...GROUNDS[name], tint].flatMap((ground) => [
            [brand, ground],
            [strong, ground],
          ]),
          [brand, ink],
          [strong, ink],
        ]
        for (const [one, other] of pairs)
          expect(contrast(parseHex(one!), parseHex(other!)), `${accent} ${name} ${one} ${other}`).toBeGreaterThanOrEqual(MIN_CONTRAST)
      }
    }),
    { numRuns: 300 },
  )
})

test('a readable accent is used as is; a pale one is darkened but keeps its hue', () => {
  expect(schemesFor('#0b4f8a').light.brand).toBe('#0b4f8a')
  expect(contrastOf('#ffd400')).toBeLessThan(2)
  const darkened = toOklch(parseHex(schemesFor('#ffd400').light.brand))
  expect(darkened.hue).toBeCloseTo(toOklch(parseHex('#ffd400')).hue, 1)
  expect(schemesFor(DEFAULT_ACCENT).light.brand).toBe(DEFAULT_ACCENT)
})

test('converting a color to OKLCH and back returns the same color', () => {
  fc.assert(fc.property(hexes, (hex) => toHex(fromOklch(toOklch(parseHex(hex)))) === hex))
})
