import { expect, test } from 'vitest'
import { noteOnDarkLogo, noteOnHeadline, noteOnLogo, noteOnName } from './brand-words.ts'

const logo = (width: number, height: number) => ({ picture_key: 'k', width, height, widths: [width] })

test('an owner is told how a logo of an unusual shape is shown', () => {
  expect(noteOnLogo(null)).toBeNull()
  expect(noteOnLogo(logo(400, 120))).toBeNull()
  expect(noteOnLogo(logo(200, 400))).toBe("This logo is tall or square, so the company's name is shown beside it.")
  expect(noteOnLogo(logo(480, 24))).toContain('only 10 pixels tall')
})

test("an owner is told why a dark-background logo isn't used or looks different", () => {
  expect(noteOnDarkLogo(null, null)).toBeNull()
  expect(noteOnDarkLogo(logo(400, 120), null)).toContain('isn’t used')
  expect(noteOnDarkLogo(logo(400, 120), logo(800, 240))).toBeNull()
  expect(noteOnDarkLogo(logo(400, 200), logo(800, 240))).toContain('the same shape')
})

test('an owner is told that share pictures show a company name of 60 characters smaller, unless a logo replaces it', () => {
  const name = 'Northwestern Rehabilitation & Behavioral Telehealth Partners'
  expect(noteOnName('Meridian Health', null)).toBeNull()
  expect(noteOnName(name, null)).toContain('60 characters')
  expect(noteOnName(name, logo(400, 400))).toContain('60 characters')
  expect(noteOnName(name, logo(400, 120))).toBeNull()
})

test('an owner is told that a very long word in the headline is broken on a phone', () => {
  expect(noteOnHeadline('Care for people, from wherever you are.')).toBeNull()
  expect(noteOnHeadline('Be our pseudopseudohypoparathyroidismspecialist')).toContain('pseudopseudohypoparathyroidismspecialist')
})
