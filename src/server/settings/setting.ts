import type { z } from 'zod'

/** Looks up what was set by name; an empty setting counts as not set. */
export type Given = (name: string) => string | undefined

/** Everything that's true of one setting. */
export type Setting<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema
  /** One sentence for the README and `.env.example`. */
  about: string
  /** More sentences, for `.env.example` only. */
  more?: string
  /** A valid value as written in a settings file. */
  example: string
  /** What applies when it's empty and the schema has no default of its own. */
  otherwise?: string
  /** Why production needs it: the default is only suitable for the demo. */
  production?: string
  /** Can also be set in the product, where it's kept in the database; a variable takes precedence. */
  inProduct?: true
  /** The other settings it requires. */
  needs?: readonly string[]
  /** Why it has no effect here, such as 'with RATIONALE=off'; null if it has one. */
  idle?: (given: Given) => string | null
  /** Names it used to have or that people know from other products: each gets a hint with the right name. */
  replaces?: readonly string[]
  /** The variables by which ONCE sets it, and the value they add up to; the setting's own name wins. */
  once?: { names: readonly string[]; read: (given: Given) => string | undefined }
  /** Never printed. */
  isSecret?: true
  /** Its part of the startup line; `notInUse` is shown if it isn't set. Neither contains a user, password or key. */
  inUse?: (value: z.output<Schema>) => string | null | undefined
  notInUse?: string
}

/** Type-checks a row of the table against its own schema. */
export function setting<Schema extends z.ZodType>(row: Setting<Schema>): Setting<Schema> {
  return row
}
