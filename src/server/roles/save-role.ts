import { CONFIRM_WITH } from '#contract/auth/passkeys.ts'
import { RoleText, missingFields, stateChangeError, type FunctionRole, type RoleState } from '#contract/roles.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/connect.ts'
import type { StaffCaller } from '#server/http/caller.ts'
import { changesOf, fieldError, found } from '#server/http/changes.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Keys } from '#server/http/keys.ts'
import { rejectStale } from '#server/http/versions.ts'
import { copyQuestionRoles, lockOrder } from '#server/questions/editing-store.ts'
import { editedRole } from './edited-role.ts'
import {
  copyRolePlan,
  copyTeam,
  countOpenings,
  findEditedRole,
  findSpelling,
  givesAccess,
  insertRole,
  lockOpenings,
  lockRole,
  NOW,
  setRole,
  type NewRole,
  type RoleStateColumns,
} from './editing-store.ts'
import { safeRole } from './safe-role.ts'

type Params = Partial<RoleText> & { state?: RoleState | undefined }
type RoleUpdate = Params & { id: number; version?: number | undefined }
type StoredRole = NonNullable<Awaited<ReturnType<typeof findEditedRole>>>
type Deps = { db: Db; keys: Keys }

/**
 * Throws 422 if the pay range or the dates are reversed, or if `state` publishes the role and something is missing. `caller` is null in the first
 * run, before anyone can sign in.
 */
export async function createRole({ db, keys }: Deps, caller: StaffCaller | null, { state, ...asked }: NewRole & Params): Promise<FunctionRole> {
  const role = asStored(asked)
  rejectReversed(role)
  return db.transaction(async (tx) => {
    await rejectUnprovedLead(tx, caller, asked.hiring_lead_email)
    const wantedState = state ?? (asked.disabled_flag ? 'draft' : 'published')
    const id = await insertRole(tx, { ...(await matchSpelling(tx, role, 0)), ...columnsForState(null, wantedState, role) }, caller?.staff_account_id ?? null)
    const stored = (await findEditedRole(tx, id))!
    if (state === 'published' || isScheduled(stored)) rejectMissing(stored)
    await recordAudit(tx, { actor: caller, action: 'role.created', subject_kind: 'role', subject_id: id })
    return editedRole(keys, stored)
  })
}

/** Creates a draft with the role's text, pay, licenses, questions, interviews and team. Throws 404 for an unknown role. */
export async function copyRole({ db, keys }: Deps, caller: StaffCaller, id: number): Promise<FunctionRole> {
  return db.transaction(async (tx) => {
    await lockRole(tx, id)
    const stored = found(await findEditedRole(tx, id), 'Role not found')
    // The order in which everyone locks questions.
    await lockOrder(tx)
    const text = Object.fromEntries(Object.keys(RoleText.shape).map((name) => [name, stored[name as keyof RoleText]])) as RoleText
    const copy = {
      ...text,
      function_role_name: `Copy of ${stored.function_role_name}`.slice(0, 200),
      closes_at: null,
      openings: null,
      ...columnsForState(null, 'draft', {}),
    }
    const copied = await insertRole(tx, copy, caller.staff_account_id)
    await copyRolePlan(tx, { from: id, to: copied })
    await copyTeam(tx, { from: id, to: copied })
    await copyQuestionRoles(tx, { from: id, to: copied, modified_by: caller.staff_account_id })
    await recordAudit(tx, { actor: caller, action: 'role.created', subject_kind: 'role', subject_id: copied, facts: { copied_from: id } })
    return editedRole(keys, (await findEditedRole(tx, copied))!)
  })
}

type OnClosing = (tx: Db, ref_function_role_id: number) => Promise<void>

/**
 * Throws 404 for an unknown role, 409 if it was changed after `version`, 422 as in `createRole` and for an invalid state transition. Identical values
 * change nothing. `onClosing` is called in the same transaction if the change closes a role that candidates can see.
 */
export async function updateRole({ db, keys }: Deps, caller: StaffCaller, changed: RoleUpdate, onClosing: OnClosing): Promise<FunctionRole> {
  const { id, version, state, disabled_flag, ...asked } = changed
  return db.transaction(async (tx) => {
    await lockRole(tx, id)
    const stored = found(await findEditedRole(tx, id), 'Role not found')
    rejectStale(stored, version)
    const text = changesOf(stored, await matchSpelling(tx, asStored(asked), id))
    const wantedState = state ?? requestedState(stored, { disabled_flag, published_at: text.published_at })
    const fields = [...Object.keys(text), ...(wantedState === stored.state ? [] : ['state'])]
    if (fields.length === 0) return editedRole(keys, stored)
    await rejectUnprovedLead(tx, caller, text.hiring_lead_email)
    rejectReversed({ ...stored, ...(wantedState !== stored.state && { published_at: asked.published_at ?? null }), ...text })
    rejectMove(stored, wantedState, asked)
    const isReopened = stored.state === 'closed' && wantedState === 'published'
    await setRole(tx, id, { ...text, ...columnsForState(stored, wantedState, asked), modified_by: caller.staff_account_id })
    const now = (await findEditedRole(tx, id))!
    if (wantedState !== stored.state && state === 'published') rejectMissing(now)
    if (isScheduled(now) && !isScheduled(stored)) rejectMissing(now)
    if (now.state === 'closed' && stored.state !== 'closed') await onClosing(tx, id)
    if (text.openings) await rejectTooFew(tx, id)
    await recordAudit(tx, {
      actor: caller,
      action: 'role.changed',
      subject_kind: 'role',
      subject_id: id,
      facts: { fields, ...(isReopened && { earlier_published_at: stored.published_at }) },
    })
    return editedRole(keys, (await findEditedRole(tx, id))!)
  })
}

