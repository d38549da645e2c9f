import type { z } from 'zod'
import type { Faults } from './use-editing.ts'

/** What is wrong under the server's own rules, before it's asked: the first message of each field. */
export function faultsUnder(rules: z.ZodType, asked: unknown): Faults {
  const faults: Faults = {}
  // In an editor only numbers can have the wrong type: what was typed came out as NaN.
  for (const { path, message, code } of rules.safeParse(asked).error?.issues ?? [])
    faults[String(path[0])] ??= code === 'invalid_type' ? 'Enter a number' : message
  return faults
}
