import { expect, test } from 'vitest'
import { z } from 'zod'
import { ALL, NAMES } from './all.ts'
import { bodyLimitOf, type Endpoint } from './endpoint.ts'

const nameOf = (one: Endpoint) => NAMES.get(one)
const namesOf = (found: Endpoint[]) => found.map(nameOf)

test('calls that accept text over the usual limit declare it, and no others do', () => {
  const defaultLimit = bodyLimitOf({})
  const longTextCalls = ALL.filter(
    (one) => one.method !== 'GET' && largestOf(z.toJSONSchema(one.body, { io: 'input', unrepresentable: 'any' }) as Shape) > defaultLimit,
  )
  expect(namesOf(ALL.filter((one) => one.longText))).toEqual(namesOf(longTextCalls))
})

test('calls that can show names declare it', () => {
  const asks = (one: Endpoint) => 'identifiable' in one.query.shape || 'identifiable' in one.body.shape
  expect(namesOf(ALL.filter((one) => one.reveals))).toEqual(namesOf(ALL.filter(asks)))
})

test('every call that exports a whole list as a file is a report and counts as an export', () => {
  const files = ALL.filter((one) => one.produces === 'text/csv')
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) expect([nameOf(file), file.report, file.counted]).toEqual([nameOf(file), true, 'exports'])
})

type Shape = {
  anyOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  type?: string
  pattern?: string
  format?: string
  maxLength?: number
  maxItems?: number
  items?: Shape
  properties?: Record<string, Shape>
}

/** The largest possible body in bytes, at 3 per UTF-16 unit. */
function largestOf(shape: Shape): number {
  if (shape.anyOf) return Math.max(...shape.anyOf.map(largestOf))
  if (shape.enum || shape.const !== undefined) return 64
  if (shape.type === 'string') return 3 * (shape.maxLength ?? (shape.pattern || shape.format ? 64 : Infinity))
  if (shape.type === 'array') return (shape.maxItems ?? Infinity) * largestOf(shape.items ?? {})
  if (shape.type === 'object') return Object.values(shape.properties ?? {}).reduce((bytes, one) => bytes + 32 + largestOf(one), 0)
  return 16
}
