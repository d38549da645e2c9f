import type { FileHandle } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Output } from '#server/operate/backup/output.ts'

/** What a command works with, opened by the command line or lent by the process that holds the embedded database. */
export type Operator = {
  env: Env
  log: Logger
  database: Database
  db: Database['db']
  files: FileStore
  /** What paths are relative to: the folder in which the command was run. */
  cwd: string
  /** What the command has prepared and opened. */
  output: Output | null
  input: FileHandle | null
  /** To stdout: the result. */
  say: (line: string) => void
  /** To stderr: messages for a person. */
  warn: (line: string) => void
}

export type Given = { operands: string[]; flags: Record<string, string | boolean | undefined> }

export type Prepared = { output?: Output; input?: FileHandle }

export type Command = {
  /** As it's typed: 'applicant erase ID'. */
  usage: string
  about: string
  options?: Record<string, { type: 'boolean' | 'string'; about: string }>
  /** May also run inside the process that holds the embedded database. */
  whileRunning: boolean
  /** Works on a database that doesn't exist yet or has an older schema. */
  anySchema?: (given: Given) => boolean
  /** When to give up on a server that doesn't answer; 30 seconds by default. */
  patienceMs?: number
  /** Throws for invalid operands and flags, before anything is opened. */
  check?: (given: Given) => void
  /** Opens the files named on the command line before anything else, with the rights of the user who ran it. */
  prepare?: (given: Given, cwd: string) => Promise<Prepared>
  /** True: done; false: it failed, and `warn` has said why. */
  run: (operator: Operator, given: Given) => Promise<boolean>
  /** In place of `run`, for what opens neither the database nor files, and acts as the user who typed it. */
  runApart?: (voice: Pick<Operator, 'env' | 'say' | 'warn'>, given: Given) => Promise<boolean>
  /** What can still be done when the database or files didn't open; `fault` is the reason. */
  runClosed?: (voice: Pick<Operator, 'env' | 'say'>, given: Given, fault: unknown) => Promise<boolean>
}
