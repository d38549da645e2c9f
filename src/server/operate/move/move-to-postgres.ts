import { verifyZip } from '#contract/packet/verify.ts'
import type { Database, Db } from '#server/db/connect.ts'
import { knownMigrations } from '#server/db/migrate.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { loadKeys } from '#server/http/load-keys.ts'
import { verifyAudit } from '#server/operate/audit/verify-audit.ts'
import { findAuditHead, inSnapshot, listMigrations, listSequences, listTables, readRows, type TableShape } from '#server/operate/backup/backup-store.ts'
import { emptySchema, inRestore, insertLines, setChain, setSequence } from '#server/operate/backup/restore-store.ts'
import { isShown } from '#server/packet/packet-store.ts'
import { PROOFS } from '#server/packet/proofs.ts'
import { tryPacket } from '#server/packet/seal-packet.ts'
import { listObjects, listPacketSubjects, sumTable, useUtc, type DatabaseObject, type Sum } from './move-store.ts'

const ROWS_PER_REPORT = 50_000
/** Smaller tables are compared too quickly to report. */
const LARGE_TABLE_ROWS = 10_000

type Client = Parameters<typeof sumTable>[0]
type MoveSettings = { from: Database; to: Database; secret: string | undefined; say: (line: string) => void }
export type CopyResult = { tables: number; rows: number; wasAlreadyCopied: boolean }

/**
 * Copies the embedded database into an empty PostgreSQL database in one transaction and compares both before committing. A target that already has
 * exactly this copy is accepted, because a previous run may have been killed after its commit; any other content is rejected.
 */
export async function moveToPostgres({ from, to, secret, say }: MoveSettings): Promise<CopyResult> {
  return inSnapshot(from.pool, async (source) => {
    await useUtc(source)
    const shapes = await listTables(source)
    return inRestore(to, async (target, tx) => {
      await useUtc(target)
      const found = await listObjects(target)
      const wasAlreadyCopied = found.length > 0
      if (wasAlreadyCopied && !(await isSameSchema(target))) throw new Error(notEmptyError(found))
      if (!wasAlreadyCopied) await copyAll(source, target, { shapes, say })
      say('Comparing both sides, table by table')
      const sums = await compare(source, target, { shapes, say }).catch((error: unknown) => {
        throw wasAlreadyCopied ? new Error(notEmptyError(found), { cause: error }) : error
      })
      await verifyCopy(source, target, { tx, secret })
      return { tables: sums.length, rows: sums.reduce((total, one) => total + one.rows, 0), wasAlreadyCopied }
    })
  })
}

/** Copies data-folder files that aren't in the bucket yet. Rewriting a file changes nothing, so this can be repeated. */
export async function moveFiles(from: FileStore, to: FileStore, say: (line: string) => void): Promise<number> {
  let copiedCount = 0
  for await (const { key } of from.list('')) {
    const content = await from.read(key)
    if (content) await to.put(key, content)
    if (++copiedCount % 500 === 0) say(`  ${copiedCount} files`)
  }
  return copiedCount
}

async function isSameSchema(target: Client): Promise<boolean> {
  return (await listMigrations(target)).join() === knownMigrations().join()
}

function notEmptyError(found: DatabaseObject[]): string {
  const descriptions = found.map(({ schema, kind, count }) => (count > 0 ? `${kind} (${count} in schema ${schema})` : `schema ${schema}`)).join(', ')
  return `The target isn't empty: it has ${descriptions}. Make an empty database (createdb) and name it. Nothing was copied.`
}

async function copyAll(source: Client, target: Client, { shapes, say }: { shapes: TableShape[]; say: MoveSettings['say'] }): Promise<void> {
  await emptySchema(target, knownMigrations())
  await setChain(target, 'disable')
  for (const shape of shapes) {
    let rows = 0
    for await (const piece of readRows(source, shape)) {
      await insertLines(target, shape.table, shape.columns, linesOf(piece.lines))
      const before = rows
      rows += piece.rows
      if (Math.floor(rows / ROWS_PER_REPORT) > Math.floor(before / ROWS_PER_REPORT)) say(`  ${shape.table}: ${rows} rows so far`)
    }
    if (rows > 0) say(`  ${shape.table}: ${rows} rows`)
  }
  for (const { sequence, last_value } of await listSequences(source)) await setSequence(target, sequence, last_value)
  await setChain(target, 'enable')
}

const linesOf = (lines: string) => lines.split('\n').filter((line) => line !== '')

async function compare(source: Client, target: Client, { shapes, say }: { shapes: TableShape[]; say: MoveSettings['say'] }): Promise<Sum[]> {
  const sums: Sum[] = []
  for (const shape of shapes) {
    const [here, there] = [await sumTable(source, shape), await sumTable(target, shape)]
    if (here.rows !== there.rows) throw new Error(`${shape.table} has ${here.rows} rows here and ${there.rows} there. Nothing was kept.`)
    if (here.hash !== there.hash) throw new Error(`${shape.table} came out different from what it is here. Nothing was kept.`)
    sums.push(here)
    if (here.rows >= LARGE_TABLE_ROWS) say(`  ${shape.table}: the same ${here.rows} rows`)
  }
  return sums
}

/** Checks that the copied trail is intact up to the source's last row, and that a packet made from the copy verifies; the packet is discarded. */
async function verifyCopy(source: Client, target: Client, { tx, secret }: { tx: Db; secret: string | undefined }): Promise<void> {
  const { broken } = await verifyAudit(tx, { known: await findAuditHead(source), erasures: { secret } })
  if (broken) throw new Error(`Row ${broken.audit_id} of the audit trail: ${broken.because}. Nothing was kept.`)
  let user_session_id: number | undefined
  for (const id of await listPacketSubjects(target)) if (user_session_id === undefined && (await isShown(tx, id))) user_session_id = id
  if (user_session_id === undefined) return
  await provePacket(tx, user_session_id, secret)
}

async function provePacket(tx: Db, user_session_id: number, secret: string | undefined): Promise<void> {
  const errors: string[] = []
  const undone = new Error('undone')
  const trial = tx.transaction(async (inner) => {
    const zip = await tryPacket(inner, await loadKeys(inner, secret), user_session_id)
    errors.push(...verifyZip(PROOFS, zip, { keys: null, head: null, knownRow: null }).faults)
    throw undone
  })
  await trial.catch((error: unknown) => {
    if (error !== undone) throw error
  })
  if (errors.length > 0) throw new Error(`The packet of application ${user_session_id} doesn't verify: ${errors[0]}. Nothing was kept.`)
}
