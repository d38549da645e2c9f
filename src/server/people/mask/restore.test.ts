import { expect, test } from 'vitest'
import { maskerOf } from './masker.ts'
import { restored } from './restore.ts'

const masker = maskerOf({ first_name: 'Maria', last_name: 'Lopez', email: null, linkedin_profile_url: null })
const STORED = 'Maria owned the mistake at once. Later, Ms. Lopez blamed the night shift; call 512-555-0134.'
const FEEDBACK = 'I think that LOPEZ, Maria kept calm throughout.'

test.each([
  ['as it was', '[name] owned the mistake at once. Later, [name] blamed the night shift; call [phone].', STORED],
  [
    'with a word added',
    '[name] owned the mistake at once. Later, [name] blamed the whole night shift; call [phone].',
    STORED.replace('the night', 'the whole night'),
  ],
  ['with a sentence removed', 'Later, [name] blamed the night shift.', 'Later, Ms. Lopez blamed the night shift.'],
  ['copied from feedback', 'Calm: [name] kept calm throughout.', 'Calm: LOPEZ, Maria kept calm throughout.'],
  ['unmasked', STORED, STORED],
])('masked text submitted %s is stored with the original values', (_, typed, kept) => {
  expect(restored(typed, [STORED, FEEDBACK], masker)).toBe(kept)
})

test("a mask that doesn't match any displayed text is stored as typed", () => {
  expect(restored('Ask [name]?', [STORED, FEEDBACK], masker)).toBe('Ask [name]?')
})
