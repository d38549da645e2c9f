import { expect, test } from 'vitest'
import type { KnownIdentity } from './find-person.ts'
import { maskerOf } from './masker.ts'

const hide = (text: string, known: Partial<KnownIdentity>) =>
  maskerOf({ first_name: null, last_name: null, email: null, linkedin_profile_url: null, ...known }).hide(text)
const juniper = {
  first_name: 'Juniper',
  last_name: 'Ashgrove',
  email: 'j.ashgrove+work@example.com',
  linkedin_profile_url: 'https://www.linkedin.com/in/juniper-ash-77',
}

test('the name is masked in uppercase, lowercase and plural, but only at word boundaries', () => {
  expect(hide("My name is JUNIPER ashgrove. Juniper's team called them the Ashgroves, or Junipersons.", juniper)).toBe(
    "My name is [name]. [name]'s team called them the [name], or Junipersons.",
  )
})

test("accents in the name or in the text don't keep a name from being masked", () => {
  expect(hide('Jose Nunez and JOSÉ NÚÑEZ and Jose\u0301 Nu\u0301n\u0303ez were one.', { first_name: 'José', last_name: 'Núñez' })).toBe(
    '[name] and [name] and [name] were one.',
  )
  expect(hide('Frau Strauß, or Strauss, from Łódź, with Søren', { first_name: 'Soren', last_name: 'Strauss' })).toBe(
    'Frau [name], or [name], from Łódź, with [name]',
  )
})

test('the address and the profile are masked, and so is anything built from the name', () => {
  expect(hide('Write to J.Ashgrove+Work@Example.com or see linkedin.com/in/juniper-ash-77/.', juniper)).toBe('Write to [email] or see linkedin.com/[profile]')
  expect(hide('github.com/juniperashgrove or jashgrove or @juniper_99', juniper)).toBe('github.com/[name] or [name] or @[name]_99')
})

test("the person's other addresses are masked too", () => {
  expect(hide('Better: jj@private.example, or www.linkedin.com/in/jj-77?x=1 at night', juniper)).toBe('Better: [email], or www.linkedin.com/[profile] at night')
})

test('a name with several parts is masked part by part', () => {
  expect(hide("Anne-Marie O'Neill, called anne, and Mrs. ONeill", { first_name: 'Anne-Marie', last_name: "O'Neill" })).toBe('[name], called [name], and [name]')
})

test('names are masked in text that has no spaces between words', () => {
  expect(hide('我叫林雨晴，是护士。', { first_name: '雨晴', last_name: '林' })).toBe('我叫[name]，是护士。')
})

test('an everyday word is a name only when capitalized', () => {
  expect(hide('I will ask Will, who may not.', { first_name: 'Will', last_name: 'May' })).toBe('I will ask [name], who may not.')
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
])('a name spelled with %s is masked', (_, name) => {
  expect(hide(`I am ${name}, a nurse.`, juniper)).toBe('I am [name], a nurse.')
})

test.each([
  'call (415) 555-2671 any time',
  'call 415.555.2671 any time',
  'call +1 415 555 2671 any time',
  'call +44 20 7946 0958 any time',
  'call 4155552671 any time',
  'call 555-2671 any time',
])('phone numbers are masked: %s', (text) => {
  expect(hide(text, juniper)).toBe('call [phone] any time')
})

test.each([
  'from 12 Maple Street on',
  'from 1600 N. Pennsylvania Ave on',
  'from 221B Baker Street on',
  'from 350 5th Avenue, Apt 12 on',
  'from 12 Maple St, Springfield, IL 62704 on',
  'from P.O. Box 1234 on',
  'from Hauptstraße 12 on',
])('street addresses are masked: %s', (text) => {
  expect(hide(text, juniper)).toBe('from [address] on')
})

test.each([
  'From 2015-2019 and 2020 2021 I cared for 1,200 patients in 24/7 shifts.',
  'On 2024-01-15 and 01/15/2024 we had 12000 visits, 3 to 1, at 98.6 °F.',
  'I worked 12 Years with Dr. Smith and 30 nurses on the way to Level 3.',
])("numbers, years and dates aren't masked: %s", (text) => {
  expect(hide(text, juniper)).toBe(text)
})

test.each([
  ['Okafor, Elizabeth was early. OKAFOR, E. too.', '[name] was early. [name] too.'],
  ['Elizabeth’s chart, Okafor-Smith or Smith-Okafor, an Elizabeth-like calm', '[name]’s chart, [name] or [name], an [name]-like calm'],
  ['Ms. Okafor or E.O. or E. Okafor or Elizabeth M. Okafor are one. Okafor said so.', '[name] or [name] or [name] or [name] are one. [name] said so.'],
  ['Liz called, then Beth, then Lizzie and betsy', '[name] called, then [name], then [name] and betsy'],
  ['Elisabeth Okafro or Okafour and Elizabet', '[name] or [name] and [name]'],
  ['e.okafor at mail.example or elizabeth at gmail dot com', '[email] or [email]'],
  ['write eli (at) home (dot) net; meet me at home.', 'write [email]; meet me at home.'],
  ['Formerly Adeyemi, now Okafor', 'Formerly [name], now [name]'],
  ['Zizi77 said', '[name] said'],
])('common forms and misspellings are masked: %s', (text, masked) => {
  const also = 'Bisi Adeyemi\nzizi77@mail.example'
  expect(hide(text, { first_name: 'Elizabeth', last_name: 'Okafor', email: 'eokafor@mail.example', also })).toBe(masked)
})

