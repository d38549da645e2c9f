import { setTimeout as pause } from 'node:timers/promises'
import { FOLDER_TIMEOUT_MS, SERVER, connect, holderOf, type Holder, type Database } from '#server/db/connect.ts'
import { readEnv, type Env } from '#server/env.ts'
import { loadSettingsFiles } from '#server/settings/load-files.ts'
import { runCommand, COMMANDS, findCommand, nameOf, type ParsedCommand } from './command-table.ts'
import { diagnoseSettings } from './diagnose.ts'
import { sendToRunning } from './command-socket.ts'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { destination, pino, type Logger } from 'pino'
import { knownMigrations, versionOf, newerVersionError } from '#server/db/migrate.ts'
import { openFiles } from '#server/files/open-files.ts'
import { inSnapshot, listMigrations } from '#server/operate/backup/backup-store.ts'
import { applyStoredSettingsIfAny } from '#server/settings/stored.ts'
import type { Command, PreparedCommand, Operator } from './operator.ts'
import { actAsOwner, ownerError } from '../backup/owner.ts'
import { PACKET_VERIFY, provePacket } from './packet-commands.ts'
import { movedAwayReason } from '../move/moved-mark.ts'
import { sentenceOf } from '../audit/sentence-of.ts'

const OPENAPI = { usage: 'openapi', about: 'Prints the OpenAPI 3.1 description of every call.' }
const say = (line: string) => void process.stdout.write(`${line}\n`)
const warn = (line: string) => void process.stderr.write(`${line}\n`)

/** Runs what the operator typed. Returns 0 for success, 1 for failure, 2 for a usage error. */
async function main(words: string[]): Promise<number> {
  if (words.length === 0 || words[0] === '--help' || words[0] === 'help') {
    ;(words.length === 0 ? warn : say)(overview())
    return words.length === 0 ? 2 : 0
  }
  // Needs neither settings nor a database, so anyone with a packet can run it.
  if (words[0] === 'packet' && !words.includes('--help')) return provePacket(words.slice(1), { say, warn })
  if (words[0] === 'packet') {
    say(`npm run cli -- ${PACKET_VERIFY.usage}\n\n${PACKET_VERIFY.about}`)
    return 0
  }
  const found = parseCommand(words)
  if (typeof found === 'number') return found
  loadSettingsFiles()
  const read = readEnv(process.env)
  const isDoctor = found !== 'openapi' && nameOf(found.command) === 'doctor'
  if ('errors' in read) {
    if (isDoctor) diagnoseSettings(read.errors, say, found.given)
    else for (const error of read.errors) warn(error)
    return 1
  }
  const movedReason = movedAwayReason(read.env)
  for (const warning of [...(isDoctor ? [] : read.warnings), ...(movedReason ? [movedReason] : [])]) warn(warning)
  if (found === 'openapi') {
    const { describeCalls } = await import('./describe-calls.ts')
    say(JSON.stringify(await describeCalls(read.env), null, 2))
    return 0
  }
  // The files belong to the database it was moved to, so what it doesn't know isn't left over.
  if (movedReason && nameOf(found.command) === 'retention run') return 1
  if (found.command.runApart) return (await found.command.runApart({ env: read.env, say, warn }, found.given)) ? 0 : 1
  const reason = ownerError(read.env.DATA_DIR)
  if (reason) throw new Error(reason)
  const prepared = (await found.command.prepare?.(found.given, process.cwd())) ?? {}
  try {
    const obstacle = actAsOwner(read.env.DATA_DIR)
    if (obstacle) throw new Error(obstacle)
    return await runInServerOrHere(read.env, found, { words, prepared })
  } finally {
    await prepared.output?.abandon()
  }
}

/** Runs the command here or in the process that holds the embedded database; waits if another command or a starting server holds it. */
async function runInServerOrHere(env: Env, found: ParsedCommand, { words, prepared }: { words: string[]; prepared: PreparedCommand }): Promise<number> {
  for (const deadline = performance.now() + FOLDER_TIMEOUT_MS; ; await pause(250)) {
    const operator = await openOperator(env, found, prepared).catch((fault: unknown) => {
      if (!found.command.runClosed) throw fault
      return { fault }
    })
    if ('fault' in operator) return (await found.command.runClosed!({ env, say }, found.given, operator.fault)) ? 0 : 1
    if (!('holder' in operator)) return runCommand(found, operator).finally(() => operator.close())

    const code = found.command.whileRunning
      ? await sendToRunning(env.DATA_DIR, { words, cwd: process.cwd(), text: prepared.text }, { say, warn, output: prepared.output })
      : null
    if (code !== null) return code
    if ((operator.holder.what !== SERVER || found.command.whileRunning) && performance.now() < deadline) continue
    warn(inUse(env.DATA_DIR, operator.holder, nameOf(found.command)))
    return 1
  }
}

