import type { Db } from '#server/db/connect.ts'
import { isUniqueViolation } from '#server/db/query-errors.ts'
import { HttpError } from '#server/http/http-error.ts'
import { lockStaffAccount } from './store.ts'

type RowOwner = { staff_account_id: number }

/** Rows that each person names and can have only `most` of, such as saved views. `once` is the constraint that keeps a person's names unique. */
export type OwnedRows = { noun: string; most: number; once: string; count: (tx: Db, own: RowOwner) => Promise<number> }

/** Inserts one more row. Throws 409 when the name is taken, or when the person already has the maximum number. */
export function insertOwn<Row>(
  db: Db,
  rows: OwnedRows,
  { own, name, insert }: { own: RowOwner; name: string; insert: (tx: Db) => Promise<Row> },
): Promise<Row> {
  return orNameTaken(rows, name, () =>
    db.transaction(async (tx) => {
      await lockStaffAccount(tx, own.staff_account_id)
      if ((await rows.count(tx, own)) >= rows.most) throw new HttpError(409, `You have ${rows.most} ${rows.noun}s. Delete one you no longer need.`)
      return insert(tx)
    }),
  )
}

/** Runs a write that may rename a row. Throws 409 when the person has another row with that name. */
export async function orNameTaken<Result>({ noun, once }: OwnedRows, name: string | undefined, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, once)) throw new HttpError(409, `You already have a ${noun} named '${name}'.`)
    throw error
  }
}
