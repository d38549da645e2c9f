import type { z } from 'zod'

/** What was set, by name; an empty setting isn't set. */
export type Given = (name: string) => string | undefined

/** Everything that's true of one setting. */
export type Setting<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema
  /** One sentence for the README and `.env.example`. */
  about: string
  /** More sentences, for `.env.example` only. */
  more?: string
  /** A value that's right, as it's written in a settings file. */
  example: string
  /** What applies when it's empty and the schema has no default of its own. */
  otherwise?: string
  /** Why production needs it: the default only suits the demo. */
  production?: string
  /** What must be set beside it. */
  needs?: readonly string[]
  /** Why it has no effect here, such as 'with RATIONALE=off'; null if it has one. */
  idle?: (given: Given) => string | null
  /** Names it had before or that people know from other products: each gets a hint with the right one. */
  replaces?: readonly string[]
  /** Never printed. */
  isSecret?: true
  /** Its part of the line at startup, and what that line says when it isn't set. Neither holds a user, password or key. */
  inUse?: (value: z.output<Schema>) => string | null | undefined
  notInUse?: string
}

/** Checks a row of the table against its own schema. */
export function setting<Schema extends z.ZodType>(row: Setting<Schema>): Setting<Schema> {
  return row
}
