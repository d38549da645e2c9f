import { expect, test } from 'vitest'
import { metaDescription } from './words.ts'
import { SITE, ROLE, home, rolePage, inOrder } from '#test/setup/public-pages.tsx'

test('the home page has the openings, the company and the six benefits, in this order', () => {
  const parts = [
    'Current Openings',
    'Working at Meridian Health',
    'Benefits &amp; Perks',
    'Fully Remote',
    'Your Own Device',
    'Annual Hackathon',
    'Health Insurance',
    '401(k) Matching',
    'Safe Harbor match',
    'Equity',
  ]
  expect(inOrder(home([]), parts)).toEqual(parts)
  expect(home([])).toContain('Work from home anywhere in the United States.')
})

test('without openings, the home page says to check back soon', () => {
  expect(home([])).toContain('Check back soon for new opportunities!')
  expect(home([ROLE])).not.toContain('Check back soon')
})

test('a card has the title, the location and type, two lines of the description, and a link to the role', () => {
  const card = /<li class="role-card".*?<\/li>/s.exec(home([ROLE]))![0]
  expect(inOrder(card, ['Night Nurse', 'Remote • Full Time', 'The first line. The second line.', 'View Details'])).toHaveLength(4)
  expect(card).not.toContain('The third line.')
  expect(card).toMatch(/<a class="more" href="\/roles\/7">View Details/)
})

test('a meta description is the first 50 words, at most 300 characters with the ellipsis', () => {
  const words = (count: number, word = 'word') => Array.from({ length: count }, (_, place) => `${word}${place}`).join(' ')
  expect(metaDescription(words(50, 'w'))).toBe(words(50, 'w'))
  expect(metaDescription(words(51, 'w'))).toBe(`${words(50, 'w')}…`)
  const long = metaDescription(words(50, 'lengthy'))
  expect([long.length, long.at(-1)]).toEqual([300, '…'])
})

test('a role page has its labels, its tabs and its full text, with a link to the company', () => {
  const html = rolePage()
  const main = html.slice(html.indexOf('<main'), html.indexOf('Benefits &amp; Perks'))
  const parts = [
    'Back to Careers',
    '<h1>Night Nurse</h1>',
    '<li>Remote</li>',
    '<li>Full Time</li>',
    'Share this role',
    'Description',
    'Apply Now',
    'The third line.',
    'href="/#company"',
    'Responsibilities',
    '<li>Write it down</li>',
    'Requirements',
    '<li>A license</li>',
  ]
  expect(inOrder(main, parts)).toEqual(parts)
  expect(rolePage({ function_role_requirements: ' ' })).toContain('No specific requirements listed.')
})

test('a role is shared with its own URL', () => {
  const menu = /<details class="share".*?<\/details>/s.exec(rolePage())![0]
  const address = encodeURIComponent('https://careers.example/roles/7')
  expect(inOrder(menu, ['Copy Link', 'Facebook', 'LinkedIn', '>X<'])).toHaveLength(4)
  for (const start of [
    'https://www.facebook.com/sharer/sharer.php?u=',
    'https://www.linkedin.com/sharing/share-offsite/?url=',
    'https://x.com/intent/post?url=',
  ])
    expect(menu).toContain(start + address)
})

test('every public page ends with the copyright, the terms and the privacy policy', () => {
  const footer = /<footer.*<\/footer>/s.exec(home([]))![0]
  const parts = [`© ${new Date().getUTCFullYear()} Meridian Health`, SITE.terms_url, 'Terms of Use', SITE.privacy_url, 'Privacy Policy']
  expect(inOrder(footer, parts)).toEqual(parts)
})
