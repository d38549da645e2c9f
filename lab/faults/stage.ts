import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '#server/db/connect.ts'
import { makeRole } from '#test/make.ts'
import { silent, startPostgres, type DatabaseKind, type Postgres } from '#test/setup/database.ts'
import { signedIn } from '#test/setup/sign-in.ts'
import type { Ledger } from './client.ts'
import { copyPrepared, DATABASE } from './prepared.ts'
import { freePort, startProduct, type Product } from './product.ts'

export const ADMIN = 'admin@meridianhealth.example'

export type Stage = {
  kind: DatabaseKind
  folder: string
  settings: Record<string, string>
  server: Postgres | null
  databaseUrl: string | null
  /** An open role and an admin's token. */
  role: number
  token: string
  /** Starts another process on this database; `close` ends it. */
  start: (more?: Record<string, string>, how?: Parameters<typeof startProduct>[1]) => Promise<Product>
  /** Reads the database (the embedded one, only while no process holds it). */
  look: <T>(at: (database: Database) => Promise<T>) => Promise<T>
  ask: <Row>(statement: string) => Promise<Row[]>
  close: () => Promise<void>
}

/** Opens a database with reference data, one role and a signed-in admin, but without a process yet. On a server, it's as durable as in production. */
export async function openStage(kind: DatabaseKind, more: Record<string, string> = {}, serverSettings: Record<string, string> = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'rounds-fault-'))
  const cluster = kind === 'postgres' ? await mkdtemp(join(tmpdir(), 'rounds-postgres-')) : null
  await copyPrepared(kind, cluster ?? folder)
  const server = cluster ? await startPostgres({ dataDir: cluster, durable: true, settings: serverSettings }) : null
  const databaseUrl = server ? Object.assign(new URL(server.url), { pathname: `/${DATABASE}` }).href : null
  const settings: Record<string, string> = {
    DATA_DIR: folder,
    SEED: 'reference',
    ADMIN_EMAILS: ADMIN,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...more,
  }
  const look = readDatabase(folder, databaseUrl)
  const { start, endAll } = openProcesses(settings)
  const { role, token } = await look(async ({ db }) => ({
    role: (await makeRole(db)).ref_function_role_id,
    token: (await signedIn(db, ADMIN)).token,
  }))
  return {
    kind,
    folder,
    settings,
    server,
    databaseUrl,
    role,
    token,
    look,
    ask: <Row>(statement: string) => look(async ({ pool }) => (await pool.query(statement)).rows as Row[]),
    start,
    async close() {
      await endAll()
      await server?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function readDatabase(folder: string, databaseUrl: string | null): Stage['look'] {
  return async (at) => {
    const database = await connect({ dataDir: folder, log: silent, ...(databaseUrl && { databaseUrl }) })
    try {
      return await at(database)
    } finally {
      await database.close()
    }
  }
}

function openProcesses(settings: Record<string, string>) {
  const products: Product[] = []
  const start: Stage['start'] = async (more = {}, how = {}) => {
    const product = await startProduct({ PORT: String(await freePort()), ...settings, ...more }, how)
    products.push(product)
    return product
  }
  const endAll = async () => {
    for (const product of products) if (product.process.exitCode === null && product.process.signalCode === null) await product.kill()
  }
  return { start, endAll }
}

export type StoredApplication = { email: string; copies: number; answered: number; mails: number; status: number }
export type Applications = { acknowledged: string[]; refused: string[]; unknown: string[]; stored: StoredApplication[] }

/** Returns what clients were told, and what's stored for the addresses in the ledger. */
export async function readApplications(stage: Pick<Stage, 'ask'>, ledger: Ledger): Promise<Applications> {
  const stored = await stage.ask<StoredApplication>(`
    select s.email, count(distinct s.user_session_id)::int as copies,
      count(distinct a.user_session_answer_id) filter (where a.user_answer_text_box is not null)::int as answered,
      count(distinct m.email_id)::int as mails, min(s.ref_application_status_id) as status
    from user_session s left join user_session_answer a using (user_session_id)
    left join email_outbox m on m.user_session_id = s.user_session_id and m.purpose = 'confirmation'
    where s.email is not null group by s.email`)
  const keys = new Set([...ledger.acknowledged, ...ledger.refused, ...ledger.unknown])
  return {
    acknowledged: [...ledger.acknowledged],
    refused: [...ledger.refused],
    unknown: [...ledger.unknown],
    stored: stored.filter((row) => keys.has(row.email)),
  }
}

/**
 * Returns violations: an acknowledged application must be stored complete and exactly once; a refused one must not be stored; an unknown one may be
 * stored, but only complete.
 */
export function checkApplications({ acknowledged, refused, stored }: Applications): string[] {
  const byEmail = new Map(stored.map((row) => [row.email, row]))
  const lost = acknowledged.filter((email) => !byEmail.has(email))
  const partial = stored.filter((row) => row.copies !== 1 || row.answered !== 13 || row.mails !== 1 || row.status !== 5)
  const unexpected = refused.filter((email) => byEmail.has(email))
  return [
    ...(acknowledged.length === 0 ? ['nothing was acknowledged: nothing was tested'] : []),
    ...lost.map((email) => `lost: ${email}`),
    ...partial.map((row) => `not whole or not once: ${JSON.stringify(row)}`),
    ...unexpected.map((email) => `refused and stored: ${email}`),
  ]
}

export const dropOneApplication = (seen: Applications) =>
  void seen.stored.splice(
    seen.stored.findIndex((row) => seen.acknowledged.includes(row.email)),
    1,
  )
export const describeApplications = ({ acknowledged, refused, unknown, stored }: Applications) =>
  `${acknowledged.length} acknowledged, ${refused.length} refused, ${unknown.length} unknown; ${stored.length} stored, 0 lost, 0 twice, 0 partial`

/** Runs clients that each work sequentially until stopped. */
export function runClients(clients: number, turn: (at: number) => Promise<unknown>) {
  const over = new AbortController()
  let at = 0
  const all = Promise.all(
    Array.from({ length: clients }, async () => {
      while (!over.signal.aborted) await turn(at++)
    }),
  )
  return {
    stop: async () => {
      over.abort()
      await all
    },
  }
}
