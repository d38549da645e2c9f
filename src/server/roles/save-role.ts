import type { FunctionRole, RoleText } from '#contract/roles.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { changesOf, fieldRefusal, found } from '#server/http/changes.ts'
import { rejectStale } from '#server/http/versions.ts'
import { findEditedRole, findSpelling, insertRole, lockRole, setRole } from './editing-store.ts'
import { safeRole } from './safe-role.ts'

type NewRole = Parameters<typeof insertRole>[1]
type Changed = Partial<RoleText> & { id: number; version?: number | undefined }

/** 422 when the pay range or the dates are reversed. */
export async function createRole(db: Db, caller: StaffCaller, asked: NewRole): Promise<FunctionRole> {
  const role = asStored(asked)
  rejectReversed(role)
  return db.transaction(async (tx) => {
    const id = await insertRole(tx, await spelledAlike(tx, role, 0), caller.staff_account_id)
    await recordAudit(tx, { actor: caller, action: 'role.created', subject_kind: 'role', subject_id: id })
    return (await findEditedRole(tx, id))!
  })
}

type OnClosing = (tx: Db, ref_function_role_id: number) => Promise<void>

/**
 * 404 for an unknown role, 409 when it was changed after `version`, 422 as in `createRole`; equal values change nothing. `onClosing` is
 * called in the same transaction when the change closes an open role.
 */
export async function updateRole(db: Db, caller: StaffCaller, { id, version, ...asked }: Changed, onClosing: OnClosing): Promise<FunctionRole> {
  return db.transaction(async (tx) => {
    await lockRole(tx, id)
    const stored = found(await findEditedRole(tx, id), 'Role not found')
    rejectStale(stored, version)
    const changes = changesOf(stored, await spelledAlike(tx, asStored(asked), id))
    const fields = Object.keys(changes)
    if (fields.length === 0) return stored
    rejectReversed({ ...stored, ...changes })
    if (isClosed({ ...stored, ...changes }) && !isClosed(stored)) await onClosing(tx, id)
    await setRole(tx, id, { ...changes, ...closingOf(stored, changes), modified_by: caller.staff_account_id })
    await recordAudit(tx, { actor: caller, action: 'role.changed', subject_kind: 'role', subject_id: id, facts: { fields } })
    return (await findEditedRole(tx, id))!
  })
}

function isClosed({ disabled_flag, closes_at }: Pick<RoleText, 'disabled_flag' | 'closes_at'>): boolean {
  return disabled_flag || (closes_at !== null && Date.parse(closes_at) <= Date.now())
}

/** What a closed role's page says; a role that was never open has no page. */
function closingOf(stored: FunctionRole, changes: Partial<RoleText>): { disabled_at?: string | null; was_public_flag?: true } {
  if (changes.disabled_flag === false) return { disabled_at: null }
  const wasPublic = !stored.disabled_flag && Date.parse(stored.published_at ?? '1970-01-01') <= Date.now()
  return { ...(wasPublic && { was_public_flag: true }), ...(changes.disabled_flag && { disabled_at: new Date().toISOString() }) }
}

function asStored<Role extends Partial<RoleText>>(role: Role): Role {
  const moments = (['published_at', 'closes_at'] as const).filter((name) => role[name])
  const license_states = role.license_states && { license_states: [...new Set(role.license_states)].toSorted() }
  return { ...safeRole(role), ...license_states, ...Object.fromEntries(moments.map((name) => [name, new Date(role[name]!).toISOString()])) }
}

/** Departments and shifts take the spelling of existing openings: 'nursing ' joins 'Nursing'. */
async function spelledAlike<Role extends Partial<RoleText>>(tx: Db, role: Role, id: number): Promise<Role> {
  const spelled = { ...role }
  for (const name of ['department', 'shift'] as const) {
    const wanted = role[name]?.replace(/\s+/g, ' ')
    if (wanted) spelled[name] = (await findSpelling(tx, name, { wanted, id })) ?? wanted
  }
  return spelled
}

function rejectReversed(role: Partial<RoleText>): void {
  const { salary_min = null, salary_max = null, published_at = null, closes_at = null } = role
  if (salary_min !== null && salary_max !== null && salary_min > salary_max)
    throw fieldRefusal(422, 'salary_max', 'The highest pay cannot be less than the lowest')
  // A past date closes the role now, whenever it was published; only a future one could be a mistake.
  const isAhead = closes_at !== null && Date.parse(closes_at) > Date.now()
  if (published_at !== null && isAhead && published_at >= closes_at) throw fieldRefusal(422, 'closes_at', 'A role closes after it is published')
}
