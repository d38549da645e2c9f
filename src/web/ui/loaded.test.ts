import { expect, test } from 'vitest'
import { errorMessage } from './loaded.tsx'

test('a failure shows its own message, and one without a message shows ours', () => {
  expect(errorMessage(new Error('Not today.'))).toBe('Not today.')
  expect(errorMessage('thrown by somebody')).toBe('An unexpected error occurred.')
})
