import type { Input } from '#contract/endpoint.ts'
import { MAX_SNIPPETS, type createSnippet, type Snippet } from '#contract/templates/snippets.ts'
import { lockStaffAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { isUniqueViolation } from '#server/db/faults.ts'
import { found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import { countSnippets, deleteSnippet, insertSnippet, setSnippet, type Own, type OwnSnippet } from './snippet-store.ts'

type Written = Input<typeof createSnippet>

/** 409 if the name is taken, or if the person has reached the maximum. */
export async function keepSnippet(db: Db, own: Own, written: Written): Promise<Snippet> {
  return orTaken(written, () =>
    db.transaction(async (tx) => {
      await lockStaffAccount(tx, own.staff_account_id)
      if ((await countSnippets(tx, own)) >= MAX_SNIPPETS)
        throw new HttpError(409, `You have ${MAX_SNIPPETS} snippets. Delete one that you don't need any more.`)
      return insertSnippet(tx, own, written)
    }),
  )
}

/** 404 if it doesn't exist or isn't the caller's, 409 if the name is taken. */
export async function changeSnippet(db: Db, own: OwnSnippet, written: Written): Promise<Snippet> {
  return orTaken(written, async () => found(await setSnippet(db, own, written), UNKNOWN))
}

/** 404 if it doesn't exist or isn't the caller's. */
export async function removeSnippet(db: Db, own: OwnSnippet): Promise<null> {
  found((await deleteSnippet(db, own)) || null, UNKNOWN)
  return null
}

const UNKNOWN = 'That snippet was not found.'

async function orTaken<T>({ snippet_name }: Written, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (fault) {
    if (isUniqueViolation(fault, 'snippet_once')) throw new HttpError(409, `You have a snippet named '${snippet_name}' already.`)
    throw fault
  }
}
