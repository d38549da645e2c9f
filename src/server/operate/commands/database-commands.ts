import { open, type FileHandle } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { BACKUP_MADE, BACKUP_REHEARSED, recordAudit } from '#server/audit/record-audit.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/db/seed.ts'
import { backUp } from '#server/operate/backup/back-up.ts'
import { pathOf } from './operands.ts'
import type { Command, Arguments, Operator } from './operator.ts'
import { openOutput } from '#server/operate/backup/output.ts'
import { checkArchive, restore } from '#server/operate/backup/restore.ts'
import { listRunning } from '#server/operate/backup/restore-store.ts'
import { heldNote } from '#server/operate/privacy/applicant-commands.ts'
import { sentenceOf } from '#server/operate/audit/sentence-of.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'

export const DATABASE_COMMANDS: Command[] = [
  {
    usage: 'migrate [--check]',
    about: 'Upgrades the database to this version of Rounds. Every start does this too; use the command to run it with a separate database role.',
    options: { check: { type: 'boolean', about: "changes nothing; exits with 1 if there's something to do or the database is newer" } },
    whileRunning: false,
    // A check must not create a database, and stops here if the schema is out of date.
    anySchema: ({ flags }) => flags['check'] !== true,
    async run({ database, say }, { flags }) {
      const migrationCount = flags['check'] === true ? 0 : await migrate(database)
      say(migrationCount === 0 ? 'The database is up to date.' : `${migrationCount} migrations applied.`)
      return true
    },
  },
  {
    usage: 'seed [--demo]',
    about: 'Adds the data Rounds needs to run; with --demo also sample roles, applicants, interviewers and feedback.',
    options: { demo: { type: 'boolean', about: 'sample data, on a database without roles' } },
    whileRunning: true,
    anySchema: () => true,
    run: migrateAndSeed,
  },
  {
    usage: 'backup FILE [--overwrite] [--encrypt-to KEY]',
    about: 'Writes the database, files and a manifest with checksums to one tar archive while Rounds runs. A FILE ending in .zst or .gz is compressed.',
    options: {
      overwrite: { type: 'boolean', about: 'replaces FILE if it exists' },
      'encrypt-to': { type: 'string', about: 'encrypts the archive as it is written: an age recipient (age1…, ssh-…) or an OpenPGP key' },
    },
    whileRunning: true,
    prepare: async ({ operands, flags }, cwd) => {
      const encryptTo = flags['encrypt-to']
      return {
        output: await openOutput(resolve(cwd, operands[0]!), { overwrite: flags['overwrite'] === true, ...(encryptTo && { encryptTo: String(encryptTo) }) }),
      }
    },
    run: backup,
  },
  {
    usage: 'rehearsal passed',
    about: 'Records for doctor that a backup was restored as a rehearsal. deploy/backup/rounds-backup does this by itself.',
    whileRunning: true,
    async run({ db, say }) {
      await db.transaction((tx) => recordAudit(tx, { actor: null, action: BACKUP_REHEARSED, subject_kind: 'database' }))
      say('Rehearsal recorded.')
      return true
    },
  },
  {
    usage: 'restore FILE [--check] [--force] [--hold-mail] [--lost-key]',
    about:
      'Checks an entire archive, then replaces the database with it in one transaction. The existing data is backed up to DATA_DIR first. Erasures made after the backup are repeated.',
    options: {
      check: { type: 'boolean', about: 'only checks the archive; restores nothing' },
      force: { type: 'boolean', about: "doesn't back up the existing data, which is lost" },
      'lost-key': { type: 'boolean', about: "the backup's SECRET_KEY is lost: people have to sign in again, and earlier erasures can't be verified" },
      'hold-mail': {
        type: 'boolean',
        about: "holds emails that were pending at the time of the backup for review; reminders and digests sent since aren't repeated",
      },
    },
    whileRunning: false,
    prepare: async ({ operands }, cwd) => ({ input: await openArchiveFile(resolve(cwd, operands[0]!)) }),
    anySchema: () => true,
    run: restoreArchive,
  },
  {
    usage: 'audit verify [--since ID:HASH] [--json]',
    about: 'Recomputes every hash in the audit trail and shows the first row that was tampered with.',
    options: {
      since: { type: 'string', about: 'the newest row from an earlier run or the nightly log, to detect whether later rows were removed' },
      json: { type: 'boolean', about: 'the verdict as one JSON object' },
    },
    whileRunning: true,
    check: ({ flags }) => void knownRow(flags['since']),
    run: verify,
  },
]

async function migrateAndSeed({ database, files, env, say }: Operator, { flags }: Arguments): Promise<boolean> {
  if (flags['demo'] && env.isProduction) throw new Error("Demo data isn't available in production (NODE_ENV).")
  await migrate(database)
  const seeded = await seed({ database, files, env }, flags['demo'] ? 'demo' : 'reference', say)
  say(seeded === 'demo' ? 'The demo data is in place.' : 'The reference data is in place.')
  if (flags['demo'] && seeded !== 'demo') say('Skipped the demo data: this database already has roles.')
  return true
}

