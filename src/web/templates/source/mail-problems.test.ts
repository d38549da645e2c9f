import { expect, test } from 'vitest'
import { findProblems } from './mail-problems.ts'

const of = (email_base_html: string, email_subject = 'Hello {first_name}') => findProblems({ email_subject, email_base_html }).map(({ message }) => message)

test('a good email has no problems', () => {
  expect(
    of('<p>Hello {first_name},<br>see <a href="https://a.example">our page</a> <img src="https://a.example/x.png" alt="Us"></p><ul><li>One<li>Two</ul>'),
  ).toEqual([])
})

test('unknown placeholders in the subject or HTML block saving', () => {
  expect(findProblems({ email_subject: '{compny_name}', email_base_html: '<p>{first_nam} {first_name}</p>' })).toEqual([
    { isBlocking: true, message: "{compny_name} in the subject isn't a placeholder. Did you mean {company_name}?" },
    { isBlocking: true, message: "{first_nam} in the HTML isn't a placeholder. Did you mean {first_name}?" },
  ])
})

test('confusing text is flagged', () => {
  expect(of('<p>{email}</p><img src="https://a.example/x.png">')).toEqual(["An image has no alt text: readers who can't see images will miss it."])
  expect(of('<p>{email} <a href="https://a.example">click here</a> <a href="https://a.example"></a></p>')).toEqual([
    "The link 'click here' doesn't say where it goes.",
    'A link has no text.',
  ])
  expect(of('<div><p>{email}</p>')).toEqual(["<div> isn't closed."])
  expect(of('<p><strong>{email}</p>')).toEqual(["<strong> isn't closed."])
  expect(of(`<p>{email}</p>${'x'.repeat(105_000)}`)).toEqual(['The email is longer than 102 KB: some email apps will clip it.'])
  expect(of('<p>{email}</p>', ' ')).toEqual(['The subject is empty.'])
})

test("hard-to-read text is reported with the colors it's displayed in", () => {
  const faint = (html: string) => of(`<p>{email}</p>${html}`)
  expect(faint('<p style="color: #999">Until Monday</p>')).toEqual([
    "'Until Monday' is hard to read: #999999 on #ffffff has a contrast of 2.8 to 1; at least 4.5 is needed.",
  ])
  expect(faint('<table bgcolor="#0a4a8f"><tr><td><p style="color: white">Fine <b>too</b></p><td>Not <font color="black">fine</font></table>')).toEqual([
    "'Not' is hard to read: #111111 on #0a4a8f has a contrast of 2.1 to 1; at least 4.5 is needed.",
    "'fine' is hard to read: #000000 on #0a4a8f has a contrast of 2.3 to 1; at least 4.5 is needed.",
  ])
  expect(faint('<div style="background-color: rgb(20, 83, 45)"><a href="https://a.example">Our page</a></div>')[0]).toContain('#0000ee on #14532d')
  expect(faint('<h1 style="color: #767676">Large</h1><p style="color: #8a8a8a; font-size: 20px; font-weight: bold">Large too</p>')).toEqual([])
  expect(faint('<p style="color: var(--x)">Unknown</p><style>p { color: #eee }</style>')).toEqual([])
})

test('text in another language needs a lang attribute, and link text must say where the link goes', () => {
  const foreign = 'Some words are in another language. Add a lang attribute so screen readers pronounce them correctly.'
  expect(of('<p>{email} ¿Tiene preguntas?</p>')).toEqual([foreign])
  expect(of('<p>{email} Пишите нам</p>')).toEqual([foreign])
  expect(of('<p lang="es">{email} ¿Tiene preguntas?</p><p>José Müller, naïve café</p>')).toEqual([])
  expect(of('<p>{email} <a href="https://a.example/x">https://a.example/x</a> <a href="https://a.example">Learn more</a></p>')).toEqual([
    "The link 'https://a.example/x' is a web address: use words that say where it goes.",
    "The link 'Learn more' doesn't say where it goes.",
  ])
})
