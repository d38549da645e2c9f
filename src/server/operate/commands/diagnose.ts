import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { isLoopback } from '#server/env-values.ts'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { isConnectionError } from '#server/db/connect.ts'
import { knownMigrations } from '#server/db/migrate.ts'
import { settingWarnings, type Env } from '#server/env.ts'
import { openFiles } from '#server/files/open-files.ts'
import { isComplete, missingKeyReason } from '#server/http/key-ring.ts'
import { readRing } from '#server/http/load-keys.ts'
import { inSnapshot, listMigrations, findNow } from '#server/operate/backup/backup-store.ts'
import {
  versionAgeNote,
  certificate,
  damagedPackets,
  damagedResumes,
  exclusionContact,
  fileOwners,
  backupJobNote,
  bouncedMailNote,
  diskSpaceNote,
  queuedMailNote,
  type Note,
  type Warning,
} from './operating-checks.ts'
import type { Arguments, Operator } from './operator.ts'
import { sentenceOf } from '#server/operate/audit/sentence-of.ts'
import { BACKUP_MADE, BACKUP_REHEARSED } from '#server/audit/record-audit.ts'
import { bounceMailbox } from '#server/operate/mail/open-mailbox.ts'
import { dkim, dmarc, spf } from '#server/operate/mail/mail-alignment.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'

const MIN_FREE_BYTES = 1024 ** 3
const MAX_SKEW_MS = 5_000
const MAKE_ROOM = 'free some space, see "The disk is full" in docs/operate.md'

/** What to check: the configuration, plus the database or the reason it didn't open. */
type DiagnosisInput = { env: Env; database: Operator['database'] | null; fault?: unknown }
/** Returns null or a note if it's fine; otherwise the problem and how to fix it. A warning may be intended, so it doesn't count as a problem. */
type Check = (patient: DiagnosisInput) => Promise<string | Note | Warning | null>

