import { PLACEHOLDER_NAMES } from '#contract/templates/placeholders.ts'
import { expect, test } from 'vitest'
import { SAFE_MARKUP } from '#contract/text/bullets.ts'
import { purposesWhere } from '#contract/templates/purposes.ts'
import { isListType, isQuestionType } from '#contract/questions/question-rules.ts'
import { INTERVIEWS } from './interviews.ts'
import { QUESTIONS } from './questions.ts'
import { RED_FLAGS } from './red-flags.ts'
import { STATUSES } from './seed-reference.ts'
import { TEMPLATES } from './templates.ts'

test('statuses are numbered 1 to 14', () => {
  expect(STATUSES.map((status) => status.ref_application_status_id)).toEqual(Array.from({ length: 14 }, (_, place) => place + 1))
  expect(STATUSES.map((status) => status.application_status)).toEqual([
    'Started (not submitted yet)',
    'Proceed to Panel Interview',
    'Rejected Before Panel',
    'Under Review',
    'Submitted',
    'Position Closed',
    'Rejected at Panel Scheduling',
    'Rejected After Interview A',
    'Rejected After Interview B',
    'Rejected After Interview C',
    'Rejected After Final Review',
    'Declined Offer',
    'Accepted Offer',
    'Withdrawn by Candidate',
  ])
})

test('each purpose that calls for a default template has one, and templates use only known placeholders', () => {
  expect(TEMPLATES.map((template) => template.purpose)).toEqual(purposesWhere(({ template_name }) => template_name !== null))
  for (const { email_subject, email_base_html } of TEMPLATES) {
    const usedPlaceholders = [...`${email_subject} ${email_base_html}`.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
    expect(PLACEHOLDER_NAMES).toEqual(expect.arrayContaining([...new Set(usedPlaceholders)]))
    expect(usedPlaceholders).toContain('first_name')
  }
})

test('emails and interview instructions use only markup that staff are allowed to use', () => {
  for (const html of [...TEMPLATES.map((template) => template.email_base_html), ...INTERVIEWS.map((interview) => interview.interview_desc)]) {
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag)
    expect(SAFE_MARKUP.tags).toEqual(expect.arrayContaining([...new Set(tags)]))
  }
})

test('each of the three interviews asks at least four questions', () => {
  expect(INTERVIEWS.map((interview) => interview.interview_name)).toEqual(['Interview A', 'Interview B', 'Interview C'])
  for (const { questions } of INTERVIEWS) expect(questions.length).toBeGreaterThanOrEqual(4)
})

test('the application asks its thirteen questions in order', () => {
  const everywhere = QUESTIONS.filter((question) => !isListType(question.question_type))
  expect(everywhere.map((one) => one.question_name)).toEqual([
    'first_name',
    'last_name',
    'email',
    'linkedin_profile_url',
    'require_sponsorship',
    'opt_in_legally_authorized',
    'startup_previously',
    'recent_role_tenure',
    'opt_in_background_check',
    'opt_in_updates',
    'why_this_role',
    'proudest_work',
    'care_story',
  ])
  expect(QUESTIONS.every((question) => isQuestionType(question.question_type))).toBe(true)
})

test('there are at least six red flags, each with signal words', () => {
  expect(RED_FLAGS.length).toBeGreaterThanOrEqual(6)
  for (const { signal_words } of RED_FLAGS) expect(signal_words.length).toBeGreaterThan(0)
})
