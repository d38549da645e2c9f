import { and, asc, eq, sql } from 'drizzle-orm'
import { PROOF_MINUTES } from '#contract/auth/passkeys.ts'
import type { Db } from '#server/db/connect.ts'
import { passkey, passkey_challenge, staff_account } from '#server/db/tables.ts'

const now = sql`now()`
const expired = sql`${passkey_challenge.created_at} < now() - make_interval(mins => ${PROOF_MINUTES})`
type Challenge = Omit<typeof passkey_challenge.$inferInsert, 'created_at'>

export async function insertChallenge(db: Db, challenge: Challenge): Promise<void> {
  await db.delete(passkey_challenge).where(expired)
  await db.insert(passkey_challenge).values(challenge)
}

/** Returns true only for the request that takes the challenge. */
export async function takeChallenge(db: Db, { challenge, purpose, staff_account_id }: Challenge): Promise<boolean> {
  const whose = staff_account_id ? eq(passkey_challenge.staff_account_id, staff_account_id) : sql`${passkey_challenge.staff_account_id} is null`
  const taken = await db
    .delete(passkey_challenge)
    .where(and(eq(passkey_challenge.challenge, challenge), eq(passkey_challenge.purpose, purpose), whose, sql`not (${expired})`))
    .returning({ challenge: passkey_challenge.challenge })
  return taken.length === 1
}

export function listPasskeysOf(db: Db, staff_account_id: number) {
  return db.select().from(passkey).where(eq(passkey.staff_account_id, staff_account_id)).orderBy(asc(passkey.passkey_id))
}
export type StoredPasskey = Awaited<ReturnType<typeof listPasskeysOf>>[number]

export async function findPasskey(db: Db, credential_id: string) {
  const [row] = await db
    .select({ passkey, email: staff_account.email })
    .from(passkey)
    .innerJoin(staff_account, eq(staff_account.staff_account_id, passkey.staff_account_id))
    .where(eq(passkey.credential_id, credential_id))
  return row ?? null
}

export async function insertPasskey(tx: Db, made: Omit<typeof passkey.$inferInsert, 'created_at' | 'last_used_at'>): Promise<StoredPasskey> {
  const [row] = await tx.insert(passkey).values(made).returning()
  return row!
}

/** Returns false if a use with this count was already seen, either from another request or from a copy of the passkey. */
export async function recordUse(tx: Db, passkey_id: number, uses: number): Promise<boolean> {
  const counted = await tx
    .update(passkey)
    .set({ uses, last_used_at: now })
    .where(and(eq(passkey.passkey_id, passkey_id), sql`(${uses}::bigint = 0 or ${passkey.uses} < ${uses}::bigint)`))
    .returning({ passkey_id: passkey.passkey_id })
  return counted.length === 1
}

const own = (staff_account_id: number, passkey_id: number) => and(eq(passkey.passkey_id, passkey_id), eq(passkey.staff_account_id, staff_account_id))

export async function setPasskeyName(
  tx: Db,
  { staff_account_id, passkey_id, passkey_name }: Record<'staff_account_id' | 'passkey_id', number> & { passkey_name: string },
) {
  const [row] = await tx.update(passkey).set({ passkey_name }).where(own(staff_account_id, passkey_id)).returning()
  return row ?? null
}

export async function deletePasskey(tx: Db, staff_account_id: number, passkey_id: number): Promise<boolean> {
  return (await tx.delete(passkey).where(own(staff_account_id, passkey_id)).returning({ passkey_id: passkey.passkey_id })).length === 1
}

/** Returns how many there were. */
export async function deletePasskeysOf(tx: Db, staff_account_id: number): Promise<number> {
  return (await tx.delete(passkey).where(eq(passkey.staff_account_id, staff_account_id)).returning({ passkey_id: passkey.passkey_id })).length
}
