import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { loadExclusions } from '#server/licenses/exclusions.ts'
import type { Command, Arguments, Operator } from './operator.ts'

export const LICENSE_COMMANDS: Command[] = [
  {
    usage: 'exclusions load FILE [--smaller]',
    about: "Replaces the last OIG exclusion list with this month's (UPDATED.csv), and checks it against people in interviews or with accepted offers.",
    options: { smaller: { type: 'boolean', about: "accepts a list that's much smaller than the last one" } },
    whileRunning: true,
    timeoutMs: 120_000,
    prepare: async ({ operands }, cwd) => ({ text: await readFile(resolve(cwd, operands[0]!), 'utf8') }),
    run: load,
  },
]

async function load({ db, text, say, warn }: Operator, { flags }: Arguments): Promise<boolean> {
  try {
    // How many possible matches there are is for one person only.
    const { rows } = await loadExclusions(db, text ?? '', { isSmaller: flags['smaller'] === true })
    say(`${rows} ${rows === 1 ? 'person is' : 'people are'} on the list.`)
    return true
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error
    warn(error.message)
    return false
  }
}
