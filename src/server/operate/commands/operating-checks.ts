import { lstat, readdir, stat, statfs } from 'node:fs/promises'
import { join, isAbsolute } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { existsSync, readFileSync } from 'node:fs'
import { isOwner } from '#server/auth/address.ts'
import type { Db } from '#server/db/connect.ts'
import { knownMigrations } from '#server/db/migrate.ts'
import type { Env } from '#server/env.ts'
import { openFiles } from '#server/files/open-files.ts'
import { readIntact, type StoredFile } from '#server/files/read-intact.ts'
import { countDeadAddresses } from '#server/mail/returned-store.ts'
import { countWaitingEmails } from '#server/mail/waiting-store.ts'
import { sentenceOf } from '#server/operate/audit/sentence-of.ts'
import { findGrowth, findLast, listNewestPackets, listNewestResumes, type Growth, findBackend } from './operating-store.ts'

/** Nothing is wrong, but this is worth knowing. */
export type Note = { note: string }
/** It works, but may not be what was intended; includes what to do. */
export type Warning = { warning: string }

const LATE_SECONDS = { email: 600, code: 120 }
/** A day plus the time a nightly job may take; a little over a week. */
const OLDEST_HOURS = { 'backup.made': 26, 'backup.rehearsed': 9 * 24 }
const CERTIFICATE_DAYS = 21
const DISK_DAYS = 30
const VERSION_DAYS = 180
const MAX_FILES = 20_000
const DAY_MS = 24 * 60 * 60 * 1000

/** Reports mail that has been pending too long, counted from when the oldest was first due. */
export async function queuedMailNote(db: Db): Promise<string | Note> {
  const { count, oldest_seconds, oldest_code_seconds } = await countWaitingEmails(db)
  const isLate = oldest_seconds > LATE_SECONDS.email || oldest_code_seconds > LATE_SECONDS.code
  const minutes = Math.round(Math.max(oldest_seconds, oldest_code_seconds) / 60)
  return isLate ? `${count} waiting, the oldest for ${minutes} minutes: see "Mail isn't going out" in docs/operate.md` : { note: `${count} waiting` }
}

/** Warns about addresses that get no email until someone allows it again. */
export async function bouncedMailNote(db: Db): Promise<Warning | null> {
  const count = await countDeadAddresses(db)
  if (count === 0) return null
  const addresses = count === 1 ? '1 address gets' : `${count} addresses get`
  return {
    warning: `${addresses} no emails, because one came back or was reported as spam: correct the address, use Retry, or allow it under System Status or with the command mail allow`,
  }
}

/** Possible matches are shown only to this address, and only while it belongs to an owner. */
export async function exclusionContact(db: Db, env: Env): Promise<string | null> {
  if (!env.EXCLUSION_CONTACT) return "there's no owner yet: open the link from the log, or add one with the command owner add"
  if (await isOwner({ db, env }, env.EXCLUSION_CONTACT)) return null
  return `${env.EXCLUSION_CONTACT} isn't an owner, so no one sees possible matches: make it one with the command owner add, or change EXCLUSION_CONTACT`
}

/** Backups are only required in production. */
export async function backupJobNote(db: Db, action: keyof typeof OLDEST_HOURS, { isProduction }: Env): Promise<string | Note> {
  const hours = await findLast(db, action)
  const problem = isProduction ? lateJobWarning(action, hours) : null
  return problem ?? { note: hours === null ? 'none yet; only production needs one' : hoursAgo(hours) }
}

function hoursAgo(hours: number): string {
  const [count, unit] = hours < 48 ? [Math.floor(hours), 'hour'] : [Math.floor(hours / 24), 'day']
  return count === 0 ? 'less than an hour ago' : `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

export function lateJobWarning(action: keyof typeof OLDEST_HOURS, hours: number | null): string | null {
  const remedy =
    action === 'backup.made'
      ? 'enable rounds-backup.timer, or run the command backup'
      : 'enable rounds-rehearsal.timer, or run deploy/backup/rounds-backup rehearse'
  if (hours === null) return `there has been none: ${remedy}`
  return hours <= OLDEST_HOURS[action] ? null : `the last was ${Math.round(hours / 24)} days ago: ${remedy}`
}

const NEWEST_FILES = 20

/** Reads the newest resumes and compares them with what was recorded on upload. */
export async function damagedResumes(db: Db, env: Env): Promise<string | null> {
  const damaged = await listDamaged(env, await listNewestResumes(db, NEWEST_FILES))
  return damaged && `${damaged}: storage doesn't return what was uploaded; restore these files from a backup`
}

/** Does the same for the newest decision packets, and what was recorded when they were sealed. */
export async function damagedPackets(db: Db, env: Env): Promise<string | null> {
  const damaged = await listDamaged(env, await listNewestPackets(db, NEWEST_FILES))
  return damaged && `${damaged}: storage doesn't return what was sealed; restore these files from a backup`
}

async function listDamaged(env: Env, stored: StoredFile[]): Promise<string | null> {
  const files = await openFiles(env)
  const damaged: string[] = []
  for (const one of stored) {
    const content = await readIntact(files, one)
    if (typeof content === 'string') damaged.push(`${one.storage_key} (${content})`)
  }
  return damaged.length > 0 ? damaged.join(', ') : null
}

