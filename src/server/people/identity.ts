import { sql, type SQL } from 'drizzle-orm'
import { IDENTIFYING_NAMES, UNIDENTIFYING_TYPES } from '#contract/questions/question-rules.ts'

/**
 * Answers that don't say who someone is, by the rules of their question's name and type; `of` is the name under which the statement
 * reads `user_session_answer`. An answer of a type that the product doesn't know is taken to identify.
 */
export function unidentifying(of: string): SQL {
  const a = sql.identifier(of)
  return sql`(${a}.question_name <> all(${sql.param(IDENTIFYING_NAMES)}::text[]) and ${a}.question_type = any(${sql.param(UNIDENTIFYING_TYPES)}::text[]))`
}
