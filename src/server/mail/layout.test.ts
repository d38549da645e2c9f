import { expect, test } from 'vitest'
import { schemesFor } from '#contract/brand/brand-colors.ts'
import { wrapInLayout, wrapInLetterhead, plainLetterhead } from './layout.ts'

const WHO = plainLetterhead({ COMPANY_NAME: 'Prairie <Clinics>', BASE_URL: 'https://jobs.example.com', COMPANY_DOMAIN: 'prairie.example' })
const CONTENT = {
  title: 'We have it',
  paragraphs: ['Hello <b>Ada</b>,', 'It arrived.'],
  facts: [['Reference', 'R-7']] as [string, string][],
  button: { label: 'See it', url: 'https://jobs.example.com/a?b=1&c=2' },
  closing: ['Questions? Email us.'],
  footer: 'You applied.',
}

test('the plain text has the same sentences in the same order', () => {
  const { html, text } = wrapInLayout(WHO, CONTENT)
  const sentences = ['It arrived.', 'Reference', 'R-7', 'See it', 'Questions? Email us.', 'You applied.']
  for (const part of [html, text])
    expect(sentences.map((sentence) => part.indexOf(sentence)).every((at, index, all) => at >= 0 && (index === 0 || at > all[index - 1]!))).toBe(true)
  expect(text).toContain('See it: https://jobs.example.com/a?b=1&c=2')
})

test('content is escaped, and the layout has a dark scheme and one 600 px column', () => {
  const { html } = wrapInLayout(WHO, CONTENT)
  expect(html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;,')
  expect(html).toContain('Prairie &lt;Clinics&gt; Careers')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).toContain('max-width:600px')
  expect(html.length).toBeLessThan(102 * 1024)
})

test("an employer's color and logo appear in every part, with a light background behind the logo in the dark scheme", () => {
  const brandedLetterhead = { ...WHO, colors: schemesFor('#7a1fa2'), logo: { url: 'https://jobs.example.com/pictures/a.png', width: 300, height: 100 } }
  const own = wrapInLayout(brandedLetterhead, CONTENT).html
  const written = wrapInLetterhead(brandedLetterhead, { title: 'T', body: '<p>Hi</p>', footer: 'F', sheets: '<style>p{margin:0}</style>' })
  for (const html of [own, written]) {
    expect(html).toContain('width="96"')
    expect(html).toContain('alt="Prairie &lt;Clinics&gt; Careers"')
    expect(html).toContain(`.brand,.sheet a:not(.button){color:${brandedLetterhead.colors.dark.brand}!important}`)
    expect(html).toContain('.plate{background:#ffffff!important}')
  }
  expect(own).toContain('background:#7a1fa2;color:#ffffff')
  expect(written.indexOf('<style>p{')).toBeLessThan(written.indexOf('<body'))
})

test("the line that binds a code to a site comes last in the plain text and isn't in the HTML", () => {
  const { html, text } = wrapInLayout(WHO, { ...CONTENT, code: '12345678', lastLine: '@jobs.example.com #12345678' })
  expect(text.endsWith('\n\n@jobs.example.com #12345678')).toBe(true)
  expect(html).toContain('>12345678</p>')
  expect(html).not.toContain('@jobs.example.com #')
})
