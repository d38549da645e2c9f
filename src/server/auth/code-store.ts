import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { CODE_MINUTES, CODE_ATTEMPTS } from '#contract/auth/auth.ts'
import type { Db } from '#server/db/connect.ts'
import { known_browser_code, sign_in_code } from '#server/db/tables.ts'

const now = sql`now()`

/** Who requested a code: a browser that has signed in to the address before, or null for all other browsers together. */
export type CodeHolder = { email: string; browser: string | null }

/** Saves the code as its holder's only code. */
export async function storeCode(db: Db, { email, browser }: CodeHolder, code_hash: string): Promise<void> {
  const fresh = { code_hash, wrong_tries: 0, created_at: now, expires_at: sql`now() + make_interval(mins => ${CODE_MINUTES})` }
  if (browser === null) {
    await db
      .insert(sign_in_code)
      .values({ email, ...fresh })
      .onConflictDoUpdate({ target: sign_in_code.email, targetWhere: isNull(sign_in_code.spent_at), set: fresh })
    return
  }
  await db
    .insert(known_browser_code)
    .values({ email, browser, ...fresh })
    .onConflictDoUpdate({ target: [known_browser_code.email, known_browser_code.browser], set: { ...fresh, spent_at: null } })
}

/**
 * Counts an attempt against the holder's live code and returns its hash; null if there's none. Counts first so that concurrent attempts are all
 * counted.
 */
export async function countAttempt(db: Db, holder: CodeHolder): Promise<string | null> {
  const { table, isLive } = codeOf(holder)
  const [row] = await db
    .update(table)
    .set({ wrong_tries: sql`${table.wrong_tries} + 1` })
    .where(and(isLive, lt(table.wrong_tries, CODE_ATTEMPTS)))
    .returning({ code_hash: table.code_hash })
  return row?.code_hash ?? null
}

/** Returns true only for the request that spends the code. The hash is compared again because a newer code may have replaced the row. */
export async function spendCode(db: Db, holder: CodeHolder, code_hash: string): Promise<boolean> {
  const { table, isLive } = codeOf(holder)
  const spent = await db
    .update(table)
    .set({ spent_at: now })
    .where(and(isLive, eq(table.code_hash, code_hash)))
    .returning({ code_hash: table.code_hash })
  return spent.length === 1
}

/** Spends every live code for an address, no matter who requested it. */
export async function spendCodesOf(db: Db, email: string): Promise<void> {
  await db
    .update(sign_in_code)
    .set({ spent_at: now })
    .where(and(eq(sign_in_code.email, email), isNull(sign_in_code.spent_at)))
  await db
    .update(known_browser_code)
    .set({ spent_at: now })
    .where(and(eq(known_browser_code.email, email), isNull(known_browser_code.spent_at)))
}

function codeOf({ email, browser }: CodeHolder) {
  const live = <T extends typeof sign_in_code | typeof known_browser_code>(table: T) =>
    and(eq(table.email, email), isNull(table.spent_at), gt(table.expires_at, now))
  if (browser === null) return { table: sign_in_code, isLive: live(sign_in_code) }
  const isBrowsers = and(live(known_browser_code), eq(known_browser_code.browser, browser))
  // Both tables have the columns used here.
  return { table: known_browser_code as unknown as typeof sign_in_code, isLive: isBrowsers }
}
