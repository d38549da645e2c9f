import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'

const NAME = 'moved.json'

type Mark = { to: string; at: string }

/** Records in the data folder that its database was moved; the database itself isn't changed. */
export async function markMoved(dataDir: string, mark: Mark): Promise<void> {
  await writeFile(join(dataDir, NAME), `${JSON.stringify(mark)}\n`, { mode: 0o600 })
}

/** Explains where the embedded database was moved and how to start from it anyway; null if it's still in use. */
export function movedAwayReason({ DATABASE_URL, DATA_DIR }: { DATABASE_URL?: string | undefined; DATA_DIR: string }): string | null {
  const file = join(DATA_DIR, NAME)
  if (DATABASE_URL || !existsSync(file)) return null
  const { to, at } = JSON.parse(readFileSync(file, 'utf8')) as Mark
  return `The database in ${DATA_DIR} was moved to ${to} on ${at.slice(0, 10)}: set DATABASE_URL. To use this older copy all the same, delete ${file}.`
}

/**
 * Asks on a terminal whether to start from the older copy, to look something up; without a terminal, the answer is no. Its files and waiting emails are
 * those of the database it was moved to, so it may start only as a trial.
 */
export async function confirmsOlderCopy(reason: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const reply = await terminal.question(
    `${reason}\nStart from the older copy this once, without emails, reminders and nightly work? (sign-in code prints the code to sign in with) [y/N] `,
  )
  terminal.close()
  return /^y(es)?$/i.test(reply.trim())
}