const CHECKS: Record<string, Check> = {
  settings: async ({ env }) => {
    const warnings = settingWarnings(env.source)
    return warnings.length > 0 ? { warning: warnings.join('; ') } : null
  },
  'Node version': async () => (Number(process.versions.node.split('.')[0]) >= 24 ? null : `this is Node ${process.versions.node}: install Node 24 or newer`),
  'data folder': async ({ env }) =>
    checkWritable(env.DATA_DIR).then(
      () => null,
      (error) =>
        `${env.DATA_DIR} cannot be written (${sentenceOf(error)}): ${isFull(error) ? MAKE_ROOM : 'make the user that runs Rounds its owner, or set DATA_DIR to another folder'}`,
    ),
  'disk space': async ({ env }) => {
    const { bavail, bsize } = await statfs(env.DATA_DIR)
    return bavail * bsize >= MIN_FREE_BYTES
      ? { note: `${Math.floor((bavail * bsize) / MIN_FREE_BYTES)} GB free` }
      : `less than 1 GB is free where DATA_DIR is: ${MAKE_ROOM}`
  },
  port: ({ env }) => checkPort(env),
  database: async ({ env, database, fault }) => {
    if (!database) return `${sentenceOf(fault)}: ${remedyFor(env, fault)}`
    const [present, known] = [(await inSnapshot(database.pool, listMigrations)).length, knownMigrations().length]
    if (present > known) return `it has ${present} migrations and this version knows ${known}: install the newer version of Rounds`
    return present === known ? null : `it has ${present} of ${known} migrations: run the command migrate`
  },
  'database clock': withDatabase(async ({ pool }) => {
    const skew = Math.abs(Date.now() - Date.parse(await inSnapshot(pool, findNow)))
    return skew <= MAX_SKEW_MS ? null : `it differs by ${Math.round(skew / 1000)} s from this machine's: synchronize both (NTP)`
  }),
  'secret key': withDatabase(async ({ db }, env) => {
    const ring = await readRing(db, env.SECRET_KEY)
    return ring.current && !isComplete(ring) ? missingKeyReason(ring, env.SECRET_KEY, 'this database') : null
  }),
  'audit trail': withDatabase(async ({ db }, env) => {
    const { broken } = await verifyAudit(db, { erasures: { secret: env.SECRET_KEY } })
    if (broken?.isUnproved) return `row ${broken.audit_id}: ${broken.because}: nothing was changed; set SECRET_KEY to the value it had then`
    return broken ? `row ${broken.audit_id}: ${broken.because}: compare with a backup, someone changed it outside Rounds` : null
  }),
  files: async ({ env }) =>
    openFiles(env)
      .then((files) => files.ping())
      .then(
        () => null,
        (problem) =>
          `${sentenceOf(problem)}: ${env.STORAGE_URL ? 'check STORAGE_URL, the AWS_ variables and the rights of the bucket' : isFull(problem) ? MAKE_ROOM : 'make DATA_DIR writable'}`,
      ),
  'stored resumes': withDatabase(({ db }, env) => damagedResumes(db, env)),
  'stored packets': withDatabase(({ db }, env) => damagedPackets(db, env)),
  'mail server': ({ env }) => checkMailServer(env),
  SPF: ({ env }) => spf(env),
  DKIM: ({ env, database }) => dkim(env, database?.db),
  DMARC: ({ env }) => dmarc(env),
  'bounce mailbox': ({ env, database }) => bounceMailbox(env, database?.db),
  'waiting mail': withDatabase(({ db }) => queuedMailNote(db)),
  'returned mail': withDatabase(({ db }) => bouncedMailNote(db)),
  'last backup': withDatabase(({ db }, env) => backupJobNote(db, BACKUP_MADE, env)),
  'last rehearsal of a restore': withDatabase(({ db }, env) => backupJobNote(db, BACKUP_REHEARSED, env)),
  'exclusion contact': withDatabase(({ db }, env) => exclusionContact(db, env)),
  'file owners': ({ env }) => fileOwners(env),
  'room to grow': withDatabase(({ db }, env) => diskSpaceNote(db, env)),
  certificate: ({ env }) => certificate(env),
  'age of this version': () => versionAgeNote(),
  'public address': async ({ env }) =>
    env.isProduction && !env.BASE_URL.startsWith('https:')
      ? "BASE_URL doesn't begin with https, so cookies and codes would be sent unencrypted: put a proxy with TLS in front and set BASE_URL to its address"
      : null,
}

const isFull = (error: unknown) => (error as { code?: unknown }).code === 'ENOSPC'

type Finding = { check: string; problem: string | null; note?: string; warning?: string }

/** Runs every check and prints one line per result; returns false if anything is wrong. */
export function diagnose({ env, database, say }: Operator, { flags }: Arguments): Promise<boolean> {
  return report({ env, database }, { say, asJson: flags['json'] === true })
}

/** Like `diagnose`, for when the database or files couldn't even be opened. */
export function diagnoseClosed({ env, say }: Pick<Operator, 'env' | 'say'>, { flags }: Arguments, fault: unknown): Promise<boolean> {
  return report({ env, database: null, fault }, { say, asJson: flags['json'] === true })
}

/** Nothing starts with invalid settings, so nothing else can be checked. */
export function diagnoseSettings(errors: string[], say: Operator['say'], { flags }: Arguments): void {
  const findings = errors.map((problem) => ({ check: 'settings', problem }))
  if (flags['json'] === true) say(JSON.stringify({ fine: false, findings }))
  else for (const finding of findings) say(lineOf(finding))
}

/** Yields the result of every check, one after the other; `omitted` lists those that don't apply. */
export async function* runChecks(patient: DiagnosisInput, omitted: string[] = []): AsyncGenerator<Finding> {
  for (const [check, look] of Object.entries(CHECKS)) {
    if (omitted.includes(check)) continue
    const found = await look(patient).catch(sentenceOf)
    yield typeof found === 'string' ? { check, problem: found } : { check, problem: null, ...found }
  }
}

