import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connect.ts'

/** For each table, how many rows it has and a hash of them all. */
export type Copy = Record<string, string>

/** What a command that copies may add: its own rows in the trail, and what the next start keeps about itself. */
const OWN = new Set(['audit_trail', 'audit_personal', 'audit_seal'])

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
  return Object.keys(from).flatMap((name) =>
    OWN.has(name) || from[name] === to[name] ? [] : [`${name} has ${to[name] ?? 'nothing'} instead of ${from[name]}.`],
  )
}
