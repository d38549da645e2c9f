import { eq, like } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { server_key } from '#server/db/tables.ts'

const PREFIX = 'dkim '

/** The private key is encrypted; `public_key` is in the form published in DNS. */
export type DkimKeyRow = { selector: string; private_key: string; public_key: string }

export async function findDkimKeyRow(db: Db, selector: string): Promise<DkimKeyRow | null> {
  const [row] = await db
    .select()
    .from(server_key)
    .where(eq(server_key.purpose, PREFIX + selector))
  return row ? rowOf(row) : null
}

/** Locks every key until the transaction ends. */
export async function lockDkimKeys(tx: Db): Promise<DkimKeyRow[]> {
  const rows = await tx
    .select()
    .from(server_key)
    .where(like(server_key.purpose, `${PREFIX}%`))
    .for('no key update')
  return rows.map(rowOf)
}

export async function saveDkimKey(tx: Db, { selector, private_key, public_key }: DkimKeyRow): Promise<void> {
  const key = `${public_key} ${private_key}`
  await tx
    .insert(server_key)
    .values({ purpose: PREFIX + selector, key })
    .onConflictDoUpdate({ target: server_key.purpose, set: { key } })
}

function rowOf({ purpose, key }: typeof server_key.$inferSelect): DkimKeyRow {
  const [public_key = '', private_key = ''] = key.split(' ')
  return { selector: purpose.slice(PREFIX.length), public_key, private_key }
}