async function report(patient: DiagnosisInput, { say, asJson }: { say: Operator['say']; asJson: boolean }): Promise<boolean> {
  const findings: Finding[] = []
  for await (const finding of runChecks(patient)) {
    findings.push(finding)
    if (!asJson) say(lineOf(finding))
  }
  const isFine = findings.every(({ problem }) => problem === null)
  if (asJson) say(JSON.stringify({ fine: isFine, findings }))
  return isFine
}

function lineOf({ check, problem, note, warning }: Finding): string {
  if (problem !== null) return `PROBLEM  ${check}: ${problem}`
  return warning ? `warning  ${check}: ${warning}` : `fine     ${check}${note ? ` (${note})` : ''}`
}

function withDatabase(look: (database: Operator['database'], env: Env) => ReturnType<Check>): Check {
  return async ({ database, env }) => (database ? look(database, env) : null)
}

function remedyFor({ DATABASE_URL }: Env, error: unknown): string {
  if (!DATABASE_URL) return 'see docs/operate.md; a folder of an older version of PostgreSQL needs a backup and a restore'
  const code = String((error as { code?: unknown }).code ?? '')
  if (code.startsWith('28')) return 'correct the user and the password in DATABASE_URL'
  if (code === '3D000') return 'create that database (createdb), or correct the name in DATABASE_URL'
  if (code === '53300') return 'raise max_connections, or lower DATABASE_POOL'
  if (isConnectionError(error)) return 'start the PostgreSQL server, or correct host and port in DATABASE_URL'
  return 'correct DATABASE_URL'
}

async function checkWritable(folder: string): Promise<void> {
  const probe = join(folder, `.doctor-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(probe, 'written by the doctor', { mode: 0o600 })
  await rm(probe)
}

/** Returns null if the port is free or Rounds itself is using it. */
async function checkPort({ PORT, HOST }: Env): Promise<string | null> {
  const code = await new Promise<string | null>((resolve) => {
    const server = createServer()
    server.once('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message))
    server.listen(PORT, HOST, () => server.close(() => resolve(null)))
  })
  if (code === null) return null
  if (code === 'EACCES') return `${PORT} requires permissions that this user doesn't have: choose one above 1023 and put a proxy in front`
  if (code === 'EADDRNOTAVAIL') return `this machine doesn't have the address ${HOST}: correct HOST`
  const isOurs = await fetch(`http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${PORT}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (said) => said.ok && ((await said.json()) as { status?: string }).status === 'up',
    () => false,
  )
  return isOurs ? null : `another program listens on ${HOST}:${PORT} (${code}): stop it, or set PORT to a free one`
}

async function checkMailServer({ SMTP_URL, SMTP_PLAINTEXT, isProduction }: Env): Promise<string | null> {
  if (!SMTP_URL) return isProduction ? 'SMTP_URL is not set, so no one can sign in: set it to smtp://user:password@host:587' : null
  const { hostname, port, protocol } = new URL(SMTP_URL)
  const place = { host: hostname, port: Number(port) || (protocol === 'smtps:' ? 465 : 587) }
  return canConnect(place).then(
    () => (SMTP_PLAINTEXT === 'yes' || isLoopback(SMTP_URL) ? null : insecureReason(SMTP_URL)),
    (error) => `${hostname}:${place.port} can't be reached (${sentenceOf(error)}): correct SMTP_URL, open the firewall, then try the command mail test`,
  )
}

/** Connects the way sending does, with encryption and the password. */
async function insecureReason(url: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer')
  const server = createTransport({ url, requireTLS: true, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 })
  return server.verify().then(
    () => null,
    (error: { code?: string; message: string }) =>
      `the mail server can't be used securely (${error.code ?? 'no reason given'}): use smtps://, or a server with STARTTLS, a valid certificate and this user and password`,
  )
}

function canConnect(place: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ ...place, timeout: 5_000 })
    socket.once('connect', () => (socket.destroy(), resolve()))
    socket.once('timeout', () => (socket.destroy(), reject(new Error('no response within 5 s'))))
    socket.once('error', reject)
  })
}