function inUse(dataDir: string, { what, pid }: Holder, command: string): string {
  const holderName = what === SERVER ? 'a running Rounds' : what
  return `The data folder ${dataDir} is in use by ${holderName}${pid ? ` (process ${pid})` : ''}. Stop it first, then run '${command}' again.`
}

function parseCommand(words: string[]): ParsedCommand | 'openapi' | number {
  try {
    if (words[0] === 'openapi') {
      if (words.length === 1) return 'openapi'
      if (words[1] !== '--help') throw new TypeError(`Unexpected argument '${words[1]}'.`)
      say(`npm run cli -- ${OPENAPI.usage}\n\n${OPENAPI.about}`)
      return 0
    }
    const found = findCommand(words)
    if (!found) throw new TypeError(`Unknown command '${words.join(' ')}'.`)
    if (!found.given.flags['help']) return found
    say(helpFor(found.command))
    return 0
  } catch (error) {
    warn(`${(error as Error).message}\n${usageOf(words)}`)
    return 2
  }
}

function usageOf(words: string[]): string {
  const near = COMMANDS.filter((command) => nameOf(command).split(' ')[0] === words[0])
  return near.length > 0 ? near.map((one) => `Usage: npm run cli -- ${one.usage}`).join('\n') : 'Try npm run cli -- --help'
}

function overview(): string {
  const lines = [...COMMANDS, PACKET_VERIFY, OPENAPI].map(({ usage, about }) => `  ${usage}\n      ${about}`)
  return ['Commands for operators. Each supports --help; exit codes: 0 success, 1 failure, 2 wrong usage.', '', ...lines].join('\n')
}

function helpFor({ usage, about, options = {} }: Command): string {
  const lines = Object.entries(options).map(([name, option]) => `  --${name}${option.type === 'string' ? ' …' : ''}  ${option.about}`)
  return [`npm run cli -- ${usage}`, '', about, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

main(process.argv.slice(2)).then(
  // Output to a pipe may not be flushed yet.
  (code) => process.stdout.write('', () => process.exit(code)),
  (error: unknown) => {
    warn(sentenceOf(error))
    process.exit(1)
  },
)

/** Opens what a command needs, or returns who holds the embedded database. Throws a one-sentence error if it can't. */
async function openOperator(
  env: Env,
  { command, given }: ParsedCommand,
  { output, input, text }: PreparedCommand,
): Promise<(Operator & { close: () => Promise<void> }) | { holder: Holder }> {
  const anySchema = command.anySchema?.(given) ?? false
  if (!env.DATABASE_URL && !anySchema && !hasCluster(env.DATA_DIR))
    throw new Error(`No database in ${env.DATA_DIR}. Set DATA_DIR or DATABASE_URL, or create one with the command migrate.`)
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const log = pino({ level: 'warn', base: null, serializers: { err: sentenceOf } }, destination({ fd: 2, sync: true }))
  const database = await connectFor(command, env, log)
  if ('holder' in database) return database
  try {
    if (!anySchema) await inSnapshot(database.pool, rejectSchemaMismatch)
    // Commands that repair an installation must run even without settings they can't read.
    await applyStoredSettingsIfAny(database.db, env).catch(() => {})
    const files = await openFiles(env)
    return {
      env,
      log,
      database,
      db: database.db,
      files,
      cwd: process.cwd(),
      output: output ?? null,
      input: input ?? null,
      text: text ?? null,
      say: (line) => void process.stdout.write(`${line}\n`),
      warn: (line) => void process.stderr.write(`${line}\n`),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function connectFor(command: ParsedCommand['command'], env: Env, log: Logger): Promise<Database | { holder: Holder }> {
  try {
    return await connect({
      dataDir: env.DATA_DIR,
      log,
      command: `the command ${nameOf(command)}`,
      ...(env.DATABASE_URL && { databaseUrl: env.DATABASE_URL }),
      ...(command.timeoutMs && { timeoutMs: command.timeoutMs }),
    })
  } catch (error) {
    const holder = holderOf(error)
    if (holder) return { holder }
    throw error
  }
}

function hasCluster(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('postgresql-'))
}

async function rejectSchemaMismatch(client: Parameters<typeof listMigrations>[0]): Promise<void> {
  const [present, known] = [await listMigrations(client), knownMigrations().length]
  if (present.length < known)
    throw new Error(`The database is older than this version of Rounds (${present.length} of ${known} migrations). Run the command migrate first.`)
  if (present.length > known) throw new Error(newerVersionError('The database', { count: present.length, version: await versionOf(client) }))
}
