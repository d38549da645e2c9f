import { expect, test } from 'vitest'
import { hiderOf, type Identity } from './hide-identity.ts'

const hide = (text: string, identity: Partial<Identity>) =>
  hiderOf({ first_name: null, last_name: null, email: null, linkedin_profile_url: null, ...identity }).hide(text)
const juniper = {
  first_name: 'Juniper',
  last_name: 'Ashgrove',
  email: 'j.ashgrove+work@example.com',
  linkedin_profile_url: 'https://www.linkedin.com/in/juniper-ash-77',
}

test('the name is covered in any case and in its plural, only at word boundaries', () => {
  expect(hide("My name is JUNIPER ashgrove. Juniper's team called them the Ashgroves, or Junipersons.", juniper)).toBe(
    "My name is [hidden] [hidden]. [hidden]'s team called them the [hidden], or Junipersons.",
  )
})

test('accents do not save a name from being covered, on either side', () => {
  expect(hide('Jose Nunez and JOSÉ NÚÑEZ and Jose\u0301 Nu\u0301n\u0303ez were one.', { first_name: 'José', last_name: 'Núñez' })).toBe(
    '[hidden] [hidden] and [hidden] [hidden] and [hidden] [hidden] were one.',
  )
  expect(hide('Frau Strauß, or Strauss, from Łódź, with Søren', { first_name: 'Soren', last_name: 'Strauss' })).toBe(
    'Frau [hidden], or [hidden], from Łódź, with [hidden]',
  )
})

test('the address and the profile are covered, and so is anything built from the name', () => {
  expect(hide('Write to J.Ashgrove+Work@Example.com or see linkedin.com/in/juniper-ash-77/.', juniper)).toBe('Write to [hidden] or see linkedin.com/[hidden]')
  expect(hide('github.com/juniperashgrove, jashgrove, @juniper_99', juniper)).toBe('github.com/[hidden], [hidden], @[hidden]_99')
})

test('another address of the same person is covered too', () => {
  expect(hide('Better: jj@private.example, or www.linkedin.com/in/jj-77?x=1 at night', juniper)).toBe('Better: [hidden], or www.linkedin.com/[hidden] at night')
})

test('a name of several parts is covered part by part', () => {
  expect(hide("Anne-Marie O'Neill, called anne, and Mrs. ONeill", { first_name: 'Anne-Marie', last_name: "O'Neill" })).toBe(
    "[hidden]-[hidden] O'[hidden], called [hidden], and Mrs. [hidden]",
  )
})

test('names without spaces between words are covered inside a text', () => {
  expect(hide('我叫林雨晴，是护士。', { first_name: '雨晴', last_name: '林' })).toBe('我叫[hidden]，是护士。')
})

test('an everyday word is a name only when capitalized', () => {
  expect(hide('I will ask Will, who may not.', { first_name: 'Will', last_name: 'May' })).toBe('I will ask [hidden], who may not.')
})

test.each([
  ['a zero-width space', 'Juni\u200bper'],
  ['a soft hyphen', 'Ash\u00adgrove'],
  ['a word joiner and a direction mark', 'J\u2060uni\u200eper'],
  ['a byte order mark', 'Juniper\ufeff'],
  ['Cyrillic letters', 'Junip\u0435r'],
  ['Cyrillic capitals', '\u0408UN\u0406\u0420\u0415R'],
  ['Greek letters', 'Ashgr\u03bfve'],
  ['full-width letters', '\uff2auniper'],
  ['mathematical letters', '\u{1d409}uniper'],
])('a name that is spelled with %s is covered', (_, name) => {
  expect(hide(`I am ${name}, a nurse.`, juniper)).toBe('I am [hidden], a nurse.')
})

test.each([
  'call (415) 555-2671 any time',
  'call 415.555.2671 any time',
  'call +1 415 555 2671 any time',
  'call +44 20 7946 0958 any time',
  'call 4155552671 any time',
  'call 555-2671 any time',
])('phone numbers are covered: %s', (text) => {
  expect(hide(text, juniper)).toBe('call [hidden] any time')
})

test.each([
  'from 12 Maple Street on',
  'from 1600 N. Pennsylvania Ave on',
  'from 221B Baker Street on',
  'from 350 5th Avenue, Apt 12 on',
  'from 12 Maple St, Springfield, IL 62704 on',
  'from P.O. Box 1234 on',
  'from Hauptstraße 12 on',
])('street addresses are covered: %s', (text) => {
  expect(hide(text, juniper)).toBe('from [hidden] on')
})

test.each([
  'From 2015-2019 and 2020 2021 I cared for 1,200 patients in 24/7 shifts.',
  'On 2024-01-15 and 01/15/2024 we had 12000 visits, 3 to 1, at 98.6 °F.',
  'I worked 12 Years with Dr. Smith and 30 nurses on the way to Level 3.',
])('numbers, years and dates stay: %s', (text) => {
  expect(hide(text, juniper)).toBe(text)
})

test('nothing is covered where nothing is known, and a text without the name stays as it is', () => {
  expect(hide('Nobody here.', {})).toBe('Nobody here.')
  expect(hide('“Quoted” — and, it’s fine.', juniper)).toBe('“Quoted” — and, it’s fine.')
})

test('someone not named in the JSON of a text is not named in the text', () => {
  const identity = { first_name: 'Zoë', last_name: 'Ash', email: 'zo"e\\a@example.com', linkedin_profile_url: null }
  for (const text of ['as "Zoë" said', 'line\nash', 'zo"e\\a', 'tab\tzoë']) {
    expect(hiderOf(identity).isNamedIn(text), text).toBe(true)
    expect(hiderOf(identity).isNamedIn(JSON.stringify([{ applicants_answer: text }])), text).toBe(true)
  }
  expect(hiderOf({ ...identity, email: 'zoe@example.com' }).isNamedIn('["nobody"]')).toBe(false)
})
