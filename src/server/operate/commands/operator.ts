import type { FileHandle } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Output } from '#server/operate/backup/output.ts'

/** The services a command works with: opened by the command line, or lent by the process that holds the embedded database. */
export type Operator = {
  env: Env
  log: Logger
  database: Database
  db: Database['db']
  files: FileStore
  /** The folder where the command was run; paths are relative to it. */
  cwd: string
  /** The output that the command prepared and opened. */
  output: Output | null
  input: FileHandle | null
  /** The text the command read, with the permissions of the user who ran it. */
  text: string | null
  /** Prints results to stdout. */
  say: (line: string) => void
  /** Prints messages for people to stderr. */
  warn: (line: string) => void
}

export type Arguments = { operands: string[]; flags: Record<string, string | boolean | undefined> }

export type PreparedCommand = { output?: Output; input?: FileHandle; text?: string }

export type Command = {
  /** The command as typed: 'applicant erase ID'. */
  usage: string
  about: string
  options?: Record<string, { type: 'boolean' | 'string'; about: string }>
  /** Whether it can also run inside the process that holds the embedded database. */
  whileRunning: boolean
  /** Returns whether it works on a database that doesn't exist yet or has an older schema. */
  anySchema?: (given: Arguments) => boolean
  /** When to give up on a server that doesn't respond; defaults to 30 seconds. */
  timeoutMs?: number
  /** Throws for invalid operands and flags, before anything is opened. */
  check?: (given: Arguments) => void
  /** Opens the files named on the command line before anything else, with the permissions of the user who ran it. */
  prepare?: (given: Arguments, cwd: string) => Promise<PreparedCommand>
  /** Resolves to true if it succeeded, or to false if it failed and `warn` has printed the reason. */
  run: (operator: Operator, given: Arguments) => Promise<boolean>
  /** Replaces `run` for commands that open neither the database nor files and run as the user who typed them. */
  runApart?: (voice: Pick<Operator, 'env' | 'say' | 'warn'>, given: Arguments) => Promise<boolean>
  /** What can still be done if the database or files didn't open; `error` is the reason. */
  runClosed?: (voice: Pick<Operator, 'env' | 'say'>, given: Arguments, error: unknown) => Promise<boolean>
}
