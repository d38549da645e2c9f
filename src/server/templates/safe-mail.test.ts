import { expect, test } from 'vitest'
import { safeMail } from './safe-mail.ts'
import { processorTimeOf } from '#test/setup/moved-clock.ts'

const ATTACKS = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<style></style><img src=x onerror=alert(1)>',
  '<style>a{}</style</style><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a><a href="data:text/html,x">y</a><a href="java\nscript:alert(1)">z</a><a href="//evil.example">w</a>',
  '<p style="background:url(https://evil.example/x)">x</p><p style="position:fixed;color:red">y</p><p style="color:expression(alert(1))">z</p>',
  '<base href="//evil.example"><form action="//evil.example"><input name=x><button>go</button></form><meta http-equiv=refresh content="0;url=//evil.example">',
  '<a href="/admin/dashboard">x</a><img src="x"><a href="x:y">z</a>',
  '<img id="cookie" name="cookie" src="https://a.example/x.png" onload="alert(1)"><img src="http://a.example/x.png"><img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data="x"></object><embed src="x"><link rel=stylesheet href="//evil.example">',
  '<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>',
  '<style>@import "//evil.example"; a{}</style><style>a{background:url(//evil.example)}</style><style>a{}\\3c/style></style>',
  '<a title="<style>x{}</style><img src=x onerror=alert(1)>">x</a>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<template><img src=x onerror=alert(1)></template><select><option><img src=x onerror=alert(1)></select>',
]

test.each(ATTACKS)('nothing in %j can run, fetch, submit or navigate anymore', (html) => {
  const safe = safeMail(html)
  const tags = safe.replace(/<style>[^<]*<\/style>/g, '').match(/<[^>]*>/g) ?? []
  for (const tag of tags) {
    expect(tag).not.toMatch(
      /^<\/?(script|svg|math|iframe|object|embed|form|input|button|base|meta|link|style|template|textarea|noscript|select|option|xmp|plaintext)\b/i,
    )
    expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+\s*=|\s(id|name|srcdoc|formaction)\s*=/i)
    expect(tag).not.toMatch(/(href|src)="\s*(javascript|data|vbscript|\/\/|http:)/i)
    expect(tag).not.toMatch(/(href|src)="(?!https?:\/\/|mailto:|tel:)/i)
    expect(tag).not.toMatch(/style="[^"]*(url|expression|position)/i)
  }
  expect(safe).not.toMatch(/@import|url\(/)
  expect(safeMail(safe)).toBe(safe)
})

test('everything an email needs is kept: tables, images over https, links, plain styles and style sheets', () => {
  const html =
    '<style>@media (max-width: 480px) { td { display: block } }</style>\n<table width="600" cellpadding="0"><tbody><tr><td align="center" style="color:#123456;padding:8px 4px"><img src="https://a.example/x.png" alt="Logo" /></td></tr></tbody></table><p>Dear <strong>{first_name}</strong>, <a href="mailto:{hiring_lead_email}" rel="noopener noreferrer">write</a></p>'
  expect(safeMail(html)).toBe(html)
})

test('a complete HTML document is reduced to its content', () => {
  expect(safeMail('<!doctype html><html><head><title>T</title><style>p { margin: 0 }</style></head><body bgcolor="red"><p>Hi</p></body></html>')).toBe(
    '<style>p { margin: 0 }</style>\n<p>Hi</p>',
  )
})

test.each(['position:/**/fixed', 'position/**/:fixed', 'position:absolute', 'position: \n fixed', 'position:var(--p)', 'width:u/**/rl(//evil.example)'])(
  'a style sheet with %j is removed',
  (rule) => {
    expect(safeMail(`<style>p{${rule}}</style><p>x</p>`)).toBe('<p>x</p>')
  },
)

test('comments in a style sheet are removed, and background-position and position: relative are kept', () => {
  expect(safeMail('<style>/* a *//* b /* c */p{background-position:top;position:relative}/* d</style><p>x</p>')).toBe(
    '<style>p{background-position:top;position:relative}</style>\n<p>x</p>',
  )
})

const LONGEST = 200_000
test.each(['<style ', '<style>', '<style></style', '<style>a{}</style>', '<a ', '<p>', '</p>', '<b', '<', '<!--', '&', '<p style="a{'])(
  '200,000 characters of %j are processed without a noticeable delay',
  (piece) => {
    // The first of these used to take 18 s.
    expect(processorTimeOf(() => safeMail(piece.repeat(LONGEST / piece.length)))).toBeLessThan(4_000)
  },
)

test('elements nested 4,000 levels deep are rejected', () => {
  for (const tag of ['div', 'span', 'b', 'table><tr><td'])
    expect(() => safeMail(`${`<${tag}>`.repeat(4_000)}x`)).toThrow("This email's HTML is nested too deep. Simplify it.")
  expect(safeMail(`${'<div>'.repeat(150)}x${'</div>'.repeat(150)}`)).toContain('x')
})
