import { expect, test } from 'vitest'
import { whyOf } from './loaded.tsx'

test('a failure has its own sentence, and one that says nothing has ours', () => {
  expect(whyOf(new Error('Not today.'))).toBe('Not today.')
  expect(whyOf('thrown by somebody')).toBe('An unexpected error occurred.')
})