test.each([
  ['Priya\nDas\nPriya Das', 'Ms. Das, Priya Das and P. D.', '[name] and [name]'],
  ['Maria\nvan der Berg\nMaria van der Berg', 'Maria van der Berg, van der Berg and vanderberg spoke.', '[name] and [name] spoke.'],
  ['Wilhelmina Jabberwock', 'W.J. was calm.', '[name] was calm.'],
])('a former name is masked like the current one: %j', (also, text, masked) => {
  expect(hide(text, { first_name: 'Ana', last_name: 'Okafor', also })).toBe(masked)
})

test("an ordinary word that resembles the name isn't masked", () => {
  expect(hide('There was a change. The Care team met in Jan. Thank you, Charge Nurse.', { first_name: 'Chang', last_name: 'Theres' })).toBe(
    'There was a change. The Care team met in Jan. Thank you, Charge Nurse.',
  )
})

test('pronouns are masked only if the employer turns that on', () => {
  const known = { first_name: 'Eve', last_name: 'Adams', email: null, linkedin_profile_url: null }
  const sentence = 'She told him that Eve lost her badge. It was hers.'
  expect(maskerOf(known).hide(sentence)).toBe('She told him that [name] lost her badge. It was hers.')
  expect(maskerOf(known, { hidesPronouns: true }).hide(sentence)).toBe('s/he told him/her that [name] lost his/her badge. It was his/hers.')
})

test('each part of masked text maps back to what it stands for', () => {
  const { text, marks, original } = maskerOf({ first_name: 'Eve', last_name: 'Adams', email: null, linkedin_profile_url: null }).mask('👩‍⚕️ Eve Adams lost it')
  expect(text).toBe('👩‍⚕️ [name] lost it')
  const at = (of: { start: number; end: number }) => '👩‍⚕️ Eve Adams lost it'.slice(of.start, of.end)
  expect(marks.map(({ of }) => at(of))).toEqual(['Eve Adams'])
  const start = text.indexOf('[name] lost')
  expect(at(original({ start, end: start + '[name] lost'.length }))).toBe('Eve Adams lost')
})

test('nothing is masked when no names are known, and text without the name is unchanged', () => {
  expect(hide('Nobody here.', {})).toBe('Nobody here.')
  expect(hide('“Quoted” — and, it’s fine.', juniper)).toBe('“Quoted” — and, it’s fine.')
})

test('pronouns inside Markdown formatting are also hidden', () => {
  const masker = maskerOf({ first_name: 'Eve', last_name: 'Adams', email: null, linkedin_profile_url: null }, { hidesPronouns: true })
  expect(masker.hide('_She_ said __his__ word is *hers*, not `him_`. ~~He~~ and her_ too')).toBe(
    '_s/he_ said __his/her__ word is *his/hers*, not `him/her_`. ~~s/he~~ and his/her_ too',
  )
})

test.each([
  ['אבי', 'כהן', 'Interview with א. כ. went well.'],
  ['محمد', 'علي', 'Interview with م. ع. went well.'],
  ['राम', 'कुमार', 'Interview with र. क. went well.'],
  ['Élodie', 'Ölund', 'Interview with É. Ö. went well.'],
])('initials are masked in any script: %s %s', (first_name, last_name, text) => {
  expect(hide(text, { first_name, last_name })).toBe('Interview with [name] went well.')
})

test('a pronoun or initials at the start of a line are also detected in text encoded as JSON', () => {
  const masker = maskerOf({ first_name: 'Eve', last_name: 'Adams', email: null, linkedin_profile_url: null }, { hidesPronouns: true })
  for (const text of ['A widow called.\nShe cried.', 'One\tHis', 'Thanks,\nE.A.']) expect(masker.mayChange(JSON.stringify([text])), text).toBe(true)
  expect(masker.mayChange(JSON.stringify(['One\nTwo']))).toBe(false)
})

test("a name in text is also detected in the text's JSON encoding", () => {
  const identity = { first_name: 'Zoë', last_name: 'Ash', email: 'zo"e\\a@example.com', linkedin_profile_url: null }
  for (const text of ['as "Zoë" said', 'line\nash', 'zo"e\\a', 'tab\tzoë']) {
    expect(maskerOf(identity).mayChange(text), text).toBe(true)
    expect(maskerOf(identity).mayChange(JSON.stringify([{ applicants_answer: text }])), text).toBe(true)
  }
  expect(maskerOf({ ...identity, email: 'zoe@example.com' }).mayChange('["nobody"]')).toBe(false)
})
