import { expect, test } from 'vitest'
import { darkLogoNote, headlineNote, logoNote, nameNote } from './brand-text.ts'

const logo = (width: number, height: number) => ({ picture_key: 'k', width, height, widths: [width] })

test('owners are told how a logo with an unusual shape is shown', () => {
  expect(logoNote(null)).toBeNull()
  expect(logoNote(logo(400, 120))).toBeNull()
  expect(logoNote(logo(200, 400))).toBe("This logo is tall or square, so the company's name is shown next to it.")
  expect(logoNote(logo(480, 24))).toContain('only 10 pixels tall')
})

test("owners are told why a dark-background logo isn't used or looks different", () => {
  expect(darkLogoNote(null, null)).toBeNull()
  expect(darkLogoNote(logo(400, 120), null)).toContain("isn't used")
  expect(darkLogoNote(logo(400, 120), logo(800, 240))).toBeNull()
  expect(darkLogoNote(logo(400, 200), logo(800, 240))).toContain('the same shape')
})

test('owners are told that share pictures shrink a 60-character company name, unless a logo replaces it', () => {
  const name = 'Northwestern Rehabilitation & Behavioral Telehealth Partners'
  expect(nameNote('Meridian Health', null)).toBeNull()
  expect(nameNote(name, null)).toContain('60 characters')
  expect(nameNote(name, logo(400, 400))).toContain('60 characters')
  expect(nameNote(name, logo(400, 120))).toBeNull()
})

test('owners are told that phones break a very long word in the headline', () => {
  expect(headlineNote('Care for people, from wherever you are.')).toBeNull()
  expect(headlineNote('Be our pseudopseudohypoparathyroidismspecialist')).toContain('pseudopseudohypoparathyroidismspecialist')
})