async function backup(operator: Operator, { operands }: Arguments): Promise<boolean> {
  const file = pathOf(operator, operands[0]!)
  const { tables, files, missing_files, changed_files, audit_head } = await backUp(operator, operator.output!)
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  const facts = { rows, files: files.length }
  await operator.db.transaction((tx) => recordAudit(tx, { actor: null, action: BACKUP_MADE, subject_kind: 'database', facts }))
  operator.say(`${file}: ${tables.length} tables, ${rows} rows, ${files.length} files.`)
  if (audit_head) operator.say(`Newest row of the audit trail: ${audit_head.audit_id}:${audit_head.hash}`)
  for (const key of missing_files) operator.warn(`A row refers to ${key}, which isn't in the file store.`)
  for (const key of changed_files) operator.warn(`${key} isn't the file that was stored: take it from an earlier backup.`)
  return true
}

async function openArchiveFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    const reason = { ENOENT: "it doesn't exist", EACCES: "this user can't read it" }[error.code ?? ''] ?? sentenceOf(error)
    throw new Error(`The archive ${path} can't be opened: ${reason}. Nothing was restored.`, { cause: error })
  })
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new Error(`${path} isn't a file. Nothing was restored.`)
}

async function restoreArchive(operator: Operator, { flags }: Arguments): Promise<boolean> {
  const running = operator.database.embedded ? [] : await listStillRunning(operator)
  if (running.length > 0) throw new Error(stopFirst(running))
  if (flags['check'] === true) return reportKeys(operator, flags['lost-key'] === true)
  const keepIn = join(operator.env.DATA_DIR, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}.tar.zst`)
  const options = { force: flags['force'] === true, holdMail: flags['hold-mail'] === true, isKeyLost: flags['lost-key'] === true, keepIn }
  const result = await restore(operator, operator.input!, options).catch((error: unknown) => {
    throw isForbidden(error)
      ? new Error(`${sentenceOf(error)}: restore as the role that owns the database (rounds-owner restore FILE). Nothing was restored.`)
      : error
  })
  if (result.kept) operator.say(`What was there before is in ${result.kept}.`)
  operator.say(`The state of ${result.manifest.made_at} is back: ${result.rows} rows, ${result.files} files.`)
  if (result.erasedAgain > 0) operator.say(`${result.erasedAgain} erasures made after the backup were repeated.`)
  if (result.held.length > 0) operator.say(heldNote(result.held))
  return true
}

async function reportKeys(operator: Operator, isKeyLost: boolean): Promise<boolean> {
  const { made_at, tables, files } = await checkArchive(operator, operator.input!, { isKeyLost })
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  operator.say(`The archive is complete and can be restored: the state of ${made_at}, ${rows} rows, ${files.length} files.`)
  return true
}

const isForbidden = (error: unknown) => [error, (error as Error).cause].some((one) => (one as { code?: unknown } | undefined)?.code === '42501')

/** A pooler keeps a stopped process's connections open for a while, and they count as running for 10 s. */
async function listStillRunning({ database }: Operator) {
  for (const deadline = performance.now() + 12_000; ; await pause(1_000)) {
    const running = await listRunning(database.pool)
    if (running.length === 0 || performance.now() > deadline) return running
  }
}

function stopFirst(running: { pid: number; from: string }[]): string {
  const hosts = [...new Set(running.map(({ from }) => from))].join(', ')
  const pids = running.map(({ pid }) => pid).join(', ')
  return `Rounds is running on this database (from ${hosts}; backends ${pids}). Stop every process first: what people send now would be lost. Nothing was restored.`
}

async function verify({ db, env, say, warn }: Operator, { flags }: Arguments): Promise<boolean> {
  const verdict = await verifyAudit(db, { known: knownRow(flags['since']), erasures: { secret: env.SECRET_KEY } })
  if (flags['json']) say(JSON.stringify({ whole: !verdict.broken, ...verdict }))
  if (flags['json']) return !verdict.broken
  if (verdict.broken) {
    const { audit_id, because, isUnproved } = verdict.broken
    if (isUnproved) warn(`Row ${audit_id} of the audit trail: ${because}. Nothing was changed; set SECRET_KEY to the value it had then.`)
    else warn(`Row ${audit_id} of the audit trail is the first that was tampered with: ${because}.`)
    return false
  }
  say(`The audit trail is whole: ${verdict.rows} rows${verdict.erased > 0 ? `, personal values of ${verdict.erased} erased by request` : ''}.`)
  if (verdict.head) say(`Newest row: ${verdict.head}`)
  return true
}

function knownRow(since: string | boolean | undefined) {
  if (since === undefined) return null
  const [, id, hash] = /^(\d+):([0-9a-f]{64})$/.exec(String(since)) ?? []
  if (!id || !hash) throw new TypeError('--since takes the number and the hash of a row, 12:0ab….')
  return { audit_id: Number(id), hash }
}
