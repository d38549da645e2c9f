import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AccommodationRequest, ErasureRequest } from '#contract/candidate/candidate-requests.ts'
import type { Db } from '#server/db/connect.ts'
import { accommodation_request } from '#server/db/tables.ts'
import type { Scope } from '#server/http/caller.ts'
import { visible } from '#server/people/visible.ts'

export async function listOpenAccommodations(db: Db, scope: Scope): Promise<AccommodationRequest[]> {
  const { rows } = await db.execute<AccommodationRequest>(sql`
    select a.accommodation_request_id, a.user_session_id, u.alias, r.function_role_name, r.hiring_lead_name, r.hiring_lead_email, a.created_at, a.message
    from accommodation_request a join user_session u using (user_session_id) join function_role r using (ref_function_role_id)
    where a.handled_at is null and ${visible(scope, 'u')} order by a.accommodation_request_id`)
  return rows.map((row) => ({ ...row, created_at: iso(row.created_at) }))
}

export async function listOpenErasures(db: Db, scope: Scope): Promise<ErasureRequest[]> {
  const { rows } = await db.execute<ErasureRequest>(sql`
    select e.user_session_id, u.alias, r.function_role_name, e.created_at, e.due_at, u.legal_hold_reason is not null as is_on_hold
    from erasure_request e join user_session u using (user_session_id) join function_role r using (ref_function_role_id)
    where ${visible(scope, 'u')} order by e.due_at, e.user_session_id`)
  return rows.map((row) => ({ ...row, created_at: iso(row.created_at), due_at: iso(row.due_at) }))
}

/** Marks an open request as handled and returns its application; null when there is none within the scope. */
export async function setHandled(tx: Db, { id, scope, handled_by }: { id: number; scope: Scope; handled_by: number }): Promise<number | null> {
  const open = (await listOpenAccommodations(tx, scope)).map((one) => one.accommodation_request_id)
  const [row] = await tx
    .update(accommodation_request)
    .set({ handled_at: sql`now()`, handled_by })
    .where(
      and(
        eq(accommodation_request.accommodation_request_id, id),
        inArray(accommodation_request.accommodation_request_id, open),
        isNull(accommodation_request.handled_at),
      ),
    )
    .returning({ user_session_id: accommodation_request.user_session_id })
  return row?.user_session_id ?? null
}

function iso(at: string): string {
  return new Date(at).toISOString()
}
