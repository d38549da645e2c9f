import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disguise, withoutInvisible } from './disguise.ts'
import { GENERAL } from '#server/rationale/mask/general.ts'
import { personReplacements } from './masker.ts'

const masking = (
  first_name: string | null = null,
  last_name: string | null = null,
  email: string | null = null,
  linkedin_profile_url: string | null = null,
) => [...GENERAL, ...personReplacements({ first_name, last_name, email, linkedin_profile_url })]
const masked = (text: string, ...[first, last, email, profile]: string[]) => disguise(text, masking(first, last, email, profile)).text

test.each([
  ['Maria Lopez arrived early.', '[name] arrived early.'],
  ['MARIA and maria and Marías', '[name] and [name] and [name]'],
  ["María López, Lopez's notes", "[name]'s notes"],
  ['Ms. Lopez and Dr Lopez', '[name] and [name]'],
  ['Write to maria.lopez@mail.example now', 'Write to [email] now'],
  ['See https://www.linkedin.com/in/maria-lopez-7 please', 'See [link] please'],
  ['Lopezia is a plant', 'Lopezia is a plant'],
])('masks the applicant in "%s"', (text, expected) => {
  expect(masked(text, 'Maria', 'Lopez', 'maria.lopez@mail.example', 'https://www.linkedin.com/in/maria-lopez-7')).toBe(expected)
})

test('a name that is an everyday word is masked only when capitalized', () => {
  expect(masked('Will will follow the will of WILL', 'Will', 'May')).toBe('[name] will follow the will of [name]')
})

test('a name in a script without spaces is masked within a line', () => {
  expect(masked('私は田中さんと話した', '田中')).toBe('私は[name]さんと話した')
})

test('gendered words, contact details and protected characteristics are masked', () => {
  expect(masked('She told him that a 58 year old Muslim man rang +1 415 555 0101 or a@b.example')).toBe(
    's/he told him/her that a [personal detail] [personal detail] person rang [phone] or [email]',
  )
})

test.each([
  ['Liz said so, and Beth agreed', '[name] said so, and [name] agreed', ['Elizabeth', 'Okafor']],
  ['E.O. was calm, like E. Okafor', '[name] was calm, like [name]', ['Elizabeth', 'Okafor']],
  ['Elisabeth Okafro was calm', '[name] was calm', ['Elizabeth', 'Okafor']],
  ['Her husband Tom and his sister Ann Lee rang', '[personal detail] [relative] and his/her sister [relative] rang', ['Elizabeth', 'Okafor']],
  ['She is late. Is he? I told her so. The fault is hers.', 's/he is late. Is s/he? I told him/her so. The fault is his/hers.', []],
])('nicknames, initials, typos and relatives are masked in "%s"', (text, expected, names) => {
  expect(masked(text, ...names)).toBe(expected)
})

test('text without the name is the same for everyone', () => {
  const text =
    'Placed the IV on time, read the OR board and the PT notes. Will call. May start in June. Max dose known. Grace under pressure. Rob the patient of rest? No.'
  for (const names of [
    ['Iris', 'Vance'],
    ['Olu', 'Ross'],
    ['Priya', 'Tran'],
    ['Ann', 'Lee'],
  ])
    expect(masked(text, ...names)).toBe(masked(text))
})

test('invisible characters are removed', () => {
  expect(withoutInvisible('a\u200Bb\u202Ec\u{E0041}d\u2060e\uFE0Ff\u00ADg\u0007h\n')).toBe('abcdefgh\n')
})

test('every part of masked text maps back to its original position', () => {
  const part = fc.oneof(fc.constantFrom('Maria', ' ', 'she', '\u200B', 'é', '😀', 'Lopez', '.'), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      const result = disguise(text, masking('Maria', 'Lopez'))
      for (let at = 0; at < result.text.length; at++) {
        const { start, end } = result.original({ start: at, end: at + 1 })
        const original = text.slice(start, end)
        const isToken = /^(?:\[|s?\/?he|\/|his|him|her|self|person|people)/u.test(result.text.slice(at)) || original.length > 2
        if (!isToken && original.length <= 2) expect(disguise(original, []).text).toContain(result.text[at])
        expect(start).toBeLessThan(end)
      }
    }),
  )
})
