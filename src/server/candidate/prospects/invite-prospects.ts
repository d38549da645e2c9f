import { labelOf } from '#contract/licenses/license-types.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { inviteProspects as inviteProspectsCall, listProspects as listProspectsCall, Prospect } from '#contract/candidate/prospects.ts'
import { compactsOf, coverageFor, staleCompacts } from '#contract/licenses/listed.ts'
import { findLicenseStates, listHeldBy } from '#server/applicants/licenses/license-store.ts'
import { membershipsNow, todayIn } from '#server/applicants/licenses/licenses-of.ts'
import { recordRead } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { HttpError } from '#server/http/http-error.ts'
import { mailboxHashes } from '#server/mail/unsubscribe.ts'
import { listUnsubscribed } from '#server/mail/unsubscribed-store.ts'
import { viewerOf, viewOf } from '#server/people/view-of.ts'
import { findOpenRole } from '#server/roles/store.ts'
import type { Services } from '#server/services.ts'
import { suggestRole } from '../suggestions/suggest-role.ts'
import { listProspectRows, type ProspectRow } from '#server/candidate/suggestions/suggestion-store.ts'

type Deps = Pick<Services, 'db' | 'env' | 'keys'>
type ProspectMatch = ProspectRow & Pick<Prospect, 'held' | 'sentence' | 'facts_seen_on'>
/** The maximum number of people listed, out of those with matching licenses. */
const MAX_PROSPECTS = 500
/** Everyone matches a role without license states, so its list ends here; the margin is for people who have unsubscribed. */
const MAX_WITHOUT_STATES = 4 * MAX_PROSPECTS

type ProspectQuery = Parameters<typeof listProspectRows>[1]

/** People a published role can be suggested to. Throws 404 for a role outside the scope. Audits whose names were shown. */
export async function listProspects(services: Deps, caller: StaffCaller, { id, identifiable }: Input<typeof listProspectsCall>): Promise<Prospect[]> {
  const { db, env } = services
  const found = (await findMatches(db, services, { ref_function_role_id: id, scope: caller.scope })).slice(0, MAX_PROSPECTS)
  if (identifiable && found.length > 0) {
    const facts = { user_session_ids: found.map(({ user_session_id }) => user_session_id), identifiable }
    await recordRead(db, caller, { action: 'applicants.revealed', subject_kind: 'applicants', facts })
  }
  const viewer = viewerOf(env, { identifiable })
  return found.map((one) => viewOf(one, viewer).show('prospect', { ...one, invitable_at: one.invitable_at && new Date(one.invitable_at).toISOString() }))
}

/** Suggests the role to each of these people in a separate transaction, so one who can't be invited doesn't block the others. */
export async function inviteProspects(
  services: Deps,
  caller: StaffCaller,
  { id: ref_function_role_id, user_session_ids, subject, html }: Input<typeof inviteProspectsCall>,
): Promise<Output<typeof inviteProspectsCall>> {
  const results: Output<typeof inviteProspectsCall>['results'] = []
  for (const user_session_id of new Set(user_session_ids)) {
    const mustBeInvitable = async (tx: Db) => {
      const [prospect] = await findMatches(tx, services, { ref_function_role_id, scope: caller.scope, user_session_id })
      if (!prospect) throw new HttpError(409, "This person can't be invited to this role.")
      if (prospect.invitable_at) throw new HttpError(409, 'This person was invited to a role less than a month ago.')
    }
    const invitation = { id: user_session_id, ref_function_role_id, subject, html, mustBeInvitable }
    results.push(
      await suggestRole(services, caller, invitation).then(
        ({ email_id }) => ({ user_session_id, status: 201, email_id }),
        (error: unknown) => {
          if (!(error instanceof HttpError) || error.status === 422) throw error
          return { user_session_id, status: error.status, detail: error.message }
        },
      ),
    )
  }
  return { results }
}

async function findMatches(db: Db, { env, keys }: Pick<Deps, 'env' | 'keys'>, query: ProspectQuery): Promise<ProspectMatch[]> {
  const role_states = await findLicenseStates(db, query.ref_function_role_id, query.scope)
  if (role_states === null) throw new HttpError(404, 'Role not found')
  if (!(await findOpenRole(db, query.ref_function_role_id))) return []
  const off = await listUnsubscribed(db, 'role-updates')
  const most = role_states.length === 0 ? MAX_WITHOUT_STATES : undefined
  const rows = (await listProspectRows(db, { ...query, most })).filter(({ email_key }) => !mailboxHashes(keys, email_key).some((hash) => off.has(hash)))
  const ids = rows.map(({ user_session_id }) => user_session_id)
  const listed = new Map((await listHeldBy(db, ids)).map((one) => [one.user_session_id, one]))
  const memberships = await membershipsNow(db)
  const on = todayIn(env.TIME_ZONE)
  return rows.flatMap((row) => {
    const held = listed.get(row.user_session_id)
    const coverage = held ? coverageFor({ ...held, role_states }, on, memberships) : null
    // Someone who listed no licenses may still have the required one, and where the law isn't clear, a person has to check.
    if (coverage?.missing.some((state) => !coverage.review.includes(state))) return []
    const licenses = held?.licenses ?? []
    const facts_seen_on = coverage && staleCompacts(memberships, compactsOf(licenses), on)
    return [{ ...row, held: licenses.map(labelOf), sentence: coverage?.sentence ?? null, facts_seen_on }]
  })
}
