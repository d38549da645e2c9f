import { parseArgs } from 'node:util'
import { APPLICANT_COMMANDS } from '#server/operate/privacy/applicant-commands.ts'
import { PACKET_COMMANDS } from './packet-commands.ts'
import { DATABASE_COMMANDS } from './database-commands.ts'
import type { Command, Arguments, Operator } from './operator.ts'
import { sentenceOf } from '#server/operate/audit/sentence-of.ts'
import { KEY_COMMANDS } from '#server/operate/keys/key-commands.ts'
import { LICENSE_COMMANDS } from './license-commands.ts'
import { MAIL_COMMANDS } from '#server/operate/mail/mail-commands.ts'
import { MOVE_COMMANDS } from '#server/operate/move/move-commands.ts'
import { UPGRADE } from '#server/operate/release/upgrade-command.ts'
import { ROLE_COMMANDS } from './role-commands.ts'
import { ROLL } from './roll.ts'
import { STAFF_COMMANDS } from './staff-commands.ts'

export const COMMANDS: Command[] = [
  ...DATABASE_COMMANDS,
  ...APPLICANT_COMMANDS,
  ...PACKET_COMMANDS,
  ...ROLE_COMMANDS,
  ...LICENSE_COMMANDS,
  ...STAFF_COMMANDS,
  ...MAIL_COMMANDS,
  ...KEY_COMMANDS,
  ...MOVE_COMMANDS,
  ROLL,
  UPGRADE,
]

export type ParsedCommand = { command: Command; given: Arguments }

/** Returns a command's words without its operands: 'applicant erase'. */
export function nameOf({ usage }: Command): string {
  return wordsOf(usage)
    .filter((word) => /^[a-z]/.test(word))
    .join(' ')
}

/** Parses these words into a command with its operands and flags; null if there's no such command. Throws a `TypeError` for invalid operands or flags. */
export function findCommand(words: string[]): ParsedCommand | null {
  const command = COMMANDS.find((one) => {
    const name = nameOf(one).split(' ')
    return name.every((word, at) => words[at] === word)
  })
  if (!command) return null
  const rest = words.slice(nameOf(command).split(' ').length)
  const options = { help: { type: 'boolean' as const }, ...command.options }
  const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true, strict: true })
  const flags = values as Arguments['flags']
  const expected = wordsOf(command.usage).filter((word) => /^[A-Z]/.test(word))
  if (!flags['help'] && positionals.length !== expected.length) {
    throw new TypeError(
      positionals.length < expected.length ? `${expected[positionals.length]} is missing.` : `Unexpected argument '${positionals[expected.length]}'.`,
    )
  }
  const given: Arguments = { operands: positionals, flags }
  if (!flags['help']) command.check?.(given)
  return { command, given }
}

/** Returns 0 for success, 1 for failure, 2 for a usage error. */
export async function runCommand({ command, given }: ParsedCommand, operator: Operator): Promise<number> {
  try {
    return (await command.run(operator, given)) ? 0 : 1
  } catch (error) {
    operator.warn(sentenceOf(error))
    return 1
  }
}

function wordsOf(usage: string): string[] {
  return usage
    .replace(/\[[^\]]*\]|--\S+ [A-Z]+/g, '')
    .split(' ')
    .filter((word) => word !== '')
}
