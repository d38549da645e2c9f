import { statfs } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { knownMigrations } from '#server/db/migrate.ts'
import { inSnapshot, listMigrations, findNow } from './backup-store.ts'
import type { Operator } from './operator.ts'
import { sentenceOf } from './sentence-of.ts'
import { verifyAudit } from './verify-audit.ts'

const ENOUGH_BYTES = 1024 ** 3
const MOST_SKEW_MS = 5_000

/** Null: fine; else what is wrong and what to do. */
type Check = (operator: Operator) => Promise<string | null>

const CHECKS: Record<string, Check> = {
  'Node version': async () => (Number(process.versions.node.split('.')[0]) >= 24 ? null : `this is Node ${process.versions.node}: install Node 24 or newer`),
  'room on the disk': async ({ env }) => {
    const { bavail, bsize } = await statfs(env.DATA_DIR)
    return bavail * bsize >= ENOUGH_BYTES ? null : `less than 1 GB is free where DATA_DIR is: make room`
  },
  database: async ({ database }) => {
    const present = await inSnapshot(database.pool, listMigrations)
    return present.length === knownMigrations().length ? null : `it has ${present.length} of ${knownMigrations().length} migrations: run the command migrate`
  },
  'clock of the database': async ({ database }) => {
    const skew = Math.abs(Date.now() - Date.parse(await inSnapshot(database.pool, findNow)))
    return skew <= MOST_SKEW_MS ? null : `it differs by ${Math.round(skew / 1000)} s from this machine's: synchronise both`
  },
  'audit trail': async ({ db }) => {
    const { broken } = await verifyAudit(db)
    return broken ? `row ${broken.audit_id}: ${broken.because}` : null
  },
  files: async ({ files }) => {
    await files.ping()
    return null
  },
  'mail server': async ({ env }) => {
    if (!env.SMTP_URL) return env.isProduction ? 'SMTP_URL is not set: nobody can sign in' : null
    const { hostname, port, protocol } = new URL(env.SMTP_URL)
    await reached(hostname, Number(port) || (protocol === 'smtps:' ? 465 : 587))
    return null
  },
  'public address': async ({ env }) =>
    env.isProduction && !env.BASE_URL.startsWith('https:') ? 'BASE_URL does not begin with https: cookies and codes would travel in the open' : null,
}

/** Runs every check and says each result in one line; false when something is wrong. */
export async function diagnose(operator: Operator): Promise<boolean> {
  let isFine = true
  for (const [name, check] of Object.entries(CHECKS)) {
    const wrong = await check(operator).catch(sentenceOf)
    if (wrong !== null) isFine = false
    operator.say(wrong === null ? `fine     ${name}` : `PROBLEM  ${name}: ${wrong}`)
  }
  return isFine
}

function reached(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port, timeout: 5_000 })
    socket.once('connect', () => (socket.destroy(), resolve()))
    socket.once('timeout', () => (socket.destroy(), reject(new Error('no answer within 5 s'))))
    socket.once('error', reject)
  })
}
