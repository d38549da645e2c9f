import type { z } from 'zod'

/** Returns the value given for a setting; an empty one counts as not set. */
export type ReadVariable = (name: string) => string | undefined

/** Everything the app knows about one setting. */
export type Setting<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema
  /** One sentence for the README and `.env.example`. */
  about: string
  /** More sentences, for `.env.example` only. */
  more?: string
  /** A valid value as written in a settings file. */
  example: string
  /** What happens if it's empty and the schema has no default. */
  otherwise?: string
  /** Why production needs it: the default is only suitable for the demo. */
  production?: string
  /** Can also be set in the product, where it's stored in the database. A variable takes precedence. */
  inProduct?: true
  /** Other settings it requires. */
  needs?: readonly string[]
  /** Why it has no effect here, such as 'with RATIONALE=off'; null if it has one. */
  idle?: (given: ReadVariable) => string | null
  /** Its former names, and names people know from other products; each gets a hint with the right name. */
  replaces?: readonly string[]
  /** The variables that ONCE provides for it, and the value derived from them; the setting's own name takes precedence. */
  once?: { names: readonly string[]; read: (given: ReadVariable) => string | undefined }
  /** Never printed. */
  isSecret?: true
  /** Its part of the startup line; `notInUse` is shown if it isn't set. Neither includes a user, password or key. */
  inUse?: (value: z.output<Schema>) => string | null | undefined
  notInUse?: string
}

/** Type-checks a row of the table against its own schema. */
export function setting<Schema extends z.ZodType>(row: Setting<Schema>): Setting<Schema> {
  return row
}
