import { getTableName, sql, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connect.ts'
import { KINDS, type Kind, type Row } from './kinds.ts'
import { createHash } from 'node:crypto'
import { reference_seed } from '#server/db/tables.ts'

/** Advisory lock for all seeding, so processes that start at the same time take turns. */
export const SEEDING = 7_266_002

/**
 * Seeds the data the app can't run without. On every start and upgrade, rows are matched by name: new ones are added, ones staff never edited get the
 * shipped text, and ones staff edited or deleted are left alone. Safe to run from several processes at once.
 */
export async function seedReference(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEEDING}::bigint)`)
    for (const kind of KINDS) await seedKind(tx, kind)
  })
}

/** Inserting explicit IDs doesn't advance the sequence, so the next row that staff add would collide. */
export async function continueAfter(tx: Db, table: PgTable, id: PgColumn): Promise<void> {
  await tx.execute(sql`select setval(pg_get_serial_sequence(${getTableName(table)}, ${id.name}), (select max(${id}) from ${table}))`)
}

type StoredRow = Row & { is_edited: boolean }
type ShippedRow = { row: Row; place: number; name: string; shipped_hash: string }

/** Updates one reference table to the rows shipped in this version. */
async function seedKind(tx: Db, kind: Kind): Promise<void> {
  const stored = await storedRows(tx, kind)
  const records = await recordsOf(tx, kind)
  for (const [place, row] of kind.rows.entries()) {
    const name = String(row[kind.name.name])
    const shipped = { row, place, name, shipped_hash: hashOf(kind, row) }
    const recorded = records.get(name)
    if (recorded === shipped.shipped_hash) continue
    const present = stored.get(name)
    if (present) await updateUnlessEdited(tx, kind, { shipped, present, recorded })
    else if (recorded === undefined && !(stored.size > 0 && kind.shippedBefore(row, place))) await add(tx, kind, shipped)
    await record(tx, kind, shipped)
  }
}

/** Keeps rows edited by staff; updates the rest to the new text. */
async function updateUnlessEdited(
  tx: Db,
  kind: Kind,
  { shipped, present, recorded }: { shipped: ShippedRow; present: StoredRow; recorded: string | undefined },
): Promise<void> {
  const isUntouched = recorded === undefined ? !present.is_edited : hashOf(kind, present) === recorded
  if (!isUntouched) return
  await tx.update(kind.table).set(shipped.row).where(eq(kind.name, shipped.name))
}

async function add(tx: Db, kind: Kind, { row, place }: ShippedRow): Promise<void> {
  const [added] = await tx
    .insert(kind.table)
    .values({ ...row, ...kind.added?.(place) })
    .onConflictDoNothing()
    .returning({ id: kind.id })
  if (added) await kind.withNew?.(tx, row, Number(added.id))
}

async function record(tx: Db, kind: Kind, { name, shipped_hash }: ShippedRow): Promise<void> {
  const row = { kind: getTableName(kind.table), name, shipped_hash }
  await tx
    .insert(reference_seed)
    .values(row)
    .onConflictDoUpdate({ target: [reference_seed.kind, reference_seed.name], set: { shipped_hash, seeded_at: sql`now()` } })
}

async function recordsOf(tx: Db, { table }: Kind): Promise<Map<string, string>> {
  const rows = await tx
    .select()
    .from(reference_seed)
    .where(eq(reference_seed.kind, getTableName(table)))
  return new Map(rows.map(({ name, shipped_hash }) => [name, shipped_hash]))
}

async function storedRows(tx: Db, { table, name, isEditable }: Kind): Promise<Map<string, StoredRow>> {
  const is_edited = isEditable ? sql`(modified_by is not null or version > 1)` : sql`false`
  const { rows } = await tx.execute<StoredRow>(sql`select *, ${is_edited} as is_edited from ${table}`)
  return new Map(rows.map((row) => [String(row[name.name]), row]))
}

function hashOf({ rows }: Kind, row: Row): string {
  const columns = Object.keys(rows[0]!).toSorted()
  return createHash('sha256')
    .update(JSON.stringify(columns.map((column) => row[column])))
    .digest('hex')
}
