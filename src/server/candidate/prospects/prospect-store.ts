import { sql } from 'drizzle-orm'
import { INVITATION_DAYS } from '#contract/candidate/prospects.ts'
import { statusesWhere } from '#contract/statuses/statuses.ts'
import type { Db } from '#server/db/connect.ts'
import type { Scope } from '#server/http/caller.ts'
import { identityOf } from '#server/people/identity.ts'
import type { KnownIdentity } from '#server/people/mask/find-person.ts'
import { visible } from '#server/people/visible.ts'
import { saysYes } from '../updates/update-store.ts'

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
  const isAsked = one === null ? sql`` : sql`and u.user_session_id = ${one}`
  const { rows } = await db.execute<ProspectRow>(sql`
    with newest as (
      select distinct on (u.email_key) u.* from user_session u
      where u.email_key is not null and ${visible('everyone', 'u')} ${ofOnePerson}
      order by u.email_key, u.application_submitted_datetime_utc desc, u.user_session_id desc),
    proved as materialized (
      select u.* from newest u
      where u.proved_email_key = u.email_key and ${visible(scope, 'u')} and u.ref_application_status_id <> all(${sql.param(HIRED)}::int[]) ${isAsked})
    select u.user_session_id, u.alias, u.email_key, r.function_role_name, ${identityOf('u')},
      (select max(o.created_at) + make_interval(days => ${INVITATION_DAYS}) from role_suggestion s join email_outbox o using (email_id)
        join user_session x on x.user_session_id = s.user_session_id
        where x.email_key = u.email_key and s.is_invitation and o.state <> 'withdrawn' and o.created_at > now() - make_interval(days => ${INVITATION_DAYS})) as invitable_at
    from proved u join function_role r using (ref_function_role_id)
    where ${saysYes('u')}
      and not exists (select from erasure_request e where e.user_session_id = u.user_session_id)
      and u.email_key not in (
        select x.email_key from user_session x where x.email_key is not null and x.ref_function_role_id = ${ref_function_role_id} and ${visible('everyone', 'x')})
      and u.email_key not in (
        select x.email_key from role_suggestion s join user_session x using (user_session_id) join email_outbox o using (email_id)
        where x.email_key is not null and s.ref_function_role_id = ${ref_function_role_id} and o.state <> 'withdrawn')
    order by u.alias limit ${most ?? null}`)
  return rows
}
