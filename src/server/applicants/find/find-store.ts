import { sql, type SQL } from 'drizzle-orm'
import type { ApplicantName } from '#contract/applicants/applicants.ts'
import { spellingsFor } from '#contract/text/plain-letters.ts'
import { nameKey } from '#contract/applications/person-keys.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { lastNameOf, nameOf } from '#server/people/identity.ts'
import { visible } from '#server/people/visible.ts'

/** How many rows each index lookup may return, so a common prefix costs no more than a rare one. */
const MAX_ROWS_READ = 50

/** What the text could mean: an application's number or reference, or lowercase prefixes of indexed columns. */
export type SearchTerms = { id: number | null; reference: string | null; alias: string | null; names: string[]; lastNames: string[]; emails: string[] } & Keys
/** Normalized contact details: addresses, profiles, and the last digits of phone numbers. */
export type Keys = { addresses: string[]; profiles: string[]; phones: string[] }
export type FoundRow = ApplicantName & { email_key: string | null; linkedin_key: string | null; last_activity_at: string; in_full: boolean }

/** Each kind of match uses its own index. Numbers come first, then exact matches, then the rest by alias, which doesn't reveal a date. */
export async function listFound(db: Db, scope: Scope, terms: SearchTerms): Promise<FoundRow[]> {
  const { id, reference, alias, names, lastNames, emails, addresses, profiles, phones } = terms
  const ways: SearchColumn[] = [
    ...(alias === null ? [] : [{ column: sql`u.alias`, text: alias }]),
    ...names.flatMap((text) => [sql`u.name_key`, lastNameOf('u')].map((column) => ({ column, text }))),
    // `name_key` has no accents and ends with the last name, so match it backward.
    ...lastNames.map((text) => ({ column: sql`reverse(u.name_key)`, text: `${[...text].toReversed().join('')} ` })),
    ...emails.map((text) => ({ column: sql`lower(u.email)`, text })),
  ]
  const exact: SQL[] = [
    ...(id === null ? [] : [sql`u.user_session_id = ${id}`]),
    ...(reference === null ? [] : [sql`u.reference = ${reference}`]),
    ...(addresses.length === 0 ? [] : [sql`u.email_key = any(${sql.param(addresses)}::text[])`]),
    ...(profiles.length === 0 ? [] : [sql`u.linkedin_key = any(${sql.param(profiles)}::text[])`]),
    ...phones.map((digits) => sql`u.user_session_id in (select t.user_session_id from applicant_text t where t.words @@ ${digits}::tsquery)`),
  ]
  const all = [...exact.map((which) => matching(which, scope)), ...ways.map((way) => withPrefix(way, scope))]
  return all.length === 0 ? [] : listRows(db, sql`(${sql.join(all, sql` union all `)})`, id)
}

/** How many texts with these words are checked for a name; a word like "care" is in nearly all of them. */
const MAX_NAME_ROWS = 5000

/** Shorter prefixes occur in too many texts. */
const MIN_PREFIX_LENGTH = 4

/**
 * Finds names that contain all of these words anywhere, the last one as a prefix: such as half of a hyphenated name, or one typed without accents.
 */
export async function listContaining(db: Db, scope: Scope, words: string[]): Promise<FoundRow[]> {
  const begins = (word: string, index: number) => index === words.length - 1 && word.length >= MIN_PREFIX_LENGTH
  const query = words.map((word, index) => `'${word}'${begins(word, index) ? ':*' : ''}`).join(' & ')
  const contains = words.map((word, index) => sql`u.name_key ~ ${`(^|[ -])${word}${begins(word, index) ? '' : '([ -]|$)'}`}`)
  return listRows(
    db,
    sql`(select u.user_session_id, true as in_full from user_session u
      where u.user_session_id in (select t.user_session_id from applicant_text t where t.words @@ ${query}::tsquery limit ${MAX_NAME_ROWS})
        and ${sql.join(contains, sql` and `)} and ${visible(scope, 'u')} limit ${MAX_ROWS_READ})`,
    null,
  )
}

/**
 * Finds names that match every pattern, to allow for typos. Reads all names with one of these first letters, so use it only when a search found
 * nothing.
 */
export async function listSimilar(db: Db, scope: Scope, { patterns, letters }: { patterns: string[]; letters: string[] }): Promise<FoundRow[]> {
  // Last names are indexed with their accents.
  const begins = letters.flatMap((letter) => [
    sql`u.name_key like ${`${letter}%`}`,
    ...[...spellingsFor(letter)].map((spelled) => sql`${lastNameOf('u')} like ${`${spelled}%`}`),
  ])
  const fits = patterns.map((pattern) => sql`u.name_key ~ ${pattern}`)
  return listRows(
    db,
    sql`(select u.user_session_id, false as in_full from user_session u
      where (${sql.join(begins, sql` or `)}) and ${sql.join(fits, sql` and `)} and ${visible(scope, 'u')} limit ${MAX_ROWS_READ})`,
    null,
  )
}

async function listRows(db: Db, which: SQL, id: number | null): Promise<FoundRow[]> {
  const { rows } = await db.execute<FoundRow>(sql`
    select u.user_session_id, u.alias, ${nameOf('u')}, u.ref_application_status_id, s.application_status, u.ref_function_role_id, r.function_role_name,
      u.email_key, u.linkedin_key, greatest(u.last_action_at, u.application_submitted_datetime_utc) as last_activity_at, found.in_full
    from (select user_session_id, bool_or(in_full) as in_full from ${which} one group by user_session_id) found
    join user_session u using (user_session_id)
    join function_role r using (ref_function_role_id)
    join application_status s using (ref_application_status_id)
    order by u.user_session_id is not distinct from ${id}::int desc, found.in_full desc, u.alias
    limit ${MAX_ROWS_READ}`)
  return rows
}

function matching(which: SQL, scope: Scope): SQL {
  return sql`(select u.user_session_id, true as in_full from user_session u where ${which} and ${visible(scope, 'u')} limit ${MAX_ROWS_READ})`
}

type SearchColumn = { column: SQL; text: string }

/** In index order, which puts exact matches first. */
function withPrefix({ column, text }: SearchColumn, scope: Scope): SQL {
  return sql`(select u.user_session_id, ${column} = ${text} as in_full from user_session u
    where ${column} like ${`${text.replace(/[\\%_]/g, '\\$&')}%`} and ${visible(scope, 'u')} order by ${column} using ~<~ limit ${MAX_ROWS_READ})`
}

/** The words that are some applicant's first or last name; one index lookup per word. */
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
