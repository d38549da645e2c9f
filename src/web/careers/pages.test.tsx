import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DEFAULT_BRAND } from '#contract/brand/brand.ts'
import { NO_FILTERS } from '#contract/openings.ts'
import type { AskedQuestion, HomeView, Site } from '#contract/pages.ts'
import type { OpenRoleDetail } from '#contract/roles.ts'
import { ApplyPage } from './apply-page.tsx'
import { HomePage } from './home-page.tsx'
import { RolePage } from './role/role-page.tsx'
import { metaDescription } from './words.ts'

const SITE: Site = {
  company_name: 'Meridian Health',
  company_domain: 'meridianhealth.example',
  base_url: 'https://careers.example',
  terms_url: 'https://meridianhealth.example/terms',
  privacy_url: 'https://meridianhealth.example/privacy',
  measurement_id: null,
  is_demo: false,
  retention_days: 0,
  reply_within_days: 14,
  ...DEFAULT_BRAND,
  contact_email: 'careers@meridianhealth.example',
  styles_path: null,
  logo: null,
  hero: null,
}
const ROLE: OpenRoleDetail = {
  ref_function_role_id: 7,
  function_role_name: 'Night Nurse',
  function_role_description: 'The first line.\nThe second line.\nThe third line.',
  function_role_responsibilities: '- Call patients\n• Write it down',
  function_role_requirements: '<ul><li>A license</li></ul>',
  salary_min: null,
  salary_max: null,
  salary_currency: 'USD',
  salary_unit: 'YEAR',
  published_at: null,
  closes_at: null,
  department: 'Nursing',
  specialty: '',
  shift: 'Nights',
  license_states: ['TX'],
  reply_within_days: null,
  modified_at: '2026-01-01T00:00:00.000Z',
}
const shared = { site: SITE, assets: { styles: [], font: null, islands: {}, preloads: {} } }

const home = (roles: HomeView['roles']) => renderToStaticMarkup(<HomePage view={{ page: 'home', filters: NO_FILTERS, roles, applied: null }} {...shared} />)
const rolePage = (but: Partial<OpenRoleDetail> = {}) =>
  renderToStaticMarkup(<RolePage view={{ page: 'role', minutes: 12, role: { ...ROLE, ...but } }} {...shared} />)
const apply = (questions: AskedQuestion[]) =>
  renderToStaticMarkup(
    <ApplyPage view={{ page: 'apply', role: ROLE, questions, values: {}, edits: {}, done: null, faults: [], refusal: null, has_applied: false }} {...shared} />,
  )

/** What of these stands in the page, in the page's order. */
function inOrder(html: string, texts: string[]): string[] {
  return texts.filter((text) => html.includes(text)).toSorted((a, b) => html.indexOf(a) - html.indexOf(b))
}

test('home has the openings, the company and the six benefits, in this order', () => {
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

test('without openings home says that there may be some soon', () => {
  expect(home([])).toContain('Check back soon for new opportunities!')
  expect(home([ROLE])).not.toContain('Check back soon')
})

test('a card has the title, where and how, two lines of the description, and the way to the role', () => {
  const card = /<li class="role-card".*?<\/li>/s.exec(home([ROLE]))![0]
  expect(inOrder(card, ['Night Nurse', 'Remote • Full Time', 'The first line. The second line.', 'View Details'])).toHaveLength(4)
  expect(card).not.toContain('The third line.')
  expect(card).toMatch(/<a class="more" href="\/roles\/7">View Details/)
})

test('a meta description is the first 50 words, and 300 characters at most with the ellipsis', () => {
  const words = (count: number, word = 'word') => Array.from({ length: count }, (_, place) => `${word}${place}`).join(' ')
  expect(metaDescription(words(50, 'w'))).toBe(words(50, 'w'))
  expect(metaDescription(words(51, 'w'))).toBe(`${words(50, 'w')}…`)
  const long = metaDescription(words(50, 'lengthy'))
  expect([long.length, long.at(-1)]).toEqual([300, '…'])
})

test('a role has its labels, its tabs, and its text in one piece with the way to the company', () => {
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

test('a role is shared by its own address', () => {
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

let ids = 0
const ask = (question_name: string, question_type: string, but: Partial<AskedQuestion> = {}): AskedQuestion => ({
  ref_question_id: ++ids,
  question_name,
  question_type,
  question_text: `Asks ${question_name}`,
  question_placeholder: '',
  required_flag: true,
  max_words: 300,
  answers: [],
  ...but,
})

test('the form has its sections in their order, and in them personal fields first, then boxes, then the rest', () => {
  const scrambled = [
    ask('why_this_role', 'Extended Open Text Box'),
    ask('recent_role_tenure', 'Text'),
    ask('linkedin_profile_url', 'Text', { required_flag: false }),
    ask('opt_in_updates', 'Checkboxes'),
    ask('startup_previously', 'Checkboxes'),
    ask('require_sponsorship', 'Yes/No Questions'),
    ask('email', 'Email Input'),
    ask('last_name', 'Text'),
    ask('opt_in_legally_authorized', 'Checkboxes'),
    ask('first_name', 'Text'),
  ]
  const parts = [
    'Personal Information</h2>',
    'name="first_name"',
    'name="last_name"',
    'name="email"',
    'name="linkedin_profile_url"',
    'Work Authorization</h2>',
    'name="opt_in_legally_authorized"',
    'name="require_sponsorship"',
    'Previous Experience</h2>',
    'name="startup_previously"',
    'name="recent_role_tenure"',
    'Opt-Ins</h2>',
    'name="opt_in_updates"',
    'Free Response</h2>',
    'name="why_this_role"',
  ]
  expect(inOrder(apply(scrambled), parts)).toEqual(parts)
})

test('each of the five types has its field, and a type that nobody knows renders nothing', () => {
  const html = apply([
    ask('story', 'Extended Open Text Box', { max_words: 120 }),
    ask('tool', 'Text'),
    ask('address', 'Email Input'),
    ask('abroad', 'Yes/No Questions'),
    ask('shifts', 'Checkboxes', { answers: [{ ref_question_answer_id: 1, answer_text: 'Days' }] }),
    ask('stars', 'Stars'),
  ])
  expect(html).toMatch(/<textarea[^>]*name="story"/)
  expect(html).toMatch(/<input[^>]*type="text"[^>]*name="tool"/)
  expect(html).toMatch(/<input[^>]*type="email"[^>]*name="address"/)
  expect(html.match(/<input[^>]*type="radio" name="abroad" value="(Yes|No)"/g)).toHaveLength(2)
  expect(html).toMatch(/<input[^>]*type="checkbox" name="shifts" value="Days"/)
  expect(html).toContain('Asks abroad</legend>')
  expect(html).not.toContain('name="stars"')
  expect(html).toContain('0 / 120 words')
})

test('beside each long question, and no other, stands a field that no person sees', () => {
  const html = apply([ask('one', 'Extended Open Text Box'), ask('two', 'Extended Open Text Box'), ask('three', 'Text')])
  expect(html.match(/<div class="beside" aria-hidden="true">.*?<textarea/gs)).toHaveLength(2)
})

test('the months of the most recent role have an example', () => {
  expect(apply([ask('recent_role_tenure', 'Text')])).toContain('for example 18')
})
