import { and, eq } from 'drizzle-orm'
import type { Snippet } from '#contract/templates/snippets.ts'
import type { Db } from '#server/db/connect.ts'
import { snippet } from '#server/db/tables.ts'

const shown = { snippet_id: snippet.snippet_id, snippet_name: snippet.snippet_name, snippet_text: snippet.snippet_text }
type Content = Pick<Snippet, 'snippet_name' | 'snippet_text'>
export type SnippetOwner = { staff_account_id: number }
export type OwnSnippet = SnippetOwner & { snippet_id: number }

export function listSnippets(db: Db, { staff_account_id }: SnippetOwner): Promise<Snippet[]> {
  return db.select(shown).from(snippet).where(eq(snippet.staff_account_id, staff_account_id)).orderBy(snippet.snippet_name)
}

export function countSnippets(tx: Db, { staff_account_id }: SnippetOwner): Promise<number> {
  return tx.$count(snippet, eq(snippet.staff_account_id, staff_account_id))
}

export async function insertSnippet(tx: Db, { staff_account_id }: SnippetOwner, written: Content): Promise<Snippet> {
  const [row] = await tx
    .insert(snippet)
    .values({ staff_account_id, ...written })
    .returning(shown)
  return row!
}

/** Returns null if this person has no such snippet. */
export async function setSnippet(db: Db, own: OwnSnippet, written: Content): Promise<Snippet | null> {
  const [row] = await db.update(snippet).set(written).where(isOwn(own)).returning(shown)
  return row ?? null
}

/** Returns whether this person had such a snippet. */
export async function deleteSnippet(db: Db, own: OwnSnippet): Promise<boolean> {
  return (await db.delete(snippet).where(isOwn(own)).returning(shown)).length > 0
}

function isOwn({ staff_account_id, snippet_id }: OwnSnippet) {
  return and(eq(snippet.snippet_id, snippet_id), eq(snippet.staff_account_id, staff_account_id))
}
