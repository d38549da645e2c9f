import type { Input, Output } from '#contract/endpoint.ts'
import { SUGGESTION_DAYS, type listSuggestions as listSuggestionsCall, type suggestRole as suggestRoleCall } from '#contract/candidate/suggestions.ts'
import { placeholdersIn } from '#contract/templates/placeholders.ts'
import { notFound } from '#server/applicants/decide/applicant-errors.ts'
import { findRoleOf, lockApplicant } from '#server/applicants/decide/move-store.ts'
import { findSubmitted } from '#server/applicants/one/history-store.ts'
import { queueCandidateEmail } from '#server/applicants/emails/queue-candidate-email.ts'
import { undoTokenOf } from '#server/applicants/emails/sent-emails.ts'
import { lockContent } from '#server/applications/store.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { fieldError } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Keys } from '#server/http/keys.ts'
import { mailboxHashes, unsubscribeUrl } from '#server/mail/unsubscribe.ts'
import type { Services } from '#server/services.ts'
import { mayContactAboutRoles } from '../updates/choose-updates.ts'
import { findContactBar, findEarlierContact, findUnsent, insertSuggestion, listSuggestableRoles, listSuggestionsTo } from './suggestion-store.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys'>
/** Invitations have additional conditions, checked with the applicant locked. */
type Suggestion = Input<typeof suggestRoleCall> & { mustBeInvitable?: (tx: Db) => Promise<void> }

/** What was suggested to an applicant and what can be. Throws 404 for an applicant the caller can't see. */
export async function listSuggestions(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  caller: StaffCaller,
  user_session_id: number,
): Promise<Output<typeof listSuggestionsCall>> {
  const applicant = await findSubmitted(db, user_session_id, caller.scope)
  if (!applicant) throw notFound(user_session_id)
  return {
    refusal: await findRejection(db, keys, user_session_id),
    roles: await listSuggestableRoles(db, applicant.ref_function_role_id, caller.scope),
    suggestions: await listSuggestionsTo(db, user_session_id),
  }
}

/**
 * Emails an applicant about another role and stores the suggestion for their candidate page. Throws 404 for an applicant or role outside the scope;
 * 409 if the person has opted out of contact, has applied for that role, declined it or hasn't answered yet; 422 for a text without the answer link.
 */
export async function suggestRole({ db, env, keys }: Deps, caller: StaffCaller, input: Suggestion): Promise<Output<typeof suggestRoleCall>> {
  const { id: user_session_id, ref_function_role_id, subject, html, mustBeInvitable } = input
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, user_session_id, caller.scope)
    if (!applicant) throw notFound(user_session_id)
    await mustBeSuggestable({ tx, keys }, caller, { user_session_id, ref_function_role_id })
    await mustBeInvitable?.(tx)
    if (!placeholdersIn(html).some(({ name }) => name === 'scheduling_link'))
      throw fieldError(422, 'html', 'Keep {scheduling_link} in the text: it links to the page where they answer.')
    const unsubscribe_url = unsubscribeUrl({ env, keys }, { kind: 'role-updates', email: mailboxHashes(keys, applicant.email!)[0]! })
    const occasion = { subject, html, unsubscribe_url, ref_application_status_id: null, status_change_id: null, delaySeconds: env.MAIL_DELAY_SECONDS }
    const { email_id, send_after } = (await queueCandidateEmail({ tx, env, keys, actor: caller }, applicant, occasion))!
    const suggestion = { user_session_id, ref_function_role_id, email_id, suggested_by: caller.staff_account_id, is_invitation: mustBeInvitable !== undefined }
    const role_suggestion_id = await insertSuggestion(tx, suggestion)
    const facts = { role_suggestion_id, ref_function_role_id, email_id }
    await recordAudit(tx, { actor: caller, action: 'applicant.role-suggested', subject_kind: 'applicant', subject_id: user_session_id, facts })
    return { role_suggestion_id, message: 'The email is queued.', email_id, send_after, undo_token: undoTokenOf(keys, email_id) }
  })
}

/**
 * Whether an email that suggests a role may still be sent: the role accepts applications, and the person hasn't unsubscribed or asked to be erased since. True
 * for every other email.
 */
export async function mayStillSuggest({ db, keys }: Pick<Services, 'db' | 'keys'>, { email_id, unsubscribe_url }: UnsentEmail): Promise<boolean> {
  const suggestion = unsubscribe_url === null ? null : await findUnsent(db, email_id)
  if (!suggestion) return true
  return suggestion.is_accepting && (await findRejection(db, keys, suggestion.user_session_id)) === null
}

type UnsentEmail = { email_id: number; unsubscribe_url: string | null }
type SuggestionTarget = { user_session_id: number; ref_function_role_id: number }

async function mustBeSuggestable(
  { tx, keys }: { tx: Db; keys: Keys },
  { scope }: StaffCaller,
  { user_session_id, ref_function_role_id }: SuggestionTarget,
): Promise<void> {
  const own = await findRoleOf(tx, user_session_id)
  if (own === ref_function_role_id) throw fieldError(409, 'ref_function_role_id', 'This application is already for that role.')
  const isInScope = scope === 'everyone' || scope.includes(ref_function_role_id)
  const roles = await listSuggestableRoles(tx, own, scope)
  if (!isInScope) throw new HttpError(404, 'Role not found')
  if (!roles.some((one) => one.ref_function_role_id === ref_function_role_id))
    throw fieldError(409, 'ref_function_role_id', "This role doesn't accept applications right now.")
  const refusal = await findRejection(tx, keys, user_session_id)
  if (refusal) throw new HttpError(409, refusal)
  // The person can have several applications, each with its own lock.
  await lockContent(tx, `suggested role ${ref_function_role_id}`)
  const { has_applied, said_no, is_unanswered } = await findEarlierContact(tx, { user_session_id, ref_function_role_id })
  if (has_applied) throw new HttpError(409, "They've already applied for that role.")
  if (said_no) throw new HttpError(409, 'They said no when this role was suggested before.')
  if (is_unanswered) throw new HttpError(409, `This role was already suggested. They have ${SUGGESTION_DAYS} days to answer.`)
}

async function findRejection(tx: Db, keys: Keys, user_session_id: number): Promise<string | null> {
  const { email_key, is_erasing } = await findContactBar(tx, user_session_id)
  if (email_key === null) return 'This applicant has no email address.'
  if (is_erasing) return 'This applicant asked us to erase their data.'
  return (await mayContactAboutRoles(tx, keys, email_key)) ? null : "This applicant didn't agree to be contacted about other roles."
}
