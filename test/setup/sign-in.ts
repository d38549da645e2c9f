import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { auth_session, staff_account } from '#server/db/tables.ts'

/** Creates the session that signing in would, without an emailed code. */
export async function signedIn(db: Db, email: string) {
  const [account] = await db
    .insert(staff_account)
    .values({ email })
    .onConflictDoUpdate({ target: staff_account.email, set: { email } })
    .returning({ staff_account_id: staff_account.staff_account_id })
  const token = randomBytes(32).toString('base64url')
  await db.insert(auth_session).values({
    token_hash: createHash('sha256').update(token).digest('hex'),
    staff_account_id: account!.staff_account_id,
    proved_at: sql`now()`,
    expires_at: sql`now() + interval '12 hours'`,
  })
  return { token, staff_account_id: account!.staff_account_id }
}
