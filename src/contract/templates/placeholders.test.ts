import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fill, unfilledPlaceholders, nearestPlaceholder, PLACEHOLDER_NAMES, placeholdersIn, unknownPlaceholderError } from './placeholders.ts'

test('a placeholder is one word of letters, digits and underscores in braces', () => {
  const names = (text: string) => placeholdersIn(text).map(({ name }) => name)
  expect(names('Hello {first_name}, {role2}')).toEqual(['first_name', 'role2'])
  expect(names('{ first_name } {first name} {} {a-b} {first_name')).toEqual([])
})

test('braces in a style sheet are not placeholders', () => {
  expect(placeholdersIn('<style>a{color:red} @media print { b{color} }</style><p style="x">{email}</p>').map(({ name }) => name)).toEqual(['email'])
  expect(placeholdersIn('p { color: red; margin: 0 }')).toEqual([])
})

test('an unknown placeholder is reported with the closest known one', () => {
  expect(unknownPlaceholderError('Hi {first_nam}')).toBe("{first_nam} isn't a placeholder. Did you mean {first_name}?")
  expect(unknownPlaceholderError('Hi {First_Name}')).toBe("{First_Name} isn't a placeholder. Did you mean {first_name}?")
  expect(unknownPlaceholderError('Hi {first_name}')).toBeNull()
  expect(nearestPlaceholder('hiring_manager_email')).toBe('hiring_lead_email')
  expect(nearestPlaceholder('company')).toBe('company_name')
})

test("built-in object properties aren't accepted as placeholders", () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) expect(unknownPlaceholderError(`{${name}}`)).toContain("isn't a placeholder")
})

test('placeholders inside values are never expanded', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PLACEHOLDER_NAMES.map((name) => `{${name}}`), 'x', '{', '}', '$&', '$1')), fc.string(), (parts, value) => {
      const text = parts.join(' ')
      const expected = text
        .split(/(\{\w+\})/)
        .map((part) => (/^\{\w+\}$/.test(part) ? value : part))
        .join('')
      expect(fill(text, () => value)).toBe(expected)
    }),
  )
})

test('blank and missing values count as gaps', () => {
  expect(unfilledPlaceholders('{first_name} {last_name} {email}', { first_name: 'Ada', last_name: '  ', email: null })).toEqual(['last_name', 'email'])
})
