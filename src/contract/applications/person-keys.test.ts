import { expect, test } from 'vitest'
import { emailKey, linkedinKey, nameKey } from './person-keys.ts'

test('email addresses that differ only in case and whitespace count as the same', () => {
  expect(emailKey('  Juniper.Ashgrove@Example.COM ')).toBe('juniper.ashgrove@example.com')
})

test('dots and plus tags are dropped where the provider ignores them', () => {
  expect(emailKey('j.ash.grove+jobs@gmail.com')).toBe('jashgrove@gmail.com')
  expect(emailKey('jashgrove@googlemail.com')).toBe('jashgrove@gmail.com')
})

test('plus tags are dropped and dots kept where the provider keeps dots', () => {
  expect(emailKey('j.ashgrove+jobs@outlook.com')).toBe('j.ashgrove@outlook.com')
  expect(emailKey('j.ashgrove+jobs@proton.me')).toBe('j.ashgrove@proton.me')
  expect(emailKey('j.ashgrove-jobs@yahoo.com')).toBe('j.ashgrove-jobs@yahoo.com')
})

test('at any other domain, plus tags and dots are kept as part of the address', () => {
  expect(emailKey('j.ash+grove@example.org')).toBe('j.ash+grove@example.org')
})

test('a LinkedIn profile has one key, no matter how its URL is written', () => {
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

test("a profile's mobile and emailed URLs share its key, and an old-style URL keeps its numbers", () => {
  for (const path of ['mwlite/in/anna', 'm/in/Anna/', 'comm/in/anna?trk=eml', 'mwlite/profile/in/anna', '/in//anna/en'])
    expect(linkedinKey(`https://www.linkedin.com/${path}`)).toBe('in/anna')
  expect(linkedinKey('https://www.linkedin.com/pub/anna-smith/12/345/6b7/en')).toBe('pub/anna-smith/12/345/6b7')
})

test("a page that isn't one person's profile has no key", () => {
  const pages = [
    'feed/',
    'in/',
    'in/me/',
    'in/%20',
    'mwlite/in/',
    'in/dir/anna',
    'in/unavailable/',
    'in/your-name',
    'profile/view?id=1',
    'company/acme/people',
    'in/https://www.linkedin.com/in/anna',
    'in/www.linkedin.com/in/anna',
    'in/in/anna',
    'pub/anna-smith',
    'pub/dir/anna/smith',
    'jobs/view/123',
  ]
  for (const page of pages) expect([page, linkedinKey(`https://www.linkedin.com/${page}`)]).toEqual([page, null])
  expect([linkedinKey('https://other.example/in/anna'), linkedinKey('https://linkedin.com.other.example/in/anna')]).toEqual([null, null])
})

test('names are compared without accents, case or repeated spaces', () => {
  expect(nameKey(' José ', 'Núñez  Abara')).toBe('jose nunez abara')
  expect(nameKey('SØREN', 'O’Strauß')).toBe(nameKey('soren', "o'strauss"))
  expect(nameKey('雨晴', '林')).toBe('雨晴 林')
})

test("the key is null when there's nothing to compare", () => {
  expect([
    emailKey(null),
    emailKey('  '),
    linkedinKey(''),
    linkedinKey('https://www.linkedin.com/'),
    nameKey('Juniper', ' '),
    nameKey(null, 'Ashgrove'),
  ]).toEqual([null, null, null, null, null, null])
})
