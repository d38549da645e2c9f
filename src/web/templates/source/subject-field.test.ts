import { expect, test } from 'vitest'
import { placeholderAt, completionFor } from './subject-field.tsx'

const at = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') })

test('an opening brace lists every placeholder, and typing letters narrows the list', () => {
  const names = (marked: string) => placeholderAt(at(marked).text, at(marked).caret)?.names
  expect(names('About {|')).toContain('function_role_name')
  expect(names('Hello {fir|')).toEqual(['first_name'])
  expect(names('Hello {Hiring|')).toEqual(['hiring_lead_name', 'hiring_lead_email'])
  expect(names('Hello first|')).toBeUndefined()
  expect(names('Hello {first_name}|')).toBeUndefined()
  expect(names('Hello {nobody|')).toBeUndefined()
})

test.each([
  ['Hello {fir|', 'Hello {first_name}'],
  ['Hello {fir|}, welcome', 'Hello {first_name}, welcome'],
  ['Hello {|', 'Hello {first_name}'],
])('%s becomes %s', (marked, whole) => {
  const { text, caret } = at(marked)
  const { from, to, words } = completionFor(text, caret, 'first_name')
  expect(text.slice(0, from) + words + text.slice(to)).toBe(whole)
})
