import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Bullets, Paragraphs, plainText, SafeHtml } from './safe-html.tsx'

const show = (html: string) => renderToStaticMarkup(<SafeHtml html={html} />)

test('allowed markup is kept, and everything else becomes text', () => {
  expect(show('<p>One <strong>two</strong></p><blink>three</blink>')).toBe('<p>One <strong>two</strong></p>three')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<p style="x" onclick="alert(1)" id=y>x</p>',
  '<iframe src="//evil"></iframe><base href="//evil"><form action="//evil"><meta http-equiv=refresh>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
])('%s leaves nothing executable', (html) => {
  expect(show(html)).not.toMatch(/<(?!\/?(p|a|ul|li)\b)|on\w+=|href="(?!https?:|mailto:)|style=|id=/i)
})

test("a link keeps its URL and doesn't tell the site which page it was on", () => {
  expect(show('<a href="https://example.com/?a=1&amp;b=2" target=_top>x</a>')).toBe(
    '<a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer">x</a>',
  )
})

test('elements left open or closed twice are repaired', () => {
  expect(show('<ul><li>One<li>Two</ul></p>tail')).toContain('tail')
  expect(show('<b><i>x</b>y</i>')).toBe('<b><i>x</i></b>y')
})

test('each line becomes a bullet, without the marker that was typed, and markup is kept', () => {
  expect(renderToStaticMarkup(<Bullets text={'- One\n• Two\n\nThree'} />)).toBe('<ul><li>One</li><li>Two</li><li>Three</li></ul>')
  expect(renderToStaticMarkup(<Bullets text="<ul><li>One</li></ul>" />)).toBe('<ul><li>One</li></ul>')
})

test('blank lines separate paragraphs, and angle brackets stay text', () => {
  expect(renderToStaticMarkup(<Paragraphs text={'One 1 < 2\n\nTwo'} />)).toBe('<p>One 1 &lt; 2</p><p>Two</p>')
  expect(renderToStaticMarkup(<Paragraphs text={'One\r\ntwo\nthree'} />)).toBe('<p>One<br/>two<br/>three</p>')
  expect(renderToStaticMarkup(<Paragraphs text={'One\n<b>two</b>'} />)).toBe('<p>One<br/><b>two</b></p>')
  expect(renderToStaticMarkup(<Paragraphs text={'<p>One\ntwo</p>'} />)).toBe('<p>One\ntwo</p>')
})

test('plain text contains no markup', () => {
  expect(plainText('<p>One &amp; two</p><script>x</script><p>three</p>')).toBe('One & two\nthree')
  expect(plainText('<ul><li>One</li> <li>1 < 2</li></ul> <SCRIPT>x')).toBe('One\n1')
})

test.each(['<', '<a', '<script>', '</p', '<p>', ' ', '\n ', '< >', '<style '])('half a million repetitions of %j are parsed quickly', (part) => {
  const text = `<p>x</p>${part.repeat(500_000)}`
  const before = process.threadCpuUsage()
  plainText(text)
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
})
