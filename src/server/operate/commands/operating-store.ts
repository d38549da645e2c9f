import { sql } from 'drizzle-orm'
import type { StoredFile } from '#server/files/read-intact.ts'
import type { Db } from '#server/db/connect.ts'

/**
 * Returns the hours since a backup was last made or test-restored; null if never. Restoring counts too: the backup was made at its own time and tested by the
 * restore.
 */
export async function findLast(db: Db, action: 'backup.made' | 'backup.rehearsed'): Promise<number | null> {
  const restored = action === 'backup.made' ? sql`(facts ->> 'made_at')::timestamptz` : sql`at`
  const { rows } = await db.execute<{ hours: number | null }>(sql`
    select extract(epoch from now() - max(case action when 'backup.restored' then ${restored} else at end))::float8 / 3600 as hours
    from audit_trail where subject_kind = 'database' and action in (${action}, 'backup.restored')`)
  return rows[0]!.hours
}

export async function listNewestResumes(db: Db, most: number): Promise<StoredFile[]> {
  const { rows } = await db.execute<StoredFile>(sql`
    select storage_key, sha256, size_bytes from resume where stored_at is not null and replaced_at is null order by resume_id desc limit ${most}`)
  return rows
}

export async function listNewestPackets(db: Db, most: number): Promise<StoredFile[]> {
  const { rows } = await db.execute<StoredFile>(sql`
    select storage_key, file_sha256 as sha256, size_bytes from packet_edition order by packet_edition_id desc limit ${most}`)
  return rows
}

/** Sizes in bytes of the last 30 days' resumes and of the whole database, and how many applications there were in those days and overall. */
export type Growth = { file_bytes: number; database_bytes: number; recent: number; all: number }

export async function findGrowth(db: Db): Promise<Growth> {
  const { rows } = await db.execute<Growth>(sql`
    select (select coalesce(sum(size_bytes), 0)::float8 from resume where uploaded_at > now() - interval '30 days') as file_bytes,
      pg_database_size(current_database())::float8 as database_bytes,
      (select count(*)::int from user_session where created_at > now() - interval '30 days') as recent,
      (select count(*)::int from user_session) as all`)
  return rows[0]!
}

/** Returns the server process that runs this statement and the client's port, which is null over a Unix socket. */
export async function findBackend(db: Db): Promise<{ pid: number; port: number | null }> {
  const { rows } = await db.execute<{ pid: number; port: number | null }>(sql`select pg_backend_pid() as pid, inet_client_port() as port`)
  return rows[0]!
}
