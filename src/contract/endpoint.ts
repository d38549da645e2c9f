import { z } from 'zod'
import { isBlank } from './text/is-blank.ts'
import type { Power } from '#contract/staff/access.ts'

/**
 * Who may call. 'candidate' is the browser with the application's cookie; 'applicant' opened the emailed link to their own page; 'staff' is an admin
 * or an interviewer.
 */
export type Who = 'anyone' | 'candidate' | 'applicant' | 'admin' | 'interviewer' | 'staff'

type Shape = z.ZodObject

/**
 * One call of the HTTP API, defined once: the server validates requests and responses with it, the browser gets its types from it, and OpenAPI and
 * the authorization matrix are generated from it. Paths are written as in the specification, with `{name}` for a parameter.
 */
export type Endpoint<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape, O extends z.ZodType = z.ZodType, W extends Who = Who> = {
  who: W
  /** For an 'admin' call: people with this power may also make it, within their scope. If unset, only owners may. */
  may?: Power
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  summary: string
  params: P
  query: Q
  body: B
  output: O
  /** The status code on success; defaults to 200. */
  status: 200 | 201 | 202 | 204
  /** `multipart`: the body is a form with a file, read as a stream. `form`: a plain form, as sent by OpenID providers. */
  consumes: 'json' | 'multipart' | 'form'
  /** The form fields accepted in addition to JSON or instead of it; the handler parses them itself. */
  form?: z.ZodType
  /** Anything other than JSON is sent as is, and `output` doesn't describe it. */
  produces: 'application/json' | 'application/pdf' | 'application/zip' | 'text/csv' | 'text/calendar'
  /** Scans whole tables: only a few run at a time, except for a single page of a list (`limit`). */
  report?: boolean
  /** The event counted in `rounds_done_total` on success. */
  counted?: CountedEvent
  /** Shows applicants' identities when called with `identifiable`; each such call is audited. */
  reveals?: boolean
  /** Accepts text that can exceed the usual body limit; see `bodyLimitOf`. */
  longText?: boolean
  /**
   * For actions that can't be undone, or that control who may take them: the caller must have confirmed their identity within the last few minutes.
   */
  confirms?: 'always' | 'with names'
  /** Available before someone has used the passkey that the installation requires. */
  beforePasskey?: boolean
  /** Fields of the documented example, where a field's default value doesn't suit this call. */
  example?: Record<string, unknown>
  /** Other media types accepted as JSON. */
  accepts?: readonly string[]
}

/** Events counted by metrics. */
export type CountedEvent = 'applications_opened' | 'applications_submitted' | 'resumes_uploaded' | 'codes_asked_for' | 'sign_ins' | 'emails_queued' | 'exports'

/** Returns the largest JSON body a call accepts, in bytes: 1 MB where long text is expected, 256 KB everywhere else. */
export function bodyLimitOf({ longText }: Pick<Endpoint, 'longText'>): number {
  return (longText ? 1024 : 256) * 1024
}

type Facts =
  | 'may'
  | 'status'
  | 'consumes'
  | 'form'
  | 'produces'
  | 'report'
  | 'counted'
  | 'reveals'
  | 'longText'
  | 'accepts'
  | 'confirms'
  | 'beforePasskey'
  | 'example'
type Declaration = Pick<Endpoint, 'method' | 'path' | 'summary'> & Partial<Pick<Endpoint, Facts>>
const Nothing = z.object({})
type Nothing = typeof Nothing

export function endpoint<W extends Who, O extends z.ZodType, P extends Shape = Nothing, Q extends Shape = Nothing, B extends Shape = Nothing>(
  declared: Declaration & { who: W; params?: P; query?: Q; body?: B; output: O },
): Endpoint<P, Q, B, O, W> {
  return {
    status: 200,
    consumes: 'json',
    produces: 'application/json',
    ...declared,
    params: declared.params ?? (Nothing as unknown as P),
    query: declared.query ?? (Nothing as unknown as Q),
    body: declared.body ?? (Nothing as unknown as B),
  }
}

/** An empty part doesn't constrain the others. */
type ParsedInput<S extends Shape> = keyof S['shape'] extends never ? unknown : z.output<S>
type InputFields<S extends Shape> = keyof S['shape'] extends never ? unknown : z.input<S>

/** What the server receives: parameters, query and body parsed into one object. */
export type Input<E extends Endpoint> = ParsedInput<E['params']> & ParsedInput<E['query']> & ParsedInput<E['body']>
/** What the browser sends. */
export type CallInput<E extends Endpoint> = ParsedInput<E['params']> & Partial<ParsedInput<E['query']>> & InputFields<E['body']>
export type Output<E extends Endpoint> = z.output<E['output']>

const MAX_ID = 2_147_483_647

/** An ID in JSON. */
export const Id = z.int().min(1).max(MAX_ID)

/** An ID in a path or a query; `message` is the error for anything else. */
export function idText(message: string) {
  return z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^\d{1,10}$/)
          .transform(Number),
      ],
      { error: message },
    )
    .pipe(z.int({ error: message }).min(1, message).max(MAX_ID, message))
    .meta({ type: 'integer' })
}

export const IdText = idText('Enter a whole number')

/** A whole number in a query; anything else is read as `fallback`. */
export function countText(fallback: number, smallest = 1, largest = 100_000) {
  return z
    .union([z.int(), z.string()])
    .optional()
    .transform((text) => {
      const count = /^\d{1,9}$/.test(String(text).trim()) ? Number(text) : Number.NaN
      return Number.isNaN(count) ? fallback : Math.min(largest, Math.max(smallest, count))
    })
    .meta({ type: 'integer', default: fallback, minimum: smallest })
}

/** A whole number in a query, from 1 to `largest`; `message` is the error for anything else. */
export function numberText(largest: number, message: string) {
  const text = z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
  return z
    .union([z.int(), text], { error: message })
    .pipe(z.int().min(1, message).max(largest, message))
    .meta({ type: 'integer', minimum: 1, maximum: largest })
}

/** `true` or `false` in a query. */
export function flagText(fallback: boolean) {
  return z
    .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
    .optional()
    .transform((text) => (text === undefined || text === '' ? fallback : text === true || text === 'true' || text === '1'))
    .meta({ type: 'boolean', default: fallback })
}

/** Matches lone surrogates and NUL, which PostgreSQL can't store. */
const INVALID_TEXT = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** Text of at most `longest` characters that PostgreSQL can store. */
export function boundedText(longest = 20_000) {
  return z
    .string()
    .max(longest, `Use at most ${longest} characters`)
    .refine((text) => !INVALID_TEXT.test(text), "This text contains characters that can't be stored")
}

/** Like `boundedText`, but trimmed; without a visible character, it's rejected with this message. */
export function requiredText(longest: number, message: string) {
  return boundedText(longest)
    .trim()
    .min(1, { error: message, abort: true })
    .refine((text) => !isBlank(text), message)
}

/** A point in time: ISO 8601 in UTC. */
export const Instant = z.string().meta({ format: 'date-time' })
export const Message = z.object({ message: z.string() })
export const Empty = z.undefined().or(z.null())

/** The shape of every error; on a 422, `errors` names the fields. */
export const ErrorBody = z.object({
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  request_id: z.string().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** The error for a call that someone's role doesn't include: retrying can't help. */
export const NO_ACCESS = "You don't have access."

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
