import type { Input } from '#contract/endpoint.ts'
import { DEFAULT_BUFFER_MINUTES, DEFAULT_WORKING_DAYS } from '#contract/scheduling/scheduling.ts'
import type { RolePlan, saveRolePlan as saveRolePlanCall } from '#contract/scheduling/role-plan.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { changesOf, found } from '#server/http/changes.ts'
import { rejectStale } from '#server/http/versions.ts'
import { tidyWhere } from '#server/interviews/update-interview.ts'
import { findEditedRole, lockRole, setRole } from '#server/roles/editing-store.ts'
import { rejectWrongParts } from './plans.ts'
import { findRolePlan, setRolePlan } from './role-plan-store.ts'

const NOT_SET_UP = { working_days: DEFAULT_WORKING_DAYS, one_day: false, buffer_minutes: DEFAULT_BUFFER_MINUTES, daily_maximum: null, parts: [] }

/** Throws 404 for an unknown role or one outside the caller's openings. */
export async function readRolePlan(db: Db, { scope }: Pick<StaffCaller, 'scope'>, id: number): Promise<RolePlan> {
  const { version, plan } = found(await findRolePlan(db, id, scope), 'Role not found')
  return { version, ...(plan ?? NOT_SET_UP) }
}

/**
 * Stores the interviews in the given order. Throws 404 for an unknown role, 409 when it was changed after `version`, 422 for an unknown interview or interviewer; identical values change
 * nothing. Candidates who have a plan keep it.
 */
export async function saveRolePlan(db: Db, caller: StaffCaller, { id, version, ...asked }: Input<typeof saveRolePlanCall>): Promise<RolePlan> {
  const plan = { ...asked, parts: asked.parts.map((part) => ({ ...part, where: part.where && tidyWhere(part.where) })) }
  return db.transaction(async (tx) => {
    await lockRole(tx, id)
    rejectStale(found(await findEditedRole(tx, id), 'Role not found'), version)
    await rejectWrongParts(tx, plan.parts)
    const stored = await readRolePlan(tx, caller, id)
    if (Object.keys(changesOf(stored, plan)).length === 0) return stored
    await setRolePlan(tx, id, plan)
    await setRole(tx, id, { modified_by: caller.staff_account_id })
    await recordAudit(tx, { actor: caller, action: 'role.changed', subject_kind: 'role', subject_id: id, facts: { fields: ['interviews'] } })
    return readRolePlan(tx, caller, id)
  })
}
