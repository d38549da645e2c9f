import { and, eq, sql } from 'drizzle-orm'
import { SUGGESTION_DAYS, type OwnSuggestion, type RoleSuggestion } from '#contract/candidate/suggestions.ts'
import { INVITATION_DAYS } from '#contract/candidate/prospects.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import { function_role, role_suggestion } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { isInScope, visible } from '#server/people/visible.ts'
import { isOpen } from '#server/roles/store.ts'
import { identityOf } from '#server/people/identity.ts'
import type { KnownIdentity } from '#server/people/mask/find-person.ts'
import { allowsContact } from '#server/candidate/updates/update-store.ts'

/** Suggestion `s` with its email `o`. The applicant doesn't know about a suggestion until its email is sent. */
const answerUntil = sql`o.sent_at + make_interval(days => ${SUGGESTION_DAYS})`
const stateOf = sql`coalesce(s.answer, case when o.state <> 'sent' then 'waiting' when ${answerUntil} > now() then 'open' else 'expired' end)`

/** The roles within the scope that accept applications, except the applicant's own. */
export function listSuggestableRoles(db: Db, ref_function_role_id: number, scope: Scope) {
  return db
    .select({ ref_function_role_id: function_role.ref_function_role_id, function_role_name: function_role.function_role_name })
    .from(function_role)
    .where(and(isOpen, isInScope(scope, 'function_role'), sql`ref_function_role_id <> ${ref_function_role_id}`))
    .orderBy(function_role.function_role_name, function_role.ref_function_role_id)
}

/** Newest first, except those whose email was withdrawn. */
export async function listSuggestionsTo(db: Db, user_session_id: number): Promise<RoleSuggestion[]> {
  const { rows } = await db.execute<RoleSuggestion>(sql`
    select s.role_suggestion_id, s.ref_function_role_id, r.function_role_name, ${stateOf} as state, a.email as suggested_by_email, s.created_at
    from role_suggestion s join email_outbox o using (email_id) join function_role r using (ref_function_role_id)
    join staff_account a on a.staff_account_id = s.suggested_by
    where s.user_session_id = ${user_session_id} and o.state <> 'withdrawn' order by s.role_suggestion_id desc`)
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() }))
}

/** Reasons this person can't be contacted: a requested erasure, or no address. */
export async function findContactBar(db: Db, user_session_id: number): Promise<{ is_erasing: boolean; email_key: string | null }> {
  const { rows } = await db.execute<{ is_erasing: boolean; email_key: string | null }>(sql`
    select exists (select from erasure_request e where e.user_session_id = u.user_session_id) as is_erasing, u.email_key from user_session u where u.user_session_id = ${user_session_id}`)
  return rows[0]!
}

type Person = { user_session_id: number; ref_function_role_id: number }
export type EarlierContact = { has_applied: boolean; said_no: boolean; is_unanswered: boolean }

/** Past contact with the applicant about a role, across all applications with the same address. */
export async function findEarlierContact(db: Db, { user_session_id, ref_function_role_id }: Person): Promise<EarlierContact> {
  const { rows } = await db.execute<EarlierContact>(sql`
    with theirs as (
      select u.user_session_id, u.ref_function_role_id from user_session u
      where u.email_key = (select email_key from user_session where user_session_id = ${user_session_id}) and ${visible('everyone', 'u')}),
    suggested as (
      select ${stateOf} as state, o.state as email_state from role_suggestion s join theirs using (user_session_id) join email_outbox o using (email_id)
      where s.ref_function_role_id = ${ref_function_role_id})
    select exists (select from theirs where ref_function_role_id = ${ref_function_role_id}) as has_applied,
      exists (select from suggested where state = 'no') as said_no,
      exists (select from suggested where state = 'open' or state = 'waiting' and email_state = 'queued') as is_unanswered`)
  return rows[0]!
}

export async function insertSuggestion(tx: Db, suggestion: typeof role_suggestion.$inferInsert): Promise<number> {
  const [row] = await tx.insert(role_suggestion).values(suggestion).returning({ id: role_suggestion.role_suggestion_id })
  return row!.id
}

type Params = { user_session_id: number; role_suggestion_id: number }
export type SentSuggestion = { ref_function_role_id: number; state: OwnSuggestion['state'] }

/** A suggestion whose email was sent to this application, or null. Locks the application, so answers run one after the other. */
export async function findSuggestion(tx: Db, { user_session_id, role_suggestion_id }: Params): Promise<SentSuggestion | null> {
  const { rows } = await tx.execute<SentSuggestion>(sql`
    select s.ref_function_role_id, ${stateOf} as state from role_suggestion s join email_outbox o using (email_id)
    where s.role_suggestion_id = ${role_suggestion_id} and s.user_session_id = ${user_session_id} and o.state = 'sent'`)
  return rows[0] ?? null
}

export async function setSuggestionAnswer(
  tx: Db,
  role_suggestion_id: number,
  { answer, new_user_session_id }: { answer: 'yes' | 'no'; new_user_session_id: number | null },
): Promise<void> {
  await tx
    .update(role_suggestion)
    .set({ answer, answered_at: sql`now()`, new_user_session_id })
    .where(eq(role_suggestion.role_suggestion_id, role_suggestion_id))
}