/** The hiring lead can see the applicants, so choosing one requires the same confirmation as any other change of access. */
async function rejectUnprovedLead(tx: Db, caller: StaffCaller | null, email: string | undefined): Promise<void> {
  const mustProve = caller?.mustProve
  if (email !== undefined && mustProve && (await givesAccess(tx, email))) throw new HttpError(403, CONFIRM_WITH[mustProve])
}

async function rejectTooFew(tx: Db, id: number): Promise<void> {
  await lockOpenings(tx, id)
  const { openings, filled_openings } = await countOpenings(tx, id)
  if (openings === null || filled_openings <= openings) return
  const offers = filled_openings === 1 ? '1 offer has' : `${filled_openings} offers have`
  throw fieldError(422, 'openings', `${offers} already been accepted, so there can't be fewer than ${filled_openings} openings`)
}

type Dates = Pick<Params, 'published_at' | 'closes_at'>

/** `disabled_flag` publishes or closes a role. It's ignored if unchanged, because drafts are disabled, too. */
function requestedState(stored: StoredRole, { disabled_flag, published_at }: Pick<Params, 'disabled_flag' | 'published_at'>): RoleState {
  if (disabled_flag !== undefined && disabled_flag !== stored.disabled_flag) return disabled_flag ? 'closed' : 'published'
  return isScheduled(stored) && published_at && !isAhead(published_at) ? 'published' : stored.state
}

function rejectMove(stored: StoredRole, wanted: RoleState, { published_at, closes_at }: Dates): void {
  const refusal = stateChangeError(stored.state, wanted)
  if (refusal) throw fieldError(422, 'state', refusal)
  if (stored.state === 'published' && isAhead(published_at))
    throw fieldError(422, 'published_at', 'Candidates can already see this role. Pause or close it instead.')
  if (wanted === 'published' && stored.state !== wanted && closes_at && !isAhead(closes_at))
    throw fieldError(422, 'closes_at', 'This date has passed. Choose a later one, or none.')
}

/**
 * Returns what to store so the role is in the wanted state, now or from the given date. Times come from the database, because its clock decides the
 * state.
 */
function columnsForState(stored: StoredRole | null, wanted: RoleState, { published_at, closes_at }: Dates): RoleStateColumns {
  if (wanted === 'draft') return published_at === undefined && stored ? {} : { disabled_flag: !isAhead(published_at), published_at: published_at ?? null }
  if (wanted === stored?.state) return {}
  if (wanted === 'paused') return { disabled_flag: true, paused_at: NOW, was_public_flag: true }
  if (wanted === 'closed') return { disabled_flag: true, paused_at: null, disabled_at: NOW, was_public_flag: true }
  if (isAhead(published_at)) return { disabled_flag: false }
  const isPaused = stored?.state === 'paused'
  const reopened = { disabled_flag: false, paused_at: null, disabled_at: null, published_at: published_at ?? (isPaused ? stored.published_at : NOW) }
  return { ...reopened, ...(closes_at === undefined && stored?.closes_at && !isAhead(stored.closes_at) && { closes_at: null }) }
}

function isAhead(date: string | null | undefined): boolean {
  return typeof date === 'string' && Date.parse(date) > Date.now()
}

function isScheduled({ state, published_at }: StoredRole): boolean {
  return state === 'draft' && isAhead(published_at)
}

function rejectMissing(role: StoredRole): void {
  const errors = missingFields(role).filter(({ mustHave }) => mustHave)
  if (errors.length > 0) throw new HttpError(422, errors[0]!.message, { errors: errors.map(({ path, message }) => ({ path, message })) })
}

function asStored<Role extends Partial<RoleText>>(role: Role): Role {
  const dateFields = (['published_at', 'closes_at'] as const).filter((name) => role[name])
  const license_states = role.license_states && { license_states: [...new Set(role.license_states)].toSorted() }
  return { ...safeRole(role), ...license_states, ...Object.fromEntries(dateFields.map((name) => [name, new Date(role[name]!).toISOString()])) }
}

/** Departments and shifts are spelled as in existing openings: 'nursing ' becomes 'Nursing'. */
async function matchSpelling<Role extends Partial<RoleText>>(tx: Db, role: Role, id: number): Promise<Role> {
  const spelled = { ...role }
  for (const name of ['department', 'shift'] as const) {
    const spelling = role[name]?.replace(/\s+/g, ' ')
    if (spelling) spelled[name] = (await findSpelling(tx, name, { wanted: spelling, id })) ?? spelling
  }
  return spelled
}

function rejectReversed(role: Partial<RoleText>): void {
  const { salary_min = null, salary_max = null, published_at = null, closes_at = null } = role
  if (salary_min !== null && salary_max !== null && salary_min > salary_max)
    throw fieldError(422, 'salary_max', "The highest pay can't be less than the lowest")
  // A closing date in the past closes the role now, no matter when it was published. Combined with a future publication date, it's probably a mistake.
  const isMistake = published_at !== null && closes_at !== null && published_at >= closes_at && (isAhead(published_at) || isAhead(closes_at))
  if (isMistake) throw fieldError(422, 'closes_at', 'The closing date must be after the publishing date')
}
