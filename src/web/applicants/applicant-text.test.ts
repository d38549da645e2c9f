import { expect, test } from 'vitest'
import { nameOf } from '#contract/applicants/applicants.ts'
import { timeAgo, truncate, profileUrl } from './applicant-text.ts'

test("a LinkedIn link gets https:// if it's missing, and is shown only if it's valid", () => {
  expect(profileUrl('linkedin.com/in/ada')).toBe('https://linkedin.com/in/ada')
  expect(profileUrl(' http://www.linkedin.com/in/ada ')).toBe('http://www.linkedin.com/in/ada')
  expect([profileUrl(''), profileUrl(null), profileUrl('not a url'), profileUrl('https://')]).toEqual([null, null, null, null])
})

test('a link can only be a web URL', () => {
  expect([profileUrl('javascript:alert(1)'), profileUrl('data:text/html,x'), profileUrl('JAVASCRIPT://a.b/%0aalert(1)')]).toEqual([null, null, null])
})

test('a long answer is truncated at 100 characters', () => {
  expect(truncate('a'.repeat(100), 100)).toBeNull()
  expect(truncate('a'.repeat(101), 100)).toBe(`${'a'.repeat(100)}…`)
})

test('the alias is used unless names are shown', () => {
  expect(nameOf({ alias: 'Applicant 4F2A' })).toBe('Applicant 4F2A')
  expect(nameOf({ alias: 'Applicant 4F2A', first_name: 'Ada', last_name: 'Archer' })).toBe('Ada Archer')
})

test('an age is shown in its largest unit', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(['2026-11-21T11:59:30Z', '2026-11-21T10:00:00Z', '2026-11-18T12:00:00Z', '2026-09-01T12:00:00Z'].map((at) => timeAgo(at, now))).toEqual([
    'just now',
    '2 hours ago',
    '3 days ago',
    '3 months ago',
  ])
})
