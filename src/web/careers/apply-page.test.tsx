import { expect, test } from 'vitest'
import { apply, inOrder, ask } from '#test/setup/public-pages.tsx'

test('the form has its sections in order, each with personal fields first, then checkboxes, then the rest', () => {
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

test('each of the five types has its own field, and an unknown type renders nothing', () => {
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

test("only long questions have a honeypot next to them, which people can't see", () => {
  const html = apply([ask('one', 'Extended Open Text Box'), ask('two', 'Extended Open Text Box'), ask('three', 'Text')])
  expect(html.match(/<div class="beside" aria-hidden="true">.*?<textarea/gs)).toHaveLength(2)
})

test('the question about months in the most recent role has an example', () => {
  expect(apply([ask('recent_role_tenure', 'Text')])).toContain('for example 18')
})
