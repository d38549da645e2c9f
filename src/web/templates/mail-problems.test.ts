import { expect, test } from 'vitest'
import { problemsOf } from './mail-problems.ts'

const of = (email_base_html: string, email_subject = 'Hello {first_name}') => problemsOf({ email_subject, email_base_html }).map(({ message }) => message)

test('a good letter has no problems', () => {
  expect(
    of('<p>Hello {first_name},<br>see <a href="https://a.example">our page</a> <img src="https://a.example/x.png" alt="Us"></p><ul><li>One<li>Two</ul>'),
  ).toEqual([])
})

test('unknown placeholders block, in subject and HTML', () => {
  expect(problemsOf({ email_subject: '{compny_name}', email_base_html: '<p>{first_nam} {first_name}</p>' })).toEqual([
    { isBlocking: true, message: '{compny_name} in the subject is not known. Did you mean {company_name}?' },
    { isBlocking: true, message: '{first_nam} in the HTML is not known. Did you mean {first_name}?' },
  ])
})

test('what readers stumble over is named', () => {
  expect(of('<p>{email}</p><img src="https://a.example/x.png">')).toEqual(['A picture has no alt text: readers without pictures miss it.'])
  expect(of('<p>{email} <a href="https://a.example">click here</a> <a href="https://a.example"></a></p>')).toEqual([
    "The link 'click here' does not say where it leads.",
    'A link has no text.',
  ])
  expect(of('<div><p>{email}</p>')).toEqual(['<div> is not closed.'])
  expect(of('<p><strong>{email}</p>')).toEqual(['<strong> is not closed.'])
  expect(of(`<p>{email}</p>${'x'.repeat(105_000)}`)).toEqual(['The letter is longer than 102 KB: some mail programs cut it off.'])
  expect(of('<p>{email}</p>', ' ')).toEqual(['The subject is empty.'])
})
