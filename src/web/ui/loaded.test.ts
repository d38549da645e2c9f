import { expect, test } from 'vitest'
import { whyOf } from './loaded.tsx'

test('a failure shows its own message, and one without a message shows ours', () => {
  expect(whyOf(new Error('Not today.'))).toBe('Not today.')
  expect(whyOf('thrown by somebody')).toBe('An unexpected error occurred.')
})
