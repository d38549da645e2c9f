import { expect, test } from 'vitest'
import { isPlain } from './email-html.ts'

test('HTML is edited as text only if nothing would be lost', () => {
  const plain = ['', '<p>Hello {first_name},<br>see <a href="https://example.com/{email}">this</a></p>', '<ul>\n<li><strong>A:</strong> one</li>\n</ul><hr/>']
  const rich = ['<p style="color: red">Hi</p>', '<table><tr><td>1</td></tr></table>', '<img src="x">', '<!-- note -->', '<a href="x" class="y">z</a>', 'a < b']
  expect(plain.filter((html) => !isPlain(html))).toEqual([])
  expect(rich.filter(isPlain)).toEqual([])
})