/** The suggestion in this email, or null, and whether its role accepts applications. */
export async function findUnsent(db: Db, email_id: number): Promise<{ user_session_id: number; is_accepting: boolean } | null> {
  const { rows } = await db.execute<{ user_session_id: number; is_accepting: boolean }>(sql`
    select s.user_session_id, ${isOpen} as is_accepting from role_suggestion s join function_role using (ref_function_role_id) where s.email_id = ${email_id}`)
  return rows[0] ?? null
}

type OwnRow = Omit<OwnSuggestion, 'questions' | 'answer_until'> & { answer_until: string }

/** The suggestions an applicant knows about, newest first. */
export async function listSentSuggestions(db: Db, user_session_id: number): Promise<OwnRow[]> {
  const { rows } = await db.execute<OwnRow>(sql`
    select s.role_suggestion_id, s.ref_function_role_id, function_role.function_role_name, ${stateOf} as state, ${answerUntil} as answer_until,
      ${isOpen} as is_accepting
    from role_suggestion s join email_outbox o using (email_id) join function_role using (ref_function_role_id)
    where s.user_session_id = ${user_session_id} and o.state = 'sent' order by s.role_suggestion_id desc`)
  return rows.map((row) => ({ ...row, answer_until: new Date(row.answer_until).toISOString() }))
}

export type GivenAnswer = { ref_question_id: number; question_text: string; question_type: string; user_answer_text_box: string }

/** An application's answers, each with the question's wording at that time. */
export async function listGivenAnswers(db: Db, user_session_id: number): Promise<GivenAnswer[]> {
  const { rows } = await db.execute<GivenAnswer>(sql`
    select ref_question_id, question_text, question_type, coalesce(user_answer_text_box, '') as user_answer_text_box
    from user_session_answer where user_session_id = ${user_session_id}`)
  return rows
}

/** Copies the licenses an applicant listed to a new application, without staff notes about them. */
export async function copyLicenses(tx: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await tx.execute(sql`
    insert into license_holder (user_session_id, home_state, moved_on, npi)
    select ${to}, home_state, moved_on, npi from license_holder where user_session_id = ${from}`)
  await tx.execute(sql`
    insert into license (user_session_id, place, license_type, license_state, license_number, is_multistate, expires_on, is_in_progress, privileges, license_authorization)
    select ${to}, place, license_type, license_state, license_number, is_multistate, expires_on, is_in_progress, privileges, license_authorization
    from license where user_session_id = ${from} and removed_at is null`)
}

const HIRED = statusesWhere((meaning) => meaning.candidateSees.stage === 'hired')

export type ProspectRow = KnownIdentity & { user_session_id: number; alias: string; email_key: string; function_role_name: string; invitable_at: string | null }
type ProspectQuery = { ref_function_role_id: number; scope: Scope; user_session_id?: number; most?: number }

/**
 * The newest application of everyone who agreed to hear about other roles and proved their address, except people who were hired, asked to be erased,
 * have applied for this role, declined it or haven't answered. The order doesn't reveal when they applied. `proved` is a separate step: combined, the
 * planner overestimates the work so much that compiling the plan takes longer than running it.
 */
export async function listProspectRows(db: Db, { ref_function_role_id, scope, user_session_id, most }: ProspectQuery): Promise<ProspectRow[]> {
  const one = user_session_id ?? null
  const ofOnePerson = one === null ? sql`` : sql`and u.email_key = (select o.email_key from user_session o where o.user_session_id = ${one})`
  const isThisPerson = one === null ? sql`` : sql`and u.user_session_id = ${one}`
  const { rows } = await db.execute<ProspectRow>(sql`
    with newest as (
      select distinct on (u.email_key) u.* from user_session u
      where u.email_key is not null and ${visible('everyone', 'u')} ${ofOnePerson}
      order by u.email_key, u.application_submitted_datetime_utc desc, u.user_session_id desc),
    proved as materialized (
      select u.* from newest u
      where u.proved_email_key = u.email_key and ${visible(scope, 'u')} and u.ref_application_status_id <> all(${sql.param(HIRED)}::int[]) ${isThisPerson})
    select u.user_session_id, u.alias, u.email_key, r.function_role_name, ${identityOf('u')},
      (select max(o.created_at) + make_interval(days => ${INVITATION_DAYS}) from role_suggestion s join email_outbox o using (email_id)
        join user_session x on x.user_session_id = s.user_session_id
        where x.email_key = u.email_key and s.is_invitation and o.state <> 'withdrawn' and o.created_at > now() - make_interval(days => ${INVITATION_DAYS})) as invitable_at
    from proved u join function_role r using (ref_function_role_id)
    where ${allowsContact('u')}
      and not exists (select from erasure_request e where e.user_session_id = u.user_session_id)
      and u.email_key not in (
        select x.email_key from user_session x where x.email_key is not null and x.ref_function_role_id = ${ref_function_role_id} and ${visible('everyone', 'x')})
      and u.email_key not in (
        select x.email_key from role_suggestion s join user_session x using (user_session_id) join email_outbox o using (email_id)
        where x.email_key is not null and s.ref_function_role_id = ${ref_function_role_id} and o.state <> 'withdrawn')
    order by u.alias limit ${most ?? null}`)
  return rows
}
