import { expect, test } from 'vitest'
import { layOut } from './layout.ts'

const WHO = { COMPANY_NAME: 'Prairie <Clinics>', BASE_URL: 'https://jobs.example.com' }
const CONTENT = {
  title: 'We have it',
  paragraphs: ['Hello <b>Ada</b>,', 'It arrived.'],
  facts: [['Reference', 'R-7']] as [string, string][],
  button: { label: 'See it', url: 'https://jobs.example.com/a?b=1&c=2' },
  closing: ['Questions? Email us.'],
  footer: 'You applied.',
}

test('the plain text says the same sentences in the same order', () => {
  const { html, text } = layOut(WHO, CONTENT)
  const said = ['It arrived.', 'Reference', 'R-7', 'See it', 'Questions? Email us.', 'You applied.']
  for (const part of [html, text])
    expect(said.map((one) => part.indexOf(one)).every((at, place, all) => at >= 0 && (place === 0 || at > all[place - 1]!))).toBe(true)
  expect(text).toContain('See it: https://jobs.example.com/a?b=1&c=2')
})

test('nothing in it is markup, and it has a dark scheme and one column of 600 px', () => {
  const { html } = layOut(WHO, CONTENT)
  expect(html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;,')
  expect(html).toContain('Prairie &lt;Clinics&gt; Careers')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).toContain('max-width:600px')
  expect(html.length).toBeLessThan(102 * 1024)
})