/** A file with a different owner than its folder locks the app out of its own data. */
export async function fileOwners({ DATA_DIR }: Env): Promise<string | null> {
  const { uid } = await lstat(DATA_DIR)
  const entries = await readdir(DATA_DIR, { recursive: true })
  const owners = await Promise.all(
    entries.slice(0, MAX_FILES).map((name) =>
      lstat(join(DATA_DIR, name)).then(
        (found) => found.uid,
        () => uid,
      ),
    ),
  )
  const strange = owners.findIndex((owner) => owner !== uid)
  if (strange === -1) return null
  const count = owners.filter((owner) => owner !== uid).length
  return `files with a different owner than ${DATA_DIR}: ${count}, the first is ${entries[strange]}: chown -R --reference=${DATA_DIR} ${DATA_DIR}`
}

/** Estimates how long the disks will last at the pace of the last 30 days: DATA_DIR's, and PostgreSQL's if it runs on this machine. */
export async function diskSpaceNote(db: Db, { DATA_DIR, DATABASE_URL, STORAGE_URL }: Env): Promise<string | Note | null> {
  const growth = bytesPerDay(await findGrowth(db))
  const databaseFolder = DATABASE_URL ? await folderOfServer(db) : DATA_DIR
  const disks = await listDisks([
    { folder: DATA_DIR, bytes: STORAGE_URL ? 0 : growth.files },
    ...(databaseFolder === null ? [] : [{ folder: databaseFolder, bytes: growth.database }]),
  ])
  const full = disks.filter(({ free, bytes }) => bytes > 0 && free / bytes < DISK_DAYS)
  if (full.length > 0)
    return `at the rate of the last 30 days, ${full.map(describeFullDisk).join(' and ')}: free some space, or move the files to a bucket (STORAGE_URL)`
  return databaseFolder === null ? { note: "PostgreSQL's disk isn't counted, since it can't be seen from here" } : null
}

type Disk = { folder: string; free: number; bytes: number }

const describeFullDisk = ({ folder, free, bytes }: Disk) => `the disk of ${folder} is full in ${Math.floor(free / bytes)} days`

/** Folders on the same disk share its free space. */
async function listDisks(folders: { folder: string; bytes: number }[]): Promise<Disk[]> {
  const disks = new Map<number, Disk>()
  for (const { folder, bytes } of folders) {
    const { dev } = await stat(folder)
    const { bavail, bsize } = await statfs(folder)
    const known = disks.get(dev) ?? { folder, free: bavail * bsize, bytes: 0 }
    disks.set(dev, { ...known, bytes: known.bytes + bytes })
  }
  return [...disks.values()]
}

export function bytesPerDay({ file_bytes, database_bytes, recent, all }: Growth): { files: number; database: number } {
  return { files: file_bytes / 30, database: all === 0 ? 0 : (database_bytes * recent) / all / 30 }
}

/** Checks the certificate served to visitors of BASE_URL. */
export async function certificate({ BASE_URL, isProduction }: Env): Promise<string | Note | null> {
  const { protocol, hostname, port } = new URL(BASE_URL)
  if (protocol !== 'https:' || !isProduction) return null
  return new Promise((resolve) => {
    const socket = connectTls({ host: hostname, port: Number(port) || 443, servername: hostname, rejectUnauthorized: false, timeout: 5_000 })
    const say = (what: string | Note) => (socket.destroy(), resolve(what))
    socket.once('secureConnect', () => say(expiry(Date.parse(socket.getPeerCertificate().valid_to), socket.authorizationError)))
    socket.once('timeout', () => say(`${hostname} doesn't answer within 5 s: look at it from outside`))
    socket.once('error', (error) => say(`${hostname} isn't reached from here (${sentenceOf(error)}): look at it from outside`))
  })
}

function expiry(until: number, wrong: Error | null): string | Note {
  const days = Math.floor((until - Date.now()) / DAY_MS)
  if (days < CERTIFICATE_DAYS) return `it ${days < 0 ? 'expired' : `expires in ${days} days`}: renew it, and look why that didn't happen by itself`
  return wrong ? `browsers don't trust it (${String(wrong)}): install the whole chain` : { note: `expires in ${days} days` }
}

/** Checks the age of this version's newest migration, which is known without network access. */
export async function versionAgeNote(newest = knownMigrations().at(-1)!): Promise<string | null> {
  const days = Math.floor((Date.now() - newest) / DAY_MS)
  return days <= VERSION_DAYS ? null : `this version is ${days} days old: install a newer one (CHANGELOG.md says what changed)`
}

/**
 * Returns the data folder of a PostgreSQL server on this machine, or null if the server isn't visible from here. The app's role can't read
 * `data_directory`, so this uses what every user can read: process names (Linux).
 */
async function folderOfServer(db: Db): Promise<string | null> {
  const { pid, port } = await findBackend(db)
  try {
    // A process on another machine may have the same ID, so the name must also contain our connection's port.
    const [name] = wordsOf(pid)
    if (!name?.startsWith('postgres: ') || !name.includes(port === null ? '[local]' : `(${port})`)) return null
    const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    const words = wordsOf(Number(parent))
    const folder = words.includes('-D') ? words[words.indexOf('-D') + 1]! : ''
    return isAbsolute(folder) && existsSync(folder) ? folder : null
  } catch {
    return null
  }
}

const wordsOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
