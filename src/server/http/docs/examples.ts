import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { EXAMPLE_VALUES } from '#contract/example-values.ts'

type Shape = {
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  allOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  format?: string
  minimum?: number
  minLength?: number
  minItems?: number
  propertyNames?: { enum?: string[] }
  additionalProperties?: Shape | boolean
}

const DEEPEST = 8

/** Returns an example of a call's input: path, query and body in one object. */
export function exampleRequest(call: Endpoint): Record<string, unknown> {
  return { ...exampleInput(call, 'params'), ...exampleInput(call, 'query'), ...exampleInput(call, 'body') }
}

/** Returns an example of one part: its required fields and, in a body, any optional fields that have their own example. */
export function exampleInput({ example = {}, ...call }: Endpoint, part: 'params' | 'query' | 'body'): Record<string, unknown> {
  const { properties = {}, required = [] } = z.toJSONSchema(call[part], { io: 'input', unrepresentable: 'any' }) as Shape
  const isNamed = ([name, one]: [string, Shape]) => part === 'body' && EXAMPLE_VALUES[name] !== undefined && fits(one, EXAMPLE_VALUES[name])
  const shown = Object.entries(properties).filter((one) => required.includes(one[0]) || one[0] in example || isNamed(one))
  return Object.fromEntries(shown.map(([name, one]) => [name, name in example ? example[name] : valueOf(one, name, 0)]))
}

/** Returns an example of a call's output. */
export function exampleOutput({ output }: Endpoint): unknown {
  return valueOf(z.toJSONSchema(output, { unrepresentable: 'any' }) as Shape, '', 0)
}

function valueOf(shape: Shape, name: string, depth: number): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.examples) return shape.examples[0]
  const known = EXAMPLE_VALUES[name]
  if (known !== undefined && fits(shape, known)) return known
  if (shape.enum) return shape.enum[0]
  if (shape.default !== undefined) return shape.default
  const choice = shape.anyOf?.find((one) => one.type !== 'null') ?? shape.anyOf?.[0]
  if (choice && !shape.type) return valueOf(choice, name, depth)
  if (depth > DEEPEST) return null
  return OF_TYPE[[shape.type ?? 'object'].flat()[0]!]?.(shape, name, depth) ?? null
}

const OF_TYPE: Record<string, (shape: Shape, name: string, depth: number) => unknown> = {
  object: objectOf,
  array: ({ items = {} }, name, depth) => [valueOf(items, name.replace(/s$/, ''), depth + 1)],
  string: textOf,
  integer: ({ minimum = 1 }) => Math.max(1, minimum),
  number: ({ minimum = 1 }) => Math.max(1, minimum),
  boolean: () => false,
}

function objectOf({ properties, propertyNames, additionalProperties }: Shape, _name: string, depth: number): unknown {
  const names = propertyNames?.enum ?? []
  const rest = typeof additionalProperties === 'object' ? additionalProperties : {}
  const known = Object.entries(properties ?? {}).map(([name, one]) => [name, valueOf(one, name, depth + 1)])
  return Object.fromEntries([...known, ...names.map((name) => [name, valueOf(rest, name, depth + 1)])])
}

function textOf({ format }: Shape, name: string): string {
  if (format === 'date-time' || name.endsWith('_at') || name.endsWith('_until')) return '2026-05-04T09:30:00.000Z'
  if (format === 'date') return '2026-05-04'
  if (format === 'uri') return 'https://careers.meridianhealth.example'
  return name.replaceAll('_', ' ') || 'text'
}

function fits(shape: Shape, value: unknown): boolean {
  if (shape.anyOf && !shape.type) return shape.anyOf.some((one) => fits(one, value))
  if (shape.enum && !Array.isArray(value)) return shape.enum.includes(value)
  if (Array.isArray(value) && !value.every((one) => fits(shape.items ?? {}, one))) return false
  const type = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
  const types = [shape.type ?? type].flat()
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}
