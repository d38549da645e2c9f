import type { FileHandle } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Database } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Output } from '#server/operate/backup/output.ts'

/** What a command works with: opened by the command line itself, or lent by the process that holds the embedded database. */
export type Operator = {
  env: Env
  log: Logger
  database: Database
  db: Database['db']
  files: FileStore
  /** What paths are relative to: the folder in which the command was run. */
  cwd: string
  /** What the command prepared, open already. */
  output: Output | null
  input: FileHandle | null
  /** To stdout: what was asked for. */
  say: (line: string) => void
  /** To stderr: what a person should know. */
  warn: (line: string) => void
}

export type Given = { operands: string[]; flags: Record<string, string | boolean | undefined> }

export type Prepared = { output?: Output; input?: FileHandle }

export type Command = {
  /** As it is typed, 'applicant erase ID'. */
  usage: string
  about: string
  options?: Record<string, { type: 'boolean' | 'string'; about: string }>
  /** May also run inside the process that holds the embedded database. */
  whileRunning: boolean
  /** Works on a database that does not exist yet or has an older schema. */
  anySchema?: (given: Given) => boolean
  /** When to give up on a server that doesn't answer; 30 seconds by default. */
  patienceMs?: number
  /** Throws for operands and flags that cannot be meant, before anything is opened. */
  check?: (given: Given) => void
  /** Opens the files named on the command line before anything else, with the rights of the user who ran it. */
  prepare?: (given: Given, cwd: string) => Promise<Prepared>
  /** True: done; false: it did not work, and `warn` has said why. */
  run: (operator: Operator, given: Given) => Promise<boolean>
  /** What can be said all the same when database or files did not open; `fault` is why. */
  runClosed?: (voice: Pick<Operator, 'env' | 'say'>, given: Given, fault: unknown) => Promise<boolean>
}
