import { expect, test } from 'vitest'
import { errorMessage } from './loaded.tsx'

test('a failure shows its own message, or a default if it has none', () => {
  expect(errorMessage(new Error('Not today.'))).toBe('Not today.')
  expect(errorMessage('thrown by somebody')).toBe('An unexpected error occurred.')
})
