import { expect, test } from 'vitest'
import { emailKey, linkedinKey, nameKey } from './person-keys.ts'

test('case and white space do not make two email addresses', () => {
  expect(emailKey('  Juniper.Ashgrove@Example.COM ')).toBe('juniper.ashgrove@example.com')
})

test('dots and a plus are dropped where the provider drops them', () => {
  expect(emailKey('j.ash.grove+jobs@gmail.com')).toBe('jashgrove@gmail.com')
  expect(emailKey('jashgrove@googlemail.com')).toBe('jashgrove@gmail.com')
})

test('a plus is dropped and dots are kept where the provider keeps dots', () => {
  expect(emailKey('j.ashgrove+jobs@outlook.com')).toBe('j.ashgrove@outlook.com')
  expect(emailKey('j.ashgrove+jobs@proton.me')).toBe('j.ashgrove@proton.me')
  expect(emailKey('j.ashgrove-jobs@yahoo.com')).toBe('j.ashgrove-jobs@yahoo.com')
})

test('at any other domain a plus and dots belong to the address', () => {
  expect(emailKey('j.ash+grove@example.org')).toBe('j.ash+grove@example.org')
})

test('one LinkedIn profile has one key, however it is written', () => {
  const written = [
    'https://www.linkedin.com/in/Juniper-Ashgrove/',
    'http://linkedin.com/in/juniper-ashgrove?trk=share',
    'uk.linkedin.com/in/juniper-ashgrove#top',
    ' https://www.linkedin.com/in/juniper-ashgrove/details/experience/ ',
  ]
  expect(new Set(written.map(linkedinKey))).toEqual(new Set(['in/juniper-ashgrove']))
  expect(linkedinKey('https://linkedin.com/in/jos%C3%A9')).toBe(linkedinKey('https://linkedin.com/in/josé'))
  expect(linkedinKey('https://linkedin.com/in/100%')).toBe('in/100%')
})

test('names are compared without accents, case and doubled spaces', () => {
  expect(nameKey(' José ', 'Núñez  Abara')).toBe('jose nunez abara')
  expect(nameKey('SØREN', 'O’Strauß')).toBe(nameKey('soren', "o'strauss"))
  expect(nameKey('雨晴', '林')).toBe('雨晴 林')
})

test('nothing to compare is null', () => {
  expect([
    emailKey(null),
    emailKey('  '),
    linkedinKey(''),
    linkedinKey('https://www.linkedin.com/'),
    nameKey('Juniper', ' '),
    nameKey(null, 'Ashgrove'),
  ]).toEqual([null, null, null, null, null, null])
})
