import { expect, test } from 'vitest'
import { plainLetterhead } from '#server/mail/layout.ts'
import { composeEmail, previewEmail } from './compose-email.ts'

const ENV = plainLetterhead({ COMPANY_NAME: 'Meridian & Sons', BASE_URL: 'https://jobs.example.com', COMPANY_DOMAIN: 'meridian.example' })
const ADA = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.org',
  function_role_name: 'Nurse',
  hiring_lead_name: 'Grace',
  hiring_lead_email: 'grace@example.org',
}
const compose = (email_base_html: string, values = {}, email_subject = 'Hello {first_name}') =>
  composeEmail(ENV, { email_subject, email_base_html }, { ...ADA, ...values })

test('placeholders are replaced in the subject, HTML and text', () => {
  const email = compose(
    '<p>Dear {first_name} {last_name},</p><ul><li>{function_role_name} at {company_name}</li></ul><p><a href="mailto:{hiring_lead_email}">{hiring_lead_name}</a></p>',
  )
  expect(email.subject).toBe('Hello Ada')
  expect(email.html).toContain('<li>Nurse at Meridian &amp; Sons</li>')
  expect(email.html).toContain('href="mailto:grace@example.org"')
  expect(email.text).toBe('Dear Ada Byron,\n\n * Nurse at Meridian & Sons\n\nGrace [grace@example.org]')
  expect(email.html + email.text).not.toMatch(/\{\w+\}/)
})

test.each([
  ['<a href=//evil>x</a>', '&lt;a href=//evil&gt;x&lt;/a&gt;'],
  ['{{7*7}}', '{{7*7}}'],
  ['${7*7}', '${7*7}'],
  ['\r\nBcc: x@evil', 'Bcc: x@evil'],
  ['{hiring_lead_email}', '{hiring_lead_email}'],
  ['$&$1', '$&amp;$1'],
])('a candidate named %j is treated as plain text', (first_name, inHtml) => {
  const { html, subject } = compose('<p>{first_name}</p>', { first_name })
  expect(html).toContain(`<p>${inHtml}</p>`)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(subject).not.toContain('grace@example.org')
})

test("a link built from a value can't run a script or use another scheme", () => {
  expect(compose('<a href="{first_name}">x</a>', { first_name: 'javascript:alert(1)' }).html).not.toContain('javascript')
  expect(compose('<a href="{first_name}">x</a>', { first_name: '" onclick="alert(1)' }).html.replace(/="[^"]*"/g, '')).not.toContain('onclick')
})

test('an unknown placeholder or a missing value is rejected before anything is sent', () => {
  expect(() => compose('<p>{first_nam}</p>')).toThrow("This email template can't be sent: {first_nam} isn't a placeholder. Did you mean {first_name}?")
  expect(() => compose('<p>{last_name}</p>', { last_name: ' ' })).toThrow('This email is missing a value it needs: last_name.')
})

test("a gap inside an attribute isn't highlighted, because that would break the markup", () => {
  const template = { email_subject: '', email_base_html: '<p><a href="https://a.example" title="For {first_name}">x</a> {first_name}</p>' }
  const { html } = previewEmail(ENV, template, { ...ADA, first_name: '' })
  expect(html).toContain('title="For [first name is missing]"')
  expect(html.match(/<span/g)).toHaveLength(1)
})

test('a preview shows a gap where a value is missing', () => {
  const email = previewEmail(ENV, { email_subject: '', email_base_html: '<p>Dear {first_name}</p>' }, {})
  expect(email.gaps).toEqual(['first_name'])
  expect(email.html).toContain('[first name is missing]</span>')
  expect(email.html).not.toMatch(/\{\w+\}/)
})
