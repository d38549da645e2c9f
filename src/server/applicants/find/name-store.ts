import { sql } from 'drizzle-orm'
import { nameKey } from '#contract/applications/person-keys.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { lastNameOf } from '#server/people/identity.ts'
import { visible } from '#server/people/visible.ts'

/** Which of these words are an applicant's first or last name; one index lookup each. */
export async function listNamesAmong(db: Db, scope: Scope, words: string[]): Promise<string[]> {
  if (words.length === 0) return []
  const probes = words.map((word) => sql`(${word}, ${prefixOf(word)}, ${word.toLowerCase()})`)
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from (values ${sql.join(probes, sql`, `)}) as one (word, first, last)
    where exists (select from user_session u where u.name_key like one.first and ${visible(scope, 'u')})
      or exists (select from user_session u where ${lastNameOf('u')} = one.last and ${visible(scope, 'u')})`)
  return rows.map((row) => row.word)
}

/** A first-name prefix in the name index. */
function prefixOf(word: string): string {
  return `${nameKey(word, 'x')!
    .slice(0, -1)
    .replace(/[\\%_]/g, '\\$&')}%`
}
