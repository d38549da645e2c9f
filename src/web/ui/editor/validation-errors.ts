import type { z } from 'zod'
import type { FieldErrors } from './use-editing.ts'

/** Each field's first error under the server's own rules, before the request is sent. */
export function validationErrors(rules: z.ZodType, asked: unknown): FieldErrors {
  const faults: FieldErrors = {}
  // In an editor, only numbers can have the wrong type: invalid input is NaN.
  for (const { path, message, code } of rules.safeParse(asked).error?.issues ?? [])
    faults[String(path[0])] ??= code === 'invalid_type' ? 'Enter a number' : message
  return faults
}
