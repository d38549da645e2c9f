import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connect.ts'

/** The number of rows in each table, and a hash of them. */
export type Copy = Record<string, string>

/** Tables that differ on purpose: copying adds audit rows, which `audit verify` checks, and a restore forgets the owners in the settings. */
const OWN = new Set(['audit_trail', 'audit_personal', 'audit_seal', 'settings_owners'])
/** The app may re-encrypt these at startup, so only the number of rows has to match. */
const SEALED = new Set(['secret_key', 'signing_key', 'stored_setting'])

export async function countRows({ db }: Database): Promise<Copy> {
  const { rows } = await db.execute<{ name: string }>(sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  const copy: Copy = {}
  for (const { name } of rows) {
    const counted = await db.execute<{ text: string }>(
      sql`select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as text from ${sql.identifier(name)} t`,
    )
    copy[name] = counted.rows[0]!.text
  }
  return copy
}

export function differingTables(from: Copy, to: Copy): string[] {
  const told = (copy: Copy, name: string) => (SEALED.has(name) ? copy[name]?.split(',')[0] : copy[name]) ?? 'nothing'
  return Object.keys(from).flatMap((name) =>
    OWN.has(name) || told(from, name) === told(to, name) ? [] : [`${name} has ${told(to, name)} instead of ${told(from, name)}.`],
  )
}
