import type { Input } from '#contract/endpoint.ts'
import { MAX_SNIPPETS, type createSnippet, type Snippet } from '#contract/templates/snippets.ts'
import { insertOwn, orNameTaken, type OwnedRows } from '#server/auth/own-rows.ts'
import type { Db } from '#server/db/connect.ts'
import { found } from '#server/http/changes.ts'
import { countSnippets, deleteSnippet, insertSnippet, setSnippet, type SnippetOwner, type OwnSnippet } from './snippet-store.ts'

type Content = Input<typeof createSnippet>

const SNIPPETS: OwnedRows = { noun: 'snippet', most: MAX_SNIPPETS, once: 'snippet_once', count: countSnippets }
const UNKNOWN = 'That snippet was not found.'

/** Throws 409 if the name is taken or the person already has the maximum number of snippets. */
export function keepSnippet(db: Db, own: SnippetOwner, written: Content): Promise<Snippet> {
  return insertOwn(db, SNIPPETS, { own, name: written.snippet_name, insert: (tx) => insertSnippet(tx, own, written) })
}

/** Throws 404 if it doesn't exist or isn't the caller's, 409 if the name is taken. */
export function changeSnippet(db: Db, own: OwnSnippet, written: Content): Promise<Snippet> {
  return orNameTaken(SNIPPETS, written.snippet_name, async () => found(await setSnippet(db, own, written), UNKNOWN))
}

/** Throws 404 if it doesn't exist or isn't the caller's. */
export async function removeSnippet(db: Db, own: OwnSnippet): Promise<null> {
  found((await deleteSnippet(db, own)) || null, UNKNOWN)
  return null
}
