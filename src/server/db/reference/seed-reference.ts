import { getTableName, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connect.ts'
import { KINDS } from './kinds.ts'
import { seedKind } from './seed-kind.ts'

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

/** Rows with explicit IDs don't advance the sequence, so the next row that staff add would collide with them. */
export async function continueAfter(tx: Db, table: PgTable, id: PgColumn): Promise<void> {
  await tx.execute(sql`select setval(pg_get_serial_sequence(${getTableName(table)}, ${id.name}), (select max(${id}) from ${table}))`)
}
