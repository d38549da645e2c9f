import { sql, type SQL } from 'drizzle-orm'
import type { Identity } from '#contract/applications/person-keys.ts'
import { IDENTIFYING_NAMES, UNIDENTIFYING_TYPES } from '#contract/questions/question-rules.ts'
import { user_session } from '#server/db/tables.ts'
import { CALLED_IN_SQL, type KnownIdentity } from './mask/find-person.ts'

/**
 * Selects answers that don't identify someone, based on the question's name and type; `of` is the statement's alias for `user_session_answer`.
 * Answers of unknown types count as identifying.
 */
export function unidentifying(of: string): SQL {
  const a = sql.identifier(of)
  return sql`(${a}.question_name <> all(${sql.param(IDENTIFYING_NAMES)}::text[]) and ${a}.question_type = any(${sql.param(UNIDENTIFYING_TYPES)}::text[]))`
}

/** The applicant's name only, as columns of a select. */
export const NAME = { first_name: user_session.first_name, last_name: user_session.last_name }

/**
 * Anything else they provided that reveals their identity, for masking, one value per line: every identifying answer, with `told` answers in which
 * they mention what they're called, and every name, address and profile from before a correction.
 */
function otherIdentityOf(of: SQL, told: SQL): SQL<string | null> {
  const lineOf = (text: SQL) => sql`regexp_replace(${text}, '[[:space:]]+', ' ', 'g')`
  const earlierValue = (column: keyof Identity) => sql`v.content ->> ${sql.raw(`'${column}'`)}`
  const [first, last] = [lineOf(earlierValue('first_name')), lineOf(earlierValue('last_name'))]
  return sql`nullif(concat_ws(E'\n',
    (select string_agg(${lineOf(sql`a.user_answer_text_box`)}, E'\n') from user_session_answer a
      where a.user_session_id = ${of} and (not ${unidentifying('a')} or ${told})),
    (select string_agg(concat_ws(E'\n', ${first}, ${last}, concat_ws(' ', ${first}, ${last}), ${earlierValue('email')}, ${earlierValue('linkedin_profile_url')}), E'\n')
      from text_version v where v.kind = 'contact' and v.of_id = ${of} and v.content is not null)), '')`
}

/** The columns that identify an applicant. Stores take them from here and never list them, so a new column reaches every caller. */
export const IDENTITY = {
  ...NAME,
  email: user_session.email,
  linkedin_profile_url: user_session.linkedin_profile_url,
  also: otherIdentityOf(sql`${user_session.user_session_id}`, sql`a.user_answer_text_box ~* ${CALLED_IN_SQL}`),
} satisfies Record<keyof KnownIdentity, unknown>

/** The same columns in SQL; `of` is the statement's alias for `user_session`. For lists: answers aren't searched for the applicant's other names. */
export const identityOf = (of: string): SQL => {
  const u = sql.identifier(of)
  return sql`${u}.first_name, ${u}.last_name, ${u}.email, ${u}.linkedin_profile_url, ${otherIdentityOf(sql`${u}.user_session_id`, sql`false`)} as also`
}

/** The applicant's name only, for people who already know them: interviewers, and lists to choose from. */
export const nameOf = (of: string): SQL => columnsOf(of, Object.keys(NAME))

/** Sorts by last name, then first name, ignoring case. */
export const byNameOf = (of: string): SQL => sql`${lastNameOf(of)}, lower(${sql.identifier(of)}.first_name)`

/** The last name as stored in the search index. */
export const lastNameOf = (of: string): SQL => sql`lower(${sql.identifier(of)}.last_name)`

function columnsOf(of: string, columns: string[]): SQL {
  return sql.join(
    columns.map((column) => sql`${sql.identifier(of)}.${sql.identifier(column)}`),
    sql`, `,
  )
}

/** The sort expression for each column. */
export const IDENTITY_KEYS = {
  name: sql`lower(concat_ws(' ', first_name, last_name))`,
  email: sql`lower(user_session.email)`,
  linkedin: sql`lower(linkedin_profile_url)`,
}

/** Name and profile as JSON, from before the last change; null if they never changed. */
export function earlierContact(alias: string): SQL {
  const now = (column: string) => sql.raw(`coalesce(${alias}.${column}, '')`)
  return sql`(select json_build_object('first_name', v.content ->> 'first_name', 'last_name', v.content ->> 'last_name',
      'linkedin_profile_url', v.content ->> 'linkedin_profile_url')
    from text_version v where v.kind = 'contact' and v.of_id = ${sql.raw(alias)}.user_session_id and v.content is not null
      and (coalesce(v.content ->> 'first_name', ''), coalesce(v.content ->> 'last_name', ''), coalesce(v.content ->> 'linkedin_profile_url', ''))
        is distinct from (${now('first_name')}, ${now('last_name')}, ${now('linkedin_profile_url')})
    order by v.version desc limit 1)`
}
