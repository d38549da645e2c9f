import { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const KINDS: Record<string, string> = {
  string: 'Text',
  number: 'A number',
  int: 'A whole number',
  boolean: 'true or false',
  array: 'A list',
  object: 'An object',
  record: 'An object',
}

/** Returns the message for a value whose schema has none: a readable sentence instead of the library's. */
function errorOf(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'This field is required' : `${KINDS[issue.expected] ?? 'A different kind of value'} is needed`
  if (issue.code === 'invalid_value') return `Use one of these: ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_big') return limitOf(issue.origin, 'most', Number(issue.maximum))
  if (issue.code === 'too_small') return limitOf(issue.origin, 'least', Number(issue.minimum))
  if (issue.code === 'invalid_format' && issue.format === 'datetime') return 'Enter a date and time, such as 2026-11-21T08:30:00Z'
  return 'This value is not valid'
}

function limitOf(origin: string, side: 'most' | 'least', limit: number): string {
  if (origin === 'string') return `Use at ${side} ${limit} characters`
  if (origin === 'array') return `Enter at ${side} ${limit}`
  return `The number must be at ${side} ${limit}`
}

z.config({ localeError: errorOf })
