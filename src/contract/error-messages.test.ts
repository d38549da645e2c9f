import { expect, test } from 'vitest'
import type { z } from 'zod'
import { applyAtOnce, openSession } from './applications/applications.ts'
import { RoleText } from './roles.ts'
import { CandidateDetails } from './templates/preview.ts'

const saidOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map((issue) => issue.message)

test.each([
  [openSession.body, {}, ['This field is required']],
  [openSession.body, { ref_function_role_id: 'one' }, ['A number is needed']],
  [openSession.body, { ref_function_role_id: 1.5 }, ['A whole number is needed']],
  [openSession.body, { ref_function_role_id: 0 }, ['The number must be at least 1']],
  [openSession.body, { ref_function_role_id: 2 ** 31 }, ['The number must be at most 2147483647']],
  [openSession.body, { ref_function_role_id: 1, device_info: [] }, ['Text is needed']],
  [applyAtOnce.body, { answers: 'none' }, ['A list is needed']],
  [RoleText.pick({ salary_unit: true }), { salary_unit: 'WEEK' }, ['Use one of these: YEAR, HOUR']],
  [RoleText.pick({ disabled_flag: true }), { disabled_flag: 'no' }, ['true or false is needed']],
  [RoleText.pick({ closes_at: true }), { closes_at: 'tomorrow' }, ['Enter a date and time, such as 2026-11-21T08:30:00Z']],
  [RoleText.pick({ function_role_name: true }), { function_role_name: '' }, ['Role name is required']],
  [CandidateDetails, 'somebody', ['An object is needed']],
])('an invalid value with no custom error message gets a readable one (%#)', (schema, value, said) => {
  expect(saidOf(schema, value)).toEqual(said)
})
